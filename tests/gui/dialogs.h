#pragma once

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>

#include "tests/support/catch.h"
#include "ui/main_window/main_window.h"

namespace ringscope::test {

// Answers the next modal dialog: what opens it does not return before.
class Answer {
  public:
    explicit Answer(std::function<void(QWidget&)> act) {
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this, act = std::move(act)] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog) return;
            timer_.stop();
            given_ = true;
            act(*dialog);
        });
        timer_.start(20);
    }

    bool given() const { return given_; }

  private:
    QTimer timer_;
    bool given_ = false;
};

// Types the file's name and accepts: choosing it in the list would have to wait for the folder.
inline void choose_file(QWidget& dialog, const QString& file) {
    auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    REQUIRE(name);
    name->setText(file);
    dynamic_cast<QDialog&>(dialog).accept();
}

// The menu's entry of that name, without its key.
inline QAction* action_of(MainWindow& window, const char* text) {
    for (QAction* action : window.findChildren<QAction*>())
        if (!action->menu() &&
            action->text().remove(QLatin1Char('&')).section(QLatin1Char('\t'), 0, 0) ==
                QString::fromUtf8(text))
            return action;
    CAPTURE(text);
    FAIL("there is no such entry");
    return nullptr;
}

inline QString write_file(const QTemporaryDir& dir, const char* name, const QByteArray& bytes) {
    QFile file(dir.filePath(QString::fromLatin1(name)));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName();
}

}  // namespace ringscope::test
