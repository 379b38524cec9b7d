#include "core/model/mlp_layout.h"
#include "core/train/placement.h"
#include "core/train/replica_set.h"
#include "core/train/spec.h"

namespace ringscope {

const char* name(Activation activation) noexcept {
    return activation == Activation::tanh ? "tanh" : "relu";
}

const char* name(LossKind loss) noexcept {
    return loss == LossKind::cross_entropy ? "cross_entropy" : "mse";
}

const char* name(OptimizerKind kind) noexcept {
    switch (kind) {
        case OptimizerKind::sgd: return "sgd";
        case OptimizerKind::momentum: return "momentum";
        case OptimizerKind::adam: return "adam";
    }
    return "";
}

int state_vectors(OptimizerKind kind) noexcept {
    switch (kind) {
        case OptimizerKind::sgd: return 0;
        case OptimizerKind::momentum: return 1;
        case OptimizerKind::adam: return 2;
    }
    return 0;
}

const char* name(Sharding sharding) noexcept {
    return sharding == Sharding::contiguous ? "contiguous" : "strided";
}

const char* name(Averaging averaging) noexcept {
    return averaging == Averaging::before ? "before" : "after";
}

const char* name(PlacementKind kind) noexcept {
    switch (kind) {
        case PlacementKind::host: return "host";
        case PlacementKind::devices: return "devices";
        case PlacementKind::partition: return "partition";
        case PlacementKind::shared: return "shared";
    }
    return "";
}

const char* name(MemoryCategory category) noexcept {
    switch (category) {
        case MemoryCategory::parameters: return "parameters";
        case MemoryCategory::gradients: return "gradients";
        case MemoryCategory::optimizer_state: return "optimizer_state";
        case MemoryCategory::activations: return "activations";
        case MemoryCategory::input: return "input";
        case MemoryCategory::communication: return "communication";
    }
    return "";
}

const char* name(WorkKind kind) noexcept {
    switch (kind) {
        case WorkKind::shard: return "shard";
        case WorkKind::forward: return "forward";
        case WorkKind::backward: return "backward";
        case WorkKind::weight: return "weight";
        case WorkKind::all_reduce: return "all-reduce";
        case WorkKind::divide: return "divide";
        case WorkKind::update: return "update";
        case WorkKind::equality: return "equality";
    }
    return "";
}

const char* name(FaultKind kind) noexcept {
    switch (kind) {
        case FaultKind::skip_all_reduce: return "skip-all-reduce";
        case FaultKind::scale_gradient: return "scale-gradient";
        case FaultKind::forget_average: return "forget-average";
        case FaultKind::average_twice: return "average-twice";
        case FaultKind::unweighted_mean: return "unweighted-mean";
        case FaultKind::other_seed: return "other-seed";
        case FaultKind::stale_chunk: return "stale-chunk";
        case FaultKind::flip_bit: return "flip-bit";
        case FaultKind::nan: return "nan";
        case FaultKind::straggler: return "straggler";
    }
    return "";
}

}  // namespace ringscope
