#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/train/spec.h"

namespace ringscope {

// Samples in order. Exactly one of classes and targets is filled, as the loss needs it.
struct Samples {
    std::int64_t count = 0;
    std::vector<float> x;        // [count][inputs]
    std::vector<int> classes;    // cross_entropy: [count], 0 .. outputs - 1
    std::vector<float> targets;  // mse: [count][outputs]
};

// Held-out samples exist for the digits only; everywhere else `test` is empty.
struct Dataset {
    Samples train, test;
};

// Reads or makes the data of a spec; inputs and outputs are those of the shape. Class labels under
// an MSE become one-hot rows, except in a CSV file, whose target column is then the number itself.
// Throws Error bad_input with file and line, column or byte.
Dataset load_dataset(const DataSpec& data, const MlpShape& shape);

// The generators of GeneratedData::name, the digits among them.
const std::vector<std::string>& generated_names();
inline constexpr std::int64_t digits_training_samples = 1438;

// Why this data cannot train a network of this shape; empty when it can.
std::string why_not(const GeneratedData& data, const MlpShape& shape);

// The sources one by one; load_dataset calls them. Class labels are left in `classes`.
Samples generate(const GeneratedData& data, const MlpShape& shape);
Dataset load_digits(std::int64_t training_samples);
Samples read_csv(const CsvData& data, const MlpShape& shape);
Samples read_idx(const IdxData& data, const MlpShape& shape);

}  // namespace ringscope
