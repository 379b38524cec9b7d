// Measured times of commands: what is worked out from them, and how they travel.
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/support/error.h"
#include "core/trace/chrome_trace.h"
#include "core/trace/frame_json.h"
#include "core/trace/iteration_timeline.h"
#include "core/trace/ringtrace_file.h"
#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
using Catch::Matchers::Contains;
using testing::bare_frame;
using testing::difference;
using testing::made_up_recording;

namespace {

// Two ranks: backward of layer 2 together, then the all-reduce of bucket 0 beside layer 1.
std::vector<WorkSpan> overlapping() {
    return {{{WorkKind::backward, 1, 2}, 0b11, 0.001, 0.004},
            {{WorkKind::backward, 0, 1}, 0b01, 0.004, 0.010},
            {{WorkKind::backward, 0, 1}, 0b10, 0.004, 0.007},
            {{WorkKind::all_reduce, -1, -1, 0}, 0b11, 0.005, 0.009},
            {{WorkKind::all_reduce, -1, -1, 1}, 0b11, 0.010, 0.012},
            {{WorkKind::update}, 0b11, 0.012, 0.013}};
}

// The made-up recording with an iteration more, which has measured spans.
std::shared_ptr<Recording> with_spans(const std::vector<WorkSpan>& spans) {
    const auto original = made_up_recording();
    auto recording = std::make_shared<Recording>(original->info());
    for (const FramePtr& frame : original->frames(0)) {
        auto changed = std::make_shared<Frame>(*frame);
        if (frame->phase == FramePhase::equality) changed->spans = spans;
        recording->append(changed);
    }
    return recording;
}

std::vector<WorkSpan> every_field() {
    return {{{WorkKind::shard}, 0b1, 0, 1e-6},
            {{WorkKind::backward, 0, 2}, 0b111, 1e-6, 0.25},
            {{WorkKind::weight, -1, -1, 1}, 0b100, 0.25, 0.25},
            {{WorkKind::all_reduce, -1, -1, 1, 3}, 0b111, 0.3, 0.5}};
}

std::filesystem::path file_of(const std::string& name) {
    const auto folder = std::filesystem::path(RINGSCOPE_BINARY_DIR) / "scratch" / "spans";
    std::filesystem::create_directories(folder);
    return folder / name;
}

nlohmann::json trace_of(const Recording& recording) {
    std::ostringstream out;
    write_chrome_trace(out, recording);
    return nlohmann::json::parse(out.str());
}

std::vector<nlohmann::json> spans_on(const nlohmann::json& trace, int rank, int track) {
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& event : trace["traceEvents"])
        if (event["ph"] == "X" && event["pid"] == rank && event["tid"] == track)
            found.push_back(event);
    return found;
}

}  // namespace

TEST_CASE("the overlap is the time in which a rank computed while its gradient was reduced") {
    const OverlapTime time = overlap_of(overlapping(), 2);
    CHECK(time.communication == Approx(2 * 0.006));
    CHECK(time.both == Approx(0.004 + 0.002));  // rank 0 from 5 to 9 ms, rank 1 from 5 to 7
    CHECK(time.share() == Approx(0.5));
    // One after the other.
    std::vector<WorkSpan> apart = overlapping();
    apart[3].begin += 0.005;
    apart[3].end += 0.005;
    CHECK(overlap_of(apart, 2).both == Approx(2 * 0.001));  // with the update
    apart.pop_back();
    CHECK(overlap_of(apart, 2).both == 0);
    CHECK(overlap_of({}, 2).share() == 0);
    // What is sent and read back is not computing, and two commands at once are counted once.
    CHECK(overlap_of({{{WorkKind::shard}, 1, 0, 1}, {{WorkKind::all_reduce}, 1, 0, 1}}, 1).both ==
          0);
    CHECK(overlap_of({{{WorkKind::forward}, 1, 0, 1},
                      {{WorkKind::update}, 1, 0.5, 1},
                      {{WorkKind::all_reduce}, 1, 0, 0.75},
                      {{WorkKind::all_reduce}, 1, 0.25, 1}},
                     1)
              .both == Approx(1));
}

TEST_CASE("the frames of a watched iteration lie one behind the other in its timeline") {
    const auto frame = [](FramePhase phase, double seconds, std::vector<WorkSpan> spans) {
        auto made = bare_frame(3, phase);
        made->ranks.resize(2);
        made->seconds = seconds;
        made->spans = std::move(spans);
        return made;
    };
    const IterationTimeline watched = timeline_of(
        {frame(FramePhase::forward, 0.5, {{{WorkKind::forward}, 1, 0.1, 0.4}}),
         frame(FramePhase::backward, 0.25, {}),
         frame(FramePhase::all_gather, 1, {{{WorkKind::all_reduce, -1, -1, 0, 1}, 3, 0.5, 0.75}})});
    CHECK(watched.iteration == 3);
    CHECK(watched.world_size == 2);
    CHECK(watched.watched);
    CHECK(watched.seconds == Approx(1.75));
    CHECK(watched.spans[0].begin == 0.1);
    CHECK(watched.spans[1].begin == Approx(1.25));
    CHECK(watched.spans[1].end == Approx(1.5));
    CHECK_FALSE(timeline_of({frame(FramePhase::iteration, 1, {})}).watched);
}

TEST_CASE("spans come back from a file, and files without them still open") {
    const auto recording = with_spans(every_field());
    save_recording(*recording, file_of("spans.ringtrace"));
    const OpenedRecording opened = open_recording(file_of("spans.ringtrace"));
    CHECK(difference(*recording, *opened.recording) == "");
    CHECK(opened.recording->frames(0).back()->spans == every_field());
    // Nothing is written where nothing was measured: such a file is as it always was.
    const OpenedRecording old = open_recording(std::filesystem::path(RINGSCOPE_SOURCE_DIR) /
                                               "tests/golden/recordings/version1.ringtrace");
    for (const FramePtr& frame : old.recording->frames(0)) CHECK(frame->spans.empty());
}

TEST_CASE("spans that no run can have are refused with their place") {
    const auto refused = [](const WorkSpan& span) {
        save_recording(*with_spans({span}), file_of("wrong.ringtrace"));
        try {
            open_recording(file_of("wrong.ringtrace"));
        } catch (const Error& error) {
            CHECK(error.code() == ErrorCode::bad_input);
            return error.message();
        }
        return std::string();
    };
    CHECK(refused({{WorkKind::update}, 0b1, 0, 1}).empty());
    CHECK_THAT(refused({{WorkKind::update}, 0, 0, 1}), Contains("of no rank"));
    CHECK_THAT(refused({{WorkKind::update}, 0b1000, 0, 1}), Contains("of no rank"));
    CHECK_THAT(refused({{WorkKind::update}, 0b1, 1, 0.5}), Contains("does not end after"));
    CHECK_THAT(refused({{WorkKind::update}, 0b1, 0, std::numeric_limits<double>::infinity()}),
               Contains("does not end after"));
    CHECK_THAT(refused({{WorkKind::backward, 0, 9}, 0b1, 0, 1}), Contains("out of range"));
    CHECK_THAT(refused({{WorkKind::all_reduce, -1, -1, 7}, 0b1, 0, 1}), Contains("bucket"));
    CHECK_THAT(refused({{WorkKind::all_reduce, -1, -1, 0, 99}, 0b1, 0, 1}), Contains("step"));
}

TEST_CASE("a frame as JSON says what was measured") {
    auto frame = bare_frame(0, FramePhase::iteration);
    frame->spans = every_field();
    std::ostringstream out;
    JsonWriter writer(out);
    write_frame(writer, *frame, 0, {});
    const nlohmann::json spans = nlohmann::json::parse(out.str())["spans"];
    REQUIRE(spans.size() == 4);
    CHECK(spans[1] ==
          nlohmann::json::parse(R"({"kind": "backward", "ranks": [0, 1, 2], "layers": [0, 2],
        "bucket": null, "step": null, "begin": 1e-6, "end": 0.25})"));
    CHECK(spans[3]["kind"] == "all-reduce");
    CHECK(spans[3]["layers"].is_null());
    CHECK(spans[3]["bucket"] == 1);
    CHECK(spans[3]["step"] == 3);
}

TEST_CASE("the Chrome trace has each device's own times, where they were measured") {
    const nlohmann::json trace = trace_of(*with_spans(overlapping()));
    CHECK_THAT(trace["otherData"]["commands"].get<std::string>(), Contains("measured: start"));
    const auto compute = spans_on(trace, 1, 4), reduce = spans_on(trace, 1, 5);
    REQUIRE(compute.size() == 3);
    REQUIRE(reduce.size() == 2);
    CHECK(compute[0]["name"] == "backward layer 2");
    CHECK(compute[1]["dur"].get<double>() == Approx(3000));
    CHECK(spans_on(trace, 0, 4)[1]["dur"].get<double>() == Approx(6000));
    CHECK(reduce[0]["name"] == "all-reduce bucket 0");
    CHECK(reduce[0]["args"]["ranks_served"] == 2);
    // The frame before ended at 3 ms: three frames of 1 ms each.
    const double begin = spans_on(trace, 1, 1).back()["ts"].get<double>();
    CHECK(reduce[0]["ts"].get<double>() - begin == Approx(5000));
    CHECK(reduce[0]["ts"].get<double>() < compute[1]["ts"].get<double>() + 3000);
    CHECK(spans_on(trace, 2, 4).empty());

    const nlohmann::json without = trace_of(*made_up_recording());
    CHECK_THAT(without["otherData"]["commands"].get<std::string>(), Contains("not measured"));
    CHECK(spans_on(without, 0, 4).empty());
    CHECK(without.dump().find("commands: all-reduce") == std::string::npos);
}
