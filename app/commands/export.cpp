#include "app/commands/export.h"

#ifdef RINGSCOPE_GUI

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/headless.h"
#include "app/interrupt.h"
#include "core/session/make_run.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/trace/recorder.h"
#include "core/trace/ringtrace_file.h"
#include "ui/export/run_export.h"

namespace ringscope {

namespace {

struct CommandOptions {
    std::string source, out, what = "all", view = "ring", theme = "light", iterations = "0";
    std::vector<std::string> formats, without;
    std::optional<std::int64_t> frame;
    double width = 0, height = 0, width_mm = 0, height_mm = 0, dpi = 300, scale = 1, text_size = 1;
    double frames_per_second = 12.5, seconds_per_step = 1.6;
    bool transparent = false, once = false, whole_iteration = false, zip = false;
};

// The most that will run at a time.
int world_size_of(const Session& session) {
    if (session.kind() == RunKind::collective)
        return static_cast<int>(session.collective().values.size());
    return session.is_sweep() ? std::max(session.training().world_size, session.world_sizes.back())
                              : session.training().world_size;
}

// What a sweep's charts draw is measured before the run, and goes into its recording with the
// session. One that was measured before is drawn as it is.
void measure_for_charts(Session& session, const CommonOptions& common) {
    if (!session.is_sweep() || !session.measured.empty()) return;
    session.measured = measure_sweep(
        session.training(), session.world_sizes, replica_set_factory(common),
        [](double) { return !interrupted(); },
        [](const SweepPoint& point) {
            std::cerr << "ringscope: sweep: N = " << point.world_size << " measured\n";
        });
}

// The iteration that the run's next frame belongs to.
std::int64_t next_iteration(const Run& run, const Recording& recording) {
    const auto last = recording.last();
    if (!last) return 0;
    const bool ended =
        run.at_iteration_boundary() && recording.frame(*last)->phase != FramePhase::start;
    return last->iteration + (ended ? 1 : 0);
}

// The iterations that are wanted are watched; the rest of a training runs free, for its charts, or
// not at all where nothing of it is asked for.
std::shared_ptr<Recording> execute(Session session, const RunExportOptions& wanted,
                                   const CommonOptions& common) {
    prepare_compute_units(common, world_size_of(session));
    const bool charts = wanted.what == ExportWhat::all || wanted.what == ExportWhat::charts ||
                        wanted.what == ExportWhat::lesson_pack;
    if (charts) measure_for_charts(session, common);
    const std::unique_ptr<Run> run = make_run(
        session, opencl::replica_sets(placement_request(common)), executor_factory(common));
    Recorder recorder(*run);
    const Recording& recording = *recorder.recording();
    const bool needs_all = charts || wanted.what == ExportWhat::trace;
    while (!run->finished()) {
        if (interrupted())
            throw Error(ErrorCode::cancelled, "export", "stopped before anything was written");
        const std::int64_t iteration = next_iteration(*run, recording);
        bool watched =
            iteration >= wanted.range.first_iteration && iteration <= wanted.range.last_iteration;
        if (wanted.frame)
            watched = recording.frame_count() <= *wanted.frame || !run->at_iteration_boundary();
        const bool beyond = wanted.frame ? recording.frame_count() > *wanted.frame
                                         : iteration > wanted.range.last_iteration;
        if (beyond && !needs_all) break;
        recorder.advance(*run, watched ? Pace::watched : Pace::free);
    }
    return recorder.recording();
}

std::shared_ptr<Recording> recording_of(const CommandOptions& options,
                                        const RunExportOptions& wanted,
                                        const CommonOptions& common) {
    const std::filesystem::path file(options.source);
    if (file.extension() != ".ringtrace")
        return execute(load_file_or_scenario(options.source), wanted, common);
    const OpenedRecording opened = open_recording(file);
    if (!opened.warning.empty()) std::cerr << "ringscope: " << opened.warning << '\n';
    return opened.recording;
}

Theme theme_of(const std::string& name) {
    return name == "dark" ? Theme::dark_theme() : name == "print" ? Theme::print() : Theme::light();
}

StageView view_of(const std::string& name) {
    return name == "table"        ? StageView::table
           : name == "space-time" ? StageView::space_time
                                  : StageView::ring;
}

// "3" or "3-5".
void set_iterations(FrameRange& range, const std::string& text) {
    const auto number = [&](const std::string& digits) {
        if (digits.empty() || digits.size() > 18 ||
            digits.find_first_not_of("0123456789") != std::string::npos)
            throw Error(
                ErrorCode::bad_input, "--iterations",
                "\"" + text + "\" is no iteration; allowed are a number, as 3, or two, as 3-5");
        return static_cast<std::int64_t>(std::stoll(digits));
    };
    const std::size_t dash = text.find('-');
    range.first_iteration = number(text.substr(0, dash));
    range.last_iteration =
        dash == std::string::npos ? range.first_iteration : number(text.substr(dash + 1));
    if (range.last_iteration < range.first_iteration)
        throw Error(ErrorCode::bad_input, "--iterations", "\"" + text + "\" ends before it begins");
}

void set_formats(RunExportOptions& wanted, const std::vector<std::string>& formats) {
    const bool animation = wanted.what == ExportWhat::animation;
    const bool figures = wanted.what == ExportWhat::all || wanted.what == ExportWhat::stage ||
                         wanted.what == ExportWhat::charts || wanted.what == ExportWhat::frames;
    if (formats.empty()) return;
    if (!animation && !figures)
        throw Error(ErrorCode::bad_input, "--format",
                    std::string(name(wanted.what)) + " has formats of its own",
                    "Leave --format out");
    wanted.formats.clear();
    wanted.animations.clear();
    for (const std::string& format : formats) {
        if (animation)
            wanted.animations.push_back(animation_format(format));
        else
            wanted.formats.push_back(export_format(format));
    }
}

void set_size(ExportOptions& image, const CommandOptions& options) {
    if ((options.width > 0) != (options.height > 0))
        throw Error(ErrorCode::bad_input, "export", "--width and --height go together");
    if ((options.width_mm > 0) != (options.height_mm > 0))
        throw Error(ErrorCode::bad_input, "export", "--width-mm and --height-mm go together");
    if (options.width > 0 && options.width_mm > 0)
        throw Error(ErrorCode::bad_input, "export",
                    "the size is given twice: in pixels and in millimetres");
    image.size = QSizeF(options.width, options.height);
    image.scale = options.scale;
    if (options.width_mm > 0)
        set_millimetres(image, {options.width_mm, options.height_mm}, options.dpi);
}

RunExportOptions options_of(const CommandOptions& options) {
    RunExportOptions wanted;
    wanted.what = export_what(options.what);
    set_formats(wanted, options.formats);
    set_iterations(wanted.range, options.iterations);
    wanted.range.only_all_reduce = !options.whole_iteration;
    wanted.frame = options.frame;
    wanted.view = view_of(options.view);
    wanted.timing = {options.frames_per_second, options.seconds_per_step, !options.once};
    wanted.image.theme = theme_of(options.theme);
    wanted.image.text_scale = options.text_size;
    wanted.image.transparent = options.transparent;
    set_size(wanted.image, options);
    for (const std::string& part : options.without) {
        if (part == "title") wanted.image.parts.title = false;
        if (part == "caption") wanted.image.parts.caption = false;
        if (part == "legend") wanted.image.parts.legend = false;
        if (part == "source") wanted.source = false;
    }
    return wanted;
}

int run_export(const CommandOptions& options, const CommonOptions& common) {
    const RunExportOptions wanted = options_of(options);
    std::filesystem::path out(options.out);
    if (options.zip && out.extension() != ".zip") out += ".zip";
    const std::shared_ptr<Recording> recording = recording_of(options, wanted, common);
    const auto application = headless_application();
    std::vector<std::filesystem::path> files;
    export_run(
        recording, out, wanted, [&](const std::filesystem::path& file) { files.push_back(file); },
        [](double) { return !interrupted(); });
    for (const std::filesystem::path& file : files) std::cout << file.string() << '\n';
    return 0;
}

void add_picture_options(CLI::App& command, CommandOptions& options) {
    command.add_option("--width", options.width, "Pixels of 1/96 inch")
        ->check(CLI::Range(100, 20000));
    command.add_option("--height", options.height, "Pixels of 1/96 inch")
        ->check(CLI::Range(100, 20000));
    command.add_option("--width-mm", options.width_mm, "Millimetres")
        ->check(number_between(20.0, 5000.0));
    command.add_option("--height-mm", options.height_mm, "Millimetres")
        ->check(number_between(20.0, 5000.0));
    command
        .add_option("--dpi", options.dpi,
                    "Dots an inch of a PNG whose size is in millimetres (default 300)")
        ->check(number_between(24.0, 2400.0));
    command.add_option("--scale", options.scale, "Device pixels a pixel")
        ->check(number_between(0.25, 8.0));
    command
        .add_option("--text-size", options.text_size,
                    "Larger text on the same page: 1 (default) to 2")
        ->check(number_between(0.5, 2.0));
    command.add_option("--theme", options.theme, "light (default), dark or print")
        ->check(CLI::IsMember({"light", "dark", "print"}));
    command.add_flag("--transparent", options.transparent, "No background (svg, pdf, png)");
    command
        .add_option("--without", options.without,
                    "Leaves out title, caption, legend, source; several with commas")
        ->delimiter(',')
        ->check(CLI::IsMember({"title", "caption", "legend", "source"}));
}

void add_animation_options(CLI::App& command, CommandOptions& options) {
    command.add_option("--iterations", options.iterations,
                       "Which iterations: 3 or 3-5 (default 0)");
    command.add_flag(
        "--whole-iteration", options.whole_iteration,
        "Animation, frames and pages show all of the iterations, not the all-reduce alone");
    command.add_option("--fps", options.frames_per_second, "Pictures a second (default 12.5)")
        ->check(number_between(1.0, 50.0));
    command
        .add_option("--seconds-per-step", options.seconds_per_step,
                    "How long a step takes (default 1.6)")
        ->check(number_between(0.1, 60.0));
    command.add_flag("--once", options.once,
                     "The animation stops at its end instead of beginning again");
}

}  // namespace

void add_export_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<CommandOptions>();
    CLI::App* command =
        add_command(app, invocation, "export",
                    "Figures, charts, animations and lesson packs, as files in a folder");
    command->add_option("source", options->source, "A scenario, a session or a recording")
        ->required();
    command
        ->add_option("--out", options->out,
                     "The folder; it is made if needed. Ending in .zip: an archive of it")
        ->required();
    command->add_flag("--zip", options->zip, "An archive: .zip is added to --out if needed");
    command
        ->add_option("--what", options->what,
                     "all (default: stage and charts), stage, charts, animation, frames, pages, "
                     "lesson-pack or trace")
        ->check(CLI::IsMember(
            {"all", "stage", "charts", "animation", "frames", "pages", "lesson-pack", "trace"}));
    command
        ->add_option("--format", options->formats,
                     "Figures, charts, frames: svg, pdf, png, csv (default svg,png); animation: "
                     "gif (default), webp, mp4")
        ->delimiter(',')
        ->check(CLI::IsMember({"svg", "pdf", "png", "csv", "gif", "webp", "mp4"}));
    command
        ->add_option("--frame", options->frame,
                     "Stage: only this frame, from 0 (default: all of the iteration)")
        ->check(decimal());
    command->add_option("--view", options->view, "ring (default), table or space-time")
        ->check(CLI::IsMember({"ring", "table", "space-time"}));
    add_picture_options(*command, *options);
    add_animation_options(*command, *options);
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] {
            return run_export(*options, invocation.common);
        };
    });
}

}  // namespace ringscope

#else

namespace ringscope {

void add_export_command(CLI::App&, Invocation&) {}

}  // namespace ringscope

#endif
