#include "app/commands/replay.h"

#include <iostream>
#include <memory>

#include "app/commands/replay_report.h"
#include "app/interrupt.h"
#include "core/support/error.h"
#include "core/trace/frame_json.h"
#include "core/trace/ringtrace_file.h"

namespace ringscope {

namespace {

struct ReplayOptions {
    std::string file;
    std::optional<std::int64_t> frame;
    bool json = false;
};

void print_frame(const Recording& recording, const ReplayOptions& options) {
    const std::int64_t frames = recording.frame_count();
    const std::int64_t number = *options.frame;
    if (number < 0 || number >= frames)
        throw Error(
            ErrorCode::bad_input, "--frame",
            "found " + std::to_string(number) + ", " + options.file + " has " +
                (frames == 0 ? "no frames" : "the frames 0 to " + std::to_string(frames - 1)));
    const Position position = recording.at(number);
    const FramePtr frame = recording.frame(position);
    if (!options.json) return print_frame_text(std::cout, *frame, number);
    JsonWriter json(std::cout);
    write_frame(json, *frame, number, position);
    std::cout << '\n';
}

int run_replay(const ReplayOptions& options) {
    const OpenedRecording opened =
        open_recording(options.file, [](double) { return !interrupted(); });
    if (!opened.warning.empty()) std::cerr << "ringscope: warning: " << opened.warning << '\n';
    if (options.frame)
        print_frame(*opened.recording, options);
    else if (options.json)
        print_summary_json(std::cout, opened);
    else
        print_summary_text(std::cout, opened);
    return 0;
}

}  // namespace

void add_replay_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = add_command(app, invocation, "replay",
                                    "Reads a recording, checks it, prints a summary or one frame");
    command->add_option("FILE", options->file, "A .ringtrace file")->required()->type_name("");
    command->add_option("--frame", options->frame, "Print this frame, counted from 0")
        ->check(decimal())
        ->type_name("I");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback(
        [&invocation, options] { invocation.action = [options] { return run_replay(*options); }; });
}

}  // namespace ringscope
