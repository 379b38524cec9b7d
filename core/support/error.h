#pragma once

#include <stdexcept>
#include <string>

namespace ringscope {

// What kind of thing went wrong; each kind has one exit code (docs/errors.md).
enum class ErrorCode {
    bad_input,        // exit 2: usage, a file, a value
    no_device,        // exit 3: no OpenCL platform or device can be used
    device_failed,    // exit 4: a driver call failed or memory was refused
    replicas_differ,  // exit 5: parameters of two ranks are not the same bits
    cancelled,        // exit 130: the user asked to stop
};

// Something that can happen to a correct program. Thrown by value, shown to the user as
// "where: what was found (detail). hint".
class Error : public std::runtime_error {
  public:
    // where:  file and line, JSON path, or "accumulate, rank 2, step 3"
    // what:   what was found and what is allowed, one sentence without a full stop
    // hint:   what to do next; may be empty
    // detail: a build log, a driver's status; may be empty and may have many lines
    Error(ErrorCode code, std::string where, std::string what, std::string hint = {},
          std::string detail = {});

    ErrorCode code() const noexcept { return code_; }
    const std::string& where() const noexcept { return where_; }
    const std::string& message() const noexcept { return message_; }
    const std::string& hint() const noexcept { return hint_; }
    const std::string& detail() const noexcept { return detail_; }

  private:
    ErrorCode code_;
    std::string where_, message_, hint_, detail_;
};

// The process exit code promised for an error code.
int exit_code(ErrorCode code) noexcept;

// A bug in Ringscope: a precondition of an interface was not met.
class ContractError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

// Throws ContractError(what) unless condition holds.
void expect(bool condition, const char* what);

}  // namespace ringscope
