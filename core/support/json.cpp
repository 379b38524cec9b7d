#include "core/support/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

namespace ringscope {

namespace {

// Long enough for the shortest form of any double and the ".0" after it.
using NumberText = std::array<char, 40>;

template <typename Number>
std::string_view shortest(Number number, NumberText& text) {
    if (!std::isfinite(number)) return "null";
    char* end = std::to_chars(text.data(), text.data() + text.size() - 2, number).ptr;
    // A number without point and exponent would be read as an integer.
    const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
    if (digits.find_first_of(".e") == std::string_view::npos) {
        *end++ = '.';
        *end++ = '0';
    }
    return {text.data(), static_cast<std::size_t>(end - text.data())};
}

}  // namespace

std::string json_number(float number) {
    NumberText text;
    return std::string(shortest(number, text));
}

std::string json_number(double number) {
    NumberText text;
    return std::string(shortest(number, text));
}

void JsonWriter::separate() {
    if (!first_) out_ << ',';
    first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    out_ << bracket;
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    out_ << bracket;
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    out_ << ':';
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    NumberText text;
    return raw(shortest(number, text));
}

JsonWriter& JsonWriter::value(double number) {
    NumberText text;
    return raw(shortest(number, text));
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    NumberText text;
    const char* end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return raw({text.data(), static_cast<std::size_t>(end - text.data())});
}

JsonWriter& JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }

JsonWriter& JsonWriter::value(std::string_view text) {
    // The library knows what must be escaped; bytes that are not UTF-8 become U+FFFD.
    return raw(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::values(std::span<const float> numbers) {
    begin_array();
    for (const float number : numbers) value(number);
    return end_array();
}

JsonWriter& JsonWriter::values(std::span<const std::int64_t> numbers) {
    begin_array();
    for (const std::int64_t number : numbers) value(number);
    return end_array();
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    separate();
    out_ << json;
    return *this;
}

}  // namespace ringscope
