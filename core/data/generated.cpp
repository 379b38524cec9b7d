#include <cmath>

#include "core/data/dataset.h"
#include "core/data/random.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

struct Point {
    double x = 0, y = 0;
};

// Arm number `arm` of `arms`: from the centre outwards through one turn.
Point spiral(Random& random, int arm, int arms) {
    const double t = random.uniform();
    const double radius = 0.1 + 0.9 * t;
    const double turns = t + static_cast<double>(arm) / arms;
    return {radius * cos_turns(turns), radius * sin_turns(turns)};
}

Point moon(Random& random, int which) {
    const double turns = 0.5 * random.uniform();
    const Point upper{cos_turns(turns), sin_turns(turns)};
    return which == 0 ? Point{upper.x - 0.5, upper.y - 0.25} : Point{0.5 - upper.x, 0.25 - upper.y};
}

Point circle(Random& random, int which) {
    const double turns = random.uniform();
    const double radius = which == 0 ? 1.0 : 0.5;
    return {radius * cos_turns(turns), radius * sin_turns(turns)};
}

// Class 0: both coordinates have the same sign.
Point quadrant(Random& random, int which) {
    const double x = random.uniform(-1, 1);
    const double y = random.uniform();
    return {x, (x < 0) == (which == 0) ? -y : y};
}

Point centre(int which, int count) {
    const double turns = static_cast<double>(which) / count;
    return {cos_turns(turns), sin_turns(turns)};
}

int classes_of(const std::string& name, int outputs) {
    return name == "spirals" || name == "gauss" ? outputs : 2;
}

Samples plane(const GeneratedData& data, int outputs) {
    Random random(data.seed);
    const int classes = classes_of(data.name, outputs);
    Samples samples;
    samples.count = data.samples;
    for (std::int64_t i = 0; i < data.samples; ++i) {
        const int label = static_cast<int>(i % classes);
        const Point p = data.name == "spirals"   ? spiral(random, label, classes)
                        : data.name == "moons"   ? moon(random, label)
                        : data.name == "circles" ? circle(random, label)
                        : data.name == "xor"     ? quadrant(random, label)
                                                 : centre(label, classes);
        samples.x.push_back(static_cast<float>(p.x + data.noise * random.normal()));
        samples.x.push_back(static_cast<float>(p.y + data.noise * random.normal()));
        samples.classes.push_back(label);
    }
    return samples;
}

// target_j = sum over i of (a_ji x_i + b_ji x_i^2) / sqrt(inputs) + noise, with a, b and x uniform
// in [-1, 1). The coefficients are drawn first.
Samples regression(const GeneratedData& data, const MlpShape& shape) {
    Random random(data.seed);
    const auto inputs = static_cast<std::size_t>(shape.sizes.front());
    const auto outputs = static_cast<std::size_t>(shape.sizes.back());
    std::vector<double> a(inputs * outputs), b(inputs * outputs);
    for (std::size_t k = 0; k < a.size(); ++k) {
        a[k] = random.uniform(-1, 1);
        b[k] = random.uniform(-1, 1);
    }
    const double scale = 1 / std::sqrt(static_cast<double>(inputs));
    Samples samples;
    samples.count = data.samples;
    std::vector<double> x(inputs);
    for (std::int64_t i = 0; i < data.samples; ++i) {
        for (double& value : x) {
            // What the network sees is what the target is computed from.
            const auto seen = static_cast<float>(random.uniform(-1, 1));
            samples.x.push_back(seen);
            value = seen;
        }
        for (std::size_t j = 0; j < outputs; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < inputs; ++k)
                sum += a[j * inputs + k] * x[k] + b[j * inputs + k] * x[k] * x[k];
            samples.targets.push_back(
                static_cast<float>(sum * scale + data.noise * random.normal()));
        }
    }
    return samples;
}

std::string needs(const GeneratedData& data, const std::string& what, const MlpShape& shape) {
    return data.name + " has " + what + ", the model has " + std::to_string(shape.sizes.front()) +
           " inputs and " + std::to_string(shape.sizes.back()) + " outputs";
}

}  // namespace

const std::vector<std::string>& generated_names() {
    static const std::vector<std::string> names = {"spirals", "moons",  "circles",   "xor",
                                                   "gauss",   "digits", "regression"};
    return names;
}

std::string why_not(const GeneratedData& data, const MlpShape& shape) {
    const int inputs = shape.sizes.front(), outputs = shape.sizes.back();
    if (data.name == "regression") {
        if (shape.loss != LossKind::mse)
            return "regression has numeric targets, which need the loss mse";
        if (data.samples * std::max(inputs, outputs) > max_data_values)
            return "found " + std::to_string(data.samples) + " samples of " +
                   std::to_string(inputs) + " inputs and " + std::to_string(outputs) +
                   " outputs, allowed are up to " + std::to_string(max_data_values) + " numbers";
        return {};
    }
    if (data.name == "digits")
        return inputs == 64 && outputs >= 10 ? "" : needs(data, "64 inputs and 10 classes", shape);
    const bool any_classes = data.name == "spirals" || data.name == "gauss";
    if (inputs == 2 && outputs >= 2 && (any_classes || outputs >= 2)) return {};
    return needs(data, any_classes ? "2 inputs and 2 or more classes" : "2 inputs and 2 classes",
                 shape);
}

Samples generate(const GeneratedData& data, const MlpShape& shape) {
    return data.name == "regression" ? regression(data, shape) : plane(data, shape.sizes.back());
}

}  // namespace ringscope
