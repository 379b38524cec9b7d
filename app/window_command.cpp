#include "app/window_command.h"

#include <cstdlib>
#include <string_view>

#include "core/support/error.h"
#ifdef RINGSCOPE_GUI
#include "ui/window_app.h"
#endif

namespace ringscope {

namespace {

constexpr const char* headless_hint =
    "Without a window: `ringscope export toy --out figures` writes the figures, "
    "`ringscope --help` lists the other commands";

#ifdef RINGSCOPE_GUI
// Partitions that the window can offer without a restart: its set-up panel changes the world size.
constexpr int window_ranks = 8;

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

// Qt aborts the process when it finds no display, so this is asked before.
bool has_display() {
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("QT_QPA_PLATFORM");
}
#endif

}  // namespace

#ifdef RINGSCOPE_GUI
int open_window(int argc, char** argv, const std::string& open, const CommonOptions& options) {
    if (!has_display())
        throw Error(ErrorCode::bad_input, "window",
                    "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)",
                    headless_hint);
    prepare_compute_units(options, window_ranks);
    return run_window(argc, argv, open, placement_request(options));
}
#else
int open_window(int, char**, const std::string&, const CommonOptions&) {
    throw Error(ErrorCode::bad_input, "window", "this ringscope was built without the window",
                headless_hint);
}
#endif

}  // namespace ringscope
