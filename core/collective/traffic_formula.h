#pragma once

#include <string_view>

namespace ringscope {

// An all-reduce in closed form, for any number of ranks: what its schedule costs without making it.
// Chunks are taken to be of equal size, S / N exactly. Tested against the schedules.
struct TrafficFormula {
    int steps = 0;
    double busiest_bytes = 0;  // sent by the rank that sends most
    double total_bytes = 0;    // sent by all ranks
    double serial_bytes = 0;   // over the steps, what the busiest rank of each step sends
    double waiting = 0;        // vectors of S bytes that wait at the busiest receiver

    // The alpha-beta model (Hockney 1994): latency in seconds, bandwidth in bytes per second.
    double seconds(double latency, double bandwidth) const {
        return steps * latency + serial_bytes / bandwidth;
    }
};

// algorithm: one of algorithm_names(); world_size >= 1; bytes: S, of one rank's vector.
TrafficFormula traffic_formula(std::string_view algorithm, int world_size, double bytes);

}  // namespace ringscope
