#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/support/error.h"
#include "core/trace/cbor.h"
#include "core/trace/info_record.h"
#include "core/trace/ringtrace_file.h"

namespace ringscope {

using ringtrace::RecordType;

namespace {

const char* name_of(RecordType type) {
    switch (type) {
        case RecordType::info: return "head";
        case RecordType::vector: return "vector";
        case RecordType::floats: return "parameter";
        case RecordType::frame: return "frame";
        case RecordType::checkpoint: return "checkpoint";
        case RecordType::end: return "end";
    }
    return "unknown";
}

class Reader {
  public:
    Reader(const std::filesystem::path& file, const Progress& progress);
    OpenedRecording read();

  private:
    [[noreturn]] void fail(std::uint64_t offset, const std::string& what, const std::string& hint);
    [[noreturn]] void damaged(const std::string& what);
    void cut_off();
    bool read_bytes(std::uint8_t* place, std::uint64_t count);
    void read_file_head();
    bool read_record();  // false: nothing more can be read
    void take(RecordType type, const RecordFields& fields);
    void take_frame(const RecordFields& fields);

    std::string file_name_;
    const Progress& progress_;
    std::ifstream stream_;
    std::uint64_t size_ = 0, offset_ = 0;  // of the file; of the record that comes next
    OpenedRecording opened_;
    std::vector<VectorPtr> vectors_;
    std::vector<Floats> floats_;
    std::vector<FramePtr> again_;  // of an iteration executed again that is not complete yet
    std::int64_t frames_ = 0, checkpoints_ = 0;
    bool ended_ = false;
};

Reader::Reader(const std::filesystem::path& file, const Progress& progress)
    : file_name_(file.string()), progress_(progress) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed))
        throw Error(ErrorCode::bad_input, file_name_, "there is no such file",
                    "Give the name of a .ringtrace file");
    size_ = std::filesystem::file_size(file, failed);
    stream_.open(file, std::ios::binary);
    if (failed || !stream_)
        throw Error(ErrorCode::bad_input, file_name_, "the file cannot be read",
                    "Check that you may read it");
}

void Reader::fail(std::uint64_t offset, const std::string& what, const std::string& hint) {
    throw Error(ErrorCode::bad_input, file_name_ + ", byte " + std::to_string(offset), what, hint);
}

void Reader::damaged(const std::string& what) {
    fail(offset_, what, "The file was damaged after it was written; use another copy of it");
}

void Reader::cut_off() {
    if (!opened_.recording)
        fail(offset_, "the file was cut off before its first whole record, the head",
             "Nothing in it can be opened; use another copy of it");
    opened_.warning = file_name_ + ": the file was cut off. It was read up to byte " +
                      std::to_string(offset_) + ", after " + std::to_string(frames_) +
                      " frames; what came later is missing";
}

bool Reader::read_bytes(std::uint8_t* place, std::uint64_t count) {
    stream_.read(reinterpret_cast<char*>(place), static_cast<std::streamsize>(count));
    return static_cast<std::uint64_t>(stream_.gcount()) == count;
}

void Reader::read_file_head() {
    ringtrace::FileHeadBytes head{};
    const std::uint64_t there = std::min<std::uint64_t>(size_, head.size());
    if (!read_bytes(head.data(), there)) damaged("the file cannot be read");
    if (there == 0 || !ringtrace::has_magic(std::span(head).first(there)))
        fail(0, "this is not a Ringscope recording",
             "Recordings are made with `ringscope train --record FILE` or saved in the window");
    if (there < head.size()) cut_off();
    const std::optional<std::uint32_t> version = ringtrace::decode_file_head(head);
    if (!version || *version == 0) damaged("the head of the file is damaged");
    if (*version > ringtrace::version)
        fail(8,
             "the recording has format version " + std::to_string(*version) +
                 ", this program reads up to version " + std::to_string(ringtrace::version),
             "Open it with a newer Ringscope");
    offset_ = head.size();
}

bool Reader::read_record() {
    const std::uint64_t left = size_ - offset_;
    if (ended_) {
        if (left != 0) damaged("bytes follow after the recording's end");
        return false;
    }
    if (left < ringtrace::record_head_size) {
        cut_off();
        return false;
    }
    ringtrace::RecordHeadBytes head_bytes{};
    if (!read_bytes(head_bytes.data(), head_bytes.size())) damaged("the record cannot be read");
    const std::optional<ringtrace::RecordHead> head = ringtrace::decode(head_bytes);
    if (!head) damaged("the record's head does not have its checksum");
    if (head->size > left - ringtrace::record_head_size) {
        cut_off();
        return false;
    }
    std::vector<std::uint8_t> payload(static_cast<std::size_t>(head->size));
    if (!read_bytes(payload.data(), payload.size())) damaged("the record cannot be read");
    if (ringtrace::crc(payload) != head->payload_crc)
        damaged("the record does not have its checksum");

    const char* record = name_of(head->type);
    const std::optional<nlohmann::json> value = parse_cbor(payload);
    if (!value) damaged(std::string("the ") + record + " record is not valid CBOR");
    take(head->type, {*value, RecordPlace{file_name_, offset_, record}});
    offset_ += ringtrace::record_head_size + head->size;
    return true;
}

void Reader::take(RecordType type, const RecordFields& fields) {
    fields.require((type == RecordType::info) == !opened_.recording,
                   "the head must come first, and once");
    switch (type) {
        case RecordType::info:
            opened_.recording = std::make_shared<Recording>(read_info(fields));
            break;
        case RecordType::vector:
            vectors_.push_back(read_vector(fields, opened_.recording->info()));
            break;
        case RecordType::floats: floats_.push_back(read_floats(fields)); break;
        case RecordType::frame: take_frame(fields); break;
        case RecordType::checkpoint:
            opened_.recording->append(read_checkpoint(fields, opened_.recording->info(), floats_,
                                                      opened_.recording->iterations()));
            ++checkpoints_;
            break;
        case RecordType::end:
            fields.require(fields.integer("frames", 0) == frames_ &&
                               fields.integer("checkpoints", 0) == checkpoints_ && again_.empty(),
                           "frames or checkpoints are missing");
            ended_ = true;
            break;
    }
}

void Reader::take_frame(const RecordFields& fields) {
    Recording& recording = *opened_.recording;
    const std::int64_t iterations = recording.iterations();
    std::shared_ptr<Frame> frame = read_frame(fields, recording.info(), vectors_, iterations);
    ++frames_;
    if (!fields.has("again")) {
        fields.require(again_.empty(), "frames that were executed again are missing");
        recording.append(std::move(frame));
        return;
    }
    const RecordFields again = fields.object("again");
    const std::int64_t count = again.integer("count", 1);
    fields.require(again.integer("index", 0) == std::ssize(again_) && count > std::ssize(again_) &&
                       frame->iteration + 1 == iterations &&
                       frame->phase != FramePhase::iteration && frame->phase != FramePhase::start &&
                       recording.only_summary(frame->iteration),
                   "frames that were executed again do not follow their summary");
    frame->executed_again = true;
    again_.push_back(std::move(frame));
    if (std::ssize(again_) == count) {
        recording.expand(iterations - 1, std::exchange(again_, {}));
    }
}

OpenedRecording Reader::read() {
    read_file_head();
    while (read_record())
        if (progress_ && !progress_(static_cast<double>(offset_) / static_cast<double>(size_)))
            throw Error(ErrorCode::cancelled, file_name_, "opening was stopped");
    return std::move(opened_);
}

}  // namespace

OpenedRecording open_recording(const std::filesystem::path& file, const Progress& progress) {
    return Reader(file, progress).read();
}

}  // namespace ringscope
