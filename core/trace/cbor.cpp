#include "core/trace/cbor.h"

#include <string>
#include <utility>
#include <vector>

namespace ringscope {

namespace {

// Builds the value from the parser's events and stops it where it goes too deep.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit Builder(std::size_t max_depth) : max_depth_(max_depth) {}

    nlohmann::json take() { return std::move(root_); }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool key(string_t& value) override {
        key_ = std::move(value);
        return true;
    }
    bool start_object(std::size_t) override { return open(nlohmann::json::object()); }
    bool start_array(std::size_t) override { return open(nlohmann::json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
        return false;
    }

  private:
    nlohmann::json& place(nlohmann::json value) {
        if (open_.empty()) return root_ = std::move(value);
        nlohmann::json& parent = *open_.back();
        if (!parent.is_array()) return parent[key_] = std::move(value);
        parent.push_back(std::move(value));
        return parent.back();
    }
    bool put(nlohmann::json value) {
        place(std::move(value));
        return true;
    }
    bool open(nlohmann::json value) {
        if (open_.size() >= max_depth_) return false;
        open_.push_back(&place(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    std::size_t max_depth_;
    nlohmann::json root_;
    std::vector<nlohmann::json*>
        open_;  // from the root inwards; a parent does not grow while a child is open
    std::string key_;
};

}  // namespace

std::optional<nlohmann::json> parse_cbor(std::span<const std::uint8_t> bytes,
                                         std::size_t max_depth) {
    Builder builder(max_depth);
    if (!nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder,
                                   nlohmann::json::input_format_t::cbor))
        return std::nullopt;
    return builder.take();
}

}  // namespace ringscope
