#include "app/commands/train.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "app/commands/train_sweep.h"
#include "app/interrupt.h"
#include "core/session/session.h"
#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "core/trace/recorder.h"
#include "core/train/dump.h"
#include "core/train/report.h"
#include "core/train/spec_json.h"

namespace ringscope {

namespace {

struct TrainOptions {
    std::string source;
    std::optional<std::int64_t> steps;
    std::optional<int> world_size;
    std::optional<std::uint64_t> seed;
    std::string record, dump;
    bool json = false, sweep = false;
};

// A recording is watched, so that every frame is in the file as it was, while that makes at most
// this many numbers; larger runs keep summaries and checkpoints, from which frames are made again.
constexpr double watched_numbers = 4e6;

// The session with the options worked in, checked as if the file had said so.
Session load(const TrainOptions& options) {
    Session session = load_file_or_scenario(options.source);
    if (session.kind() != RunKind::train)
        throw Error(ErrorCode::bad_input, options.source,
                    "this is a single collective, there is nothing to train",
                    "Open it in the window, or use `ringscope ring` for one all-reduce");
    TrainingSpec spec = session.training();
    if (options.steps) spec.steps = *options.steps;
    if (options.world_size) spec.world_size = *options.world_size;
    if (options.seed) spec.model.seed = *options.seed;
    TrainingSpec checked = parse_spec(to_json(spec), {}, options.source);
    checked.data = spec.data;  // with the paths as they were given
    session.content = std::move(checked);
    return session;
}

Pace recording_pace(const RunInfo& info) {
    double frames = 6;
    for (const Bucket& bucket : info.buckets)
        frames += static_cast<double>(bucket.schedule.steps.size());
    const double numbers = frames * static_cast<double>(info.planned_iterations) * info.world_size *
                           static_cast<double>(info.length);
    return info.length <= whole_limit && numbers <= watched_numbers ? Pace::watched : Pace::free;
}

// The files that are written beside the report; both are opened before the training begins.
class Outputs {
  public:
    Outputs(const TrainOptions& options, Trainer& trainer) : trainer_(trainer) {
        if (!options.dump.empty()) dump_file_.emplace(options.dump);
        if (options.record.empty()) return;
        pace_ = recording_pace(trainer.info());
        writer_ = std::make_shared<RingtraceWriter>(options.record, trainer.info());
        recorder_.emplace(trainer);
        recorder_->write_to(writer_);
    }

    FramePtr advance() {
        const Pace pace = dump_file_ ? TrainingDump::pace(trainer_, pace_) : pace_;
        FramePtr frame = recorder_ ? recorder_->advance(trainer_, pace) : trainer_.advance(pace);
        tally_.add(*frame);
        if (dump_file_) dump_.add(trainer_, *frame);
        return frame;
    }

    void finish() {
        if (recorder_) {
            recorder_->finish(trainer_);
            writer_->finish();
        }
        if (dump_file_) {
            dump_.write(dump_file_->stream(), tally_);
            dump_file_->commit();
        }
    }

    const TrainingTally& tally() const { return tally_; }

  private:
    Trainer& trainer_;
    Pace pace_ = Pace::free;
    TrainingTally tally_;
    TrainingDump dump_;
    std::optional<AtomicFile> dump_file_;
    std::optional<Recorder> recorder_;
    std::shared_ptr<RingtraceWriter> writer_;
};

// A line every few seconds, so that a long training does not look like one that hangs.
class StillAtWork {
  public:
    explicit StillAtWork(std::int64_t steps) : steps_(steps) {}

    void tell(std::int64_t iteration) {
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ < std::chrono::seconds(5)) return;
        told_ = now;
        std::cerr << "ringscope: iteration " << iteration << " of " << steps_ << '\n';
    }

  private:
    std::int64_t steps_;
    std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

void require_identical(const TrainingTally& tally, const std::vector<Fault>& faults) {
    if (tally.identical()) return;
    throw Error(ErrorCode::replicas_differ, "train",
                "the replicas' parameters differ since iteration " +
                    std::to_string(*tally.first_difference()),
                faults.empty()
                    ? "No fault was asked for: the device gives wrong results; try another "
                      "with --device"
                    : "The spec asks for faults");
}

void check_files(const TrainOptions& options) {
    std::error_code ignored;
    if (!options.dump.empty() && !options.record.empty() &&
        std::filesystem::weakly_canonical(options.dump, ignored) ==
            std::filesystem::weakly_canonical(options.record, ignored))
        throw Error(ErrorCode::bad_input, options.dump,
                    "--dump and --record name one file, each needs its own",
                    "Choose another name for one of them");
}

void check_sweep(const TrainOptions& options) {
    if (options.world_size || !options.record.empty() || !options.dump.empty())
        throw Error(ErrorCode::bad_input, "train --sweep",
                    "a sweep has several trainings: --world-size, --record and --dump are for one",
                    "Leave them out, or train once without --sweep");
}

int run_train(const TrainOptions& options, const CommonOptions& common) {
    if (options.sweep) check_sweep(options);
    check_files(options);
    const Session session = load(options);
    if (options.sweep) return run_sweep(session, common, options.json);
    if (session.is_sweep() && !options.world_size)
        std::cerr << "ringscope: note: this session is a sweep; this is one of its trainings. "
                     "--sweep measures all of its world sizes\n";
    const TrainingSpec& spec = session.training();
    prepare_compute_units(common, spec.world_size);
    Trainer trainer(spec, session.title, json_text(session), replica_set_factory(common));
    if (options.json && trainer.info().placement.oversubscribed)
        std::cerr << "ringscope: note: " << trainer.info().placement.summary << '\n';
    Outputs outputs(options, trainer);
    StillAtWork still(spec.steps);
    while (!trainer.finished() && !(interrupted() && trainer.at_iteration_boundary())) {
        outputs.advance();
        still.tell(trainer.iteration());
    }
    outputs.finish();
    const TrainingReport report = report_of(trainer, outputs.tally());
    if (options.json)
        write_json(std::cout, report);
    else
        write_text(std::cout, report);
    require_identical(outputs.tally(), spec.faults);
    if (!trainer.finished())
        throw Error(ErrorCode::cancelled, "train",
                    "stopped on request after " + std::to_string(outputs.tally().iterations()) +
                        " iterations");
    return 0;
}

}  // namespace

void add_train_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<TrainOptions>();
    CLI::App* command = add_command(app, invocation, "train",
                                    "Runs a training spec, session or scenario on the devices");
    command->add_option("spec", options->source, "A training spec or session (JSON), or a scenario")
        ->required()
        ->type_name("SPEC");
    command->add_option("--steps", options->steps, "Iterations, instead of the spec's")
        ->check(decimal())
        ->type_name("K");
    command
        ->add_option("--world-size", options->world_size, "Ranks, instead of the spec's: 1 to 64")
        ->check(decimal())
        ->type_name("N");
    command
        ->add_option("--seed", options->seed,
                     "Seed of the initial parameters and of the shuffle, instead of the spec's")
        ->check(decimal())
        ->type_name("S");
    command->add_option("--record", options->record, "Write a recording (.ringtrace)")
        ->type_name("FILE");
    command->add_option("--dump", options->dump, "Write losses, gradients and parameters as JSON")
        ->type_name("FILE");
    command->add_flag("--sweep", options->sweep,
                      "Train once for each world size of a sweep (else 1, 2, 4, 8) and measure");
    command->add_flag("--json", options->json, "Print JSON (--sweep: an object a line)");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] {
            return run_train(*options, invocation.common);
        };
    });
}

}  // namespace ringscope
