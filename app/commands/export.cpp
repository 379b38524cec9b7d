#include "app/commands/export.h"

#ifdef RINGSCOPE_GUI

#include <QApplication>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/interrupt.h"
#include "core/session/make_run.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/trace/ringtrace_file.h"
#include "ui/export/run_export.h"

namespace ringscope {

namespace {

struct CommandOptions {
    std::string source, out, what = "all", view = "ring", theme = "light";
    std::vector<std::string> formats{"svg", "png"};
    std::optional<std::int64_t> frame;
    double width = 0, height = 0, scale = 1;
};

int world_size_of(const Session& session) {
    return session.kind() == RunKind::train ? session.training().world_size
                                            : static_cast<int>(session.collective().values.size());
}

// The frames that are wanted are watched; the rest of a training runs free, for its losses.
std::shared_ptr<Recording> execute(const Session& session, const CommandOptions& options,
                                   const CommonOptions& common) {
    prepare_compute_units(common, world_size_of(session));
    const std::unique_ptr<Run> run = make_run(
        session, opencl::replica_sets(placement_request(common)), executor_factory(common));
    auto recording = std::make_shared<Recording>(run->info());
    while (!run->finished()) {
        if (interrupted())
            throw Error(ErrorCode::cancelled, "export", "stopped before anything was written");
        const bool wanted =
            options.frame ? recording->frame_count() <= *options.frame
                          : recording->frame_count() == 0 || recording->last()->iteration == 0;
        const bool watched = wanted || !run->at_iteration_boundary();
        if (options.frame && !wanted && options.what == "stage") break;
        recording->append(run->advance(watched && wanted ? Pace::watched : Pace::free));
    }
    return recording;
}

std::shared_ptr<Recording> recording_of(const CommandOptions& options,
                                        const CommonOptions& common) {
    const std::filesystem::path file(options.source);
    if (file.extension() != ".ringtrace")
        return execute(load_file_or_scenario(options.source), options, common);
    const OpenedRecording opened = open_recording(file);
    if (!opened.warning.empty()) std::cerr << "ringscope: " << opened.warning << '\n';
    return opened.recording;
}

Theme theme_of(const std::string& name) {
    return name == "dark" ? Theme::dark_theme() : name == "print" ? Theme::print() : Theme::light();
}

// Figures need no display: the program never opens a window here.
std::unique_ptr<QApplication> headless_application() {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    static int count = 1;
    static char name[] = "ringscope";
    static char* arguments[] = {name, nullptr};
    return std::make_unique<QApplication>(count, arguments);
}

int run_export(const CommandOptions& options, const CommonOptions& common) {
    RunExportOptions wanted;
    wanted.stage = options.what != "charts";
    wanted.charts = options.what != "stage";
    wanted.formats.clear();
    for (const std::string& format : options.formats)
        wanted.formats.push_back(export_format(format));
    wanted.frame = options.frame;
    wanted.view = options.view == "table" ? StageView::table : StageView::ring;
    wanted.image.theme = theme_of(options.theme);
    wanted.image.scale = options.scale;
    if ((options.width > 0) != (options.height > 0))
        throw Error(ErrorCode::bad_input, "export", "--width and --height go together");
    wanted.image.size = QSizeF(options.width, options.height);

    const std::shared_ptr<Recording> recording = recording_of(options, common);
    const auto application = headless_application();
    export_run(*recording, options.out, wanted,
               [](const std::filesystem::path& file) { std::cout << file.string() << '\n'; });
    return 0;
}

}  // namespace

void add_export_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<CommandOptions>();
    CLI::App* command =
        add_command(app, invocation, "export", "Figures and charts, as files in a folder");
    command->add_option("source", options->source, "A scenario, a session or a recording")
        ->required();
    command->add_option("--out", options->out, "The folder; it is made if needed")->required();
    command->add_option("--what", options->what, "stage, charts or all (default)")
        ->check(CLI::IsMember({"stage", "charts", "all"}));
    command
        ->add_option("--format", options->formats,
                     "svg, png, csv; several with commas (default svg,png)")
        ->delimiter(',')
        ->check(CLI::IsMember({"svg", "png", "csv"}));
    command
        ->add_option("--frame", options->frame,
                     "Only this frame, from 0 (default: all of the first iteration)")
        ->check(decimal())
        ->check(CLI::NonNegativeNumber);
    command->add_option("--view", options->view, "ring (default) or table")
        ->check(CLI::IsMember({"ring", "table"}));
    command->add_option("--width", options->width, "Pixels")->check(CLI::Range(100, 20000));
    command->add_option("--height", options->height, "Pixels")->check(CLI::Range(100, 20000));
    command->add_option("--scale", options->scale, "Device pixels a pixel, for PNG")
        ->check(CLI::Range(0.25, 8.0));
    command->add_option("--theme", options->theme, "light (default), dark or print")
        ->check(CLI::IsMember({"light", "dark", "print"}));
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
