#include "core/collective/host_executor.h"

#include <algorithm>

#include "core/collective/arrivals.h"
#include "core/support/error.h"

namespace ringscope {

const char* name(Route route) noexcept {
    switch (route) {
        case Route::host: return "host";
        case Route::device: return "device";
        case Route::via_host: return "via host";
    }
    return "";
}

HostExecutor::HostExecutor(int world_size, std::int64_t length)
    : length_(length),
      vectors_(static_cast<std::size_t>(world_size),
               std::vector<float>(static_cast<std::size_t>(length))) {}

void HostExecutor::write(Rank rank, std::int64_t offset, std::span<const float> values) {
    std::copy(values.begin(), values.end(),
              vectors_.at(static_cast<std::size_t>(rank)).begin() + offset);
}

void HostExecutor::read(Rank rank, std::int64_t offset, std::span<float> values) {
    std::copy_n(vectors_.at(static_cast<std::size_t>(rank)).begin() + offset, values.size(),
                values.begin());
}

std::vector<TransferReport> HostExecutor::run(const Schedule& schedule, const Step& step,
                                              std::int64_t base) {
    expect(base >= 0 && base + schedule.length <= length_, "HostExecutor::run: bucket in vector");
    const auto chunk_of = [&](const Transfer& t) {
        return schedule.chunks.at(static_cast<std::size_t>(t.chunk));
    };

    const std::vector<Arrival> arriving = arrivals(schedule, step);
    std::vector<std::vector<float>> sent;
    sent.reserve(arriving.size());
    for (const Arrival& arrival : arriving) {
        const Transfer& t = arrival.transfer;
        const auto first =
            vectors_.at(static_cast<std::size_t>(t.from)).begin() + base + chunk_of(t).offset;
        sent.emplace_back(first, first + chunk_of(t).count);
    }

    for (std::size_t i = 0; i < arriving.size(); ++i) {
        const Transfer& t = arriving[i].transfer;
        const auto cell =
            vectors_.at(static_cast<std::size_t>(t.to)).begin() + base + chunk_of(t).offset;
        if (t.op == TransferOp::add)
            std::transform(sent[i].begin(), sent[i].end(), cell, cell,
                           [](float arrived, float own) { return own + arrived; });
        else
            std::copy(sent[i].begin(), sent[i].end(), cell);
    }

    std::vector<TransferReport> reports;
    reports.reserve(step.transfers.size());
    for (const Transfer& t : step.transfers)
        reports.push_back({t, chunk_of(t).count * std::int64_t{sizeof(float)}, Route::host});
    return reports;
}

}  // namespace ringscope
