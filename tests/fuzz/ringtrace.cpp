#include "core/trace/ringtrace_file.h"
#include "tests/fuzz/fuzz.h"

// A recording: opened whole, cut or refused; what opens is read through.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringscope;
    const fuzz::InputFile file(data, size, ".ringtrace");
    fuzz::expect_answer([&] {
        const OpenedRecording opened = open_recording(file.path());
        const Recording& recording = *opened.recording;
        for (std::int64_t k = 0; k < recording.frame_count(); ++k)
            if (!recording.frame(recording.at(k))) std::abort();
    });
    return 0;
}
