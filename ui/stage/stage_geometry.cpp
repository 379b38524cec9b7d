#include "ui/stage/stage_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ringscope {

namespace {

// Sizes of a card's parts in units of its text.
struct CardStyle {
    double pad, cell_width, cell_height, gap, label, header, bottom, footer, least_width;
    QSizeF token;       // room that a token wants between two cards, beside or above each other
    double least_text;  // painter units: below this the style cannot be read
};

CardStyle style_of(Detail detail, int chunks) {
    switch (detail) {
        case Detail::full:
            return {1.25, 3.55, 3.85, 0.46, 1.4, 2.6, 0.75, 1.75, 16.5, {7.2, 3.8}, 9.5};
        case Detail::compact: return {0.75, 3.1, 2.2, 0.3, 0, 1.9, 0.65, 1.5, 9, {5.8, 2.8}, 7.5};
        case Detail::bars: break;
    }
    if (chunks <= 16) return {0.5, 0.5, 2.2, 0.14, 0, 1.6, 0.4, 0, 5.6, {1.2, 1.2}, 0};
    if (chunks <= 32) return {0.35, 0.5, 0.5, 0.08, 0, 1.35, 0.3, 0, 2.2, {0.8, 0.8}, 0};
    return {0.3, 0.21, 0.21, 0.05, 0, 1.2, 0.25, 0, 2.2, {0.7, 0.7}, 0};
}

struct CardShape {
    Detail detail;
    CardStyle style;
    int rows, columns;
    double width, height, footer;
};

CardShape shape_of(Detail detail, int chunks, int rows, bool footer) {
    const CardStyle style = style_of(detail, chunks);
    const int columns = std::max(1, (chunks + rows - 1) / rows);
    CardShape shape{detail, style, rows, columns, 0, 0, footer ? style.footer : 0};
    shape.width = std::max(style.least_width,
                           2 * style.pad + columns * style.cell_width + (columns - 1) * style.gap);
    shape.height = style.header + rows * (style.cell_height + style.label) +
                   (rows - 1) * style.gap + style.bottom + shape.footer;
    return shape;
}

// |x|^p + |y|^p = 1, clockwise from the top: 2 is a circle, large p a rounded square.
constexpr int samples = 240;
using Curve = std::array<QPointF, samples + 1>;

Curve superellipse(double p) {
    Curve curve;
    for (int i = 0; i <= samples; ++i) {
        const double angle = 2 * std::numbers::pi * i / samples;
        // Exactly 0 on the axes: the roots below would make much of a rounding error.
        const double s = i % (samples / 2) == 0 ? 0 : std::sin(angle);
        const double c = (i + samples / 4) % (samples / 2) == 0 ? 0 : std::cos(angle);
        curve[static_cast<std::size_t>(i)] = {std::copysign(std::pow(std::abs(s), 2 / p), s),
                                              -std::copysign(std::pow(std::abs(c), 2 / p), c)};
    }
    return curve;
}

// A polyline that knows how far along it each of its points is.
class Track {
  public:
    void add(const QPointF& point) {
        const QPointF d = line_.isEmpty() ? QPointF() : point - line_.back();
        at_.push_back((at_.empty() ? 0 : at_.back()) + std::hypot(d.x(), d.y()));
        line_ << point;
    }
    QPointF point(double fraction) const {
        const double wanted = std::clamp(fraction, 0.0, 1.0) * at_.back();
        const auto next = std::lower_bound(at_.begin(), at_.end(), wanted) - at_.begin();
        if (next == 0) return line_.front();
        const auto i = static_cast<std::size_t>(next);
        const double step = at_[i] - at_[i - 1];
        return line_[next - 1] +
               (line_[next] - line_[next - 1]) * (step > 0 ? (wanted - at_[i - 1]) / step : 0);
    }

  private:
    QPolygonF line_;
    std::vector<double> at_;
};

struct Ring {
    Track line;                   // closed, clockwise from the top
    std::vector<double> centers;  // [rank]: fraction of the line's length
    std::vector<QRectF> cards;
};

// Two ranks sit left and right, so that the way there and the way back can both be seen.
double start_fraction(int world_size) { return world_size == 2 ? 0.75 : 0.0; }

Ring place(const Curve& curve, int world_size, QSizeF card, const QRectF& area) {
    Ring ring;
    const double rx = (area.width() - card.width()) / 2;
    const double ry =
        std::min((area.height() - card.height()) / 2, world_size == 2 ? rx * 0.6 : 1e9);
    if (world_size == 1) {
        ring.cards = {QRectF(area.center() - QPointF(card.width(), card.height()) / 2, card)};
        return ring;
    }
    for (const QPointF& point : curve)
        ring.line.add(area.center() + QPointF(point.x() * rx, point.y() * ry));
    for (int r = 0; r < world_size; ++r) {
        const double fraction =
            std::fmod(start_fraction(world_size) + static_cast<double>(r) / world_size, 1.0);
        ring.centers.push_back(fraction);
        const QPointF center = ring.line.point(fraction);
        ring.cards.emplace_back(center - QPointF(card.width(), card.height()) / 2, card);
    }
    return ring;
}

// Two cards keep room for a token beside or above each other.
bool apart(const QRectF& a, const QRectF& b, const QSizeF& room) {
    const double beside = std::max(a.left() - b.right(), b.left() - a.right());
    const double above = std::max(a.top() - b.bottom(), b.top() - a.bottom());
    return beside >= room.width() || above >= room.height();
}

bool fits(const Ring& ring, const QRectF& area, const QSizeF& room) {
    const QRectF rim = area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6);  // cards touch it, up to rounding
    const std::size_t count = ring.cards.size();
    for (std::size_t a = 0; a < count; ++a) {
        if (!rim.contains(ring.cards[a])) return false;
        // Only neighbours pass tokens; any two others just must not touch.
        for (std::size_t b = a + 1; b < count; ++b) {
            const bool neighbours = b == a + 1 || (a == 0 && b + 1 == count);
            if (!apart(ring.cards[a], ring.cards[b], neighbours ? room : room * 0.1)) return false;
        }
    }
    return true;
}

// The largest text size at which the cards fit; 0 when there is none.
double largest_unit(const Curve& curve, int world_size, const CardShape& shape, const QRectF& area,
                    double most) {
    double low = 0,
           high = std::min({most, area.width() / shape.width, area.height() / shape.height});
    const auto works = [&](double unit) {
        const QSizeF card(shape.width * unit, shape.height * unit);
        return fits(place(curve, world_size, card, area), area, shape.style.token * unit);
    };
    if (works(high)) return high;
    for (int i = 0; i < 12; ++i) {
        const double middle = (low + high) / 2;
        (works(middle) ? low : high) = middle;
    }
    return low;
}

struct Choice {
    CardShape shape;
    const Curve* curve = nullptr;
    double unit = 0, score = 0;
};

Choice choose(int world_size, int chunks, const QRectF& area, double unit, bool footer) {
    // A circle, a rectangle, and a rectangle whose corners leave more room to many cards.
    static const std::array<Curve, 3> curves = {superellipse(2), superellipse(24),
                                                superellipse(4.5)};
    const std::size_t curve_count = world_size <= 5 ? 1 : world_size <= 8 ? 2 : curves.size();
    Choice best;
    for (const Detail detail : {Detail::full, Detail::compact, Detail::bars}) {
        const int most_rows = detail == Detail::bars      ? (chunks > 16 ? 8 : 1)
                              : detail == Detail::compact ? 4
                                                          : 3;
        const double most = (detail == Detail::bars ? 1.2 : 1.7) * unit;
        for (int rows = 1; rows <= std::min(std::max(1, chunks), most_rows); ++rows) {
            const CardShape shape = shape_of(detail, chunks, rows, footer);
            for (std::size_t i = 0; i < curve_count; ++i) {
                const double found = largest_unit(curves[i], world_size, shape, area, most);
                // A round ring is worth a little: it looks like one.
                // One row of cells is worth more: chunks read from left to right.
                const double bonus = (i == 0 ? 1.06 : 1.0) * (rows == 1 ? 1.15 : 1.0);
                if (found * bonus > best.score) best = {shape, &curves[i], found, found * bonus};
            }
        }
        if (best.unit >= style_of(detail, chunks).least_text && best.curve) return best;
        if (detail != Detail::bars) best = {};
    }
    if (!best.curve) best = {shape_of(Detail::bars, chunks, 1, footer), &curves[0], 0.1, 0};
    return best;
}

CardGeometry divide_card(const QRectF& card, const CardShape& shape, int chunks, double unit) {
    CardGeometry g;
    g.card = card;
    const CardStyle& s = shape.style;
    const double pad = s.pad * unit, gap = s.gap * unit;
    g.header = QRectF(card.left() + pad, card.top(), card.width() - 2 * pad, s.header * unit);
    const double width = (g.header.width() - (shape.columns - 1) * gap) / shape.columns;
    const double height = s.cell_height * unit;
    for (int c = 0; c < chunks; ++c) {
        const int row = c / shape.columns, column = c % shape.columns;
        g.cells.emplace_back(g.header.left() + column * (width + gap),
                             g.header.bottom() + row * (height + s.label * unit + gap), width,
                             height);
    }
    if (shape.footer > 0)
        g.footer = QRectF(g.header.left(), card.bottom() - (shape.footer + s.bottom * 0.5) * unit,
                          g.header.width(), shape.footer * unit);
    return g;
}

// The ring's line from one card to the next, less what lies under the cards.
QPolygonF edge_between(const Ring& ring, int from, int to, double gap) {
    const double begin = ring.centers[static_cast<std::size_t>(from)];
    double end = ring.centers[static_cast<std::size_t>(to)];
    if (end <= begin) end += 1;
    const auto hidden = [&](const QPointF& point) {
        const auto under = [&](int r) {
            return ring.cards[static_cast<std::size_t>(r)]
                .adjusted(-gap, -gap, gap, gap)
                .contains(point);
        };
        return under(from) || under(to);
    };
    QPolygonF line;
    constexpr int parts = 96;
    for (int i = 0; i <= parts; ++i) {
        const QPointF point = ring.line.point(std::fmod(begin + (end - begin) * i / parts, 1.0));
        if (!hidden(point)) line << point;
    }
    if (line.size() < 2) {
        const QPointF a = ring.cards[static_cast<std::size_t>(from)].center();
        const QPointF b = ring.cards[static_cast<std::size_t>(to)].center();
        line = QPolygonF{a + (b - a) * 0.49, a + (b - a) * 0.51};
    }
    return line;
}

}  // namespace

RingLayout ring_layout(int world_size, int chunks, const QRectF& area, double unit, bool footer) {
    RingLayout layout;
    if (area.width() < 1 || area.height() < 1) return layout;
    const Choice choice = choose(world_size, chunks, area, unit, footer);
    layout.detail = choice.shape.detail;
    layout.unit = choice.unit;
    const QSizeF size(choice.shape.width * choice.unit, choice.shape.height * choice.unit);
    const Ring ring = place(*choice.curve, world_size, size, area);
    for (const QRectF& card : ring.cards)
        layout.cards.push_back(divide_card(card, choice.shape, chunks, choice.unit));
    if (world_size > 1)
        for (int r = 0; r < world_size; ++r)
            layout.edges.push_back(edge_between(ring, r, (r + 1) % world_size, 0.15 * choice.unit));
    return layout;
}

void RingLayout::translate(const QPointF& by) {
    for (CardGeometry& card : cards) {
        for (QRectF* part : {&card.card, &card.header, &card.footer}) part->translate(by);
        for (QRectF& cell : card.cells) cell.translate(by);
    }
    for (QPolygonF& edge : edges) edge.translate(by);
}

QPointF point_on(const QPolygonF& line, double fraction) {
    if (line.isEmpty()) return {};
    Track track;
    for (const QPointF& point : line) track.add(point);
    return track.point(fraction);
}

QPolygonF path_between(const RingLayout& layout, Rank from, Rank to) {
    const int n = static_cast<int>(layout.cards.size());
    if (to == (from + 1) % n && !layout.edges.empty())
        return layout.edges[static_cast<std::size_t>(from)];
    const QRectF& a = layout.cards[static_cast<std::size_t>(from)].card;
    const QRectF& b = layout.cards[static_cast<std::size_t>(to)].card;
    QRectF all = a;
    for (const CardGeometry& card : layout.cards) all |= card.card;
    // Each keeps to its right, so that two cards that send to each other have two ways.
    const QPointF along = b.center() - a.center();
    const QPointF control = all.center() + QPointF(-along.y(), along.x()) * 0.12;
    QPolygonF line;
    for (int i = 0; i <= 48; ++i) {
        const double t = i / 48.0;
        const QPointF point =
            a.center() * (1 - t) * (1 - t) + control * 2 * t * (1 - t) + b.center() * t * t;
        if (!a.contains(point) && !b.contains(point)) line << point;
    }
    return line.size() < 2 ? QPolygonF{a.center(), b.center()} : line;
}

namespace {

// Moves a token that covers one of its two cards into the gap between them, where it fits there.
QRectF beside_cards(QRectF token, const QRectF& sender, const QRectF& receiver) {
    if (!token.intersects(sender) && !token.intersects(receiver)) return token;
    const double top = std::min(sender.bottom(), receiver.bottom());
    const double bottom = std::max(sender.top(), receiver.top());
    const double left = std::min(sender.right(), receiver.right());
    const double right = std::max(sender.left(), receiver.left());
    if (bottom - top >= token.height())
        token.moveTop(std::clamp(token.top(), top, bottom - token.height()));
    else if (right - left >= token.width())
        token.moveLeft(std::clamp(token.left(), left, right - token.width()));
    return token;
}

}  // namespace

QRectF token_rect(const RingLayout& layout, Rank from, Rank to, QSizeF size, double progress,
                  const QRectF& area) {
    const QPolygonF line = path_between(layout, from, to);
    const QRectF& sender = layout.cards[static_cast<std::size_t>(from)].card;
    const QRectF& receiver = layout.cards[static_cast<std::size_t>(to)].card;
    Track track;
    for (const QPointF& point : line) track.add(point);
    const auto around = [&](double fraction) {
        const QPointF center = track.point(fraction);
        return QRectF(center - QPointF(size.width(), size.height()) / 2, size);
    };
    double first = 0, last = 1;
    while (first < 1 && around(first).intersects(sender)) first += 1.0 / 64;
    // The arrow's head stays in sight where there is room for it.
    const double head = std::min(0.9 * layout.unit, size.height() / 2);
    const QRectF landing = receiver.adjusted(-head, -head, head, head);
    while (last > 0 && around(last).intersects(landing)) last -= 1.0 / 64;
    if (first > last)
        for (last = 1; last > 0 && around(last).intersects(receiver);) last -= 1.0 / 64;
    // No room between the cards: the token crosses their rims as little as it can.
    if (first > last) std::swap(first, last);
    const double short_of = 0.15 - (last - first) / 2;
    if (short_of > 0) {
        first = std::max(0.0, first - short_of);
        last = std::min(1.0, last + short_of);
    }
    QRectF token = around(first + (last - first) * std::clamp(progress, 0.0, 1.0));
    token = beside_cards(token, sender, receiver);
    token.moveLeft(
        std::clamp(token.left(), area.left(), std::max(area.left(), area.right() - size.width())));
    token.moveTop(
        std::clamp(token.top(), area.top(), std::max(area.top(), area.bottom() - size.height())));
    return token;
}

}  // namespace ringscope
