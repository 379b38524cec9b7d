#include <cmath>

#include "tests/support/catch.h"
#include "ui/stage/lens.h"
#include "ui/stage/stage_geometry.h"

using namespace ringscope;

namespace {

double distance(const QRectF& a, const QRectF& b) {
    const double dx = std::max({0.0, a.left() - b.right(), b.left() - a.right()});
    const double dy = std::max({0.0, a.top() - b.bottom(), b.top() - a.bottom()});
    return std::hypot(dx, dy);
}

}  // namespace

TEST_CASE("cards lie inside the area, apart from each other, with their cells inside") {
    for (const QSizeF size :
         {QSizeF(760, 480), QSizeF(1400, 800), QSizeF(420, 300), QSizeF(300, 500)})
        for (const bool footer : {false, true})
            for (int n = 1; n <= 64; n += n < 16 ? 1 : 3) {
                CAPTURE(n, size.width(), size.height(), footer);
                const QRectF area(QPointF(10, 20), size);
                const RingLayout layout = ring_layout(n, n, area, 13, footer);
                REQUIRE(layout.cards.size() == static_cast<std::size_t>(n));
                REQUIRE(layout.edges.size() == static_cast<std::size_t>(n > 1 ? n : 0));
                bool inside = true, apart = true, cells_inside = true, cells_apart = true;
                for (int a = 0; a < n; ++a) {
                    const CardGeometry& card = layout.cards[static_cast<std::size_t>(a)];
                    inside = inside && area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(card.card);
                    REQUIRE(card.cells.size() == static_cast<std::size_t>(n));
                    for (std::size_t c = 0; c < card.cells.size(); ++c) {
                        cells_inside = cells_inside && card.card.contains(card.cells[c]) &&
                                       card.cells[c].width() > 0.5;
                        if (c > 0)
                            cells_apart =
                                cells_apart && !card.cells[c].intersects(card.cells[c - 1]);
                    }
                    for (int b = a + 1; b < n; ++b)
                        apart = apart && !card.card.intersects(
                                             layout.cards[static_cast<std::size_t>(b)].card);
                }
                CHECK(inside);
                CHECK(apart);
                CHECK(cells_inside);
                CHECK(cells_apart);
            }
}

TEST_CASE("labels stay readable at the size of a small window's stage") {
    for (int n = 1; n <= 64; ++n) {
        CAPTURE(n);
        const RingLayout layout = ring_layout(n, n, QRectF(0, 0, 740, 460), 13, false);
        CHECK(layout.unit >= 6.9);  // labels are a tenth larger
        if (n <= 4) CHECK(layout.detail == Detail::full);
        if (n <= 12) CHECK(layout.detail != Detail::bars);
    }
}

TEST_CASE("ranks go clockwise, from the top") {
    for (int n = 3; n <= 64; ++n) {
        CAPTURE(n);
        const QRectF area(0, 0, 760, 480);
        const RingLayout layout = ring_layout(n, n, area, 13, false);
        CHECK(layout.cards[0].card.center().x() == Approx(380).margin(1));
        CHECK(layout.cards[0].card.center().y() < 200);
        for (int r = 0; r < n; ++r) {
            const QPointF a =
                layout.cards[static_cast<std::size_t>(r)].card.center() - area.center();
            const QPointF b =
                layout.cards[static_cast<std::size_t>((r + 1) % n)].card.center() - area.center();
            CHECK(a.x() * b.y() - a.y() * b.x() > 0);  // y points down: clockwise
        }
    }
}

TEST_CASE("a token starts at the sender, ends at the receiver and stays inside") {
    for (int n = 2; n <= 12; ++n) {
        const QRectF area(0, 0, 760, 480);
        const RingLayout layout = ring_layout(n, n, area, 13, false);
        const QSizeF size(5 * layout.unit, 1.7 * layout.unit);
        for (int r = 0; r < n; ++r) {
            const int to = (r + 1) % n;
            CAPTURE(n, r);
            const QRectF& sender = layout.cards[static_cast<std::size_t>(r)].card;
            const QRectF& receiver = layout.cards[static_cast<std::size_t>(to)].card;
            const QRectF first = token_rect(layout, r, to, size, 0, area);
            const QRectF last = token_rect(layout, r, to, size, 1, area);
            CHECK(distance(first, sender) < 1.5 * layout.unit);
            CHECK(distance(last, receiver) < 1.5 * layout.unit);
            if (n > 2) CHECK(first.center() != last.center());
            for (const double p : {0.0, 0.25, 0.5, 0.75, 1.0})
                CHECK(area.adjusted(-0.01, -0.01, 0.01, 0.01)
                          .contains(token_rect(layout, r, to, size, p, area)));
        }
    }
}

TEST_CASE("a lens keeps the point under the wheel and never looks beyond the rims") {
    const QRectF body(20, 30, 640, 400);
    const QPointF point(500, 120);
    Lens lens;
    CHECK(lens.whole(body) == body);
    const auto share_at = [&](const Lens& l) {
        const QRectF whole = l.whole(body);
        return QPointF((point.x() - whole.left()) / whole.width(),
                       (point.y() - whole.top()) / whole.height());
    };
    const QPointF before = share_at(lens);
    for (int i = 0; i < 20; ++i) {
        lens = lens.zoomed(1.3, point, body);
        CHECK(lens.whole(body).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(body));
        CHECK(share_at(lens).x() == Approx(before.x()));
        CHECK(share_at(lens).y() == Approx(before.y()));
    }
    CHECK(lens.zoom == Lens::most);
    const Lens moved = lens.moved({37, -21}, body);
    CHECK(moved.whole(body).left() == Approx(lens.whole(body).left() + 37));
    CHECK(moved.whole(body).top() == Approx(lens.whole(body).top() - 21));
    const Lens far = lens.moved({1e6, -1e6}, body);
    CHECK(far.whole(body).left() == Approx(body.left()));
    CHECK(far.whole(body).bottom() == Approx(body.bottom()));
    CHECK(lens.zoomed(1e-9, point, body) == Lens{});
}

TEST_CASE("rings are the same left and right of their middle") {
    for (int n = 3; n <= 64; ++n) {
        CAPTURE(n);
        const QRectF area(0, 0, 760, 480);
        const RingLayout layout = ring_layout(n, n, area, 13, false);
        for (int r = 1; r < n; ++r) {
            const QPointF a = layout.cards[static_cast<std::size_t>(r)].card.center();
            const QPointF b = layout.cards[static_cast<std::size_t>(n - r)].card.center();
            CHECK(a.x() - 380 == Approx(380 - b.x()).margin(1));
            CHECK(a.y() == Approx(b.y()).margin(1));
        }
    }
}

TEST_CASE("a path to a rank that is no neighbour leads from card to card") {
    const RingLayout layout = ring_layout(6, 6, QRectF(0, 0, 760, 480), 13, false);
    const QPolygonF path = path_between(layout, 0, 3);
    REQUIRE(path.size() > 2);
    const auto grown = [](const QRectF& card) { return card.adjusted(-12, -12, 12, 12); };
    CHECK(grown(layout.cards[0].card).contains(path.front()));
    CHECK(grown(layout.cards[3].card).contains(path.back()));
}
