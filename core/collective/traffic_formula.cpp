#include "core/collective/traffic_formula.h"

#include <bit>

#include "core/support/error.h"

namespace ringscope {

namespace {

TrafficFormula ring(double n, double s) {
    const double sent = 2 * (n - 1) / n * s;
    return {static_cast<int>(2 * (n - 1)), sent, n * sent, sent, 1 / n};
}

TrafficFormula central(double n, double s) {
    return {2, (n - 1) * s, 2 * (n - 1) * s, n * s, n - 1};
}

TrafficFormula direct(double n, double s) {
    return {1, (n - 1) * s, n * (n - 1) * s, (n - 1) * s, n};
}

// Level d holds ranks 2^d - 1 .. 2^(d+1) - 2. Up, each rank sends once. Down, a rank sends to each
// child: to two of them unless the level below ends with a single one.
TrafficFormula tree(int n, double s) {
    const int depth = std::bit_width(static_cast<unsigned>(n)) - 1;
    TrafficFormula f;
    f.steps = 2 * depth;
    f.total_bytes = 2.0 * (n - 1) * s;
    f.waiting = n == 2 ? 1 : 2;
    f.serial_bytes = depth * s;
    for (int level = 1; level <= depth; ++level)
        f.serial_bytes += (n >= (1 << level) + 1 ? 2 : 1) * s;
    // The root sends to its children; an inner rank sends up besides. Rank 1 is inner with two
    // children from five ranks on, with one child at four.
    f.busiest_bytes = (n >= 5 ? 3 : n >= 3 ? 2 : 1) * s;
    return f;
}

TrafficFormula halving_doubling(int n, double s) {
    const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
    const int rounds = std::bit_width(static_cast<unsigned>(core)) - 1;
    const int extra = n - core;
    const double each = 2.0 * (core - 1) / core * s;
    TrafficFormula f{2 * rounds, each, core * each, each, 0.5};
    if (core == 1) f.waiting = 0;
    if (extra > 0) {
        f.steps += 2;
        f.busiest_bytes += s;  // rank 0 passes the sum on to rank P
        f.total_bytes += 2 * extra * s;
        f.serial_bytes += 2 * s;
        f.waiting = 1;
    }
    return f;
}

}  // namespace

TrafficFormula traffic_formula(std::string_view algorithm, int world_size, double bytes) {
    expect(world_size >= 1, "traffic_formula: at least one rank");
    if (world_size == 1) return {};
    if (algorithm == "ring") return ring(world_size, bytes);
    if (algorithm == "central") return central(world_size, bytes);
    if (algorithm == "direct") return direct(world_size, bytes);
    if (algorithm == "tree") return tree(world_size, bytes);
    expect(algorithm == "halving-doubling", "traffic_formula: a name of algorithm_names()");
    return halving_doubling(world_size, bytes);
}

}  // namespace ringscope
