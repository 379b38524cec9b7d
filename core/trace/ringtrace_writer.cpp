#include <utility>

#include "core/support/digest.h"
#include "core/support/error.h"
#include "core/trace/info_record.h"
#include "core/trace/ringtrace_file.h"

namespace ringscope {

using ringtrace::RecordType;

namespace {

bool same_vector(const VectorPtr& a, const VectorPtr& b) {
    if (a == b) return true;
    if (a->length != b->length || a->summary.digest != b->summary.digest ||
        !same_bits(a->whole, b->whole))
        return false;
    // All values and, by the digest, the place in the rank's vector: that decides everything else.
    if (!a->whole.empty()) return true;
    // With NaN among the first values this says no: the vector is written again, which is harmless.
    return a->summary == b->summary && a->by_chunk == b->by_chunk;
}

}  // namespace

RingtraceWriter::RingtraceWriter(std::filesystem::path target, const RunInfo& info)
    : target_(target), file_(std::move(target)) {
    write_bytes(ringtrace::encode_file_head());
    write_record(RecordType::info, to_record(info));
}

void RingtraceWriter::write_bytes(std::span<const std::uint8_t> bytes) {
    std::ostream& stream = file_.stream();
    stream.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
    if (!stream)
        throw Error(ErrorCode::bad_input, target_.string(), "writing the recording failed",
                    "Is the disk full?");
}

void RingtraceWriter::write_record(RecordType type, const nlohmann::json& value) {
    const std::vector<std::uint8_t> payload = nlohmann::json::to_cbor(value);
    write_bytes(ringtrace::encode({type, payload.size(), ringtrace::crc(payload)}));
    write_bytes(payload);
}

template <typename Pointer, typename Same>
std::int64_t RingtraceWriter::number(Known<Pointer>& known, const Pointer& vector,
                                     std::uint64_t key, RecordType type, const Same& same) {
    for (auto* map : {&known.now, &known.before}) {
        const auto [begin, end] = map->equal_range(key);
        for (auto it = begin; it != end; ++it)
            if (same(it->second.vector, vector)) {
                const std::int64_t number = it->second.number;
                if (map == &known.before) known.now.insert({key, {vector, number}});
                return number;
            }
    }
    write_record(type, to_record(*vector));
    known.now.insert({key, {vector, known.count}});
    return known.count++;
}

void RingtraceWriter::write_frame(const Frame& frame, const nlohmann::json& again) {
    vectors_.next();
    nlohmann::json record = to_record(frame, [this](const VectorPtr& vector) {
        return number(vectors_, vector, vector->summary.digest, RecordType::vector, same_vector);
    });
    if (!again.is_null()) record["again"] = again;
    write_record(RecordType::frame, record);
    ++frames_;
}

void RingtraceWriter::write(const Frame& frame) { write_frame(frame, nullptr); }

void RingtraceWriter::write_executed_again(const std::vector<FramePtr>& frames) {
    for (std::size_t i = 0; i < frames.size(); ++i)
        write_frame(*frames[i], {{"index", i}, {"count", frames.size()}});
}

void RingtraceWriter::write(const Checkpoint& checkpoint) {
    floats_.next();
    const auto same = [](const Floats& a, const Floats& b) { return a == b || same_bits(*a, *b); };
    const nlohmann::json record = to_record(checkpoint, [&](const Floats& values) {
        return number(floats_, values, digest(*values), RecordType::floats, same);
    });
    write_record(RecordType::checkpoint, record);
    ++checkpoints_;
}

void RingtraceWriter::write_all(const Recording& recording, const Progress& progress) {
    const std::int64_t iterations = recording.iterations();
    const std::vector<CheckpointPtr> checkpoints = recording.checkpoints();
    auto next = checkpoints.begin();
    // The checkpoint before an iteration stands before its frames, but after the start frame.
    const auto write_checkpoints = [&](std::int64_t up_to) {
        for (; next != checkpoints.end() && (*next)->iteration <= up_to; ++next) write(**next);
    };
    for (std::int64_t i = 0; i < iterations; ++i) {
        if (progress && !progress(static_cast<double>(i) / static_cast<double>(iterations)))
            throw Error(ErrorCode::cancelled, target_.string(), "saving was stopped");
        std::vector<FramePtr> again;
        for (const FramePtr& frame : recording.frames(i)) {
            if (frame->phase != FramePhase::start) write_checkpoints(i);
            if (frame->executed_again)
                again.push_back(frame);
            else
                write(*frame);
        }
        if (!again.empty()) write(*recording.summary(i));
        write_executed_again(again);
    }
    write_checkpoints(iterations);
}

void RingtraceWriter::finish() {
    write_record(RecordType::end, {{"frames", frames_}, {"checkpoints", checkpoints_}});
    file_.commit();
}

void save_recording(const Recording& recording, const std::filesystem::path& file,
                    const Progress& progress) {
    RingtraceWriter writer(file, recording.info());
    writer.write_all(recording, progress);
    writer.finish();
}

}  // namespace ringscope
