#pragma once

#include <QApplication>
#include <memory>

namespace ringscope {

// Qt without a display, for commands that paint figures or measure the window. Drops what Qt says
// about displays and folders that nobody needs here. Once a process, before anything else of Qt.
std::unique_ptr<QApplication> headless_application();

}  // namespace ringscope
