#include "ui/figures/iteration_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/figures/plot_axis.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct IterationWords {
    Q_DECLARE_TR_FUNCTIONS(IterationFigure)
};

constexpr std::array all_kinds = {WorkKind::shard,      WorkKind::forward, WorkKind::backward,
                                  WorkKind::weight,     WorkKind::divide,  WorkKind::update,
                                  WorkKind::all_reduce, WorkKind::equality};

QString kind_title(WorkKind kind) {
    switch (kind) {
        case WorkKind::shard: return IterationWords::tr("batch arrives");
        case WorkKind::forward: return IterationWords::tr("forward");
        case WorkKind::backward: return IterationWords::tr("backward");
        case WorkKind::weight: return IterationWords::tr("weight");
        case WorkKind::all_reduce: return IterationWords::tr("all-reduce");
        case WorkKind::divide: return IterationWords::tr("divide");
        case WorkKind::update: return IterationWords::tr("update");
        case WorkKind::equality: return IterationWords::tr("digests, losses");
    }
    return {};
}

QColor kind_color(WorkKind kind, const Theme& theme) {
    switch (kind) {
        case WorkKind::shard: return theme.phase_color(FramePhase::shard);
        case WorkKind::forward: return theme.phase_color(FramePhase::forward);
        case WorkKind::backward: return theme.phase_color(FramePhase::backward);
        case WorkKind::weight: return theme.phase_color(FramePhase::weight);
        case WorkKind::all_reduce: return theme.phase_color(FramePhase::reduce_scatter);
        case WorkKind::divide: return theme.phase_color(FramePhase::divide);
        case WorkKind::update: return theme.phase_color(FramePhase::update);
        case WorkKind::equality: return theme.phase_color(FramePhase::equality);
    }
    return theme.border;
}

// Stronger than that of an all-reduce; its text still reads on both.
QColor overlap_color(const Theme& theme) {
    const QColor plain = kind_color(WorkKind::all_reduce, theme);
    const auto between = [](int a, int b) { return (11 * a + 9 * b) / 20; };
    return {between(plain.red(), theme.warning.red()),
            between(plain.green(), theme.warning.green()),
            between(plain.blue(), theme.warning.blue())};
}

// From the fullest to the shortest.
QStringList labels_of(const Work& work) {
    if (work.kind == WorkKind::all_reduce)
        return {IterationWords::tr("bucket %1").arg(work.bucket), QString::number(work.bucket)};
    if (work.kind == WorkKind::backward && work.last_layer >= 0) {
        const int top = work.last_layer, bottom = work.first_layer + 1;
        if (top == bottom) return {IterationWords::tr("layer %1").arg(top), QString::number(top)};
        return {IterationWords::tr("layers %1 to %2").arg(top).arg(bottom),
                QStringLiteral("%1–%2").arg(top).arg(bottom)};
    }
    return {kind_title(work.kind)};
}

// The intervals in which the rank computed while its gradient was reduced.
std::vector<std::pair<double, double>> both_at_once(const std::vector<WorkSpan>& spans, Rank rank) {
    std::vector<std::pair<double, double>> both;
    for (const WorkSpan& reduce : spans)
        for (const WorkSpan& compute : spans) {
            if (reduce.work.kind != WorkKind::all_reduce || !computes(compute.work.kind) ||
                (reduce.ranks & compute.ranks & std::uint64_t{1} << rank) == 0)
                continue;
            const double begin = std::max(reduce.begin, compute.begin);
            const double end = std::min(reduce.end, compute.end);
            if (begin < end) both.emplace_back(begin, end);
        }
    return both;
}

}  // namespace

IterationData iteration_data(const Recording& recording, std::int64_t iteration) {
    const FramePtr summary = recording.summary(iteration);
    const bool free = summary && summary->phase == FramePhase::iteration;
    return {timeline_of(free ? std::vector<FramePtr>{summary} : recording.frames(iteration)),
            recording.info().buckets.size()};
}

QString IterationFigure::title() const {
    return IterationWords::tr("Iteration timeline: iteration %1")
        .arg(integer_text(data_.timeline.iteration));
}

std::optional<double> IterationFigure::overlap() const {
    const OverlapTime time = overlap_of(data_.timeline.spans, data_.timeline.world_size);
    if (data_.timeline.watched || time.communication <= 0) return std::nullopt;
    return time.share();
}

QString IterationFigure::description() const {
    if (empty()) return IterationWords::tr("No times of commands were measured in this iteration.");
    const OverlapTime time = overlap_of(data_.timeline.spans, data_.timeline.world_size);
    const QString each = seconds_text(time.communication / data_.timeline.world_size);
    if (data_.timeline.watched) {
        const QString words = IterationWords::tr(
            "Measured on the devices, step by step: each step is waited for, so "
            "that nothing can overlap.");
        return time.communication > 0
                   ? words + QChar(' ') + IterationWords::tr("All-reduces: %1 a device.").arg(each)
                   : words;
    }
    if (time.communication <= 0)
        return IterationWords::tr("Measured on the devices. No gradient was reduced.");
    const QString measured =
        IterationWords::tr(
            "Measured on the devices. All-reduces: %1 a device, %2 % of it while "
            "the device also computed.")
            .arg(each, number_text(std::round(100 * time.share())));
    return data_.buckets > 1
               ? measured
               : measured + QChar(' ') +
                     IterationWords::tr("With a single bucket there is nothing to overlap with.");
}

QSizeF IterationFigure::natural_size() const {
    return {46, std::clamp(10 + 3.2 * data_.timeline.world_size, 16.0, 40.0)};
}

QString IterationFigure::csv() const {
    QString text = QStringLiteral("rank,kind,first_layer,last_layer,bucket,step,begin_ms,end_ms\n");
    const auto number = [](int n) { return n < 0 ? QString() : QString::number(n); };
    for (Rank r = 0; r < data_.timeline.world_size; ++r)
        for (const WorkSpan& span : data_.timeline.spans) {
            if ((span.ranks >> r & 1) == 0) continue;
            const bool layers = span.work.last_layer >= 0;
            text += QStringList{QString::number(r),
                                QString::fromLatin1(name(span.work.kind)),
                                number(layers ? span.work.first_layer + 1 : -1),
                                number(span.work.last_layer),
                                number(span.work.bucket),
                                number(span.work.step),
                                csv_number(span.begin * 1e3),
                                csv_number(span.end * 1e3)}
                        .join(QLatin1Char(',')) +
                    QLatin1Char('\n');
        }
    return text;
}

std::vector<LegendEntry> IterationFigure::legend(const Theme& theme) const {
    std::vector<LegendEntry> entries;
    const auto& spans = data_.timeline.spans;
    for (const WorkKind kind : all_kinds)
        if (std::any_of(spans.begin(), spans.end(),
                        [&](const WorkSpan& span) { return span.work.kind == kind; }))
            entries.push_back({kind_title(kind), kind_color(kind, theme)});
    if (overlap_of(spans, data_.timeline.world_size).both > 0)
        entries.push_back({IterationWords::tr("all-reduce while computing"), overlap_color(theme)});
    return entries;
}

void IterationFigure::paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                                  const FigureParts& parts) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double u = theme.unit;
    QRectF body = area;
    if (parts.title) {
        paint_line(painter, QRectF(area.left(), area.top(), area.width(), 1.8 * u), Qt::AlignLeft,
                   theme.font(1.05, true), theme.text, title());
        body.setTop(area.top() + 2.2 * u);
    }
    if (empty()) {
        paint_empty_text(painter, body, description(), theme);
        painter.restore();
        return;
    }
    if (parts.caption && area.height() > 10 * u) {
        const QFont font = theme.font(0.88);
        const QStringList lines = wrapped(description(), font, area.width(), 3);
        body.setBottom(area.bottom() - 1.4 * u * static_cast<double>(lines.size()));
        QRectF line(area.left(), body.bottom(), area.width(), 1.4 * u);
        for (const QString& text : lines) {
            paint_line(painter, line, Qt::AlignLeft, font, theme.muted, text);
            line.translate(0, 1.4 * u);
        }
    }
    const std::vector<LegendEntry> entries = legend(theme);
    const double low = legend_height(entries, area.width(), theme);
    if (parts.legend && body.height() > low + 8 * u) {
        body.setBottom(body.bottom() - low - 0.4 * u);
        paint_legend(painter, QRectF(area.left(), body.bottom() + 0.2 * u, area.width(), low),
                     entries, theme);
    }
    paint_lanes(painter, body, theme);
    painter.restore();
}

void IterationFigure::paint_lanes(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const double u = theme.unit;
    const auto& [iteration, ranks, seconds, watched, spans] = data_.timeline;
    const double height = std::min(4.2 * u, (area.height() - 2.2 * u) / std::max(1, ranks));
    const QFont names = theme.font(std::clamp(0.42 * height / u, 0.75, 0.9));
    const double label = std::max(text_width(names, IterationWords::tr("Device %1").arg(88)),
                                  text_width(names, kind_title(WorkKind::all_reduce))) +
                         0.8 * u;
    const QString unit = IterationWords::tr("ms");
    const QRectF plot(area.left() + label, area.top(),
                      area.width() - label - text_width(theme.font(0.84), unit) - u,
                      height * ranks);
    double last = seconds;
    for (const WorkSpan& span : spans) last = std::max(last, span.end);
    const PlotScale scale{0, std::max(1e3 * last, 1e-6), false};
    const auto x = [&](double time) { return plot.left() + scale.at(1e3 * time) * plot.width(); };

    // Lanes lower than a line of text share one: every second, fourth, ... has its name.
    const int every =
        static_cast<int>(std::exp2(std::ceil(std::log2(std::max(1.0, 1.2 * u / height)))));
    for (Rank r = 0; r < ranks; ++r) {
        const QRectF lane(plot.left(), plot.top() + height * r, plot.width(), 0.9 * height);
        const QRectF compute(lane.left(), lane.top(), lane.width(), 0.55 * lane.height());
        const QRectF reduce(lane.left(), compute.bottom(), lane.width(),
                            lane.bottom() - compute.bottom());
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.sunken);
        painter.drawRoundedRect(lane, 0.2 * u, 0.2 * u);
        // What is too short to be seen is a hair, so that it is not missing.
        const auto bar_in = [&](const QRectF& row, double begin, double end) {
            const double inset = 0.08 * row.height();
            return QRectF(x(begin), row.top() + inset, std::max(x(end) - x(begin), 0.08 * u),
                          row.height() - 2 * inset);
        };
        const auto paint_bar = [&](const QRectF& bar, const QColor& fill) {
            const double radius = std::min(0.2 * u, bar.width() / 4);
            painter.setPen(QPen(theme.surface, std::min(0.06 * u, bar.width() / 4)));
            painter.setBrush(fill);
            painter.drawRoundedRect(bar, radius, radius);
        };
        const auto row_of = [&](const WorkSpan& span) -> const QRectF& {
            return span.work.kind == WorkKind::all_reduce ? reduce : compute;
        };
        for (const WorkSpan& span : spans)
            if (span.ranks >> r & 1)
                paint_bar(bar_in(row_of(span), span.begin, span.end),
                          kind_color(span.work.kind, theme));
        for (const auto& [begin, end] : both_at_once(spans, r))
            paint_bar(bar_in(reduce, begin, end), overlap_color(theme));
        for (const WorkSpan& span : spans) {
            const QRectF bar = bar_in(row_of(span), span.begin, span.end);
            if ((span.ranks >> r & 1) == 0 || bar.height() < 0.9 * u) continue;
            const QFont font = theme.font(std::clamp(0.7 * bar.height() / u, 0.7, 0.84));
            const QString text = fitting(font, bar.width() - 0.3 * u, labels_of(span.work));
            if (!text.isEmpty())
                paint_line(painter, bar, Qt::AlignCenter, font,
                           theme.on_color(kind_color(span.work.kind, theme)), text);
        }
        if (r % every != 0) continue;
        const bool two_lines = reduce.height() > 0.95 * u;
        paint_line(painter,
                   QRectF(area.left(), compute.top(), label,
                          two_lines ? compute.height() : std::max(lane.height(), 1.1 * u)),
                   Qt::AlignLeft, names, theme.text, IterationWords::tr("Device %1").arg(r));
        if (two_lines)
            paint_line(painter, QRectF(area.left(), reduce.top(), label, reduce.height()),
                       Qt::AlignLeft, names, theme.muted, kind_title(WorkKind::all_reduce));
    }
    paint_x_axis(painter, plot, scale, theme);
    paint_line(painter, QRectF(plot.right() + 0.6 * u, plot.bottom() + 0.35 * u, 4 * u, 1.4 * u),
               Qt::AlignLeft, theme.font(0.84), theme.muted, unit);
}

}  // namespace ringscope
