#pragma once

#include <QImage>
#include <filesystem>
#include <memory>

#include "ui/export/animation.h"

namespace ringscope {

// Takes pictures of one size one after the other. finish() puts the whole file in its place;
// without it nothing is left. Throws Error bad_input.
class AnimationWriter {
  public:
    virtual ~AnimationWriter() = default;

    // GIF has 256 colours for all pictures: they are chosen from the samples, given before the
    // first.
    virtual void sample(const QImage&) {}
    virtual void add(const QImage& image, int milliseconds) = 0;
    virtual void finish() = 0;
};

std::unique_ptr<AnimationWriter> make_animation_writer(AnimationFormat format,
                                                       const std::filesystem::path& file,
                                                       const QSize& size,
                                                       const AnimationTiming& timing);

std::unique_ptr<AnimationWriter> make_gif_writer(const std::filesystem::path& file,
                                                 const QSize& size, bool loop);
std::unique_ptr<AnimationWriter> make_webp_writer(const std::filesystem::path& file,
                                                  const QSize& size, bool loop);
// Runs ffmpeg, which must be installed.
std::unique_ptr<AnimationWriter> make_mp4_writer(const std::filesystem::path& file,
                                                 const QSize& size, double frames_per_second);

}  // namespace ringscope
