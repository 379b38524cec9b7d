#include "core/data/dataset.h"
#include "tests/fuzz/fuzz.h"

// A table with two inputs and three classes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringscope;
    const fuzz::InputFile file(data, size, ".csv");
    const MlpShape shape{{2, 3}, Activation::relu, LossKind::cross_entropy};
    fuzz::expect_answer([&] {
        const Samples read = read_csv({file.path().string(), "y"}, shape);
        const auto count = static_cast<std::size_t>(read.count);
        if (read.x.size() != 2 * count || read.classes.size() != count) std::abort();
    });
    return 0;
}
