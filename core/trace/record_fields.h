#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace ringscope {

// Where a record of a recording stands, for messages.
struct RecordPlace {
    std::string file;
    std::uint64_t offset = 0;  // of the record, in bytes
    const char* record = "";   // "frame", "checkpoint", ...
};

// The fields of one object of a record. The file may come from a stranger, so every value is
// checked on the way out: each member throws Error bad_input with the file and the record's offset.
// Keys that nobody asks for are ignored: later versions add some.
class RecordFields {
  public:
    static constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

    RecordFields(const nlohmann::json& object, const RecordPlace& place);

    const nlohmann::json& at(const char* key) const;  // must be there
    bool has(const char* key) const;                  // there and not null
    const nlohmann::json& array(const char* key) const;
    RecordFields object(const char* key) const { return {at(key), *place_}; }

    std::int64_t integer(const char* key, std::int64_t min, std::int64_t max = any) const;
    int small(const char* key, int min, int max) const {
        return static_cast<int>(integer(key, min, max));
    }
    std::uint64_t bits(const char* key) const;  // 0 .. 2^64 - 1
    double number(const char* key) const;       // also NaN and infinities
    bool boolean(const char* key) const;
    std::string text(const char* key) const;           // may be empty
    std::vector<float> floats(const char* key) const;  // as raw_floats wrote them

    // The enumerator 0 .. count - 1 that name() gives this text for.
    template <typename Enum>
    Enum one_of(const char* key, int count) const {
        const std::string wanted = text(key);
        for (int i = 0; i < count; ++i)
            if (wanted == name(static_cast<Enum>(i))) return static_cast<Enum>(i);
        fail(std::string("\"") + key + "\" is \"" + wanted +
             "\", which this version does not know");
    }

    // Throws unless the condition holds.
    void require(bool condition, const char* what) const;
    [[noreturn]] void fail(const std::string& what) const;

    const RecordPlace& place() const { return *place_; }

  private:
    const nlohmann::json* object_;
    const RecordPlace* place_;
};

// An element of an array as an integer in [min, max].
std::int64_t element(const nlohmann::json& array, std::size_t index, std::int64_t min,
                     std::int64_t max, const RecordFields& owner);

// float32 values with all their bits, as a binary string, little-endian.
nlohmann::json raw_floats(const std::vector<float>& values);

}  // namespace ringscope
