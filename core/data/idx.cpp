#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/data/dataset.h"
#include "core/support/error.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

// The IDX format (LeCun, Cortes and Burges, "The MNIST database"): two zero bytes, the element
// type (8: unsigned byte), the number of dimensions, then each as a big-endian 32-bit number, then
// the elements. zlib reads plain and gzipped files alike.
class IdxFile {
  public:
    IdxFile(const std::filesystem::path& path, int dimensions)
        : name_(path.string()), file_(gzopen(path.string().c_str(), "rb"), gzclose) {
        std::error_code no_size;
        const auto size = std::filesystem::file_size(path, no_size);
        if (!file_ || no_size)
            throw Error(ErrorCode::bad_input, name_, "the file is missing or cannot be read",
                        "Check the path and its permissions");
        std::array<unsigned char, 4> magic{};
        read_exactly(magic);
        if (magic[0] != 0 || magic[1] != 0 || magic[2] != 8 || magic[3] != dimensions)
            complain(0, "this is not an IDX file of unsigned bytes with " +
                            std::to_string(dimensions) + " dimensions");
        for (int d = 0; d < dimensions; ++d) {
            std::array<unsigned char, 4> be{};
            read_exactly(be);
            sizes_.push_back(std::int64_t{be[0]} << 24 | be[1] << 16 | be[2] << 8 | be[3]);
        }
        check_sizes(static_cast<std::int64_t>(size));
    }

    const std::vector<std::int64_t>& sizes() const { return sizes_; }
    const std::string& name() const { return name_; }

    // All elements. Memory grows with what is really there, not with what the header promises.
    std::vector<unsigned char> read_elements() {
        std::vector<unsigned char> all;
        for (std::int64_t left = elements_; left > 0;) {
            std::vector<unsigned char> part(
                static_cast<std::size_t>(std::min<std::int64_t>(left, 1 << 20)));
            read_exactly(part);
            all.insert(all.end(), part.begin(), part.end());
            left -= std::ssize(part);
        }
        unsigned char extra = 0;
        if (gzread(file_.get(), &extra, 1) != 0)
            complain(at_,
                     "found more bytes than the header says (" + std::to_string(elements_) + ")");
        int status = Z_OK;
        gzerror(file_.get(), &status);
        if (status != Z_OK && status != Z_STREAM_END)
            complain(at_, "the compressed data ends too early");
        return all;
    }

    [[noreturn]] void complain(std::int64_t offset, const std::string& what) const {
        throw Error(ErrorCode::bad_input, name_ + ": byte " + std::to_string(offset), what);
    }

  private:
    void read_exactly(std::span<unsigned char> bytes) {
        const int got = gzread(file_.get(), bytes.data(), static_cast<unsigned>(bytes.size()));
        if (got < 0) complain(at_, "the compressed data is damaged");
        at_ += got;
        if (got != static_cast<int>(bytes.size())) complain(at_, "the file ends too early");
    }

    void check_sizes(std::int64_t file_bytes) {
        for (const std::int64_t size : sizes_) {
            if (size < 1 || size > max_data_values || elements_ > max_data_values / size)
                complain(4, "the header gives sizes of 0 or of more than " +
                                std::to_string(max_data_values) + " elements in all");
            elements_ *= size;
        }
        if (gzdirect(file_.get()) == 1 && file_bytes != at_ + elements_)
            complain(at_, "the header says " + std::to_string(elements_) +
                              " elements, the file has " + std::to_string(file_bytes - at_));
    }

    std::string name_;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
    std::vector<std::int64_t> sizes_;
    std::int64_t elements_ = 1;
    std::int64_t at_ = 0;  // bytes read, after unpacking
};

}  // namespace

Samples read_idx(const IdxData& data, const MlpShape& shape) {
    IdxFile images(data.images, 3);
    IdxFile labels(data.labels, 1);
    const std::int64_t count = images.sizes()[0];
    if (labels.sizes()[0] != count)
        labels.complain(4, "found " + std::to_string(labels.sizes()[0]) + " labels for " +
                               std::to_string(count) + " images");
    if (count > max_samples)
        images.complain(4, "found " + std::to_string(count) + " images, allowed are up to " +
                               std::to_string(max_samples));
    if (images.sizes()[1] * images.sizes()[2] != shape.sizes.front())
        images.complain(8, "found images of " + std::to_string(images.sizes()[1]) + " x " +
                               std::to_string(images.sizes()[2]) + " pixels, the model has " +
                               std::to_string(shape.sizes.front()) + " inputs");
    Samples samples;
    samples.count = count;
    for (const unsigned char pixel : images.read_elements())
        samples.x.push_back(static_cast<float>(pixel) / 255.0F);
    for (const unsigned char label : labels.read_elements()) {
        if (label >= shape.sizes.back())
            labels.complain(8 + std::ssize(samples.classes),
                            "found the label " + std::to_string(label) + ", allowed are 0 to " +
                                std::to_string(shape.sizes.back() - 1));
        samples.classes.push_back(label);
    }
    return samples;
}

}  // namespace ringscope
