#pragma once

#include <string>

#include "core/support/error.h"

namespace ringscope::test {

// The message of the Error that `run` throws with this code; a text that no test looks for when it
// throws none or one with another code.
template <class Run>
std::string error_of(Run&& run, ErrorCode code = ErrorCode::bad_input) {
    try {
        run();
    } catch (const Error& error) {
        return error.code() == code ? error.what() : std::string("another code: ") + error.what();
    }
    return "no error";
}

}  // namespace ringscope::test
