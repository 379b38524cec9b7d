#include "core/session/session.h"
#include "tests/fuzz/fuzz.h"

// A session or a bare spec: what is accepted gives the same session when it is written and read
// again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringscope;
    const fuzz::InputFile file(data, size, ".ringscope");
    fuzz::expect_answer([&] {
        const std::string once = json_text(load_session(file.path()));
        const Session again = parse_session(nlohmann::json::parse(once), {}, "again");
        if (json_text(again) != once) std::abort();
    });
    return 0;
}
