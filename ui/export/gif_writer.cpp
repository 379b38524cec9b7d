#include <gif_lib.h>

#include <array>
#include <ostream>
#include <vector>

#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "ui/export/animation_writer.h"
#include "ui/export/gif_palette.h"

namespace ringscope {

namespace {

constexpr int as_before = 255;  // the colour number that leaves a pixel as it is

int write_gif_bytes(GifFileType* gif, const GifByteType* bytes, int count) {
    auto& stream = *static_cast<std::ostream*>(gif->UserData);
    stream.write(reinterpret_cast<const char*>(bytes), count);
    return stream ? count : 0;
}

// The part of two pictures that differs; empty when they are equal.
QRect changed_part(const QImage& a, const QImage& b) {
    int top = a.height(), bottom = -1, left = a.width(), right = -1;
    for (int y = 0; y < a.height(); ++y) {
        const auto* p = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const auto* q = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x) {
            if (p[x] == q[x]) continue;
            top = std::min(top, y);
            bottom = y;
            left = std::min(left, x);
            right = std::max(right, x);
        }
    }
    return bottom < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

class GifWriter : public AnimationWriter {
  public:
    GifWriter(const std::filesystem::path& file, const QSize& size, bool loop)
        : file_name_(file), file_(file), size_(size), loop_(loop) {}

    ~GifWriter() override {
        int ignored = 0;
        if (gif_) EGifCloseFile(gif_, &ignored);
    }

    void sample(const QImage& image) override { palette_.add(image); }

    void add(const QImage& image, int milliseconds) override {
        const QImage picture = image.convertToFormat(QImage::Format_RGB32);
        if (!gif_) begin();
        QRect part = shown_.isNull() ? picture.rect() : changed_part(shown_, picture);
        if (part.isEmpty()) part = QRect(0, 0, 1, 1);  // an equal picture still takes its time
        put_control(milliseconds);
        if (EGifPutImageDesc(gif_, part.x(), part.y(), part.width(), part.height(), false,
                             nullptr) == GIF_ERROR)
            fail();
        std::vector<GifPixelType> line(static_cast<std::size_t>(part.width()));
        for (int y = part.top(); y <= part.bottom(); ++y) {
            const auto* pixels = reinterpret_cast<const QRgb*>(picture.constScanLine(y)) + part.x();
            const auto* before =
                shown_.isNull() ? nullptr
                                : reinterpret_cast<const QRgb*>(shown_.constScanLine(y)) + part.x();
            for (int x = 0; x < part.width(); ++x)
                line[static_cast<std::size_t>(x)] = before && before[x] == pixels[x]
                                                        ? GifPixelType{as_before}
                                                        : palette_.index_of(pixels[x]);
            if (EGifPutLine(gif_, line.data(), part.width()) == GIF_ERROR) fail();
        }
        shown_ = picture;
    }

    void finish() override {
        int error = 0;
        GifFileType* const gif = std::exchange(gif_, nullptr);
        if (EGifCloseFile(gif, &error) == GIF_ERROR) fail();
        file_.commit();
    }

  private:
    void begin() {
        palette_.build();
        int error = 0;
        gif_ = EGifOpen(&file_.stream(), write_gif_bytes, &error);
        if (!gif_) fail();
        EGifSetGifVersion(gif_, true);
        std::array<GifColorType, 256> colors{};
        for (std::size_t i = 0; i < palette_.colors().size(); ++i) {
            const QRgb color = palette_.colors()[i];
            colors[i] = {static_cast<GifByteType>(qRed(color)),
                         static_cast<GifByteType>(qGreen(color)),
                         static_cast<GifByteType>(qBlue(color))};
        }
        ColorMapObject* const map = GifMakeMapObject(256, colors.data());
        const int put = EGifPutScreenDesc(gif_, size_.width(), size_.height(), 8, 0, map);
        GifFreeMapObject(map);
        if (put == GIF_ERROR) fail();
        if (loop_) put_loop();
    }

    // The extension that browsers read: repeat for ever.
    void put_loop() {
        constexpr unsigned char for_ever[] = {1, 0, 0};
        if (EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) == GIF_ERROR ||
            EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") == GIF_ERROR ||
            EGifPutExtensionBlock(gif_, 3, for_ever) == GIF_ERROR ||
            EGifPutExtensionTrailer(gif_) == GIF_ERROR)
            fail();
    }

    void put_control(int milliseconds) {
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime =
            std::max(2, (milliseconds + 5) / 10);  // browsers slow down what is faster
        control.TransparentColor = shown_.isNull() ? NO_TRANSPARENT_COLOR : as_before;
        std::array<GifByteType, 4> bytes{};
        EGifGCBToExtension(&control, bytes.data());
        if (EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(bytes.size()),
                             bytes.data()) == GIF_ERROR)
            fail();
    }

    [[noreturn]] void fail() const {
        throw Error(ErrorCode::bad_input, file_name_.string(), "the animation cannot be written",
                    "Choose a folder that can be written and has room");
    }

    std::filesystem::path file_name_;
    AtomicFile file_;
    QSize size_;
    bool loop_;
    GifPalette palette_;
    GifFileType* gif_ = nullptr;
    QImage shown_;
};

}  // namespace

std::unique_ptr<AnimationWriter> make_gif_writer(const std::filesystem::path& file,
                                                 const QSize& size, bool loop) {
    if (size.width() > 0xffff || size.height() > 0xffff)
        throw Error(ErrorCode::bad_input, file.string(), "a GIF has at most 65,535 pixels a side",
                    "Choose a smaller size");
    return std::make_unique<GifWriter>(file, size, loop);
}

}  // namespace ringscope
