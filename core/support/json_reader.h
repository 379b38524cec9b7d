#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace ringscope {

// Reads a JSON file. Throws Error bad_input: a missing or unreadable file, or broken JSON with its
// line and column, a key that stands twice in one object. The name in messages is the path as
// given.
nlohmann::json load_json_file(const std::filesystem::path& file);

// The same for a text; `where` names it in messages.
nlohmann::json parse_json(std::string_view text, const std::string& where);

// A JSON value that knows where it stands, for reading input that people write. Every member
// throws Error bad_input with "file: $.path", what was found and what is allowed. The json must
// outlive the reader.
class JsonReader {
  public:
    JsonReader(const nlohmann::json& value, std::string where, std::string path = "$")
        : value_(&value), where_(std::move(where)), path_(std::move(path)) {}

    // Throws unless the value is an object that has no other keys than these.
    void require_object(std::initializer_list<std::string_view> allowed_keys) const;
    void require_object() const;
    bool has(std::string_view key) const { return value_->contains(key); }
    JsonReader at(std::string_view key) const;                   // must be there
    std::optional<JsonReader> find(std::string_view key) const;  // empty when the key is absent
    std::optional<JsonReader> find_not_null(std::string_view key) const;  // null counts as absent

    std::size_t array_size(std::size_t min, std::size_t max) const;  // must be an array
    JsonReader operator[](std::size_t index) const;

    std::int64_t integer(std::int64_t min, std::int64_t max) const;
    std::uint64_t seed() const;                   // 0 .. 2^64 - 1
    double number(double min, double max) const;  // both included; finite
    bool boolean() const;
    std::string text() const;  // not empty
    std::vector<float> floats(
        std::size_t count) const;  // finite in float32, exactly `count` of them

    // The index of the text in the list.
    std::size_t one_of(const std::vector<std::string>& allowed) const;

    bool is_array() const { return value_->is_array(); }
    bool is_number() const { return value_->is_number(); }
    const nlohmann::json& json() const { return *value_; }
    std::string place() const { return where_.empty() ? path_ : where_ + ": " + path_; }

    // "found <value>, allowed is <allowed>".
    [[noreturn]] void fail(const std::string& allowed, const std::string& hint = {}) const;
    // Any other sentence about this place.
    [[noreturn]] void complain(const std::string& what, const std::string& hint = {}) const;

  private:
    const nlohmann::json* value_;
    std::string where_, path_;
};

// A value in a few words for messages: "an array of 3", "\"textbook\"", "-1".
std::string in_short(const nlohmann::json& value);

// "a, b or c".
std::string list_in_words(const std::vector<std::string>& items);

}  // namespace ringscope
