#include "app/commands/bench_spec.h"

#include "core/session/session.h"
#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "core/train/limits.h"
#include "core/train/spec_json.h"

namespace ringscope {

TrainingSpec bench_spec(const BenchOptions& options) {
    constexpr const char* digits = R"({
        "model": {"sizes": [64, 128, 64, 10], "activation": "relu", "loss": "cross_entropy"},
        "data": {"name": "digits"},
        "optimizer": {"name": "momentum", "lr": 0.05, "momentum": 0.9},
        "world_size": 2, "global_batch": 256})";
    TrainingSpec spec;
    if (options.spec.empty()) {
        spec = parse_spec(parse_json(digits, "digits"), {}, "digits");
    } else {
        const Session session = load_file_or_scenario(options.spec);
        if (session.kind() != RunKind::train)
            throw Error(ErrorCode::bad_input, "--spec",
                        options.spec + " is a single collective, there is nothing to train",
                        "Use `ringscope bench all-reduce`");
        spec = session.training();
    }
    spec.steps = max_steps;
    spec.faults.clear();
    return spec;
}

}  // namespace ringscope
