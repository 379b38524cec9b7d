#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace {

struct Source {
    std::string path;  // from the project's root, with '/'
    std::string text;
};

bool starts(const std::string& text, const std::string& prefix) {
    return text.rfind(prefix, 0) == 0;
}

bool is_opencl(const std::string& header) {
    return starts(header, "CL/") || starts(header, "OpenCL/");
}

// Qt's own headers are named QWidget, QtCharts/QChart, QtGlobal, ...
bool is_qt(const std::string& header) {
    return header.size() > 1 && header[0] == 'Q' &&
           (header[1] == 't' || (header[1] >= 'A' && header[1] <= 'Z'));
}

// What may not include `header`, in words; empty when `file` may.
std::string forbidden(const std::string& file, const std::string& header) {
    const bool in_core = starts(file, "core/");
    const bool in_ui = starts(file, "ui/");
    const bool in_opencl = starts(file, "core/opencl/");
    if (in_core && is_qt(header)) return "core knows no Qt";
    if (in_core && (starts(header, "ui/") || starts(header, "app/")))
        return "core knows neither ui nor app";
    if (in_ui && starts(header, "app/")) return "ui does not know app";
    if (!in_opencl && is_opencl(header)) return "OpenCL is included in core/opencl only";
    if (!in_opencl && starts(header, "core/opencl/") && header != "core/opencl/factory.h")
        return "of core/opencl only factory.h may be included from outside";
    if (starts(header, "tests/")) return "the program does not know its tests";
    return {};
}

// "core/a.h" of a line like `#include "core/a.h"` or `# include <core/a.h>`; else empty.
std::string included(const std::string& line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') return {};
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || line.compare(at, 7, "include") != 0) return {};
    const std::size_t open = line.find_first_of("<\"", at + 7);
    if (open == std::string::npos) return {};
    const std::size_t close = line.find_first_of(">\"", open + 1);
    return close == std::string::npos ? std::string() : line.substr(open + 1, close - open - 1);
}

std::vector<std::string> violations(const Source& source) {
    std::vector<std::string> found;
    std::istringstream lines(source.text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const std::string header = included(line);
        if (header.empty()) continue;
        const std::string rule = forbidden(source.path, header);
        if (!rule.empty())
            found.push_back(source.path + ":" + std::to_string(number) + " includes " + header +
                            ": " + rule);
    }
    return found;
}

std::vector<Source> sources_of_the_program() {
    namespace fs = std::filesystem;
    const fs::path root = RINGSCOPE_SOURCE_DIR;
    std::vector<Source> sources;
    for (const char* layer : {"core", "ui", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".cpp" && extension != ".h") continue;
            std::ifstream in(entry.path());
            std::ostringstream text;
            text << in.rdbuf();
            sources.push_back({fs::relative(entry.path(), root).generic_string(), text.str()});
        }
    return sources;
}

}  // namespace

TEST_CASE("includes go from app to ui to core, and OpenCL stays in core/opencl") {
    const std::vector<Source> sources = sources_of_the_program();
    CHECK(sources.size() > 30);
    for (const Source& source : sources)
        for (const std::string& violation : violations(source)) {
            CAPTURE(violation);
            CHECK(violation.empty());
        }
}

TEST_CASE("the walk over the includes finds each kind of wrong one") {
    const auto count = [](const char* path, const char* text) {
        return violations({path, text}).size();
    };
    CHECK(count("core/train/a.cpp", "#include <QString>\n") == 1);
    CHECK(count("core/train/a.cpp", "  #  include <QtCore/qglobal.h>\n") == 1);
    CHECK(count("core/train/a.cpp", "#include <CL/opencl.hpp>\n") == 1);
    CHECK(count("core/train/a.cpp", "#include \"core/opencl/lane.h\"\n") == 1);
    CHECK(count("core/trace/a.h", "#pragma once\n#include \"ui/stage/stage_scene.h\"\n") == 1);
    CHECK(count("core/opencl/a.cpp", "#include \"app/command.h\"\n") == 1);
    CHECK(count("ui/panels/a.cpp", "#include \"app/command.h\"\n") == 1);
    CHECK(count("ui/panels/a.cpp", "#include <CL/cl.h>\n#include \"core/opencl/lane.h\"\n") == 2);
    CHECK(count("app/a.cpp", "#include \"core/opencl/lane.h\"\n") == 1);
    CHECK(count("core/a.cpp", "#include \"tests/support/catch.h\"\n") == 1);

    CHECK(count("core/opencl/a.cpp", "#include <CL/opencl.hpp>\n") == 0);
    CHECK(count("core/opencl/a.cpp", "#include \"core/opencl/lane.h\"\n") == 0);
    CHECK(count("ui/a.cpp", "#include <QWidget>\n#include \"core/opencl/factory.h\"\n") == 0);
    CHECK(count("app/a.cpp", "#include \"ui/window_app.h\"\n") == 0);
    CHECK(count("core/a.cpp", "// #include <QString> would be wrong\n") == 0);
}
