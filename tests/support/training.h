#pragma once

#include <string>
#include <vector>

#include "core/train/trainer.h"

namespace ringscope::test {

// A small spec (2-4-3 tanh, 12 samples of spirals, batch 12, world size 4, sgd, 4 steps) changed by
// a JSON merge patch.
TrainingSpec small_training(const std::string& patch = "{}");

// A trainer on host replicas.
Trainer host_trainer(const TrainingSpec& spec);

std::vector<FramePtr> run_all(Trainer& trainer, Pace pace);

// "start, shard, forward, ...": equal neighbours once.
std::string phases(const std::vector<FramePtr>& frames);

// Rank's parameters of every rank, read from the replicas.
std::vector<std::vector<float>> all_parameters(Trainer& trainer);

// Advances, watched, through the iteration that begins next and returns its frames.
std::vector<FramePtr> watch_iteration(Trainer& trainer);

// The first frame of a phase; null when there is none.
FramePtr find(const std::vector<FramePtr>& frames, FramePhase phase);
// The last.
FramePtr find_last(const std::vector<FramePtr>& frames, FramePhase phase);

}  // namespace ringscope::test
