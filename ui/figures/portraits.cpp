#include "ui/figures/portraits.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "ui/figures/common_digest.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/figures/plane.h"
#include "ui/theme/rank_patch.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct PortraitWords {
    Q_DECLARE_TR_FUNCTIONS(Portraits)
};

constexpr int plane_side = 48;              // pixels of a portrait
constexpr std::int64_t most_tested = 2000;  // samples of a confusion matrix

// Classes have tones of their own: a rank's colour never means a class.
QColor class_color(int number, const Theme& theme) {
    constexpr MemoryCategory tones[] = {MemoryCategory::parameters, MemoryCategory::activations,
                                        MemoryCategory::input, MemoryCategory::communication,
                                        MemoryCategory::optimizer_state};
    return theme.memory_color(tones[static_cast<std::size_t>(number) % std::size(tones)]);
}

const Samples& tested(const Dataset& data) { return data.test.count > 0 ? data.test : data.train; }

int class_of(const float* outputs, int count) {
    return static_cast<int>(std::max_element(outputs, outputs + count) - outputs);
}

// How sure: the largest share of the softmax, from 0 (all alike) to 1.
double certainty(const float* outputs, int count) {
    const float largest = *std::max_element(outputs, outputs + count);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += std::exp(static_cast<double>(outputs[i] - largest));
    const double share = 1 / sum, even = 1.0 / count;
    return count < 2 ? 1 : std::clamp((share - even) / (1 - even), 0.0, 1.0);
}

QColor portrait_mix(const QColor& a, const QColor& b, double share) {
    const auto mix = [share](float p, float q) { return static_cast<float>(p + (q - p) * share); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()),
                            mix(a.blueF(), b.blueF()));
}

}  // namespace

PortraitQuestions portrait_questions(const MlpShape& shape, const Dataset& data) {
    PortraitQuestions questions;
    if (shape.sizes.front() == 2) {
        questions.kind = PortraitQuestions::Kind::plane;
        questions.x = plane_grid(plane_extent(data.train), plane_side);
    } else if (shape.loss == LossKind::cross_entropy) {
        questions.kind = PortraitQuestions::Kind::confusion;
        const Samples& samples = tested(data);
        const auto count =
            static_cast<std::ptrdiff_t>(std::min(samples.count, most_tested) * shape.sizes.front());
        questions.x.assign(samples.x.begin(), samples.x.begin() + count);
    }
    return questions;
}

PortraitsFigure::PortraitsFigure(PortraitsData data) : data_(std::move(data)) {
    const auto same_bits = [](const std::vector<float>& a, const std::vector<float>& b) {
        return a.size() == b.size() &&
               std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    };
    std::vector<std::size_t> first_alike;  // [rank]: the first rank with these outputs
    for (std::size_t r = 0; r < data_.outputs.size(); ++r) {
        std::size_t first = 0;
        while (!same_bits(data_.outputs[first], data_.outputs[r])) ++first;
        first_alike.push_back(first);
    }
    const std::optional<std::size_t> common = common_digest(first_alike);
    for (const std::size_t first : first_alike) {
        same_.push_back(first == common);
        same_count_ =
            std::max(same_count_,
                     static_cast<int>(std::count(first_alike.begin(), first_alike.end(), first)));
    }
}

QString PortraitsFigure::verdict() const {
    const QString count = integer_text(std::ssize(data_.outputs));
    return same_count_ == 1 && data_.outputs.size() > 1
               ? PortraitWords::tr("all %1 differ").arg(count)
               : PortraitWords::tr("%1 of %2 the same").arg(integer_text(same_count_), count);
}

QString PortraitsFigure::title() const {
    return PortraitWords::tr("Each device's own model, updates: %1")
        .arg(integer_text(data_.updates));
}

QString PortraitsFigure::description() const {
    const QString what = data_.kind == PortraitQuestions::Kind::plane
                             ? PortraitWords::tr("Decisions over the plane")
                             : PortraitWords::tr("Confusion matrices");
    return PortraitWords::tr("%1 of %2 devices after %3 updates; to the last bit: %4")
        .arg(what, integer_text(std::ssize(data_.outputs)), integer_text(data_.updates), verdict());
}

QSizeF PortraitsFigure::natural_size() const {
    const auto count = static_cast<double>(data_.outputs.size());
    const double across = std::min(4.0, std::ceil(std::sqrt(count)));
    return {14 * across, 2.5 + 15.5 * std::ceil(count / across)};
}

QString PortraitsFigure::csv() const {
    QString text = QStringLiteral("rank,sample,output,value\n");
    const auto width = static_cast<std::size_t>(data_.shape.sizes.back());
    for (std::size_t r = 0; r < data_.outputs.size(); ++r)
        for (std::size_t i = 0; i < data_.outputs[r].size(); ++i)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(r)
                        .arg(i / width)
                        .arg(i % width)
                        .arg(csv_number(data_.outputs[r][i]));
    return text;
}

int PortraitsFigure::columns(const QSizeF& area) const {
    const int count = static_cast<int>(data_.outputs.size());
    int best = 1;
    double largest = 0;
    for (int across = 1; across <= count; ++across) {
        const double rows = std::ceil(count / static_cast<double>(across));
        const double side = std::min(area.width() / across, area.height() / rows);
        if (side > largest * 1.01) {
            largest = side;
            best = across;
        }
    }
    return best;
}

void PortraitsFigure::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const int across = columns(area.size());
    const int down = (static_cast<int>(data_.outputs.size()) + across - 1) / across;
    const double gap = 0.6 * theme.unit;
    const double width = (area.width() - gap * (across - 1)) / across;
    const double height = (area.height() - gap * (down - 1)) / down;
    for (std::size_t r = 0; r < data_.outputs.size(); ++r) {
        const int at = static_cast<int>(r), column = at % across, row = at / across;
        paint_one(painter,
                  QRectF(area.left() + column * (width + gap), area.top() + row * (height + gap),
                         width, height),
                  r, theme);
    }
    painter.restore();
}

void PortraitsFigure::paint_one(QPainter& painter, const QRectF& area, std::size_t rank,
                                const Theme& theme) const {
    const double u = std::min(theme.unit, area.height() / 6);
    const Theme inner = theme.with_unit(u);
    const QRectF head(area.left(), area.top(), area.width(), 1.5 * u);
    paint_rank_patch(painter,
                     QRectF(head.left() + 0.1 * u, head.center().y() - 0.35 * u, 0.7 * u, 0.7 * u),
                     static_cast<Rank>(rank), theme, 0.15 * u);
    const double used =
        paint_line(painter, head.adjusted(1.2 * u, 0, 0, 0), Qt::AlignLeft, inner.font(0.9, true),
                   theme.text, PortraitWords::tr("Device %1").arg(rank));
    if (same_.size() > 1)
        paint_line(painter, head.adjusted(1.8 * u + used, 0, 0, 0), Qt::AlignRight,
                   inner.font(0.85), same(rank) ? theme.good : theme.bad,
                   same(rank) ? PortraitWords::tr("same bits") : PortraitWords::tr("differs"));
    const QRectF body = area.adjusted(0, 1.7 * u, 0, 0);
    if (data_.kind == PortraitQuestions::Kind::plane)
        paint_plane(painter, body, rank, inner);
    else
        paint_confusion(painter, body, rank, inner);
}

void PortraitsFigure::paint_plane(QPainter& painter, const QRectF& area, std::size_t rank,
                                  const Theme& theme) const {
    const double u = theme.unit;
    const Samples& samples = data_.data->train;
    const PlaneMap map(plane_extent(samples), area, true);
    const int width = data_.shape.sizes.back();
    const bool classes = data_.shape.loss == LossKind::cross_entropy;
    float least = 0, most = 0;
    if (!classes)
        for (const auto& outputs : data_.outputs)  // one scale for all
            for (std::size_t i = 0; i < outputs.size(); i += static_cast<std::size_t>(width)) {
                least = std::min(least, outputs[i]);
                most = std::max(most, outputs[i]);
            }
    QImage image(plane_side, plane_side, QImage::Format_RGB32);
    for (int row = 0; row < plane_side; ++row)
        for (int column = 0; column < plane_side; ++column) {
            const float* at = data_.outputs[rank].data() +
                              static_cast<std::ptrdiff_t>(row * plane_side + column) * width;
            QColor color = theme.bad_soft;  // NaN
            if (std::none_of(at, at + width, [](float v) { return std::isnan(v); }))
                color =
                    classes
                        ? portrait_mix(theme.surface, class_color(class_of(at, width), theme),
                                       0.35 + 0.45 * certainty(at, width))
                        : portrait_mix(theme.surface, theme.accent,
                                       most > least
                                           ? static_cast<double>((at[0] - least) / (most - least))
                                           : 0.0);
            image.setPixelColor(column, row, color);
        }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(map.area, image);
    // Enough of the data to judge the picture by; fewer where it is small.
    const double room = map.area.width() * map.area.height() / (u * u);
    const auto shown = std::min(samples.count, static_cast<std::int64_t>(40 + room / 2));
    const double size =
        std::clamp(std::min(map.area.width(), map.area.height()) / 22, 0.22 * u, 0.5 * u);
    for (std::int64_t i = 0; i < shown; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const int label = samples.classes.empty() ? 0 : samples.classes[k];
        painter.setPen(QPen(theme.text, 0.04 * u));
        painter.setBrush(samples.classes.empty() ? theme.surface : class_color(label, theme));
        paint_mark(painter, map(samples.x[2 * k], samples.x[2 * k + 1]), size, label);
    }
    painter.setPen(QPen(theme.strong_border, 0.07 * u));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(map.area);
}

void PortraitsFigure::paint_confusion(QPainter& painter, const QRectF& area, std::size_t rank,
                                      const Theme& theme) const {
    const double u = theme.unit;
    const int width = data_.shape.sizes.back();
    const Samples& samples = tested(*data_.data);
    std::vector<int> counts(static_cast<std::size_t>(width * width));
    const std::size_t tests = data_.outputs[rank].size() / static_cast<std::size_t>(width);
    int right = 0;
    for (std::size_t i = 0; i < tests; ++i) {
        const float* const at = data_.outputs[rank].data() + i * static_cast<std::size_t>(width);
        if (std::any_of(at, at + width, [](float v) { return std::isnan(v); }))
            continue;  // takes it for nothing
        const int taken = class_of(at, width);
        const int is = samples.classes[i];
        right += taken == is ? 1 : 0;
        ++counts[static_cast<std::size_t>(is * width + taken)];
    }
    const int most = std::max(1, *std::max_element(counts.begin(), counts.end()));
    const double side = std::min(area.width(), area.height() - 1.4 * u);
    const QRectF square(area.center().x() - side / 2, area.top(), side, side);
    const double cell = side / width;
    for (int is = 0; is < width; ++is)
        for (int taken = 0; taken < width; ++taken) {
            const int count = counts[static_cast<std::size_t>(is * width + taken)];
            const double share = std::sqrt(count / static_cast<double>(most));
            const QRectF place(square.left() + taken * cell, square.top() + is * cell, cell, cell);
            const QColor fill =
                portrait_mix(theme.sunken, is == taken ? theme.good : theme.bad, share * 0.85);
            painter.fillRect(place.adjusted(0.03 * cell, 0.03 * cell, -0.03 * cell, -0.03 * cell),
                             fill);
            if (count > 0 && cell > 1.5 * u)
                paint_line(painter, place, Qt::AlignHCenter, theme.font(0.75), theme.on_color(fill),
                           integer_text(count));
        }
    paint_line(painter, QRectF(area.left(), square.bottom(), area.width(), 1.4 * u),
               Qt::AlignHCenter, theme.font(0.85), theme.muted,
               PortraitWords::tr("%1 of %2 right")
                   .arg(integer_text(right), integer_text(static_cast<std::int64_t>(tests))));
}

}  // namespace ringscope
