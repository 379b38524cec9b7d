#include "ui/main_window/player_keys.h"

#include <QKeyEvent>
#include <optional>

#include "ui/playback/player.h"

namespace ringscope {

namespace {

std::optional<Granularity> granularity_of(Qt::KeyboardModifiers modifiers) {
    const Qt::KeyboardModifiers held = modifiers & ~Qt::KeypadModifier;
    if (held == Qt::NoModifier) return Granularity::frame;
    if (held == Qt::ShiftModifier) return Granularity::phase;
    if (held == Qt::ControlModifier) return Granularity::iteration;
    return std::nullopt;
}

}  // namespace

bool press_player_key(const QKeyEvent& event, Player& player) {
    const std::optional<Granularity> granularity = granularity_of(event.modifiers());
    if (!granularity) return false;
    switch (event.key()) {
        case Qt::Key_Right: player.step_forward(*granularity); return true;
        case Qt::Key_Left: player.step_back(*granularity); return true;
        default: break;
    }
    if (*granularity != Granularity::frame) return false;
    switch (event.key()) {
        case Qt::Key_Space:
            if (!event.isAutoRepeat()) player.toggle();
            return true;
        case Qt::Key_Home: player.home(); return true;
        case Qt::Key_End: player.end(); return true;
        default: return false;
    }
}

}  // namespace ringscope
