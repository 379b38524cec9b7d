#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "tests/support/catch.h"
#include "ui/main_window/banner.h"
#include "ui/main_window/document.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/stage_card.h"
#include "ui/main_window/workspace.h"
#include "ui/panels/timeline_widget.h"
#include "ui/playback/engine.h"
#include "ui/stage/stage_widget.h"

namespace ringscope::test {

// A main window with settings of its own, driven by events as a person would.
class WindowFixture {
  public:
    explicit WindowFixture(const QString& open)
        : window({}, settings.filePath(QStringLiteral("layout.ini"))) {
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        window.player().set_speed(Player::fastest);
        if (!open.isEmpty()) {
            window.open(open);
            REQUIRE(wait([&] { return ready(); }));
        }
    }

    static bool wait(const std::function<bool()>& condition, int ms = 30000) {
        return QTest::qWaitFor(condition, ms);
    }

    bool ready() { return window.document().recording() && !window.document().getting_ready(); }
    bool at_rest() {
        return window.player().state() == Player::State::paused && !window.player().waiting() &&
               !stage().animating();
    }
    StageWidget& stage() { return window.stage_card().stage(); }
    const Recording& recording() { return *window.document().recording(); }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&window, key, modifiers);
    }
    // A key, and what it started brought to its end.
    void press_and_wait(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        press(key, modifiers);
        REQUIRE(wait([&] { return at_rest(); }));
    }
    QImage picture() { return stage().grab().toImage(); }
    QImage whole_picture() { return window.workspace().grab().toImage(); }
    template <typename Widget>
    Widget* find(const char* name) {
        auto* found = window.findChild<Widget*>(QString::fromLatin1(name));
        REQUIRE(found);
        return found;
    }

    QTemporaryDir settings;
    MainWindow window;
};

}  // namespace ringscope::test
