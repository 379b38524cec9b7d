#pragma once

#include <QImage>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ringscope {

// The colours of a GIF: 255, since one number stands for "as before". The most frequent colours are
// kept exactly, so that surfaces and rank colours do not shift; the others, which edges of shapes
// make, share what is left by median cut.
class GifPalette {
  public:
    void add(const QImage& image);                               // counts its colours
    void build();                                                // after the last add
    const std::vector<QRgb>& colors() const { return colors_; }  // 255

    // The nearest colour's number. Remembers what it was asked.
    std::uint8_t index_of(QRgb color);

  private:
    std::unordered_map<QRgb, std::int64_t> counts_;
    std::vector<QRgb> colors_;
    std::unordered_map<QRgb, std::uint8_t> known_;
};

}  // namespace ringscope
