#include "core/support/error.h"

#include <utility>

namespace ringscope {

namespace {

std::string compose(const std::string& where, const std::string& what, const std::string& hint) {
    std::string text = where.empty() ? what : where + ": " + what;
    if (!hint.empty()) text += ". " + hint;
    return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string where, std::string what, std::string hint,
             std::string detail)
    : std::runtime_error(compose(where, what, hint)),
      code_(code),
      where_(std::move(where)),
      message_(std::move(what)),
      hint_(std::move(hint)),
      detail_(std::move(detail)) {}

int exit_code(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::bad_input: return 2;
        case ErrorCode::no_device: return 3;
        case ErrorCode::device_failed: return 4;
        case ErrorCode::replicas_differ: return 5;
        case ErrorCode::cancelled: return 130;
    }
    return 1;
}

void expect(bool condition, const char* what) {
    if (!condition) throw ContractError(what);
}

}  // namespace ringscope
