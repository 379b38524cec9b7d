#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// Writes JSON value by value, keys in the order given, on one line. Floats and doubles get the
// fewest digits that read back to the same bits in their own precision (so 0.1F is 0.1); NaN and
// infinities are null. Numbers are in the C locale whatever the program's is. The caller keeps
// begin and end in pairs and gives a key before each member of an object.
class JsonWriter {
  public:
    explicit JsonWriter(std::ostream& out) : out_(out) {}  // keeps the reference

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& value(float number);
    JsonWriter& value(double number);
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(int number) { return value(std::int64_t{number}); }
    JsonWriter& value(bool truth);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& null();

    JsonWriter& values(std::span<const float> numbers);         // a whole array
    JsonWriter& values(std::span<const std::int64_t> numbers);  // a whole array
    JsonWriter& raw(std::string_view json);                     // a value that is JSON already

    template <typename T>
    JsonWriter& member(std::string_view name, const T& member_value) {
        return key(name).value(member_value);
    }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::ostream& out_;
    bool first_ = true;  // nothing stands before the next value in its array or object
};

// The number as JsonWriter prints it: "1.0", "0.1", "1e+30", "null".
std::string json_number(float number);
std::string json_number(double number);

}  // namespace ringscope
