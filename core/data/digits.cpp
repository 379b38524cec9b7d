#define ZLIB_CONST  // zlib then takes input that it must not change
#include <zlib.h>

#include <array>
#include <charconv>
#include <string>

#include "core/data/dataset.h"
#include "core/support/error.h"
#include "embedded/digits_csv_gz.h"

namespace ringscope {

namespace {

constexpr int pixels = 64;
constexpr float pixel_max = 16;

std::string unpack(std::span<const unsigned char> packed) {
    z_stream stream{};
    expect(inflateInit2(&stream, 15 + 32) == Z_OK, "digits: zlib starts");  // + 32: a gzip header
    stream.next_in = packed.data();
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<char, 16384> block;
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(block.data(), block.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    expect(status == Z_STREAM_END, "digits: the built-in file is whole");
    return text;
}

void append(Samples& samples, const std::array<int, pixels + 1>& row) {
    for (int i = 0; i < pixels; ++i)
        samples.x.push_back(static_cast<float>(row[static_cast<std::size_t>(i)]) / pixel_max);
    samples.classes.push_back(row[pixels]);
    ++samples.count;
}

}  // namespace

Dataset load_digits(std::int64_t training_samples) {
    const std::string text = unpack(resources::digits_csv_gz);
    Dataset set;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int index = 0; at < end; ++index) {
        std::array<int, pixels + 1> row{};
        for (int& value : row) {
            const auto [next, error] = std::from_chars(at, end, value);
            expect(error == std::errc{} && next < end, "digits: 65 numbers in a line");
            at = next + 1;  // the comma or the end of the line
        }
        if (index % 5 == 4)
            append(set.test, row);
        else if (set.train.count < training_samples)
            append(set.train, row);
    }
    return set;
}

}  // namespace ringscope
