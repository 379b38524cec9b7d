#include "ui/stage/token_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <vector>

#include "core/collective/contribution_map.h"
#include "core/trace/flaw.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/card_painter.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct TokenWords {
    Q_DECLARE_TR_FUNCTIONS(Token)
};

// All that one device sends to one other in the step.
struct Token {
    std::vector<const TransferRecord*> parts;  // by chunk

    const TransferRecord& first() const { return *parts.front(); }
    const Transfer& transfer() const { return first().report.transfer; }
    std::int64_t numbers() const {
        std::int64_t sum = 0;
        for (const TransferRecord* part : parts) sum += part->chunk.count;
        return sum;
    }
};

std::vector<Token> tokens_of(const Frame& frame) {
    const auto ranks = frame.ranks.size();
    std::vector<int> token_of(ranks * ranks, -1);  // [from * ranks + to]
    std::vector<Token> tokens;
    for (const TransferRecord& record : frame.transfers) {
        const Transfer& t = record.report.transfer;
        int& index =
            token_of[static_cast<std::size_t>(t.from) * ranks + static_cast<std::size_t>(t.to)];
        if (index < 0) {
            index = static_cast<int>(tokens.size());
            tokens.emplace_back();
        }
        tokens[static_cast<std::size_t>(index)].parts.push_back(&record);
    }
    return tokens;
}

float first_of(const VectorPtr& part) {
    if (part && !part->whole.empty()) return part->whole.front();
    if (part && !part->summary.first.empty()) return part->summary.first.front();
    return 0;
}

// "c3" or, for neighbours, "c4–c7".
QString chunks_name(const Token& token) {
    const int first = token.transfer().chunk;
    const int last = token.parts.back()->report.transfer.chunk;
    if (token.parts.size() == 1) return QStringLiteral("c%1").arg(first);
    return QStringLiteral("c%1–c%2").arg(first).arg(last);
}

// One or two lines: "c3 += 4004" on the way, "40 + 4004", "= 4044" where it has landed alone.
QStringList token_text(const StageScene& scene, const SceneCells& cells, const Token& token) {
    const Transfer& t = token.transfer();
    const bool add = t.op == TransferOp::add;
    const QString name = chunks_name(token);
    if (token.numbers() == 0) return {name, TokenWords::tr("empty")};
    const QString target = name + (add ? QStringLiteral(" +=") : QStringLiteral(" ="));
    if (token.numbers() > 1)
        return {target, TokenWords::tr("%1 numbers").arg(integer_text(token.numbers()))};
    const float sent = first_of(token.first().sent);
    if (landed(scene) && add && arrivals_at(*scene.frame, {t.to, t.chunk}).size() == 1)
        return {QStringLiteral("%1 + %2").arg(
                    number_text(first_of(token.first().receiver_before), 6), number_text(sent, 6)),
                QStringLiteral("= %1").arg(cell_text(cells.at(t.to, t.chunk), 9))};
    return {target + QLatin1Char(' ') + number_text(sent, 6)};
}

Flaw flaw_of_token(const Frame& frame, const Token& token) {
    Flaw sum;
    for (const TransferRecord* part : token.parts) {
        const Flaw flaw = flaw_of(frame, *part);
        sum.nan_count += flaw.nan_count;
        sum.stale = sum.stale || flaw.stale;
    }
    return sum;
}

// What was wrong with it, behind the token's text.
QString flaw_text(const Flaw& flaw, bool scalar) {
    if (flaw.stale) return QStringLiteral(" ") + TokenWords::tr("stale");
    return flaw.nan_count > 0 && !scalar ? QStringLiteral(" NaN") : QString();
}

// The largest letters, down from 0.9, in which no line is wider than `most`.
QFont token_font(const QStringList& lines, double most, const Theme& theme, double* width) {
    QFont font;
    for (const double letters : {0.9, 0.8, 0.7}) {
        font = theme.mono_font(letters, true);
        *width = 0;
        for (const QString& line : lines) *width = std::max(*width, text_width(font, line));
        if (*width <= most) break;
    }
    return font;
}

void paint_dot(QPainter& painter, const RingLayout& layout, const Transfer& t, double progress,
               const QRectF& body, const Theme& theme) {
    const double size = std::clamp(layout.unit * 0.7, 3.0, 9.0);
    painter.setPen(QPen(theme.surface, size * 0.15));
    painter.setBrush(theme.rank_color(t.from));
    painter.drawEllipse(token_rect(layout, t.from, t.to, QSizeF(size, size), progress, body));
}

void paint_words(QPainter& painter, const QRectF& area, const QStringList& lines, double rows,
                 const QFont& font, const Theme& theme) {
    const double u = theme.unit;
    const QRectF inner = area.adjusted(0, u * 0.2, 0, -u * 0.2);
    QRectF row(inner.left(), inner.top(), inner.width(), inner.height() / rows);
    for (const QString& line : lines) {
        paint_line(painter, row, Qt::AlignHCenter, font, theme.text, line);
        row.translate(0, row.height());
    }
}

void paint_token(QPainter& painter, const RingLayout& layout, const StageScene& scene,
                 const SceneCells& cells, const Token& token, const ContributionMap& before,
                 const QRectF& body, const Theme& theme) {
    const Transfer& t = token.transfer();
    const double u = theme.unit;
    const Flaw flaw = flaw_of_token(*scene.frame, token);
    QStringList lines = token_text(scene, cells, token);
    lines.back() += flaw_text(flaw, token.numbers() == 1);
    // A single line has room for the marks of who is in it.
    const bool marked = layout.detail == Detail::full && lines.size() == 1;
    double width = 0;
    // The layout keeps 7.2 free between two cards.
    const QFont font = token_font(lines, u * 6.3, theme, &width);
    const bool tall = marked || lines.size() > 1;
    const QSizeF size(std::max(width + u * 0.9, u * 4.4), u * (tall ? 2.8 : 1.7));
    // Those that meet in one cell stop before they lie upon each other.
    const bool alone = arrivals_at(*scene.frame, {t.to, t.chunk}).size() == 1;
    const QRectF area =
        token_rect(layout, t.from, t.to, size, scene.progress * (alone ? 1 : 0.6), body);
    const double radius = u * 0.65;
    paint_shadow(painter, area, radius, theme);
    painter.setPen(QPen(theme.rank_color(t.from), u * 0.14));
    painter.setBrush(flaw.nan_count > 0 ? theme.bad_soft
                     : flaw.stale       ? theme.warning_soft
                                        : theme.surface);
    painter.drawRoundedRect(area, radius, radius);
    paint_words(painter, area, lines, marked ? 2 : static_cast<double>(lines.size()), font, theme);
    if (!marked || scene.frame->schedule_step < 0) return;
    const int n = scene.info->world_size;
    const double marks = std::min(area.width() - u * 1.2, n * u * 0.72);
    paint_pips(painter,
               QRectF(area.center().x() - marks / 2, area.bottom() - u * 0.9, marks, u * 0.46),
               before.ranks_in(t.from, t.chunk), n, theme);
}

}  // namespace

void paint_tokens(QPainter& painter, const RingLayout& layout, const StageScene& scene,
                  const QRectF& body, const Theme& theme) {
    const std::vector<Token> tokens = tokens_of(*scene.frame);
    if (tokens.empty()) return;
    const SceneCells cells = scene_cells(scene);
    // Who was in the values as they left.
    const auto step = static_cast<std::size_t>(std::max(0, scene.frame->schedule_step));
    const ContributionMap before = ContributionMap::after(bucket_of(scene).schedule, step);
    // More than a few a device would bury the picture under words.
    const bool dots =
        layout.detail == Detail::bars || std::ssize(tokens) > std::max(4, scene.info->world_size);
    for (const Token& token : tokens) {
        if (dots)
            paint_dot(painter, layout, token.transfer(), scene.progress, body, theme);
        else
            paint_token(painter, layout, scene, cells, token, before, body, theme);
    }
}

}  // namespace ringscope
