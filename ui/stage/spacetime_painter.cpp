#include "ui/stage/spacetime_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/stage/card_painter.h"
#include "ui/stage/spacetime_steps.h"
#include "ui/theme/rank_patch.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct SpaceTimePainterWords {
    Q_DECLARE_TR_FUNCTIONS(SpaceTime)
};

QString phase_name(CollectivePhase phase) {
    switch (phase) {
        case CollectivePhase::reduce_scatter: return SpaceTimePainterWords::tr("Reduce-scatter");
        case CollectivePhase::all_gather: return SpaceTimePainterWords::tr("All-gather");
        case CollectivePhase::reduce: return SpaceTimePainterWords::tr("Reduce");
        case CollectivePhase::broadcast: return SpaceTimePainterWords::tr("Broadcast");
        default: return SpaceTimePainterWords::tr("Exchange");
    }
}

bool adds(const Transfer& transfer) { return transfer.op == TransferOp::add; }

float first_value(const VectorPtr& part) {
    if (part && !part->whole.empty()) return part->whole.front();
    return part && !part->summary.first.empty() ? part->summary.first.front() : 0;
}

// What stands on an arrow: "c2 += 3300", "c2 += ×5", or only "c2" for a step to come.
QString arrow_text(const Transfer& transfer, const TransferRecord* record) {
    QString text = QStringLiteral("c%1").arg(transfer.chunk);
    if (!record) return text;
    text += adds(transfer) ? QStringLiteral(" += ") : QStringLiteral(" = ");
    if (record->chunk.count == 1) return text + number_text(first_value(record->sent), 6);
    return text + QStringLiteral("×%1").arg(integer_text(record->chunk.count));
}

// Draws one scene at one place.
class SpaceTimePainter {
  public:
    SpaceTimePainter(QPainter& painter, const StageScene& scene, const SpaceTimeLayout& layout,
                     const Theme& theme)
        : painter_(painter),
          scene_(scene),
          steps_(scene),
          at_(layout),
          theme_(theme),
          inner_(theme.with_unit(layout.cell_unit)),
          landing_theme_(theme.with_unit(
              std::min(layout.landing(0, 0).height() / 2, layout.landing(0, 0).width() / 3))) {}

    void paint() {
        paint_phases();
        paint_lanes();
        for (int step = 0; step < steps_.count(); ++step) paint_step(step);
        if (!at_.strips) return;
        if (const auto start = steps_.start()) paint_strip(*start, false);
        if (const auto now = steps_.now()) paint_strip(*now, true);
    }

    // A dot on each arrow of the step at work.
    void paint_movers() {
        const int step = steps_.current();
        if (step < 0 || landed(scene_)) return;
        const std::vector<int> arrivals = arrivals_of(step);
        const double size = std::clamp(at_.cell_unit * 0.8, 3.0, 0.8 * theme_.unit);
        painter_.setPen(QPen(theme_.surface, size * 0.15));
        for (const Transfer& t : step_of(step).transfers) {
            painter_.setBrush(theme_.rank_color(t.from));
            const Way way = way_of(step, t, arrivals[static_cast<std::size_t>(t.to)] == 1);
            painter_.drawEllipse(way.at(scene_.progress), size / 2, size / 2);
        }
    }

  private:
    // Of an arrow: in one piece, or in two where a ring goes round from its last rank to its first.
    struct Way {
        QPointF out, in;     // where it begins and ends
        QPointF away, home;  // the two pieces: from out, and to in
        bool around = false;

        QPointF at(double progress) const {
            if (!around) return out + (in - out) * progress;
            return progress < 0.5 ? out + away * (2 * progress) : in - home * (2 - 2 * progress);
        }
    };

    Way way_of(int step, const Transfer& t, bool alone) const {
        Way way;
        way.around = steps_.bucket().schedule.algorithm == "ring" && at_.ranks > 2 &&
                     t.from - t.to == at_.ranks - 1;
        way.out = {at_.x(t.from), at_.y(step) + at_.row * 0.06};
        way.in = tip_of(step, t, alone, way.around || t.to > t.from);
        const double fall = way.in.y() - way.out.y();
        way.away = {0.47 * at_.lane, fall * 0.45};
        way.home = {way.in.x() - at_.area.left(), fall * 0.45};
        return way;
    }

    // [rank]: how many transfers of the step go there.
    std::vector<int> arrivals_of(int step) const {
        std::vector<int> arrivals(static_cast<std::size_t>(at_.ranks), 0);
        for (const Transfer& t : step_of(step).transfers)
            ++arrivals[static_cast<std::size_t>(t.to)];
        return arrivals;
    }

    const Step& step_of(int step) const {
        return steps_.bucket().schedule.steps[static_cast<std::size_t>(step)];
    }

    // Left of the lanes: a band a phase with its name upright, and the number of every step.
    void paint_phases() {
        const double u = theme_.unit, band = std::min(1.5 * u, at_.margin * 0.3);
        for (int begin = 0; begin < steps_.count();) {
            int end = begin + 1;
            while (end < steps_.count() && step_of(end).phase == step_of(begin).phase) ++end;
            const QColor color = theme_.phase_color(frame_phase(step_of(begin).phase));
            const QRectF area(at_.area.left() - at_.margin, at_.y(begin) + 0.1 * u, band,
                              at_.y(end) - at_.y(begin) - 0.2 * u);
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(color);
            painter_.drawRoundedRect(area, 0.3 * u, 0.3 * u);
            painter_.save();
            painter_.translate(area.center());
            painter_.rotate(-90);
            const QRectF turned(-area.height() / 2, -area.width() / 2, area.height(), area.width());
            paint_line(painter_, turned.adjusted(0.2 * u, 0, -0.2 * u, 0), Qt::AlignHCenter,
                       theme_.font(std::min(0.92, band / u * 0.62), true), theme_.on_color(color),
                       phase_name(step_of(begin).phase));
            painter_.restore();
            begin = end;
        }
        const int every =
            at_.row >= u ? 1 : static_cast<int>(std::ceil(u / std::max(1e-3, at_.row)));
        for (int step = 0; step < steps_.count(); step += every)
            paint_line(painter_,
                       QRectF(at_.area.left() - at_.margin + band, at_.y(step),
                              at_.margin - band - 0.4 * u, std::max(at_.row, u)),
                       Qt::AlignRight, theme_.font(0.84), theme_.muted,
                       at_.margin > 4 * u && steps_.count() < 100
                           ? SpaceTimePainterWords::tr("step %1").arg(step + 1)
                           : QString::number(step + 1));
    }

    void paint_lanes() {
        const double u = theme_.unit;
        for (Rank r = 0; r < at_.ranks; ++r) {
            painter_.setPen(QPen(theme_.border, std::max(0.6, std::min(0.14 * u, at_.lane * 0.1))));
            painter_.drawLine(
                QPointF(at_.x(r), at_.y(0) - (at_.strips ? 0.6 * u : 0)),
                QPointF(at_.x(r), at_.y(at_.steps) + (at_.strips ? 0.6 * u : 0.3 * u)));
            paint_name(r);
        }
    }

    // "Device 2" beside its patch, or 2, or where lanes are narrow a number above every fourth
    // patch.
    void paint_name(Rank rank) {
        const double u = theme_.unit;
        const QFont font = theme_.font(at_.head < 1.5 * u ? 0.7 : 0.92, true);
        const double patch = std::min(0.7 * u, at_.lane * 0.4), gap = 0.35 * u;
        const QRectF head = at_.head_of(rank);
        const QString last = QString::number(at_.ranks - 1);
        if (patch + gap + text_width(font, last) > at_.lane) {
            paint_rank_patch(painter_,
                             QRectF(at_.x(rank) - patch / 2, head.bottom() - patch, patch, patch),
                             rank, theme_, patch * 0.25);
            if (rank % 4 == 0)
                paint_line(
                    painter_,
                    QRectF(at_.x(rank) - 2 * u, head.top() - 0.2 * u, 4 * u, head.height() - patch),
                    Qt::AlignHCenter, font, theme_.text, QString::number(rank));
            return;
        }
        const bool whole = patch + gap + text_width(font, device_name(at_.ranks - 1)) <= at_.lane;
        const QString text = whole ? device_name(rank) : QString::number(rank);
        const double width = text_width(font, text), left = at_.x(rank) - (patch + gap + width) / 2;
        paint_rank_patch(painter_, QRectF(left, head.center().y() - patch / 2, patch, patch), rank,
                         theme_, patch * 0.25);
        paint_line(painter_, QRectF(left + patch + gap, head.top(), width + 1, head.height()),
                   Qt::AlignLeft, font, theme_.text, text);
    }

    void paint_step(int step) {
        const FramePtr frame = steps_.taken(step);
        const bool whole_picture = steps_.complete();
        if (step == steps_.current() && !whole_picture) {
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(theme_.accent_soft);
            painter_.drawRoundedRect(
                QRectF(at_.area.left(), at_.y(step), at_.area.width(), at_.row), 0.3 * theme_.unit,
                0.3 * theme_.unit);
        }
        const bool lands = frame && (step != steps_.current() || landed(scene_));
        const std::vector<Transfer>& transfers = step_of(step).transfers;
        crowded_ = transfers.size() > static_cast<std::size_t>(at_.ranks);
        const std::vector<int> arrivals = arrivals_of(step);
        const int told = told_transfer(scene_);
        for (std::size_t i = 0; i < transfers.size(); ++i) {
            const TransferRecord* record =
                frame && i < frame->transfers.size() ? &frame->transfers[i] : nullptr;
            const bool is_told =
                step == steps_.current() && !whole_picture && told == static_cast<int>(i);
            paint_transfer(step, transfers[i], record, is_told,
                           arrivals[static_cast<std::size_t>(transfers[i].to)] == 1);
        }
        if (lands && at_.words) paint_landings(step, *frame, arrivals);
    }

    void paint_transfer(int step, const Transfer& t, const TransferRecord* record, bool told,
                        bool alone) {
        const Way way = way_of(step, t, alone);
        const bool to_come = !record;
        QColor color = theme_.rank_color(t.from);
        if (to_come) color = theme_.faint;
        const double thick =
            std::clamp(at_.lane * 0.02, 0.7, 0.17 * theme_.unit) * (told ? 1.7 : 1);
        QPen pen(color, thick, to_come ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap);
        if (to_come || (record && record->report.route == Route::via_host))
            pen.setDashPattern({3.0, 2.5});
        if (way.around) {
            paint_arrow_line(way.out, way.out + way.away, pen, false);
            paint_arrow_line(way.in - way.home, way.in, pen, true);
            paint_text(way.out + way.away * 0.55, t, record, told);
        } else {
            paint_arrow_line(way.out, way.in, pen, true);
            // Nearer to the sender: two ranks that swap chunks have their numbers side by side.
            paint_text(way.at(swaps(step, t) ? 0.27 : 0.47), t, record, told);
        }
    }

    // At the side of what arrives where that is drawn, else on the receiver's lane.
    QPointF tip_of(int step, const Transfer& t, bool alone, bool from_left) const {
        const QRectF landing = at_.landing(t.to, step);
        if (!at_.words || !alone) return {at_.x(t.to), at_.y(step + 1) - at_.row * 0.08};
        return {from_left ? landing.left() : landing.right(), landing.center().y()};
    }

    void paint_arrow_line(const QPointF& from, const QPointF& to, const QPen& pen, bool head) {
        const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
        if (length <= 0) return;
        const QPointF along = (to - from) / length, across(-along.y(), along.x());
        const double size = std::min(
            {std::max(4 * pen.widthF(), 0.5 * at_.cell_unit), length * 0.4, 0.8 * theme_.unit});
        painter_.setPen(pen);
        painter_.drawLine(from, head ? to - along * size * 0.8 : to);
        if (!head) return;
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(pen.color());
        painter_.drawPolygon(QPolygonF{to, to - along * size + across * size * 0.42,
                                       to - along * size - across * size * 0.42});
    }

    bool swaps(int step, const Transfer& t) const {
        const std::vector<Transfer>& all = step_of(step).transfers;
        return std::any_of(all.begin(), all.end(), [&](const Transfer& other) {
            return other.from == t.to && other.to == t.from;
        });
    }

    // Numbers only where arrows do not cross: where every transfer of the step goes to a neighbour.
    void paint_text(const QPointF& centre, const Transfer& t, const TransferRecord* record,
                    bool told) {
        const bool near = std::abs(t.to - t.from) == 1 || std::abs(t.to - t.from) == at_.ranks - 1;
        if (!at_.words || (!near && at_.ranks > 4) || crowded_) return;
        const QFont font = inner_.mono_font(0.82, told);
        const QString text = arrow_text(t, record);
        const double u = inner_.unit,
                     width = std::min(text_width(font, text) + 0.5 * u, 0.62 * at_.lane);
        const QRectF area(centre.x() - width / 2, centre.y() - 0.62 * u, width, 1.24 * u);
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(record && steps_.current() >= 0 && !steps_.complete() &&
                                  record_is_current(*record)
                              ? theme_.accent_soft
                              : theme_.surface);
        painter_.drawRoundedRect(area, 0.3 * u, 0.3 * u);
        paint_line(painter_, area, Qt::AlignHCenter, font, record ? theme_.text : theme_.muted,
                   text);
    }

    bool record_is_current(const TransferRecord& record) const {
        const auto& transfers = scene_.frame->transfers;
        return !transfers.empty() && &record >= &transfers.front() && &record <= &transfers.back();
    }

    // The chunk that arrived, as its receiver holds it after the step.
    void paint_landings(int step, const Frame& frame, const std::vector<int>& arrivals) {
        const SceneCells cells = steps_.after(step);
        if (!cells.has_values) return;
        for (const TransferRecord& record : frame.transfers) {
            const Transfer& t = record.report.transfer;
            if (arrivals[static_cast<std::size_t>(t.to)] != 1) continue;
            CellView cell = cells.at(t.to, t.chunk);
            cell.mark = CellMark::none;
            paint_cell(painter_, at_.landing(t.to, step), cell,
                       {Detail::compact, at_.ranks, t.to, false, false, cells.largest},
                       landing_theme_);
        }
    }

    void paint_strip(const SceneCells& cells, bool end) {
        const double size = at_.strip - 0.7 * theme_.unit;
        const double unit = at_.detail == Detail::bars
                                ? theme_.unit
                                : std::min(size / 1.9, at_.start_cell(0, 0).width() / 2.9);
        const Theme inner = theme_.with_unit(unit);
        for (Rank r = 0; r < cells.world_size; ++r)
            for (int c = 0; c < cells.chunks; ++c) {
                CellView cell = cells.at(r, c);
                if (!end) cell.mark = CellMark::none;
                if (steps_.complete()) cell.mark = CellMark::none;
                CellStyle style{
                    at_.detail,   at_.ranks, r, false, end && scene_.selected == CellRef{r, c},
                    cells.largest};
                paint_cell(painter_, end ? at_.end_cell(r, c) : at_.start_cell(r, c), cell, style,
                           inner);
            }
        const QRectF row = end ? at_.end_cell(0, 0) : at_.start_cell(0, 0);
        paint_line(painter_,
                   QRectF(at_.area.left() - at_.margin, row.top(), at_.margin - 0.4 * theme_.unit,
                          row.height()),
                   Qt::AlignRight, theme_.font(0.84), theme_.muted,
                   !end                ? SpaceTimePainterWords::tr("start")
                   : steps_.complete() ? SpaceTimePainterWords::tr("end")
                                       : SpaceTimePainterWords::tr("now"));
    }

    QPainter& painter_;
    const StageScene& scene_;
    SpaceTimeSteps steps_;
    const SpaceTimeLayout& at_;
    const Theme& theme_;
    bool crowded_ = false;  // the step at work has more transfers than ranks
    const Theme inner_, landing_theme_;
};

}  // namespace

void paint_space_time(QPainter& painter, const StageScene& scene, const SpaceTimeLayout& layout,
                      const Theme& theme) {
    SpaceTimePainter(painter, scene, layout, theme).paint();
}

void paint_movers(QPainter& painter, const StageScene& scene, const SpaceTimeLayout& layout,
                  const Theme& theme) {
    SpaceTimePainter(painter, scene, layout, theme).paint_movers();
}

}  // namespace ringscope
