#pragma once

#include <vector>

#include "core/session/traffic_sweep.h"
#include "ui/figures/line_plot.h"

namespace ringscope {

enum class TrafficQuantity { busiest_bytes, total_bytes, steps, seconds };

struct TrafficQuestion {
    TrafficQuantity quantity = TrafficQuantity::busiest_bytes;
    int most_ranks = 16;      // 2 .. 1024
    double bytes = 64;        // S, of one rank's vector
    double latency = 1e-5;    // seconds, of the alpha-beta model
    double bandwidth = 1e10;  // bytes per second
};

// Every algorithm's formula against N, with the dots that were measured for the same S. Measured
// seconds are of this machine and not of the model's latency and bandwidth: they have their own
// dots.
LinePlotData traffic_plot(const TrafficQuestion& question,
                          const std::vector<MeasuredTraffic>& measured);

// The smallest N from which on the ring is better than everyone sending directly; 0: never up to
// most_ranks.
int crossover(const TrafficQuestion& question);

}  // namespace ringscope
