#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <fstream>

#include "core/support/error.h"
#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/export/run_export.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

std::shared_ptr<Recording> recorded(const Played& played) {
    auto recording = std::make_shared<Recording>(*played.info);
    for (const FramePtr& frame : played.frames) recording->append(frame);
    return recording;
}

std::vector<std::string> exported(const Played& played, const RunExportOptions& options,
                                  const QTemporaryDir& folder) {
    std::vector<std::string> names;
    export_run(
        recorded(played), folder.path().toStdString(), options,
        [&](const std::filesystem::path& file) { names.push_back(file.filename().string()); });
    return names;
}

}  // namespace

TEST_CASE("an all-reduce is exported as numbered files that can be read back") {
    const QTemporaryDir folder;
    RunExportOptions options;
    options.image.size = {640, 520};
    const auto names = exported(toy(), options, folder);
    // Seven frames, the space-time view, two charts, worksheet and answer key, in two formats each.
    CHECK(names.size() == 24);
    CHECK(names.front() == "ring-00.svg");
    CHECK(names.back() == "answer-key.png");
    const QImage image(folder.filePath("ring-02.png"));
    CHECK(image.size() == QSize(640, 520));
    QFile svg(folder.filePath("ring-02.svg"));
    REQUIRE(svg.open(QIODevice::ReadOnly));
    CHECK(svg.readAll().contains("c3 += 4004"));
}

TEST_CASE("one frame of a training is exported with its charts and data") {
    const QTemporaryDir folder;
    RunExportOptions options;
    options.frame = 3;
    options.view = StageView::table;
    options.formats = {ExportFormat::csv};
    CHECK(exported(train(2, 2), options, folder) ==
          std::vector<std::string>{"table-03.csv", "memory.csv", "loss.csv", "bytes-sent.csv",
                                   "planner.csv"});
    QFile loss(folder.filePath("loss.csv"));
    REQUIRE(loss.open(QIODevice::ReadOnly));
    CHECK(loss.readAll().count('\n') == 3);
}

TEST_CASE("a frame that is not there and a folder that cannot be made are said") {
    const QTemporaryDir folder;
    RunExportOptions options;
    options.frame = 7;
    const auto message_of = [](const auto& act) -> std::string {
        try {
            act();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    CHECK(message_of([&] { exported(toy(), options, folder); }).find("the frames are 0 to 6") !=
          std::string::npos);

    const std::string file = folder.filePath("taken").toStdString();
    std::ofstream(file) << "a file";
    CHECK(message_of([&] { export_run(recorded(toy()), file, {}); }).find("cannot be made") !=
          std::string::npos);
}

TEST_CASE("an export that is stopped or refused leaves nothing") {
    const QTemporaryDir folder;
    const std::filesystem::path out = folder.filePath("a/b").toStdString();
    RunExportOptions options;
    int asked = 0;
    CHECK_THROWS_AS(
        export_run(recorded(toy()), out, options, {}, [&](double) { return ++asked < 4; }), Error);
    CHECK(asked == 4);
    CHECK_FALSE(std::filesystem::exists(out.parent_path()));

    options.what = ExportWhat::animation;
    asked = 0;
    CHECK_THROWS_AS(
        export_run(recorded(toy()), out, options, {}, [&](double) { return ++asked < 20; }), Error);
    CHECK_FALSE(std::filesystem::exists(out.parent_path()));

    options.what = ExportWhat::stage;
    options.image.size = {20000, 20000};
    options.formats = {ExportFormat::png};
    CHECK_THROWS_AS(export_run(recorded(toy()), out, options), Error);
    CHECK_FALSE(std::filesystem::exists(out.parent_path()));

    std::filesystem::create_directories(out);
    const std::string kept = (out / "ring-00.svg").string();
    std::ofstream(kept) << "older";
    options.what = ExportWhat::charts;
    CHECK_THROWS_AS(export_run(recorded(play({{1, 2}})), out, options), Error);
    CHECK(std::filesystem::file_size(kept) == 5);
}

TEST_CASE("a recording without frames is told in one message") {
    const QTemporaryDir folder;
    RunExportOptions options;
    options.frame = 0;
    const auto empty = std::make_shared<Recording>(*toy().info);
    try {
        export_run(empty, folder.path().toStdString(), options);
        FAIL("it has nothing to export");
    } catch (const Error& error) {
        CHECK(error.message() == "the recording has no frames");
    }
}
