#include "ui/panels/prediction_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/figures/number_text.h"
#include "ui/stage/caption.h"

namespace ringscope {

namespace {

struct PredictionWords {
    Q_DECLARE_TR_FUNCTIONS(Prediction)
};

QString collective_phase_name(CollectivePhase phase) {
    switch (phase) {
        case CollectivePhase::reduce_scatter: return PredictionWords::tr("Reduce-scatter");
        case CollectivePhase::all_gather: return PredictionWords::tr("All-gather");
        case CollectivePhase::reduce: return PredictionWords::tr("Reduce");
        case CollectivePhase::broadcast: return PredictionWords::tr("Broadcast");
        case CollectivePhase::exchange: return PredictionWords::tr("Exchange");
    }
    return {};
}

QString number(float value) { return number_text(static_cast<double>(value), 9); }

// The ring's own rule with the numbers of this step put in.
QString ring_rule(const Schedule& schedule, const Step& step, const PredictionQuestion& question,
                  int chunk) {
    const bool nccl = schedule.ownership == "nccl";
    const bool reduces = step.phase == CollectivePhase::reduce_scatter;
    const QString rule =
        reduces ? (nccl ? QStringLiteral("(r − s − 1) mod N") : QStringLiteral("(r − s) mod N"))
                : (nccl ? QStringLiteral("(r − s) mod N") : QStringLiteral("(r − s + 1) mod N"));
    return PredictionWords::tr(
               "In step s rank r sends chunk %1; here r = %2, s = %3, N = %4: chunk %5.")
        .arg(rule)
        .arg(question.rank)
        .arg(step.index_in_phase)
        .arg(schedule.world_size)
        .arg(chunk);
}

QString why_value(const PredictionMarks& marks) {
    if (marks.arrivals.size() == 1 && marks.right.op == TransferOp::copy)
        return PredictionWords::tr("%1: what arrives replaces the %2 that stood there.")
            .arg(number(marks.after), number(marks.before));
    QStringList parts{number(marks.before)};
    for (const ArrivedValue& arrival : marks.arrivals) parts << number(arrival.value);
    return PredictionWords::tr("%1 = %2: device %3 adds what arrives to its own.")
        .arg(parts.join(QStringLiteral(" + ")), number(marks.after))
        .arg(marks.right.to);
}

}  // namespace

QString step_title(const Schedule& schedule, std::size_t step) {
    const Step& at = schedule.steps[step];
    return PredictionWords::tr("%1, step %2 of %3")
        .arg(collective_phase_name(at.phase))
        .arg(at.index_in_phase + 1)
        .arg(steps_in_phase(schedule, at.phase));
}

QString value_question(const PredictionQuestion& question, std::optional<int> chunk,
                       std::optional<Rank> to) {
    const QString where = to ? device_name(*to) : PredictionWords::tr("the receiver");
    const QString what =
        chunk ? PredictionWords::tr("chunk %1").arg(*chunk) : PredictionWords::tr("that chunk");
    if (question.element == 0)
        return PredictionWords::tr("What does %1 hold first in %2 then?").arg(where, what);
    return PredictionWords::tr("What is number %1 of %2 on %3 then?")
        .arg(question.element + 1)
        .arg(what, where);
}

Explanation explain(const Schedule& schedule, const PredictionQuestion& question,
                    const PredictionMarks& marks) {
    const Step& step = schedule.steps[question.step];
    Explanation words;
    words.chunk =
        schedule.algorithm == "ring"
            ? ring_rule(schedule, step, question, marks.right.chunk)
            : PredictionWords::tr("The schedule lets device %1 send chunk %2 in this step.")
                  .arg(question.rank)
                  .arg(marks.right.chunk);
    words.to = schedule.algorithm == "ring"
                   ? PredictionWords::tr("It goes to the right-hand neighbour, device %1.")
                         .arg(marks.right.to)
                   : PredictionWords::tr("It goes to device %1.").arg(marks.right.to);
    words.value =
        marks.value_asked
            ? why_value(marks)
            : PredictionWords::tr("The chunk is empty: there are fewer numbers than chunks.");
    return words;
}

}  // namespace ringscope
