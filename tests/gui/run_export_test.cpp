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

std::vector<std::string> exported(const Played& played, const RunExportOptions& options,
                                  const QTemporaryDir& folder) {
    Recording recording(*played.info);
    for (const FramePtr& frame : played.frames) recording.append(frame);
    std::vector<std::string> names;
    export_run(
        recording, folder.path().toStdString(), options,
        [&](const std::filesystem::path& file) { names.push_back(file.filename().string()); });
    return names;
}

}  // namespace

TEST_CASE("an all-reduce is exported as numbered files that can be read back") {
    const QTemporaryDir folder;
    RunExportOptions options;
    options.image.size = {640, 520};
    const auto names = exported(toy(), options, folder);
    CHECK(names.size() == 14);  // seven frames, two formats; a collective has no charts
    CHECK(names.front() == "ring-00.svg");
    CHECK(names.back() == "ring-06.png");
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
          std::vector<std::string>{"table-03.csv", "memory.csv", "loss.csv"});
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

    Recording recording(*toy().info);
    recording.append(toy().frames.front());
    const std::string file = folder.filePath("taken").toStdString();
    std::ofstream(file) << "a file";
    CHECK(message_of([&] {
              export_run(recording, file, {}, [](const auto&) {});
          }).find("cannot be made") != std::string::npos);
}
