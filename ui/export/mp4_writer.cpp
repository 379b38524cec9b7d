#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cmath>
#include <string_view>

#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "ui/export/animation_writer.h"

namespace ringscope {

namespace {

constexpr int patience_ms = 60000;

QString ffmpeg_program() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

// Sends raw pictures to ffmpeg, which writes into a folder of its own; only a whole video is put in
// its place.
class Mp4Writer : public AnimationWriter {
  public:
    Mp4Writer(std::filesystem::path file, const QSize& size, double frames_per_second)
        : file_(std::move(file)), frames_per_second_(frames_per_second) {
        video_ = folder_.filePath(QStringLiteral("video.mp4"));
        process_.setProcessChannelMode(QProcess::MergedChannels);
        const QString arguments =
            QStringLiteral(
                "-loglevel error -y -f rawvideo -pix_fmt bgra -s %1x%2 -r %3 -i - -an -c:v libx264 "
                "-preset fast -crf 18 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white -pix_fmt "
                "yuv420p "
                "-threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags "
                "+faststart")
                .arg(size.width())
                .arg(size.height())
                .arg(QString::number(frames_per_second));
        process_.start(ffmpeg_program(), arguments.split(' ') << video_);
        if (!process_.waitForStarted(patience_ms)) fail();
    }

    ~Mp4Writer() override {
        if (process_.state() == QProcess::NotRunning) return;
        process_.kill();
        process_.waitForFinished(patience_ms);
    }

    // A video has one rate: a picture that stays is repeated.
    void add(const QImage& image, int milliseconds) override {
        const QImage pixels = image.convertToFormat(QImage::Format_ARGB32);
        time_ += milliseconds / 1000.0;
        for (const auto due = std::llround(time_ * frames_per_second_); frames_ < due; ++frames_) {
            for (int y = 0; y < pixels.height(); ++y)
                process_.write(reinterpret_cast<const char*>(pixels.constScanLine(y)),
                               4LL * pixels.width());
            while (process_.bytesToWrite() > 0)
                if (!process_.waitForBytesWritten(patience_ms)) fail();
        }
    }

    void finish() override {
        process_.closeWriteChannel();
        const bool ended = process_.waitForFinished(patience_ms);
        QFile video(video_);
        if (!ended || process_.exitCode() != 0 || !video.open(QIODevice::ReadOnly)) fail();
        const uchar* const bytes = video.map(0, video.size());
        if (!bytes) fail();
        write_file(file_, std::string_view(reinterpret_cast<const char*>(bytes),
                                           static_cast<std::size_t>(video.size())));
    }

  private:
    [[noreturn]] void fail() {
        throw Error(ErrorCode::bad_input, file_.string(), "ffmpeg could not make the video",
                    "Choose GIF or WebP, which need no other program",
                    process_.readAll().trimmed().toStdString());
    }

    std::filesystem::path file_;
    double frames_per_second_;
    QTemporaryDir folder_;
    QString video_;
    QProcess process_;
    double time_ = 0;
    long long frames_ = 0;
};

}  // namespace

bool can_write(AnimationFormat format) {
    return format != AnimationFormat::mp4 || !ffmpeg_program().isEmpty();
}

std::unique_ptr<AnimationWriter> make_mp4_writer(const std::filesystem::path& file,
                                                 const QSize& size, double frames_per_second) {
    if (ffmpeg_program().isEmpty())
        throw Error(ErrorCode::bad_input, file.string(),
                    "MP4 is made by the program ffmpeg, which is not installed",
                    "Install ffmpeg, or choose GIF or WebP");
    return std::make_unique<Mp4Writer>(file, size, frames_per_second);
}

std::unique_ptr<AnimationWriter> make_animation_writer(AnimationFormat format,
                                                       const std::filesystem::path& file,
                                                       const QSize& size,
                                                       const AnimationTiming& timing) {
    switch (format) {
        case AnimationFormat::gif: return make_gif_writer(file, size, timing.loop);
        case AnimationFormat::webp: return make_webp_writer(file, size, timing.loop);
        case AnimationFormat::mp4: return make_mp4_writer(file, size, timing.frames_per_second);
    }
    return nullptr;
}

}  // namespace ringscope
