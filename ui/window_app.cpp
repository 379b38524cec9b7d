#include "ui/window_app.h"

#include <QApplication>
#include <QLocale>
#include <QStyleFactory>

#include "core/support/version.h"
#include "ui/main_window/main_window.h"

namespace ringscope {

int run_window(int argc, char** argv, const std::string& open,
               const opencl::PlacementRequest& placement) {
    Q_INIT_RESOURCE(icons);
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("ringscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Ringscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    MainWindow window(placement);
    window.show();
    window.open(open.empty() ? QStringLiteral("toy") : QString::fromStdString(open));
    return QApplication::exec();
}

}  // namespace ringscope
