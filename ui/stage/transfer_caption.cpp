#include "ui/stage/transfer_caption.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/collective/traffic.h"
#include "core/trace/flaw.h"
#include "ui/figures/number_text.h"
#include "ui/stage/kept_values.h"
#include "ui/stage/scene_cells.h"

namespace ringscope {

namespace {

struct TransferWords {
    Q_DECLARE_TR_FUNCTIONS(Transfer)
};

// "device 2", "devices 0, 1 and 2", "the sum of 5 of 8 devices", "the sum of all devices".
QString devices_text(std::uint64_t ranks, int world_size) {
    const int count = std::popcount(ranks);
    if (count == world_size && world_size > 1) return TransferWords::tr("the sum of all devices");
    if (count > 5)
        return TransferWords::tr("the sum of %1 of %2 devices").arg(count).arg(world_size);
    QStringList names;
    for (Rank r = 0; r < world_size; ++r)
        if ((ranks >> r) & 1) names << QString::number(r);
    if (names.size() <= 1) return TransferWords::tr("device %1").arg(names.value(0));
    const QString last = names.takeLast();
    return TransferWords::tr("devices %1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

// "4 B" or, where ranks differ, "4 to 8 B".
QString span_text(const std::vector<std::int64_t>& bytes) {
    const auto [least, most] = std::minmax_element(bytes.begin(), bytes.end());
    QString high = bytes_text(static_cast<double>(*most));
    QString low = bytes_text(static_cast<double>(*least));
    if (low == high) return high;
    const QString unit = high.mid(high.indexOf(QChar::Nbsp));
    if (low.endsWith(unit)) low.chop(unit.size());
    return TransferWords::tr("%1 to %2").arg(low, high);
}

QString ring_sentence(bool add, bool first) {
    if (add)
        return first
                   ? TransferWords::tr(
                         "Every device passes one chunk of its own gradient to its "
                         "right-hand neighbour.")
                   : TransferWords::tr("Every device passes on the chunk that it has just summed.");
    return first
               ? TransferWords::tr("Every device now owns one finished chunk and passes a copy on.")
               : TransferWords::tr(
                     "Every device passes on the finished chunk that it has just received.");
}

QString reduce_sentence(const Schedule& schedule) {
    if (schedule.algorithm == "central")
        return TransferWords::tr(
            "Every device sends its whole vector to device 0, which adds them "
            "in the order of their ranks.");
    if (schedule.algorithm == "tree")
        return TransferWords::tr(
            "Children in the tree send their sums up; the parent adds the left one first.");
    return TransferWords::tr(
               "The devices from %1 on first add their whole vectors into a partner's.")
        .arg(schedule.chunks.size());
}

QString broadcast_sentence(const Schedule& schedule) {
    if (schedule.algorithm == "central")
        return TransferWords::tr("Device 0 sends the sum back to every device.");
    if (schedule.algorithm == "tree")
        return TransferWords::tr("The sum goes down the tree: parents send it to their children.");
    return TransferWords::tr("The sum goes back to the devices from %1 on.")
        .arg(schedule.chunks.size());
}

// What every device does in the step.
QString step_sentence(const StageScene& scene, const Transfer& t) {
    const Schedule& schedule = bucket_of(scene).schedule;
    const bool add = t.op == TransferOp::add;
    switch (scene.frame->phase) {
        case FramePhase::reduce: return reduce_sentence(schedule);
        case FramePhase::broadcast: return broadcast_sentence(schedule);
        case FramePhase::exchange:
            return TransferWords::tr(
                "Every device sends its whole vector to every other one and adds "
                "all of them in the order of their ranks.");
        default: break;
    }
    if (schedule.algorithm == "ring") return ring_sentence(add, scene.frame->step == 0);
    const int distance = std::abs(t.from - t.to);
    return add ? TransferWords::tr(
                     "Devices %1 apart swap halves of what they still have to sum; "
                     "each adds the half that it keeps.")
                     .arg(distance)
               : TransferWords::tr(
                     "Devices %1 apart give each other the finished chunks that they "
                     "hold.")
                     .arg(distance);
}

QString example_sentence(const StageScene& scene, const Transfer& t, bool alone) {
    const bool add = t.op == TransferOp::add;
    if (!alone) return TransferWords::tr("Device %1 adds:").arg(t.to);
    if (bucket_of(scene).schedule.chunks.size() == 1)
        return (add ? TransferWords::tr("Device %1 sends to device %2, which adds it:")
                    : TransferWords::tr("Device %1 sends to device %2, which keeps the copy:"))
            .arg(t.from)
            .arg(t.to);
    return (add ? TransferWords::tr("Device %1 sends chunk %2 to device %3, which adds it:")
                : TransferWords::tr("Device %1 sends chunk %2 to device %3, which keeps the copy:"))
        .arg(t.from)
        .arg(t.chunk)
        .arg(t.to);
}

// What the receiver holds afterwards at that element of the chunk, as read from its buffer.
QString value_after(const StageScene& scene, const TransferRecord& record, std::size_t element) {
    const Transfer& t = record.report.transfer;
    const VectorPtr& vector = scene.frame->ranks[static_cast<std::size_t>(t.to)].gradient;
    if (!vector) return {};
    if (vector->whole.empty())
        return value_at(vector->by_chunk[static_cast<std::size_t>(t.chunk)].first, element);
    const auto begin = static_cast<std::size_t>(bucket_of(scene).offset + record.chunk.offset);
    return value_at(vector->whole, begin + element);
}

// "1 + 10 + 100": what the receiver adds at that element, in the order in which it adds.
QString terms_text(const StageScene& scene, const TransferRecord& record, std::size_t element) {
    const Transfer& t = record.report.transfer;
    const auto step = static_cast<std::size_t>(std::max(0, scene.frame->schedule_step));
    const bool by_rank = bucket_of(scene).schedule.steps[step].rank_order;
    std::vector<std::pair<Rank, QString>> terms{
        {t.to, value_at(kept(record.receiver_before), element)}};
    for (const TransferRecord* one : arrivals_at(*scene.frame, {t.to, t.chunk}))
        terms.emplace_back(one->report.transfer.from, value_at(kept(one->sent), element));
    if (by_rank)
        std::sort(terms.begin(), terms.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
    QStringList texts;
    for (const auto& term : terms) texts << term.second;
    constexpr qsizetype most = 6;
    if (texts.size() > most) texts = texts.mid(0, most - 2) << QStringLiteral("…") << texts.back();
    return texts.join(QStringLiteral(" + "));
}

std::uint64_t ranks_after(const StageScene& scene, const Transfer& t) {
    StageScene after = scene;
    after.progress = 1;
    return scene_cells(after).at(t.to, t.chunk).ranks;
}

}  // namespace

QString traffic_note(const StageScene& scene) {
    const Frame& frame = *scene.frame;
    std::vector<std::int64_t> step(frame.ranks.size(), 0), total;
    for (const TransferRecord& record : frame.transfers)
        step[static_cast<std::size_t>(record.report.transfer.from)] += record.report.bytes;
    for (const RankRecord& rank : frame.ranks) total.push_back(rank.bytes_sent);
    QString note = TransferWords::tr("this step: %1 a device · so far %2")
                       .arg(span_text(step), span_text(total));
    const Schedule& schedule = bucket_of(scene).schedule;
    const int n = scene.info->world_size;
    if (schedule.algorithm == "ring" && n > 1)
        note += TransferWords::tr(" · in all 2 (N − 1) / N × %1 = %2")
                    .arg(bytes_text(4.0 * static_cast<double>(schedule.length)),
                         bytes_text(ideal_bytes_per_rank(n, schedule.length)));
    return note;
}

QString plan_sentence(const Schedule& schedule) {
    if (schedule.algorithm == "central")
        return TransferWords::tr(
            "In the end each is to hold the sum of all of them: device 0 collects "
            "everything, adds it and sends the sum back.");
    if (schedule.algorithm == "direct")
        return TransferWords::tr(
            "In the end each is to hold the sum of all of them: everyone sends "
            "everything to everyone.");
    if (schedule.algorithm == "tree")
        return TransferWords::tr(
            "In the end each is to hold the sum of all of them, which grows up a "
            "tree and comes down again.");
    if (schedule.algorithm == "halving-doubling")
        return TransferWords::tr(
            "In the end each is to hold the sum of all of them, by exchanges with "
            "partners at halved, then doubled distances.");
    return TransferWords::tr(
        "In the end each is to hold the sum of all of them, talking only to its "
        "neighbours.");
}

void tell_transfer(Caption& caption, const StageScene& scene, const TransferRecord& record) {
    const Transfer& t = record.report.transfer;
    const bool add = t.op == TransferOp::add;
    const bool alone = arrivals_at(*scene.frame, {t.to, t.chunk}).size() == 1;
    caption.sentence = step_sentence(scene, t) + ' ' + example_sentence(scene, t, alone);
    if (record.chunk.count == 0) {
        caption.arithmetic = TransferWords::tr("an empty chunk");
        caption.remark = TransferWords::tr("nothing to send: there are fewer numbers than devices");
    } else {
        const std::size_t element = telling_element(kept(record.sent));
        const QString after = value_after(scene, record, element);
        caption.arithmetic =
            add ? QStringLiteral("%1 = %2").arg(terms_text(scene, record, element), after)
                : QStringLiteral("%1 → %2").arg(value_at(kept(record.receiver_before), element),
                                                after);
        caption.remark = TransferWords::tr("now holds %1")
                             .arg(devices_text(ranks_after(scene, t), scene.info->world_size));
        if (record.chunk.count > 1)
            caption.remark +=
                TransferWords::tr(" · number %1 of %2").arg(element + 1).arg(record.chunk.count);
    }
    const Flaw flaw = flaw_of(*scene.frame, record);
    if (flaw.nan_count > 0)
        caption.remark += TransferWords::tr(" · this hop carries NaN from device %1 to device %2")
                              .arg(t.from)
                              .arg(t.to);
    if (flaw.stale)
        caption.remark += TransferWords::tr(" · stale: the values of the iteration before");
    if (record.report.route == Route::via_host)
        caption.remark += TransferWords::tr(" · went through the host's memory");
    caption.footnote = traffic_note(scene);
}

}  // namespace ringscope
