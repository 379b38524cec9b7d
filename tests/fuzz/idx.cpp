#include <algorithm>

#include "core/data/dataset.h"
#include "tests/fuzz/fuzz.h"

// The first byte says where the images end and the labels begin.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringscope;
    if (size == 0) return 0;
    const std::size_t images = std::min<std::size_t>(data[0], size - 1);
    const fuzz::InputFile first(data + 1, images, ".images");
    const fuzz::InputFile second(data + 1 + images, size - 1 - images, ".labels");
    const MlpShape shape{{4, 3}, Activation::relu, LossKind::cross_entropy};
    fuzz::expect_answer([&] {
        const Samples read = read_idx({first.path().string(), second.path().string()}, shape);
        const auto count = static_cast<std::size_t>(read.count);
        if (read.x.size() != 4 * count || read.classes.size() != count) std::abort();
    });
    return 0;
}
