#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/support/atomic_file.h"
#include "core/support/progress.h"
#include "core/trace/frame_record.h"
#include "core/trace/recording.h"
#include "core/trace/ringtrace_format.h"

namespace ringscope {

// Writes a .ringtrace file as a run goes on. Everything goes to a temporary file beside the target,
// which finish() renames: the target appears whole or not at all, and an older file of that name
// stays until then. A writer that is destroyed unfinished removes its temporary file. Vectors that
// did not change since the frame before are written once. One thread. Throws Error (bad_input) when
// the disk is full or the folder cannot be written to.
class RingtraceWriter {
  public:
    RingtraceWriter(std::filesystem::path target, const RunInfo& info);

    // In the order of a Recording.
    void write(const Frame& frame);
    void write(const Checkpoint& checkpoint);
    // All the frames that took the place of an iteration's summary; the summary is written first.
    void write_executed_again(const std::vector<FramePtr>& frames);
    // A whole recording, which may grow meanwhile: what it holds at the beginning is written.
    void write_all(const Recording& recording, const Progress& progress = {});

    void finish();

  private:
    // Vectors of this and the one before this frame (or checkpoint), found by their digest.
    template <typename Pointer>
    struct Known {
        struct Entry {
            Pointer vector;
            std::int64_t number = 0;
        };
        std::multimap<std::uint64_t, Entry> now, before;
        std::int64_t count = 0;

        void next() {
            before = std::move(now);
            now.clear();
        }
    };

    void write_frame(const Frame& frame, const nlohmann::json& again);
    template <typename Pointer, typename Same>
    std::int64_t number(Known<Pointer>& known, const Pointer& vector, std::uint64_t key,
                        ringtrace::RecordType type, const Same& same);
    void write_record(ringtrace::RecordType type, const nlohmann::json& value);
    void write_bytes(std::span<const std::uint8_t> bytes);

    std::filesystem::path target_;
    AtomicFile file_;
    Known<VectorPtr> vectors_;
    Known<Floats> floats_;
    std::int64_t frames_ = 0, checkpoints_ = 0;
};

// Writes a recording, which may grow meanwhile, to a file. Any thread.
void save_recording(const Recording& recording, const std::filesystem::path& file,
                    const Progress& progress = {});

struct OpenedRecording {
    std::shared_ptr<Recording> recording;
    std::string warning;  // not empty when the file was cut off: up to which byte it could be read
};

// Reads a .ringtrace file. One that was cut off anywhere after its head opens up to its last whole
// record, with a warning. Throws Error bad_input for everything else that is not as it should be,
// with the offset of the record; nothing is allocated that the file's size does not account for.
OpenedRecording open_recording(const std::filesystem::path& file, const Progress& progress = {});

}  // namespace ringscope
