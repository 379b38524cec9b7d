#pragma once

#include <string>
#include <vector>

namespace ringscope {

// How ranks were put on hardware. `host` is the oracle: no OpenCL at all.
enum class PlacementKind { host, devices, partition, shared };
const char* name(PlacementKind kind) noexcept;

struct RankPlace {
    std::string label;     // short and unique for the card: "partition 1 of 4", "GPU 0", "shared, buffers 2"
    std::string device;    // the driver's device name
    std::string platform;  // the driver's platform name
    int device_index = 0;  // number of the root device in `ringscope devices`
    int context = 0;       // ranks with the same number share a context; others are staged via the host
    int compute_units = 0;
};

struct Placement {
    PlacementKind kind = PlacementKind::host;
    std::string summary;          // one honest sentence: "4 partitions of one CPU, oversubscribed: ..."
    bool oversubscribed = false;  // more compute units are used than the machine has cores
    std::vector<RankPlace> ranks;
};

}  // namespace ringscope
