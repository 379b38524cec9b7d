#ifdef RINGSCOPE_GUI
#include "app/headless.h"

#include <QStyleFactory>
#include <iostream>

namespace ringscope {

namespace {

// No socket and no window manager is there, and none is missed.
void drop_needless_warnings(QtMsgType, const QMessageLogContext&, const QString& message) {
    if (message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR")) ||
        message.startsWith(QLatin1String("This plugin does not support ")))
        return;
    std::cerr << message.toStdString() << '\n';
}

}  // namespace

std::unique_ptr<QApplication> headless_application() {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop_needless_warnings);
    static int count = 1;
    static char name[] = "ringscope";
    static char* arguments[] = {name, nullptr};
    auto application = std::make_unique<QApplication>(count, arguments);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    return application;
}

}  // namespace ringscope
#endif
