#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

#include "core/data/dataset.h"
#include "core/support/error.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Fields of a line; a field in double quotes may hold commas, and "" for a quote (RFC 4180), but
// no line break.
std::vector<std::string> split(const std::string& line, const std::string& place) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    if (quoted) throw Error(ErrorCode::bad_input, place, "a quote is opened and not closed");
    for (std::string& field : fields) field = trimmed(field);
    return fields;
}

class CsvReader {
  public:
    CsvReader(const CsvData& data, const MlpShape& shape) : data_(data), shape_(shape) {}

    Samples read() {
        std::error_code ignored;
        std::ifstream in(data_.file);
        if (!in || std::filesystem::is_directory(data_.file, ignored))
            throw Error(ErrorCode::bad_input, data_.file.string(),
                        "the file is missing or cannot be read",
                        "Check the path and its permissions");
        std::string line;
        while (next_line(in, line)) {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            if (line_ == 1) {
                if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
                read_header(split(line, place()));
            } else if (line.empty()) {
                blank_line_ = blank_line_ == 0 ? line_ : blank_line_;  // fine at the end only
            } else {
                read_row(split(line, place()));
            }
        }
        if (in.bad())
            throw Error(ErrorCode::bad_input, place(), "the file cannot be read beyond this line",
                        "Check that it is a text file");
        if (samples_.count == 0)
            throw Error(
                ErrorCode::bad_input, data_.file.string(),
                "found no samples, needed are a header line and at least one row of numbers");
        return std::move(samples_);
    }

  private:
    // std::getline with an end: a file without line breaks must not take all memory.
    bool next_line(std::istream& in, std::string& line) {
        constexpr std::size_t longest = std::size_t{1} << 26;
        line.clear();
        ++line_;
        for (int c = in.get(); c != '\n'; c = in.get()) {
            if (!in) return !in.bad() && !line.empty();
            line += static_cast<char>(c);
            if (line.size() > longest)
                throw Error(ErrorCode::bad_input, place(),
                            "the line is longer than 64 MiB, which is the most that is read",
                            "Check that it is a text file");
        }
        return true;
    }

    std::string place() const { return data_.file.string() + ": line " + std::to_string(line_); }
    std::string place(std::size_t column) const {
        return place() + ", column " + std::to_string(column + 1) + " (" + names_[column] + ")";
    }

    void read_header(std::vector<std::string> names) {
        names_ = std::move(names);
        std::set<std::string> seen;
        std::string all;
        for (const std::string& name : names_) {
            if (name.empty() || !seen.insert(name).second)
                throw Error(ErrorCode::bad_input, place(),
                            "the header names a column \"" + name +
                                "\", allowed are different names that are not empty");
            all += (all.empty() ? "" : ", ") + name;
        }
        if (!seen.contains(data_.target))
            throw Error(ErrorCode::bad_input, place(),
                        "the target column \"" + data_.target +
                            "\" is not in the header, which has " + all);
        const std::size_t features = names_.size() - 1;
        if (features != static_cast<std::size_t>(shape_.sizes.front()))
            throw Error(ErrorCode::bad_input, place(),
                        "found " + std::to_string(features) +
                            " columns beside the target, the model has " +
                            std::to_string(shape_.sizes.front()) + " inputs");
        if (shape_.loss == LossKind::mse && shape_.sizes.back() != 1)
            throw Error(ErrorCode::bad_input, place(),
                        "a target column is one number a sample, the model has " +
                            std::to_string(shape_.sizes.back()) + " outputs under the loss mse");
    }

    float number(const std::string& field, std::size_t column) const {
        double value = 0;
        const char* const begin = field.data() + (field.starts_with('+') ? 1 : 0);
        const char* const end = field.data() + field.size();
        const auto [rest, error] = std::from_chars(begin, end, value);
        if (field.empty() || error != std::errc{} || rest != end ||
            !(std::abs(value) <= std::numeric_limits<float>::max()))
            throw Error(ErrorCode::bad_input, place(column),
                        "found \"" + field + "\", allowed is a finite number");
        return static_cast<float>(value);
    }

    void read_target(const std::string& field, std::size_t column) {
        const float value = number(field, column);
        if (shape_.loss == LossKind::mse) {
            samples_.targets.push_back(value);
            return;
        }
        const int classes = shape_.sizes.back();
        if (value < 0 || value >= static_cast<float>(classes) || value != std::floor(value))
            throw Error(ErrorCode::bad_input, place(column),
                        "found the label " + field + ", allowed are whole numbers from 0 to " +
                            std::to_string(classes - 1));
        samples_.classes.push_back(static_cast<int>(value));
    }

    void read_row(const std::vector<std::string>& fields) {
        if (blank_line_ != 0)
            throw Error(ErrorCode::bad_input,
                        data_.file.string() + ": line " + std::to_string(blank_line_),
                        "found an empty line between rows");
        if (fields.size() != names_.size())
            throw Error(ErrorCode::bad_input, place(),
                        "found " + std::to_string(fields.size()) + " fields, the header has " +
                            std::to_string(names_.size()));
        if (samples_.count == max_samples || std::ssize(samples_.x) > max_data_values)
            throw Error(ErrorCode::bad_input, place(),
                        "found more data than is allowed: " + std::to_string(max_samples) +
                            " samples and " + std::to_string(max_data_values) + " numbers");
        for (std::size_t c = 0; c < fields.size(); ++c) {
            if (names_[c] == data_.target)
                read_target(fields[c], c);
            else
                samples_.x.push_back(number(fields[c], c));
        }
        ++samples_.count;
    }

    const CsvData& data_;
    const MlpShape& shape_;
    std::vector<std::string> names_;
    Samples samples_;
    std::int64_t line_ = 0;
    std::int64_t blank_line_ = 0;
};

}  // namespace

Samples read_csv(const CsvData& data, const MlpShape& shape) {
    return CsvReader(data, shape).read();
}

}  // namespace ringscope
