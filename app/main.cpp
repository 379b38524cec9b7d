#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/commands/bench.h"
#include "app/commands/devices.h"
#include "app/commands/export.h"
#include "app/commands/replay.h"
#include "app/commands/ring.h"
#include "app/commands/train.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/suggest.h"
#include "app/window_command.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/support/version.h"

namespace {

using namespace ringscope;

void add_commands(CLI::App& app, Invocation& invocation) {
    add_bench_command(app, invocation);
    add_devices_command(app, invocation);
    add_export_command(app, invocation);
    add_ring_command(app, invocation);
    add_replay_command(app, invocation);
    add_train_command(app, invocation);
}

// A word that is neither a sub-command nor a file would only fail later, and less clearly.
void check_openable(const CLI::App& app, const std::string& word) {
    std::vector<std::string> known = scenario_names();
    if (std::filesystem::exists(word) || std::find(known.begin(), known.end(), word) != known.end())
        return;
    for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
    const std::string guess = closest(word, known);
    throw Error(ErrorCode::bad_input, word, "this is no command, scenario or file",
                guess.empty() ? "See `ringscope --help`" : "Did you mean `" + guess + "`?");
}

void parse(CLI::App& app, int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (*argv[i] == '\0')
            throw Error(ErrorCode::bad_input, i > 1 ? argv[i - 1] : "usage",
                        "found an empty argument", "Give a value, or leave the option out");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success&) {
        throw;
    } catch (const CLI::ParseError& error) {
        const auto chosen = app.get_subcommands();
        const std::string command = chosen.empty() ? "" : chosen.front()->get_name();
        // A misspelt option is why a required one is missing, so it is said first.
        const std::vector<std::string> unknown =
            chosen.empty() ? app.remaining() : chosen.front()->remaining();
        throw Error(ErrorCode::bad_input, chosen.empty() ? "usage" : command,
                    unknown.empty() ? error.what() : "unknown argument " + unknown.front(),
                    "See `ringscope " + (chosen.empty() ? "" : command + " ") + "--help`");
    }
}

int run(int argc, char** argv) {
    CLI::App app{
        "Ringscope: data parallelism that can be watched.\n"
        "Without a command it opens the window, on FILE or SCENARIO if one is given."};
    app.name("ringscope");
    app.set_version_flag("--version", std::string("ringscope ") + version);
    app.require_subcommand(0, 1);
    Invocation invocation;
    add_common_options(app, invocation.common);
    std::string open;
    app.add_option("open", open, "A session, a recording or a scenario to open in the window")
        ->type_name("FILE or SCENARIO");
    add_commands(app, invocation);

    try {
        parse(app, argc, argv);
    } catch (const CLI::Success& help_or_version) {
        const int code = app.exit(help_or_version, std::cout, std::cerr);
        flush_output();
        return code;
    }
    if (!invocation.action) {
        if (!open.empty()) check_openable(app, open);
        return open_window(argc, argv, open, invocation.common);
    }
    if (!open.empty())
        throw Error(ErrorCode::bad_input, open, "a file or scenario cannot stand before a command");
    catch_interrupts();
    const int code = invocation.action();
    flush_output();
    return code;
}

void report(const Error& error) {
    std::cerr << "ringscope: " << error.what() << '\n';
    if (!error.detail().empty()) std::cerr << error.detail() << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const ringscope::Error& error) {
        std::cout.flush();
        report(error);
        return exit_code(error.code());
    } catch (const std::bad_alloc&) {
        std::cerr << "ringscope: memory: the system refused more memory\n";
        return exit_code(ErrorCode::device_failed);
    } catch (const std::exception& bug) {
        std::cerr << "ringscope: internal error: " << bug.what() << '\n';
        return 1;
    }
}
