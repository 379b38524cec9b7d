#include "core/support/json_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/support/error.h"

namespace ringscope {

namespace {

// A device that never ends must not take all memory.
constexpr std::size_t most_json_bytes = std::size_t{1} << 30;

std::string number_text(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

// "line 3, column 7" of the byte (from 1) at which the parser stopped.
std::string line_and_column(std::string_view text, std::size_t byte) {
    const std::size_t end = std::min(text.size(), byte == 0 ? 0 : byte - 1);
    const std::string_view before = text.substr(0, end);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n');
    const std::size_t column = line_start == std::string_view::npos ? end + 1 : end - line_start;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// The library's "[json.exception...] parse error at line 1, column 2: syntax error ..." without
// the part that the place already says.
std::string reason(const std::string& library_message) {
    const std::size_t start = library_message.find(": ");
    std::string text =
        start == std::string::npos ? library_message : library_message.substr(start + 2);
    if (!text.empty() && text.back() == '.') text.pop_back();
    return text;
}

// Over a text, with a count of what the parser has taken: for the place of what is wrong.
struct CountedText {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    std::string_view::const_iterator at;
    std::size_t* taken;

    reference operator*() const { return *at; }
    CountedText& operator++() {
        ++at;
        ++*taken;
        return *this;
    }
    bool operator==(const CountedText& other) const { return at == other.at; }
};

// Refuses objects that have a key twice: JSON allows it, but one of the two values would be lost.
class DuplicateKeys {
  public:
    // where: the place that the parser has come to.
    explicit DuplicateKeys(std::function<std::string()> where) : where_(std::move(where)) {}

    bool operator()(int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second)
            throw Error(ErrorCode::bad_input, where_(),
                        "the key " + in_short(value) + " stands twice in one object");
        return true;
    }

  private:
    std::function<std::string()> where_;
    std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::string& where) {
    std::size_t taken = 0;
    const auto place = [&] { return where + ": " + line_and_column(text, taken); };
    DuplicateKeys duplicates(place);
    try {
        return nlohmann::json::parse(CountedText{text.begin(), &taken},
                                     CountedText{text.end(), &taken}, std::ref(duplicates));
    } catch (const nlohmann::json::parse_error& error) {
        throw Error(ErrorCode::bad_input, where + ": " + line_and_column(text, error.byte),
                    "this is not valid JSON: " + reason(error.what()));
    } catch (const nlohmann::json::exception& error) {  // a number beyond double's range
        throw Error(ErrorCode::bad_input, place(),
                    std::string("this is not valid JSON: ") + reason(error.what()),
                    "Numbers must fit into a double; NaN and infinities cannot be written");
    }
}

nlohmann::json load_json_file(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        throw Error(ErrorCode::bad_input, file.string(), "this is a folder, a JSON file is needed");
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw Error(ErrorCode::bad_input, file.string(), "the file is missing or cannot be read",
                    "Check the path and its permissions");
    std::string text;
    std::vector<char> part(1 << 20);
    while (in.read(part.data(), std::ssize(part)), in.gcount() > 0) {
        text.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > most_json_bytes)
            throw Error(ErrorCode::bad_input, file.string(),
                        "the file is longer than 1 GiB, which is the most that is read");
    }
    return parse_json(text, file.string());
}

std::string in_short(const nlohmann::json& value) {
    if (value.is_array()) return "an array of " + std::to_string(value.size());
    if (value.is_object()) return "an object";
    std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

std::string list_in_words(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " or " : ", ";
        text += items[i];
    }
    return text;
}

void JsonReader::fail(const std::string& allowed, const std::string& hint) const {
    complain("found " + in_short(*value_) + ", allowed is " + allowed, hint);
}

void JsonReader::complain(const std::string& what, const std::string& hint) const {
    throw Error(ErrorCode::bad_input, place(), what, hint);
}

void JsonReader::require_object() const {
    if (!value_->is_object()) fail("an object");
}

void JsonReader::require_object(std::initializer_list<std::string_view> allowed_keys) const {
    require_object();
    for (const auto& [key, value] : value_->items())
        if (std::find(allowed_keys.begin(), allowed_keys.end(), key) == allowed_keys.end()) {
            const std::vector<std::string> names(allowed_keys.begin(), allowed_keys.end());
            complain("unknown key " + in_short(key) + ", allowed here are " + list_in_words(names));
        }
}

JsonReader JsonReader::at(std::string_view key) const {
    require_object();
    const auto found = value_->find(key);
    if (found == value_->end()) complain("the key \"" + std::string(key) + "\" is missing");
    return {*found, where_, path_ + "." + std::string(key)};
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const {
    if (!has(key)) return std::nullopt;
    return at(key);
}

std::optional<JsonReader> JsonReader::find_not_null(std::string_view key) const {
    if (!has(key) || value_->at(std::string(key)).is_null()) return std::nullopt;
    return at(key);
}

std::size_t JsonReader::array_size(std::size_t min, std::size_t max) const {
    if (!value_->is_array() || value_->size() < min || value_->size() > max)
        fail(min == max ? "an array of " + std::to_string(min)
                        : "an array of " + std::to_string(min) + " to " + std::to_string(max));
    return value_->size();
}

JsonReader JsonReader::operator[](std::size_t index) const {
    return {value_->at(index), where_, path_ + "[" + std::to_string(index) + "]"};
}

std::int64_t JsonReader::integer(std::int64_t min, std::int64_t max) const {
    const auto refuse = [&] {
        fail("a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    };
    if (!value_->is_number_integer()) refuse();
    if (value_->is_number_unsigned() &&
        value_->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        refuse();
    const auto number = value_->get<std::int64_t>();
    if (number < min || number > max) refuse();
    return number;
}

std::uint64_t JsonReader::seed() const {
    if (!value_->is_number_unsigned()) fail("a whole number from 0 to 18446744073709551615");
    return value_->get<std::uint64_t>();
}

double JsonReader::number(double min, double max) const {
    const auto refuse = [&] {
        // A limit just below a whole number says that the whole number itself is not allowed.
        const double above = std::nextafter(max, std::numeric_limits<double>::infinity());
        const bool open = max != std::floor(max) && above == std::floor(above);
        fail("a number from " + number_text(min) +
             (open ? " and below " + number_text(above) : " to " + number_text(max)));
    };
    if (!value_->is_number()) refuse();
    const auto number = value_->get<double>();
    if (std::isnan(number) || number < min || number > max) refuse();
    return number;
}

bool JsonReader::boolean() const {
    if (!value_->is_boolean()) fail("true or false");
    return value_->get<bool>();
}

std::string JsonReader::text() const {
    if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) fail("a text");
    return value_->get<std::string>();
}

std::vector<float> JsonReader::floats(std::size_t count) const {
    array_size(count, count);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const nlohmann::json& element = (*value_)[i];
        const double number = element.is_number() ? element.get<double>() : 0.0;
        if (!element.is_number() || !(std::abs(number) <= std::numeric_limits<float>::max()))
            (*this)[i].fail("a finite number of at most 3.4e38 in size");
        values[i] = static_cast<float>(number);
    }
    return values;
}

std::size_t JsonReader::one_of(const std::vector<std::string>& allowed) const {
    if (value_->is_string()) {
        const auto found =
            std::find(allowed.begin(), allowed.end(), value_->get_ref<const std::string&>());
        if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
    }
    fail(list_in_words(allowed));
}

}  // namespace ringscope
