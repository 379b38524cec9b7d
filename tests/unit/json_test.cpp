#include "core/support/json.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/support/json_reader.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

using namespace ringscope;

TEST_CASE("numbers take the fewest digits that read back to the same bits") {
    CHECK(json_number(0.1F) == "0.1");
    CHECK(json_number(0.1) == "0.1");
    CHECK(json_number(double{0.1F}) == "0.10000000149011612");
    CHECK(json_number(3.0F) == "3.0");
    CHECK(json_number(-0.0F) == "-0.0");
    CHECK(json_number(1e30F) == "1e+30");
    CHECK(json_number(16777216.0F) == "16777216.0");
    CHECK(json_number(std::numeric_limits<float>::denorm_min()) == "1e-45");
    for (const float number : {1.0F / 3, 3.4028235e38F, 1.1754944e-38F, 123456.79F, -7.0e-5F}) {
        CAPTURE(number);
        CHECK(std::stof(json_number(number)) == number);
    }
}

TEST_CASE("what is not a number is null") {
    CHECK(json_number(std::numeric_limits<float>::quiet_NaN()) == "null");
    CHECK(json_number(std::numeric_limits<float>::infinity()) == "null");
    CHECK(json_number(-std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("objects and arrays nest with commas in their places and keys in their order") {
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_object().member("z", 1).key("a").begin_array();
    json.begin_object().end_object().begin_array().end_array().value(true).null();
    json.end_array().member("text", "a \"b\"\n\x01").member("big", std::int64_t{1} << 60);
    json.key("v").values(std::vector<float>{1, 0.5F}).end_object();
    CHECK(out.str() ==
          R"({"z":1,"a":[{},[],true,null],"text":"a \"b\"\n\u0001","big":1152921504606846976,)"
          R"("v":[1.0,0.5]})");
    CHECK(nlohmann::json::accept(out.str()));
}

TEST_CASE("text that is not UTF-8 still gives valid JSON") {
    std::ostringstream out;
    JsonWriter(out).value("a\xff");
    CHECK(nlohmann::json::accept(out.str()));
}

TEST_CASE("what is wrong with JSON is told with its line") {
    const auto told = [](const std::string& text) {
        return test::error_of([&] { parse_json(text, "spec.json"); });
    };
    using Catch::Matchers::Contains;
    CHECK_THAT(told("{\"a\": 1,\n \"b\": [{\"a\": 2,\n \"a\": 3}]}"),
               Contains("spec.json: line 3, column ") && Contains("the key \"a\" stands twice"));
    CHECK_THAT(told("[1,\n1e400,\n2]"),
               Contains("spec.json: line 2, column ") && Contains("overflow"));
    CHECK_THAT(told("[1,\n}"), Contains("spec.json: line 2, column 1"));
}
