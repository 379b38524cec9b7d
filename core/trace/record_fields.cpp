#include "core/trace/record_fields.h"

#include <bit>
#include <cstring>
#include <utility>

#include "core/support/error.h"

namespace ringscope {

static_assert(std::endian::native == std::endian::little, "recordings hold little-endian floats");

namespace {

// Integers above 2^63 - 1 are kept unsigned by the library and are out of every range here.
std::optional<std::int64_t> as_integer(const nlohmann::json& value) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(RecordFields::any)) return std::nullopt;
        return static_cast<std::int64_t>(number);
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    return std::nullopt;
}

}  // namespace

RecordFields::RecordFields(const nlohmann::json& object, const RecordPlace& place)
    : object_(&object), place_(&place) {
    if (!object.is_object()) fail("something else stands where an object with fields is expected");
}

void RecordFields::fail(const std::string& what) const {
    throw Error(ErrorCode::bad_input, place_->file + ", byte " + std::to_string(place_->offset),
                std::string("the ") + place_->record + " record is not valid: " + what,
                "The file is damaged, or was not written by Ringscope");
}

void RecordFields::require(bool condition, const char* what) const {
    if (!condition) fail(what);
}

const nlohmann::json& RecordFields::at(const char* key) const {
    const auto found = object_->find(key);
    if (found == object_->end()) fail(std::string("\"") + key + "\" is missing");
    return *found;
}

bool RecordFields::has(const char* key) const {
    const auto found = object_->find(key);
    return found != object_->end() && !found->is_null();
}

const nlohmann::json& RecordFields::array(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_array()) fail(std::string("\"") + key + "\" is not an array");
    return value;
}

std::int64_t RecordFields::integer(const char* key, std::int64_t min, std::int64_t max) const {
    const std::optional<std::int64_t> value = as_integer(at(key));
    if (!value || *value < min || *value > max)
        fail(std::string("\"") + key + "\" is " + (value ? std::to_string(*value) : "no number") +
             ", allowed is an integer from " + std::to_string(min) +
             (max == any ? " up" : " to " + std::to_string(max)));
    return *value;
}

std::uint64_t RecordFields::bits(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_number_unsigned()) fail(std::string("\"") + key + "\" is no unsigned number");
    return value.get<std::uint64_t>();
}

double RecordFields::number(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_number()) fail(std::string("\"") + key + "\" is no number");
    return value.get<double>();
}

bool RecordFields::boolean(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_boolean()) fail(std::string("\"") + key + "\" is neither true nor false");
    return value.get<bool>();
}

std::string RecordFields::text(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_string()) fail(std::string("\"") + key + "\" is no text");
    return value.get<std::string>();
}

std::vector<float> RecordFields::floats(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_binary() || value.get_binary().size() % sizeof(float) != 0)
        fail(std::string("\"") + key + "\" does not hold float32 values");
    const auto& bytes = value.get_binary();
    std::vector<float> values(bytes.size() / sizeof(float));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

nlohmann::json raw_floats(const std::vector<float>& values) {
    nlohmann::json::binary_t::container_type bytes(values.size() * sizeof(float));
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return nlohmann::json::binary(std::move(bytes));
}

std::int64_t element(const nlohmann::json& array, std::size_t index, std::int64_t min,
                     std::int64_t max, const RecordFields& owner) {
    owner.require(array.is_array() && index < array.size(), "an array is too short");
    const std::optional<std::int64_t> value = as_integer(array[index]);
    owner.require(value && *value >= min && *value <= max, "an array has an element out of range");
    return *value;
}

}  // namespace ringscope
