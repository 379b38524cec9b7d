#include "core/data/dataset.h"

namespace ringscope {

namespace {

Samples from_inline(const InlineData& data) {
    Samples samples;
    samples.count = std::ssize(data.x);
    for (const std::vector<float>& row : data.x)
        samples.x.insert(samples.x.end(), row.begin(), row.end());
    samples.classes = data.classes;
    for (const std::vector<float>& row : data.targets)
        samples.targets.insert(samples.targets.end(), row.begin(), row.end());
    return samples;
}

void make_one_hot(Samples& samples, int outputs) {
    if (samples.classes.empty()) return;
    samples.targets.assign(static_cast<std::size_t>(samples.count * outputs), 0.0F);
    for (std::size_t i = 0; i < samples.classes.size(); ++i)
        samples.targets[i * static_cast<std::size_t>(outputs) +
                        static_cast<std::size_t>(samples.classes[i])] = 1.0F;
    samples.classes.clear();
}

}  // namespace

Dataset load_dataset(const DataSpec& data, const MlpShape& shape) {
    Dataset set;
    if (const auto* generated = std::get_if<GeneratedData>(&data)) {
        if (generated->name == "digits")
            set = load_digits(generated->samples);
        else
            set.train = generate(*generated, shape);
    } else if (const auto* given = std::get_if<InlineData>(&data)) {
        set.train = from_inline(*given);
    } else if (const auto* csv = std::get_if<CsvData>(&data)) {
        set.train = read_csv(*csv, shape);
    } else {
        set.train = read_idx(std::get<IdxData>(data), shape);
    }
    if (shape.loss == LossKind::mse) {
        make_one_hot(set.train, shape.sizes.back());
        make_one_hot(set.test, shape.sizes.back());
    }
    return set;
}

}  // namespace ringscope
