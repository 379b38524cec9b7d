#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/opencl/cl.h"
#include "core/train/span.h"

namespace ringscope::opencl {

// Which commands the lanes of a replica set were given in a frame, and from their profiling events
// when the devices ran them.
//
// A device's clock is brought to the host's by the commands themselves: each was enqueued a little
// after the host noted the time, so the smallest difference between the two is nearly the distance
// of the clocks. Everything on one root device is moved by the same distance, so that the order of
// its spans is the device's own.
class CommandLog {
  public:
    using Clock = std::chrono::steady_clock;

    // Forgets what was noted. Nothing is noted before the first call, nor after spans().
    void begin(Clock::time_point begin);
    void next(const Work& work) { work_ = work; }
    bool noting() const noexcept { return noting_; }
    // device: number of the root device. queue: anything that tells the lanes apart.
    void note(int device, const void* queue, std::uint64_t ranks, Clock::time_point before,
              const cl::Event& event);
    // All commands must be complete. In the order in which they were enqueued.
    std::vector<WorkSpan> spans();

  private:
    struct Command {
        Work work;
        int device;
        const void* queue;
        std::uint64_t ranks;
        Clock::time_point before;
        cl::Event event;
    };
    Clock::time_point begin_;
    bool noting_ = false;
    Work work_;
    std::vector<Command> commands_;
};

}  // namespace ringscope::opencl
