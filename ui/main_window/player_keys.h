#pragma once

class QKeyEvent;

namespace ringscope {

class Player;

// The player's keys: Space, arrows with and without Shift and Ctrl, Home, End. True when it was
// one.
bool press_player_key(const QKeyEvent& event, Player& player);

}  // namespace ringscope
