#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/collective/ring.h"
#include "core/model/mlp_layout.h"

namespace ringscope {

// A training spec (docs/formats.md), parsed and valid. Field names are those of the JSON.

struct ModelSpec {
    MlpShape shape;
    std::vector<float> initial_parameters;  // empty: drawn from seed
    std::uint64_t seed = 7;
};

struct GeneratedData {
    std::string name;  // spirals moons circles xor gauss digits regression
    std::int64_t samples = 512;
    double noise = 0.1;
    std::uint64_t seed = 1;
};
struct InlineData {
    std::vector<std::vector<float>> x;        // [sample][feature]
    std::vector<int> classes;                 // cross_entropy: y as classes
    std::vector<std::vector<float>> targets;  // mse: y as rows
};
struct CsvData {
    std::filesystem::path file;
    std::string target;
};
struct IdxData {
    std::filesystem::path images, labels;
};
using DataSpec = std::variant<GeneratedData, InlineData, CsvData, IdxData>;

enum class OptimizerKind { sgd, momentum, adam };
struct OptimizerSpec {
    OptimizerKind kind = OptimizerKind::sgd;
    double lr = 0.1;
    double momentum = 0.9;
    double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
};
const char* name(OptimizerKind kind) noexcept;
// float32 vectors of parameter length that the optimizer keeps: sgd 0, momentum 1 (v), adam 2 (m,
// v).
int state_vectors(OptimizerKind kind) noexcept;

enum class Sharding { contiguous, strided };
enum class Averaging { before, after };
const char* name(Sharding sharding) noexcept;
const char* name(Averaging averaging) noexcept;

struct CollectiveSpec {
    std::string algorithm = "ring";  // one of algorithm_names()
    Ownership ownership = Ownership::textbook;
    std::int64_t bucket_bytes = 26214400;
    bool overlap = true;  // free runs reduce a bucket while earlier layers still run backward
    Averaging average = Averaging::before;
};

enum class FaultKind {
    skip_all_reduce,
    scale_gradient,
    forget_average,
    average_twice,
    unweighted_mean,
    other_seed,
    stale_chunk,
    flip_bit,
    nan,
    straggler,
};
const char* name(FaultKind kind) noexcept;  // "skip-all-reduce", ...

// Active in iterations from <= t < until.
struct Fault {
    FaultKind kind = FaultKind::skip_all_reduce;
    std::optional<int> rank;  // empty: all ranks
    std::int64_t from = 0;
    std::optional<std::int64_t> until;
    double factor = 1;        // scale-gradient
    int chunk = 0, step = 0;  // stale-chunk: which transfer of the all-reduce
    std::int64_t index = 0;   // flip-bit, nan: which element
    int bit = 0;              // flip-bit: 0 (least significant) .. 31
    double milliseconds = 0;  // straggler
};

struct TrainingSpec {
    ModelSpec model;
    DataSpec data;
    OptimizerSpec optimizer;
    int world_size = 1;                        // 1 .. 64
    std::optional<std::int64_t> global_batch;  // exactly one of the two
    std::optional<std::int64_t> batch_per_rank;
    Sharding sharding = Sharding::contiguous;
    bool shuffle = false;
    CollectiveSpec collective;
    std::optional<std::int64_t> memory_budget_bytes;  // per rank
    std::vector<Fault> faults;
    std::int64_t steps = 10;

    // The global batch size B, whichever way it was given.
    std::int64_t batch() const {
        return global_batch ? *global_batch : *batch_per_rank * world_size;
    }
};

}  // namespace ringscope
