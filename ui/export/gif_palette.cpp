#include "ui/export/gif_palette.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ringscope {

namespace {

constexpr std::size_t palette_size = 255, exact_colors = 144;
constexpr std::size_t most_known = 1U << 17;

struct Counted {
    QRgb color;
    std::int64_t count;
};

int channel_of(QRgb color, int channel) {
    return channel == 0 ? qRed(color) : channel == 1 ? qGreen(color) : qBlue(color);
}

// A run of colours that will become one.
struct Box {
    std::size_t begin, end;
    int channel, spread;
};

Box box_of(const std::vector<Counted>& colors, std::size_t begin, std::size_t end) {
    Box box{begin, end, 0, -1};
    for (int channel = 0; channel < 3; ++channel) {
        int low = 255, high = 0;
        for (std::size_t i = begin; i < end; ++i) {
            low = std::min(low, channel_of(colors[i].color, channel));
            high = std::max(high, channel_of(colors[i].color, channel));
        }
        if (high - low > box.spread) {
            box.channel = channel;
            box.spread = high - low;
        }
    }
    return box;
}

QRgb mean_of(const std::vector<Counted>& colors, const Box& box) {
    std::array<std::int64_t, 3> sum{};
    std::int64_t count = 0;
    for (std::size_t i = box.begin; i < box.end; ++i) {
        for (int channel = 0; channel < 3; ++channel)
            sum[static_cast<std::size_t>(channel)] +=
                colors[i].count * channel_of(colors[i].color, channel);
        count += colors[i].count;
    }
    return qRgb(static_cast<int>(sum[0] / count), static_cast<int>(sum[1] / count),
                static_cast<int>(sum[2] / count));
}

std::vector<QRgb> median_cut(std::vector<Counted> colors, std::size_t wanted) {
    if (colors.empty() || wanted == 0) return {};
    std::vector<Box> boxes{box_of(colors, 0, colors.size())};
    while (boxes.size() < wanted) {
        const auto widest =
            std::max_element(boxes.begin(), boxes.end(),
                             [](const Box& a, const Box& b) { return a.spread < b.spread; });
        if (widest->spread <= 0) break;
        const Box box = *widest;
        const auto at = [&](std::size_t i) {
            return colors.begin() + static_cast<std::ptrdiff_t>(i);
        };
        std::sort(at(box.begin), at(box.end), [&](const Counted& a, const Counted& b) {
            const int x = channel_of(a.color, box.channel), y = channel_of(b.color, box.channel);
            return x != y ? x < y : a.color < b.color;
        });
        const std::size_t middle = (box.begin + box.end) / 2;
        *widest = box_of(colors, box.begin, middle);
        boxes.push_back(box_of(colors, middle, box.end));
    }
    std::vector<QRgb> result;
    for (const Box& box : boxes) result.push_back(mean_of(colors, box));
    return result;
}

}  // namespace

void GifPalette::add(const QImage& image) {
    const QImage rgb = image.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < rgb.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(rgb.constScanLine(y));
        for (int x = 0; x < rgb.width(); ++x) ++counts_[line[x] | 0xff000000U];
    }
}

void GifPalette::build() {
    std::vector<Counted> colors;
    for (const auto& [color, count] : counts_) colors.push_back({color, count});
    counts_.clear();
    // By colour where counts are equal: the same pictures give the same palette.
    std::sort(colors.begin(), colors.end(), [](const Counted& a, const Counted& b) {
        return a.count != b.count ? a.count > b.count : a.color < b.color;
    });
    const std::size_t exact = colors.size() <= palette_size ? colors.size() : exact_colors;
    colors_.clear();
    for (std::size_t i = 0; i < exact; ++i) colors_.push_back(colors[i].color);
    colors.erase(colors.begin(), colors.begin() + static_cast<std::ptrdiff_t>(exact));
    const std::vector<QRgb> rest = median_cut(std::move(colors), palette_size - exact);
    colors_.insert(colors_.end(), rest.begin(), rest.end());
    colors_.resize(palette_size, qRgb(0, 0, 0));
    known_.clear();
}

std::uint8_t GifPalette::index_of(QRgb color) {
    color |= 0xff000000U;
    if (const auto found = known_.find(color); found != known_.end()) return found->second;
    std::size_t best = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        const int red = qRed(color) - qRed(colors_[i]), green = qGreen(color) - qGreen(colors_[i]),
                  blue = qBlue(color) - qBlue(colors_[i]);
        const int distance = 3 * red * red + 6 * green * green + blue * blue;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    if (known_.size() >= most_known) known_.clear();
    return known_[color] = static_cast<std::uint8_t>(best);
}

}  // namespace ringscope
