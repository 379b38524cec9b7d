#include <fstream>
#include <random>

#include "core/support/error.h"
#include "core/trace/cbor.h"
#include "core/trace/execute_again.h"
#include "core/trace/ringtrace_file.h"
#include "core/train/collective_run.h"
#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
using testing::difference;
using testing::made_up_recording;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::filesystem::path scratch(const std::string& name) {
    const auto folder = std::filesystem::path(RINGSCOPE_BINARY_DIR) / "scratch" / "ringtrace";
    std::filesystem::create_directories(folder);
    return folder / name;
}

Bytes load(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void store(const std::filesystem::path& file, std::span<const std::uint8_t> bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

// The offsets at which records begin, and the end of the file.
std::vector<std::size_t> record_offsets(const Bytes& bytes) {
    std::vector<std::size_t> offsets;
    std::size_t offset = ringtrace::file_head_size;
    while (offset < bytes.size()) {
        offsets.push_back(offset);
        ringtrace::RecordHeadBytes head{};
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), head.size(), head.begin());
        offset += head.size() + static_cast<std::size_t>(ringtrace::decode(head).value().size);
    }
    offsets.push_back(bytes.size());
    return offsets;
}

// A file of one record more, with right checksums.
void add_record(Bytes& bytes, ringtrace::RecordType type, const Bytes& payload) {
    const auto head = ringtrace::encode({type, payload.size(), ringtrace::crc(payload)});
    bytes.insert(bytes.end(), head.begin(), head.end());
    bytes.insert(bytes.end(), payload.begin(), payload.end());
}

Bytes saved(const Recording& recording, const std::string& name) {
    save_recording(recording, scratch(name));
    return load(scratch(name));
}

// Start frame, one watched iteration, two checkpoints: for tests that open it once a byte.
std::shared_ptr<Recording> small_recording() { return fork(*made_up_recording(), 1); }

}  // namespace

TEST_CASE("a recording comes back from its file as it was") {
    const auto recording = made_up_recording();
    const auto file = scratch("whole.ringtrace");
    save_recording(*recording, file);
    const OpenedRecording opened = open_recording(file);
    CHECK(opened.warning == "");
    CHECK(difference(*recording, *opened.recording) == "");
    CHECK(opened.recording->frame({1, 0})->executed_again);
    CHECK(opened.recording->summary(1)->phase == FramePhase::iteration);

    // Saved again it is the same file, byte for byte.
    CHECK(saved(*opened.recording, "again.ringtrace") == load(file));
}

TEST_CASE("files of format version 1 stay readable") {
    const auto file = std::filesystem::path(RINGSCOPE_SOURCE_DIR) / "tests" / "golden" /
                      "recordings" / "version1.ringtrace";
    const OpenedRecording opened = open_recording(file);
    CHECK(opened.warning == "");
    CHECK(difference(*made_up_recording(), *opened.recording) == "");
}

TEST_CASE("the comparison of recordings sees every kind of change") {
    const auto recording = made_up_recording();
    const auto changed = [&](const auto& change) {
        Frame frame = *recording->frame({0, 2});
        change(frame);
        return difference(*recording->frame({0, 2}), frame) != "";
    };
    CHECK(!changed([](Frame&) {}));
    CHECK(changed([](Frame& f) { f.seconds += 1; }));
    CHECK(changed([](Frame& f) { f.ranks[1].memory[5] += 1; }));
    CHECK(changed([](Frame& f) { f.ranks[2].loss = 0; }));
    CHECK(changed([](Frame& f) { f.transfers[0].sent = f.transfers[1].receiver_before; }));
    CHECK(changed([](Frame& f) {
        VectorRecord vector = *f.ranks[0].gradient;
        vector.whole[1] = 0.0F;  // was -0
        f.ranks[0].gradient = std::make_shared<VectorRecord>(vector);
    }));
}

TEST_CASE("runs of every size come back from their files") {
    for (const auto& [n, length] : {std::pair{1, 0}, {1, 5}, {4, 4}, {3, 1}, {2, 9001}}) {
        CAPTURE(n, length);
        CollectiveSession session;
        session.title = "ring";
        for (int r = 0; r < n; ++r) {
            auto& values = session.values.emplace_back();
            for (int i = 0; i < length; ++i) values.push_back(static_cast<float>(r * 1000 + i % 7));
        }
        CollectiveRun run(session, testing::host_executors());
        Recording recording(run.info());
        const auto file = scratch("run.ringtrace");
        {
            RingtraceWriter writer(file, run.info());
            do {
                const FramePtr frame = run.advance(Pace::watched);
                recording.append(frame);
                writer.write(*frame);
            } while (!run.finished());
            writer.finish();
        }
        const OpenedRecording opened = open_recording(file);
        CHECK(opened.warning == "");
        CHECK(difference(recording, *opened.recording) == "");
    }
}

TEST_CASE("vectors that did not change are written once") {
    const auto recording = made_up_recording();
    Recording longer(recording->info());
    const FramePtr start = recording->frame({0, 0});
    longer.append(start);
    const std::size_t one = saved(longer, "one.ringtrace").size();
    auto frame = std::make_shared<Frame>(*start);
    for (RankRecord& rank : frame->ranks)  // other objects with the same bits
        rank.parameters = std::make_shared<VectorRecord>(*rank.parameters);
    longer.append(frame);
    const Bytes two = saved(longer, "two.ringtrace");
    CHECK(record_offsets(two).size() == record_offsets(load(scratch("one.ringtrace"))).size() + 1);
    CHECK(two.size() > one);
    CHECK(difference(longer, *open_recording(scratch("two.ringtrace")).recording) == "");
}

TEST_CASE("a file cut off at any byte opens up to its last whole record and says so") {
    const Bytes bytes = saved(*small_recording(), "to_cut.ringtrace");
    const std::vector<std::size_t> offsets = record_offsets(bytes);
    const auto file = scratch("cut.ringtrace");
    std::int64_t frames = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CAPTURE(size);
        store(file, std::span(bytes).first(size));
        if (size < offsets[1]) {  // not even the head
            REQUIRE_THROWS_AS(open_recording(file), Error);
            continue;
        }
        const OpenedRecording opened = open_recording(file);
        const auto whole = std::upper_bound(offsets.begin(), offsets.end(), size);
        REQUIRE(opened.warning.find("byte " + std::to_string(*std::prev(whole)) + ",") !=
                std::string::npos);
        REQUIRE(opened.recording->frame_count() >= frames);
        frames = opened.recording->frame_count();
    }
    CHECK(frames == 5);
}

TEST_CASE("a changed bit anywhere is an error with its place, never accepted") {
    const Bytes bytes = saved(*small_recording(), "to_damage.ringtrace");
    const auto file = scratch("damaged.ringtrace");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        CAPTURE(i);
        Bytes damaged = bytes;
        damaged[i] ^= static_cast<std::uint8_t>(1U << (i % 8));
        store(file, damaged);
        try {
            open_recording(file);
            FAIL("accepted");
        } catch (const Error& error) {
            REQUIRE(error.code() == ErrorCode::bad_input);
            REQUIRE(error.where().find("byte ") != std::string::npos);
        }
    }
}

TEST_CASE("well-formed records with wrong contents are errors, never crashes") {
    const auto recording = made_up_recording();
    const Bytes bytes = saved(*recording, "to_mutate.ringtrace");
    const std::vector<std::size_t> offsets = record_offsets(bytes);
    const auto file = scratch("mutated.ringtrace");
    std::mt19937 random(17);
    int accepted = 0, refused = 0;
    while (accepted + refused < 500) {
        Bytes mutated(bytes.begin(), bytes.begin() + ringtrace::file_head_size);
        const std::size_t target = random() % (offsets.size() - 1);
        for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
            const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offsets[k]);
            const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(offsets[k + 1]);
            Bytes payload(begin + ringtrace::record_head_size, end);
            if (k == target)
                for (std::uint32_t changes = random() % 4 + 1; changes > 0; --changes)
                    payload[random() % payload.size()] = static_cast<std::uint8_t>(random());
            add_record(mutated, static_cast<ringtrace::RecordType>(*begin), payload);
        }
        store(file, mutated);
        try {
            const OpenedRecording opened = open_recording(file);
            for (std::int64_t n = 0; n < opened.recording->frame_count(); ++n)
                REQUIRE(opened.recording->frame(opened.recording->at(n)) != nullptr);
            ++accepted;
        } catch (const Error& error) {
            CHECK(error.code() == ErrorCode::bad_input);
            ++refused;
        }
    }
    CAPTURE(accepted, refused);
    CHECK(refused > 100);
}

TEST_CASE("files of other kinds and of the future are refused in words") {
    const auto file = scratch("other.ringtrace");
    CHECK_THROWS_WITH(open_recording(scratch("missing.ringtrace")),
                      Catch::Matchers::Contains("no such file"));
    CHECK_THROWS_WITH(open_recording(scratch("")), Catch::Matchers::Contains("no such file"));
    store(file, Bytes{});
    CHECK_THROWS_WITH(open_recording(file), Catch::Matchers::Contains("not a Ringscope recording"));
    store(file, Bytes(500, '{'));
    CHECK_THROWS_WITH(open_recording(file), Catch::Matchers::Contains("not a Ringscope recording"));
    const auto future = ringtrace::encode_file_head(7);
    store(file, future);
    CHECK_THROWS_WITH(open_recording(file), Catch::Matchers::Contains("version 7"));
}

TEST_CASE("records and keys that later versions add are passed over") {
    Bytes bytes = saved(*made_up_recording(), "to_extend.ringtrace");
    const std::size_t end = record_offsets(bytes).end()[-2];
    bytes.resize(end);
    const nlohmann::json later = {{"a", 1}};
    add_record(bytes, static_cast<ringtrace::RecordType>(99), nlohmann::json::to_cbor(later));
    add_record(bytes, ringtrace::RecordType::end,
               nlohmann::json::to_cbor({{"frames", 12}, {"checkpoints", 2}, {"later", true}}));
    const auto file = scratch("extended.ringtrace");
    store(file, bytes);
    const OpenedRecording opened = open_recording(file);
    CHECK(opened.warning == "");
    CHECK(difference(*made_up_recording(), *opened.recording) == "");
}

TEST_CASE("nesting and sizes that a file claims cost nothing") {
    CHECK(!parse_cbor(Bytes(1'000'000, 0x81)));                  // arrays in arrays in arrays
    CHECK(!parse_cbor(Bytes{0x5b, 0, 0, 1, 0, 0, 0, 0, 0, 1}));  // a binary string of 2^40 bytes
    CHECK(!parse_cbor(Bytes{0x9b, 0, 0, 1, 0, 0, 0, 0, 0, 1}));  // an array of as many
    CHECK(!parse_cbor(Bytes{}));
    CHECK(!parse_cbor(Bytes{0x01, 0x02}));  // a second value
    CHECK(parse_cbor(nlohmann::json::to_cbor({{"a", {1, 2.5, nullptr}}, {"b", "text"}})) ==
          nlohmann::json({{"a", {1, 2.5, nullptr}}, {"b", "text"}}));

    Bytes bytes = saved(*made_up_recording(), "to_claim.ringtrace");
    bytes.resize(record_offsets(bytes)[3]);
    const auto head = ringtrace::encode({ringtrace::RecordType::frame, std::uint64_t{1} << 60, 0});
    bytes.insert(bytes.end(), head.begin(), head.end());
    store(scratch("claim.ringtrace"), bytes);
    CHECK(open_recording(scratch("claim.ringtrace")).warning != "");
}

TEST_CASE("a writer leaves the target alone until it is finished") {
    const auto recording = made_up_recording();
    const auto folder = scratch("writer");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const auto file = folder / "target.ringtrace";
    store(file, Bytes{1, 2, 3});
    {
        RingtraceWriter writer(file, recording->info());
        writer.write(*recording->frame({0, 0}));
        CHECK(load(file) == Bytes{1, 2, 3});
    }
    CHECK(load(file) == Bytes{1, 2, 3});
    CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
    CHECK_THROWS_AS(RingtraceWriter(folder / "none" / "x.ringtrace", recording->info()), Error);
    const auto stop = [](double) { return false; };
    CHECK_THROWS_AS(save_recording(*recording, file, stop), Error);
    CHECK(load(file) == Bytes{1, 2, 3});
}
