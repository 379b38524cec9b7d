#pragma once

#include <QCoreApplication>
#include <QThread>
#include <exception>

namespace ringscope {

// Charts are made of graphics items, which live in the window's thread only. Runs `act` there and
// waits; throws what it throws. The window's thread must not wait for the caller meanwhile without
// handling its events.
template <typename Act>
void on_gui_thread(const Act& act) {
    if (QThread::currentThread() == QCoreApplication::instance()->thread()) return act();
    std::exception_ptr thrown;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [&] {
            try {
                act();
            } catch (...) {
                thrown = std::current_exception();
            }
        },
        Qt::BlockingQueuedConnection);
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace ringscope
