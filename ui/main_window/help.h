#pragma once

class QWidget;

namespace ringscope {

// Modal: what the keys do.
void show_keys(QWidget* parent);
void show_about(QWidget* parent);

}  // namespace ringscope
