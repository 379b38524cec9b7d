#include "core/opencl/command_log.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/opencl/device_error.h"

namespace ringscope::opencl {

namespace {

// Nanoseconds of the device's clock.
using DeviceTime = std::int64_t;

DeviceTime time_of(const cl::Event& event, cl_profiling_info what) {
    cl_ulong time = 0;
    const cl_int status = clGetEventProfilingInfo(event(), what, sizeof time, &time, nullptr);
    if (status != CL_SUCCESS) throw cl::Error(status, "clGetEventProfilingInfo");
    return static_cast<DeviceTime>(time);
}

bool one_span(const WorkSpan& span, const Work& work, std::uint64_t ranks) {
    // The launches of an all-reduce of many ranks are shared out among them as they fit.
    return span.work == work && (span.ranks == ranks || work.kind == WorkKind::all_reduce);
}

}  // namespace

void CommandLog::begin(Clock::time_point begin) {
    commands_.clear();
    begin_ = begin;
    noting_ = true;
}

void CommandLog::note(int device, const void* queue, std::uint64_t ranks, Clock::time_point before,
                      const cl::Event& event) {
    commands_.push_back({work_, device, queue, ranks, before, event});
}

std::vector<WorkSpan> CommandLog::spans() {
    noting_ = false;
    return on_device({"read the times of commands"}, [&] {
        const auto since_begin = [&](Clock::time_point time) {
            return std::chrono::duration_cast<std::chrono::nanoseconds>(time - begin_).count();
        };
        std::map<int, DeviceTime> begin_of;  // the frame's beginning by each device's clock
        for (const Command& command : commands_) {
            const DeviceTime begin =
                time_of(command.event, CL_PROFILING_COMMAND_QUEUED) - since_begin(command.before);
            const auto [at, first] = begin_of.try_emplace(command.device, begin);
            if (!first) at->second = std::min(at->second, begin);
        }
        std::vector<WorkSpan> spans;
        std::map<const void*, std::size_t> newest;  // of each queue
        for (const Command& command : commands_) {
            const auto seconds = [&](cl_profiling_info what) {
                return 1e-9 * static_cast<double>(time_of(command.event, what) -
                                                  begin_of.at(command.device));
            };
            const double begin = seconds(CL_PROFILING_COMMAND_START);
            const double end = std::max(begin, seconds(CL_PROFILING_COMMAND_END));
            const auto before = newest.find(command.queue);
            if (before != newest.end() &&
                one_span(spans[before->second], command.work, command.ranks)) {
                spans[before->second].end = end;
                spans[before->second].ranks |= command.ranks;
                continue;
            }
            newest[command.queue] = spans.size();
            spans.push_back({command.work, command.ranks, begin, end});
        }
        commands_.clear();
        return spans;
    });
}

}  // namespace ringscope::opencl
