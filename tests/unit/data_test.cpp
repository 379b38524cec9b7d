#include <zlib.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/data/dataset.h"
#include "core/data/random.h"
#include "core/support/digest.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

using namespace ringscope;
using test::error_of;

namespace {

const std::filesystem::path folder = std::filesystem::temp_directory_path() / "ringscope_data_test";

std::filesystem::path write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
}

const MlpShape two_to_three{{2, 3}, Activation::tanh, LossKind::cross_entropy};
const MlpShape two_to_one{{2, 1}, Activation::tanh, LossKind::mse};

std::string csv_error(const std::string& text, const MlpShape& shape = two_to_three) {
    const CsvData data{write("data.csv", text), "label"};
    return error_of([&] { load_dataset(data, shape); });
}

bool contains(const std::string& text, const std::string& part) {
    CAPTURE(text, part);
    const bool found = text.find(part) != std::string::npos;
    CHECK(found);
    return found;
}

std::string be32(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16),
            static_cast<char>(value >> 8), static_cast<char>(value)};
}

std::string idx(const std::vector<std::uint32_t>& sizes, const std::string& elements) {
    std::string text = {0, 0, 8, static_cast<char>(sizes.size())};
    for (const std::uint32_t size : sizes) text += be32(size);
    return text + elements;
}

}  // namespace

TEST_CASE("the random generator gives the published numbers") {
    // splitmix64 from seed 0 gives e220a8397b1dcdaf first (its authors' reference program); the
    // xoshiro256** state is filled with it, and its first result is rotl(s1 * 5, 7) * 9.
    Random random(0);
    CHECK(random.next() == 0x99ec5f36cb75f2b4ULL);
    CHECK(random.next() == 0xbf6e1f784956452aULL);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(random.below(7));
    CHECK(seen == std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6});
    double sum = 0, squares = 0;
    for (int i = 0; i < 20000; ++i) {
        const double value = random.normal();
        sum += value;
        squares += value * value;
    }
    CHECK(sum / 20000 == Approx(0).margin(0.03));
    CHECK(squares / 20000 == Approx(1).margin(0.05));
}

TEST_CASE("sine and cosine of turns are those of the math library") {
    for (int i = -400; i <= 400; ++i) {
        const double turns = i / 97.0;
        CHECK(cos_turns(turns) == Approx(std::cos(turns * 2 * M_PI)).margin(1e-13));
        CHECK(sin_turns(turns) == Approx(std::sin(turns * 2 * M_PI)).margin(1e-13));
    }
}

TEST_CASE(
    "the generated sets have classes in turn, finite values, and the same bits for one seed") {
    for (const std::string& name : generated_names()) {
        if (name == "digits") continue;
        CAPTURE(name);
        MlpShape shape = two_to_three;
        if (name == "regression") shape.loss = LossKind::mse;
        const Samples samples = load_dataset(GeneratedData{name, 50, 0.1, 3}, shape).train;
        CHECK(samples.count == 50);
        REQUIRE(samples.x.size() == 100);
        for (const float x : samples.x) CHECK(std::abs(x) < 3);
        if (name == "regression") {
            CHECK(samples.classes.empty());
            CHECK(samples.targets.size() == 150);
        } else {
            REQUIRE(samples.classes.size() == 50);
            const int classes = name == "spirals" || name == "gauss" ? 3 : 2;
            for (int i = 0; i < 50; ++i)
                CHECK(samples.classes[static_cast<std::size_t>(i)] == i % classes);
        }
        CHECK(load_dataset(GeneratedData{name, 50, 0.1, 3}, shape).train.x == samples.x);
        CHECK(load_dataset(GeneratedData{name, 50, 0.1, 4}, shape).train.x != samples.x);
    }
}

TEST_CASE("the bits of the generated sets do not change between machines and versions") {
    const auto bits = [](const std::string& name, LossKind loss) {
        const MlpShape shape{{2, 3}, Activation::tanh, loss};
        return hex16(digest(load_dataset(GeneratedData{name, 64, 0.1, 1}, shape).train.x));
    };
    CHECK(bits("spirals", LossKind::cross_entropy) == "7057b2ea0c689da2");
    CHECK(bits("moons", LossKind::cross_entropy) == "22f0a74d9d1eacb1");
    CHECK(bits("circles", LossKind::cross_entropy) == "b2980fb2688b5e9d");
    CHECK(bits("xor", LossKind::cross_entropy) == "ba2886c3e79aad0d");
    CHECK(bits("gauss", LossKind::cross_entropy) == "e685393cc56d8714");
    CHECK(bits("regression", LossKind::mse) == "31622a115c5275c6");
}

TEST_CASE("noise-free sets lie where their definition says") {
    const Samples circles = generate(GeneratedData{"circles", 20, 0, 1}, two_to_three);
    for (std::size_t i = 0; i < 20; ++i)
        CHECK(std::hypot(circles.x[2 * i], circles.x[2 * i + 1]) ==
              Approx(circles.classes[i] == 0 ? 1.0 : 0.5).margin(1e-6));
    const Samples quadrants = generate(GeneratedData{"xor", 40, 0, 1}, two_to_three);
    for (std::size_t i = 0; i < 40; ++i)
        CHECK((quadrants.x[2 * i] * quadrants.x[2 * i + 1] >= 0) == (quadrants.classes[i] == 0));
}

TEST_CASE("the digits are split by index mod 5 and scaled by 16") {
    const MlpShape shape{{64, 10}, Activation::relu, LossKind::cross_entropy};
    const Dataset set = load_dataset(GeneratedData{"digits", digits_training_samples, 0, 1}, shape);
    CHECK(set.train.count == 1438);
    CHECK(set.test.count == 359);
    CHECK(set.train.x.size() == 1438 * 64);
    CHECK(set.test.classes.size() == 359);
    // The file starts 0,0,5,13,... with the digits 0 1 2 3 4 5: the fifth is held out.
    CHECK(set.train.x[2] == 5.0F / 16);
    CHECK(set.train.x[3] == 13.0F / 16);
    CHECK(std::vector<int>(set.train.classes.begin(), set.train.classes.begin() + 5) ==
          std::vector<int>{0, 1, 2, 3, 5});
    CHECK(set.test.classes.front() == 4);
    CHECK(load_dataset(GeneratedData{"digits", 100, 0, 1}, shape).train.count == 100);

    MlpShape squares = shape;
    squares.loss = LossKind::mse;
    const Samples one_hot = load_dataset(GeneratedData{"digits", 3, 0, 1}, squares).train;
    CHECK(one_hot.classes.empty());
    REQUIRE(one_hot.targets.size() == 30);
    CHECK(one_hot.targets[0] == 1);
    CHECK(one_hot.targets[11] == 1);
    CHECK(one_hot.targets[12] == 0);
}

TEST_CASE("a CSV file is read by its header, with either kind of target") {
    const CsvData data{write("ok.csv",
                             "\xef\xbb\xbf"
                             "a, label ,\"b\"\r\n1.5,2,-3e-1\r\n+1, 0 ,\"4\"\r\n\r\n"),
                       "label"};
    const Samples classes = load_dataset(data, two_to_three).train;
    CHECK(classes.x == std::vector<float>{1.5F, -0.3F, 1, 4});
    CHECK(classes.classes == std::vector<int>{2, 0});
    const Samples numbers = load_dataset(data, two_to_one).train;
    CHECK(numbers.targets == std::vector<float>{2, 0});
}

TEST_CASE("bad CSV files are refused with line and column") {
    contains(error_of([] { load_dataset(CsvData{folder / "none.csv", "y"}, two_to_three); }),
             "missing");
    contains(csv_error(""), "no samples");
    contains(csv_error("a,b,label\n"), "no samples");
    contains(csv_error("a,b,c\n1,2,3\n"),
             "line 1: the target column \"label\" is not in the header");
    contains(csv_error("a,a,label\n1,2,0\n"), "line 1: the header names a column \"a\"");
    contains(csv_error("a,label\n1,0\n"),
             "line 1: found 1 columns beside the target, the model has 2");
    contains(csv_error("a,b,label\n1,2,0\n1,2\n"), "line 3: found 2 fields, the header has 3");
    contains(csv_error("a,b,label\n1,2,0,9\n"), "line 2: found 4 fields");
    contains(csv_error("a,b,label\n1,2,0\n\n1,2,0\n"), "line 3: found an empty line");
    contains(csv_error("a,b,label\n1,x,0\n"), "line 2, column 2 (b): found \"x\"");
    contains(csv_error("a,b,label\n1,,0\n"), "line 2, column 2 (b): found \"\"");
    contains(csv_error("a,b,label\n1,NaN,0\n"), "line 2, column 2 (b): found \"NaN\"");
    contains(csv_error("a,b,label\n1,inf,0\n"), "found \"inf\"");
    contains(csv_error("a,b,label\n1,1e39,0\n"), "found \"1e39\"");
    contains(csv_error("a,b,label\n1,2 3,0\n"), "found \"2 3\"");
    contains(csv_error("a,b,label\n1,2,3\n"),
             "line 2, column 3 (label): found the label 3, allowed are whole numbers from 0 to 2");
    contains(csv_error("a,b,label\n1,2,-1\n"), "found the label -1");
    contains(csv_error("a,b,label\n1,2,0.5\n"), "found the label 0.5");
    contains(csv_error("a,b,label\n1,\"2,0\n"), "line 2: a quote is opened");
    contains(csv_error("a,b,label\n1,2,0\n", {{2, 3}, Activation::tanh, LossKind::mse}),
             "3 outputs");
}

TEST_CASE("IDX files are read plain and gzipped") {
    const std::string images = idx({2, 1, 2}, std::string("\x00\xff\x33\x66", 4));
    const std::string labels = idx({2}, std::string("\x02\x00", 2));
    const auto check = [](const std::filesystem::path& image_file,
                          const std::filesystem::path& label_file) {
        const Samples samples = load_dataset(IdxData{image_file, label_file}, two_to_three).train;
        CHECK(samples.x == std::vector<float>{0, 1, 51 / 255.0F, 102 / 255.0F});
        CHECK(samples.classes == std::vector<int>{2, 0});
    };
    check(write("images", images), write("labels", labels));
    const auto gzipped = [](const char* name, const std::string& text) {
        const std::filesystem::path file = folder / name;
        gzFile out = gzopen(file.string().c_str(), "wb");
        gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
        gzclose(out);
        return file;
    };
    check(gzipped("images.gz", images), gzipped("labels.gz", labels));
    // All elements are there, but the checksum behind them is not.
    const auto cut = gzipped("cut.gz", images);
    std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - 4);
    CHECK_THROWS_AS(load_dataset(IdxData{cut, write("labels", labels)}, two_to_three), Error);
}

TEST_CASE("files that never end are refused") {
    CHECK_THROWS_AS(load_dataset(CsvData{"/dev/zero", "y"}, two_to_three), Error);
    // As text without a line break, which /dev/zero is not for people.
    const auto file = write("long.csv", std::string(std::size_t{70} << 20, 'x'));
    CHECK_THROWS_AS(load_dataset(CsvData{file, "y"}, two_to_three), Error);
    std::filesystem::remove(file);
}

TEST_CASE("bad IDX files are refused before anything large is allocated") {
    const std::filesystem::path good_images = write("images", idx({2, 1, 2}, "abcd"));
    const std::filesystem::path good_labels = write("labels", idx({2}, std::string(2, '\0')));
    const auto images_error = [&](const std::string& text) {
        const IdxData data{write("bad", text), good_labels};
        return error_of([&] { load_dataset(data, two_to_three); });
    };
    const auto labels_error = [&](const std::string& text) {
        const IdxData data{good_images, write("bad", text)};
        return error_of([&] { load_dataset(data, two_to_three); });
    };
    contains(error_of([&] { load_dataset(IdxData{folder / "none", good_labels}, two_to_three); }),
             "missing");
    contains(images_error(""), "byte 0: the file ends too early");
    contains(images_error("not an IDX file at all"), "byte 0: this is not an IDX file");
    contains(images_error(idx({2}, "ab")), "with 3 dimensions");
    contains(images_error(idx({2, 1, 2}, "abc")), "the header says 4 elements, the file has 3");
    contains(images_error(idx({2, 1, 2}, "abcde")), "the file has 5");
    contains(images_error(idx({0xffffffff, 0xffffffff, 0xffffffff}, "abcd")),
             "sizes of 0 or of more");
    contains(images_error(idx({0, 1, 2}, "")), "sizes of 0 or of more");
    contains(images_error(idx({2, 2, 2}, "abcdefgh")),
             "images of 2 x 2 pixels, the model has 2 inputs");
    contains(labels_error(idx({3}, std::string(3, '\0'))), "3 labels for 2 images");
    contains(labels_error(idx({2}, std::string("\x00\x03", 2))),
             "byte 9: found the label 3, allowed are 0 to 2");
    std::filesystem::remove_all(folder);
}
