#include <webp/encode.h>
#include <webp/mux.h>

#include <string_view>

#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "ui/export/animation_writer.h"

namespace ringscope {

namespace {

// Lossless: flat colours and text stay sharp, and such pictures get smaller that way. The encoder
// keeps the encoded pictures, a few kilobytes each, until the end.
class WebpWriter : public AnimationWriter {
  public:
    WebpWriter(const std::filesystem::path& file, const QSize& size, bool loop)
        : file_name_(file), file_(file) {
        WebPAnimEncoderOptions options;
        if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigInit(&config_))
            fail("this version of libwebp does not fit");
        options.anim_params.loop_count = loop ? 0 : 1;
        options.kmin = 9;
        options.kmax = 17;
        config_.lossless = 1;
        config_.method = 2;
        config_.quality = 40;  // effort, not loss
        encoder_ = WebPAnimEncoderNew(size.width(), size.height(), &options);
        if (!encoder_) fail("the animation cannot be begun");
    }

    ~WebpWriter() override { WebPAnimEncoderDelete(encoder_); }

    void add(const QImage& image, int milliseconds) override {
        const QImage pixels = image.convertToFormat(QImage::Format_ARGB32);
        WebPPicture picture;
        if (!WebPPictureInit(&picture)) fail("this version of libwebp does not fit");
        picture.use_argb = 1;
        picture.width = pixels.width();
        picture.height = pixels.height();
        bool ok = WebPPictureImportBGRA(&picture, pixels.constBits(),
                                        static_cast<int>(pixels.bytesPerLine())) != 0;
        ok = ok && WebPAnimEncoderAdd(encoder_, &picture, time_, &config_) != 0;
        WebPPictureFree(&picture);
        if (!ok) fail(WebPAnimEncoderGetError(encoder_));
        time_ += milliseconds;
    }

    void finish() override {
        WebPData data;
        WebPDataInit(&data);
        const bool ok = WebPAnimEncoderAdd(encoder_, nullptr, time_, nullptr) &&
                        WebPAnimEncoderAssemble(encoder_, &data);
        if (ok)
            file_.stream().write(reinterpret_cast<const char*>(data.bytes),
                                 static_cast<std::streamsize>(data.size));
        WebPDataClear(&data);
        if (!ok) fail(WebPAnimEncoderGetError(encoder_));
        file_.commit();
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorCode::bad_input, file_name_.string(),
                    "the animation cannot be written: " + what,
                    "Choose a smaller size or another format");
    }

    std::filesystem::path file_name_;
    AtomicFile file_;
    WebPConfig config_{};
    WebPAnimEncoder* encoder_ = nullptr;
    int time_ = 0;
};

}  // namespace

std::unique_ptr<AnimationWriter> make_webp_writer(const std::filesystem::path& file,
                                                  const QSize& size, bool loop) {
    if (size.width() > WEBP_MAX_DIMENSION || size.height() > WEBP_MAX_DIMENSION)
        throw Error(ErrorCode::bad_input, file.string(),
                    "a WebP picture has at most 16,383 pixels a side", "Choose a smaller size");
    return std::make_unique<WebpWriter>(file, size, loop);
}

}  // namespace ringscope
