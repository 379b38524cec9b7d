#include "app/output.h"

#include <cerrno>
#include <cstring>
#include <iostream>

#include "core/support/error.h"

namespace ringscope {

void flush_output() {
    errno = 0;
    std::cout.flush();
    if (std::cout) return;
    throw Error(ErrorCode::bad_input, "standard output",
                "it cannot be written" + (errno ? std::string(": ") + std::strerror(errno) : ""));
}

}  // namespace ringscope
