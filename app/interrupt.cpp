#include "app/interrupt.h"

#include <csignal>

namespace ringscope {

namespace {

volatile std::sig_atomic_t stop_asked = 0;

void on_signal(int) { stop_asked = 1; }

}  // namespace

void catch_interrupts() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    // The handler is for the first signal only; system calls are not cut short by it.
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() noexcept { return stop_asked != 0; }

}  // namespace ringscope
