#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ringscope {

// One of those that do the same work, side by side: a call does it `repeats` times.
struct Contestant {
    std::string name;
    std::function<void(int repeats)> work;
};

// Seconds of one repeat.
struct Timing {
    std::string name;
    double best = 0;
    double median = 0;
};

// Runs the contestants in turn, round after round, so that a disturbance of the machine meets all
// of them. Repeats are chosen so that one call of the first contestant takes about `call_seconds`;
// everything takes about `seconds` in all, in at least one round. In the contestants' order.
// Stops early, with what it has, when the user interrupts.
std::vector<Timing> time_in_rounds(const std::vector<Contestant>& contestants, double seconds,
                                   double call_seconds = 0.01);

double median_of(std::vector<double> values);

}  // namespace ringscope
