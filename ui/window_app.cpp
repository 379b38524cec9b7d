#include "ui/window_app.h"

#include <QApplication>
#include <QLocale>
#include <QStyleFactory>

#include "core/support/version.h"
#include "ui/main_window/main_window.h"
#include "ui/playback/engine.h"

namespace ringscope {

int run_window(int argc, char** argv, const std::string& open,
               const opencl::PlacementRequest& placement) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("ringscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Ringscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    MainWindow window(placement);
    window.show();
    // Compiling takes about a second; the window shows the session meanwhile.
    window.engine().prepare([placement] { opencl::warm_up(4, placement); });
    window.open(open.empty() ? QStringLiteral("toy") : QString::fromStdString(open));
    return QApplication::exec();
}

}  // namespace ringscope
