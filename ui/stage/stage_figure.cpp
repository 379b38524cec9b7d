#include "ui/stage/stage_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/ring_figure.h"
#include "ui/stage/scene_cells.h"
#include "ui/stage/spacetime_figure.h"
#include "ui/stage/stage_csv.h"
#include "ui/stage/stage_legend.h"
#include "ui/stage/table_figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

// Without the legend: an export needs it more than a window that explains itself.
constexpr FigureParts on_screen{true, true, false};
constexpr double title_height = 2.5, body_gap = 0.6;  // in units

// How much of the caption an area has room for. It depends on the area alone, so that the picture
// stays where it is from frame to frame.
struct CaptionShape {
    int lines = 0;  // of the sentence; 0: no caption, the picture keeps the little room
    bool footnote = false;
    double height = 0;  // in units
};

CaptionShape caption_shape(const QRectF& area, const Theme& theme) {
    const double width = area.width() / theme.unit, height = area.height() / theme.unit;
    CaptionShape shape;
    if (height < 17 || width < 20) return shape;
    shape.lines = width >= 44 ? 2 : 3;
    shape.footnote = height >= 29;
    shape.height = 1.5 * shape.lines + 2.0 + (shape.footnote ? 1.5 : 0) + 0.9;
    return shape;
}

QRectF caption_box(const QRectF& area, const Theme& theme) {
    const double height = caption_shape(area, theme).height * theme.unit;
    return {area.left(), area.bottom() - height, area.width(), height};
}

void paint_caption(QPainter& painter, const QRectF& box, const CaptionShape& shape,
                   const Caption& caption, const Theme& theme) {
    const double u = theme.unit;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.sunken);
    painter.drawRoundedRect(box, u * 0.6, u * 0.6);
    const QRectF inner = box.adjusted(u * 1.4, u * 0.3, -u * 1.4, -u * 0.3);
    const QFont words = theme.font(1), numbers = theme.mono_font(1.2, true),
                notes = theme.font(0.92);
    const QStringList lines = wrapped(caption.sentence, words, inner.width(), shape.lines);
    const QString footnote =
        shape.footnote ? fitting_parts(notes, inner.width(), caption.footnote) : QString();
    const bool has_numbers = !caption.arithmetic.isEmpty() || !caption.remark.isEmpty();
    const double height = u * (1.5 * static_cast<double>(lines.size()) + (has_numbers ? 2.0 : 0) +
                               (footnote.isEmpty() ? 0 : 1.5));
    double y = inner.center().y() - height / 2;
    const auto row = [&](double units) {
        const QRectF area(inner.left(), y, inner.width(), units * u);
        y += units * u;
        return area;
    };
    for (const QString& line : lines)
        paint_line(painter, row(1.5), Qt::AlignLeft, words, theme.text, line);
    if (has_numbers) {
        QRectF area = row(2.0);
        const double used =
            paint_line(painter, area, Qt::AlignLeft, numbers, theme.text, caption.arithmetic);
        area.setLeft(area.left() + used + (used > 0 ? u * 1.4 : 0));
        const QFont font = theme.font(text_width(words, caption.remark) <= area.width() ? 1 : 0.88);
        paint_line(painter, area, Qt::AlignLeft, font, theme.muted,
                   fitting_parts(font, area.width(), caption.remark));
    }
    if (!footnote.isEmpty())
        paint_line(painter, row(1.5), Qt::AlignLeft, notes, theme.muted, footnote);
}

}  // namespace

QString StageFigure::title() const { return caption().title; }

QString StageFigure::description() const { return caption().text(); }

QRectF StageFigure::body_of(const QRectF& area, const Theme& theme,
                            const FigureParts& parts) const {
    QRectF body = area;
    if (parts.title) body.setTop(body.top() + title_height * theme.unit);
    if (parts.caption && caption_shape(area, theme).lines > 0)
        body.setBottom(caption_box(area, theme).top() - body_gap * theme.unit);
    if (parts.legend && scene_.info)
        body.setBottom(body.bottom() - stage_legend_height(*scene_.info, area.width(), theme) -
                       body_gap * theme.unit);
    // Room for outlines and shadows.
    const double rim = theme.unit * 0.3;
    return body.adjusted(rim, rim, -rim, -rim);
}

void StageFigure::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    paint_parts(painter, area, theme, on_screen);
}

void StageFigure::paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                              const FigureParts& parts) const {
    paint_around(painter, area, theme, parts);
    const QRectF body = body_of(area, theme, parts);
    paint_through_lens(painter, body, theme, &StageFigure::paint_body);
    paint_through_lens(painter, body, theme, &StageFigure::paint_moving);
}

void StageFigure::paint_still(QPainter& painter, const QRectF& area, const Theme& theme) const {
    paint_around(painter, area, theme, on_screen);
    paint_through_lens(painter, body_of(area, theme), theme, &StageFigure::paint_body);
}

void StageFigure::paint_moving_layer(QPainter& painter, const QRectF& area,
                                     const Theme& theme) const {
    paint_through_lens(painter, body_of(area, theme), theme, &StageFigure::paint_moving);
}

void StageFigure::paint_through_lens(QPainter& painter, const QRectF& body, const Theme& theme,
                                     Layer layer) const {
    const bool room = body.width() > 4 * theme.unit && body.height() > 2 * theme.unit;
    if (!scene_.info || !scene_.frame || !room) return;
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (lens_.zoom > 1) painter.setClipRect(body);
    (this->*layer)(painter, lens_.whole(body), near_theme(theme));
    painter.restore();
}

// Title, legend and caption.
void StageFigure::paint_around(QPainter& painter, const QRectF& area, const Theme& theme,
                               const FigureParts& parts) const {
    if (!scene_.info || !scene_.frame) return;
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const Caption words = caption();
    const QRectF head(area.left(), area.top(), area.width(), title_height * theme.unit);
    if (parts.title)
        paint_line(painter, head, Qt::AlignHCenter, theme.font(1.32, true), theme.text,
                   words.title);
    if (parts.legend) {
        const QRectF body = body_of(area, theme, parts);
        const QRectF below(area.left(), body.bottom() + body_gap * theme.unit, area.width(),
                           stage_legend_height(*scene_.info, area.width(), theme));
        paint_stage_legend(painter, below, *scene_.info, theme);
    }
    if (const CaptionShape shape = caption_shape(area, theme); parts.caption && shape.lines > 0)
        paint_caption(painter, caption_box(area, theme), shape, words, theme);
    painter.restore();
}

QString StageFigure::csv() const { return stage_csv(scene_); }

int StageFigure::chunk_count() const {
    if (!scene_.info || !scene_.frame || scene_.info->buckets.empty()) return 0;
    return static_cast<int>(bucket_of(scene_).schedule.chunks.size());
}

bool StageFigure::shows_cells() const {
    return scene_.info && scene_.frame && scene_cells(scene_).drawn;
}

std::optional<CellRef> StageFigure::cell_at(QPointF point, const QRectF& area,
                                            const Theme& theme) const {
    const int chunks = chunk_count();
    const QRectF body = body_of(area, theme);
    if (!shows_cells() || (lens_.zoom > 1 && !body.contains(point))) return std::nullopt;
    const std::vector<QRectF> cells = cell_rects(lens_.whole(body), near_theme(theme));
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i].contains(point))
            return CellRef{static_cast<int>(i) / chunks, static_cast<int>(i) % chunks};
    return std::nullopt;
}

QRectF StageFigure::cell_rect(CellRef cell, const QRectF& area, const Theme& theme) const {
    const int chunks = chunk_count();
    if (chunks == 0 || cell.chunk < 0 || cell.chunk >= chunks || cell.rank < 0) return {};
    const std::vector<QRectF> cells =
        cell_rects(lens_.whole(body_of(area, theme)), near_theme(theme));
    const auto index = static_cast<std::size_t>(cell.rank * chunks + cell.chunk);
    return index < cells.size() ? cells[index] : QRectF();
}

Theme StageFigure::near_theme(const Theme& theme) const {
    return lens_.zoom > 1 ? theme.with_unit(theme.unit * std::pow(lens_.zoom, text_growth()))
                          : theme;
}

std::vector<QRectF> StageFigure::overview(const QRectF& area, const Theme& theme) const {
    const QRectF whole = lens_.whole(body_of(area, theme));
    std::vector<QRectF> marks;
    if (!scene_.info || !scene_.frame || whole.isEmpty()) return marks;
    for (const QRectF& mark : landmarks(whole, near_theme(theme)))
        marks.emplace_back((mark.left() - whole.left()) / whole.width(),
                           (mark.top() - whole.top()) / whole.height(),
                           mark.width() / whole.width(), mark.height() / whole.height());
    return marks;
}

std::unique_ptr<StageFigure> make_stage_figure(StageView view, StageScene scene) {
    if (view == StageView::table) return std::make_unique<TableFigure>(std::move(scene));
    if (view == StageView::space_time) return std::make_unique<SpaceTimeFigure>(std::move(scene));
    return std::make_unique<RingFigure>(std::move(scene));
}

}  // namespace ringscope
