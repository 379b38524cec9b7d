#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/collective/schedule.h"

namespace ringscope {

// How the bytes of a transfer really went.
enum class Route {
    host,      // the host oracle moved them
    device,    // within one context: copied or read by the receiver's device
    via_host,  // between contexts: read to the host, written to the receiver
};

const char* name(Route route) noexcept;

// What an executor did for one transfer, counted where the command was enqueued.
struct TransferReport {
    Transfer transfer;
    std::int64_t bytes = 0;
    Route route = Route::host;
};

// One float32 vector a rank, and the means to run a schedule's steps on them. The vector lives
// where the rank lives: in host memory or in a buffer of the rank's own device.
// All calls come from one thread. Failures throw Error (device_failed) naming rank and step.
class Executor {
  public:
    virtual ~Executor() = default;

    virtual int world_size() const = 0;
    virtual std::int64_t length() const = 0;  // elements a rank

    // Writes / reads a part of a rank's vector: [offset, offset + size) within [0, length).
    // read waits for everything enqueued before and is counted as a read by the host.
    virtual void write(Rank rank, std::int64_t offset, std::span<const float> values) = 0;
    virtual void read(Rank rank, std::int64_t offset, std::span<float> values) = 0;

    // Runs one step of the schedule on the elements [base, base + schedule.length) of each vector.
    // Enqueues only: the host does not wait unless a transfer is staged through it. One report a
    // transfer, in the listed order.
    virtual std::vector<TransferReport> run(const Schedule& schedule, const Step& step,
                                            std::int64_t base) = 0;

    // Runs all steps, one after another, with the same bits; nobody looks at what is between them,
    // so an executor may bring parts of the vectors through all steps before other parts. The
    // reports of all steps, in their order.
    virtual std::vector<TransferReport> run_all(const Schedule& schedule, std::int64_t base) {
        std::vector<TransferReport> all;
        for (const Step& step : schedule.steps)
            for (const TransferReport& report : run(schedule, step, base)) all.push_back(report);
        return all;
    }

    // Waits until everything that was enqueued is done.
    virtual void finish() = 0;
};

}  // namespace ringscope
