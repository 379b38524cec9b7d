#include "app/commands/host_peers.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace ringscope {

// All threads wait for one another without giving up their cores: the fastest way, and the rudest.
class SpinBarrier {
  public:
    explicit SpinBarrier(int threads) : threads_(threads) {}
    void wait() {
        const int generation = generation_.load();
        if (arrived_.fetch_add(1) + 1 == threads_) {
            arrived_.store(0);
            generation_.fetch_add(1);
            return;
        }
        // With fewer cores than threads the one that is waited for may need this core.
        for (int spins = 0; generation_.load() == generation; ++spins)
            if (spins > 20000) std::this_thread::yield();
    }

  private:
    int threads_;
    std::atomic<int> arrived_{0}, generation_{0};
};

namespace {

std::vector<std::vector<float>> zeros(const Schedule& schedule) {
    return std::vector<std::vector<float>>(
        static_cast<std::size_t>(schedule.world_size),
        std::vector<float>(static_cast<std::size_t>(schedule.length)));
}

// Neither vector is the other: compilers may take the loop apart as they like.
void add(float* __restrict to, const float* __restrict from, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace

std::int64_t wrong_sums(const std::vector<float>& values, int world_size) {
    const int ranks = world_size * (world_size + 1) / 2;
    const auto factor = static_cast<float>(ranks);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != factor * telling_value(0, i)) ++count;
    return count;
}

ThreadRing::ThreadRing(const Schedule& schedule)
    : schedule_(schedule),
      threads_(std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1,
                          schedule.world_size)),
      vectors_(zeros(schedule)) {}

void ThreadRing::run_part(int thread, int repeats, SpinBarrier& barrier) {
    for (int k = 0; k < repeats; ++k)
        for (const Step& step : schedule_.steps) {
            for (const Transfer& t : step.transfers) {
                if (t.to % threads_ != thread) continue;
                const Chunk& chunk = schedule_.chunks[static_cast<std::size_t>(t.chunk)];
                float* to = vectors_[static_cast<std::size_t>(t.to)].data() + chunk.offset;
                const float* from =
                    vectors_[static_cast<std::size_t>(t.from)].data() + chunk.offset;
                if (t.op == TransferOp::add)
                    add(to, from, chunk.count);
                else
                    std::memcpy(to, from, static_cast<std::size_t>(chunk.count) * sizeof(float));
            }
            barrier.wait();
        }
}

void ThreadRing::run(int repeats) {
    SpinBarrier barrier(threads_);
    std::vector<std::thread> others;
    for (int t = 1; t < threads_; ++t)
        others.emplace_back([this, t, repeats, &barrier] { run_part(t, repeats, barrier); });
    run_part(0, repeats, barrier);
    for (std::thread& other : others) other.join();
}

std::int64_t ThreadRing::wrong() {
    for (std::size_t r = 0; r < vectors_.size(); ++r)
        for (std::size_t i = 0; i < vectors_[r].size(); ++i)
            vectors_[r][i] = telling_value(static_cast<Rank>(r), i);
    run(1);
    std::int64_t count = 0;
    for (const auto& values : vectors_) count += wrong_sums(values, schedule_.world_size);
    vectors_ = zeros(schedule_);
    return count;
}

MemcpyPeer::MemcpyPeer(const Schedule& schedule) : schedule_(schedule), vectors_(zeros(schedule)) {}

void MemcpyPeer::run(int repeats) {
    for (int k = 0; k < repeats; ++k)
        for (const Step& step : schedule_.steps)
            for (const Transfer& t : step.transfers) {
                const Chunk& chunk = schedule_.chunks[static_cast<std::size_t>(t.chunk)];
                std::memcpy(vectors_[static_cast<std::size_t>(t.to)].data() + chunk.offset,
                            vectors_[static_cast<std::size_t>(t.from)].data() + chunk.offset,
                            static_cast<std::size_t>(chunk.count) * sizeof(float));
            }
}

}  // namespace ringscope
