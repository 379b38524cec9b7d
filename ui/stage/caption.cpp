#include "ui/stage/caption.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "core/collective/traffic.h"
#include "ui/figures/number_text.h"
#include "ui/stage/scene_cells.h"

namespace ringscope {

namespace {

struct CaptionWords {
    Q_DECLARE_TR_FUNCTIONS(Caption)
};

// "device 2", "devices 0, 1 and 2", "5 of 8 devices", "all devices".
QString devices_text(std::uint64_t ranks, int world_size) {
    const int count = std::popcount(ranks);
    if (count == world_size && world_size > 1) return CaptionWords::tr("the sum of all devices");
    if (count > 5)
        return CaptionWords::tr("the sum of %1 of %2 devices").arg(count).arg(world_size);
    QStringList names;
    for (Rank r = 0; r < world_size; ++r)
        if ((ranks >> r) & 1) names << QString::number(r);
    if (names.size() <= 1) return CaptionWords::tr("device %1").arg(names.value(0));
    const QString last = names.takeLast();
    return CaptionWords::tr("devices %1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

QString numbers_text(std::int64_t count) {
    return count == 1 ? CaptionWords::tr("1 number")
                      : CaptionWords::tr("%1 numbers").arg(integer_text(count));
}

QString chunks_text(std::size_t count) {
    return count == 1 ? CaptionWords::tr("1 chunk") : CaptionWords::tr("%1 chunks").arg(count);
}

// "4 B" or, where ranks differ, "4 to 8 B".
QString span_text(const std::vector<std::int64_t>& bytes) {
    const auto [least, most] = std::minmax_element(bytes.begin(), bytes.end());
    const QString high = bytes_text(static_cast<double>(*most));
    QString low = bytes_text(static_cast<double>(*least));
    if (low == high) return high;
    const QString unit = high.mid(high.indexOf(QChar::Nbsp));
    if (low.endsWith(unit)) low.chop(unit.size());
    return CaptionWords::tr("%1 to %2").arg(low, high);
}

QString traffic_note(const StageScene& scene) {
    const Frame& frame = *scene.frame;
    std::vector<std::int64_t> step(frame.ranks.size(), 0), total;
    for (const TransferRecord& record : frame.transfers)
        step[static_cast<std::size_t>(record.report.transfer.from)] += record.report.bytes;
    for (const RankRecord& rank : frame.ranks) total.push_back(rank.bytes_sent);
    QString note = CaptionWords::tr("this step: %1 a device · so far %2")
                       .arg(span_text(step), span_text(total));
    const Schedule& schedule = bucket_of(scene).schedule;
    const int n = scene.info->world_size;
    if (schedule.algorithm == "ring" && n > 1)
        note += CaptionWords::tr(" · in all 2 (N − 1) / N × %1 = %2")
                    .arg(bytes_text(4.0 * static_cast<double>(schedule.length)),
                         bytes_text(ideal_bytes_per_rank(n, schedule.length)));
    return note;
}

// The elements that the record kept: all of them, or the first few.
std::span<const float> kept(const VectorPtr& part) {
    if (!part) return {};
    return part->whole.empty() ? std::span(part->summary.first) : std::span(part->whole);
}

QString value_at(std::span<const float> values, std::size_t index) {
    return index < values.size() ? number_text(values[index], 9) : QString();
}

// The element that says most: the one farthest from 0 (a NaN before all). 0 for no elements.
std::size_t telling_element(std::span<const float> values) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) return i;
        if (std::abs(values[i]) > std::abs(values[best])) best = i;
    }
    return best;
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

std::uint64_t ranks_after(const StageScene& scene, const Transfer& t) {
    StageScene after = scene;
    after.progress = 1;
    return scene_cells(after).at(t.to, t.chunk).ranks;
}

void tell_transfer(Caption& caption, const StageScene& scene, const TransferRecord& record) {
    const Transfer& t = record.report.transfer;
    const bool add = t.op == TransferOp::add;
    const bool first = scene.frame->step == 0;
    QString all;
    if (add)
        all = first ? CaptionWords::tr(
                          "Every device passes one chunk of its own gradient to its right-hand "
                          "neighbour.")
                    : CaptionWords::tr("Every device passes on the chunk that it has just summed.");
    else
        all =
            first
                ? CaptionWords::tr("Every device now owns one finished chunk and passes a copy on.")
                : CaptionWords::tr(
                      "Every device passes on the finished chunk that it has just received.");
    const QString one =
        add ? CaptionWords::tr("Device %1 sends chunk %2 to device %3, which adds it:")
            : CaptionWords::tr("Device %1 sends chunk %2 to device %3, which keeps the copy:");
    caption.sentence = all + ' ' + one.arg(t.from).arg(t.chunk).arg(t.to);
    if (record.chunk.count == 0) {
        caption.arithmetic = CaptionWords::tr("an empty chunk");
        caption.remark = CaptionWords::tr("nothing to send: there are fewer numbers than devices");
    } else {
        const std::size_t element = telling_element(kept(record.sent));
        const QString before = value_at(kept(record.receiver_before), element);
        const QString sent = value_at(kept(record.sent), element);
        const QString after = value_after(scene, record, element);
        caption.arithmetic = add ? QStringLiteral("%1 + %2 = %3").arg(before, sent, after)
                                 : QStringLiteral("%1 → %2").arg(before, after);
        caption.remark = CaptionWords::tr("now holds %1")
                             .arg(devices_text(ranks_after(scene, t), scene.info->world_size));
        if (record.chunk.count > 1)
            caption.remark +=
                CaptionWords::tr(" · number %1 of %2").arg(element + 1).arg(record.chunk.count);
    }
    if (record.report.route == Route::via_host)
        caption.remark += CaptionWords::tr(" · went through the host's memory");
    caption.footnote = traffic_note(scene);
}

void tell_start(Caption& caption, const StageScene& scene) {
    const RunInfo& info = *scene.info;
    const int n = info.world_size;
    if (info.kind == RunKind::train) {
        caption.sentence = CaptionWords::tr(
            "Every device holds a full copy of the model. The copies start from the same "
            "bits; only the data will be split.");
        caption.arithmetic =
            CaptionWords::tr("%1 parameters × %2").arg(integer_text(info.length)).arg(n);
        caption.remark = CaptionWords::tr("each copy takes %1")
                             .arg(bytes_text(4.0 * static_cast<double>(info.length)));
        return;
    }
    const Schedule& schedule = bucket_of(scene).schedule;
    caption.sentence =
        n == 1 ? CaptionWords::tr(
                     "There is one device, so there is nothing to add and nothing to send.")
               : CaptionWords::tr(
                     "Every device holds its own numbers: its local gradient. In the end each is "
                     "to hold the "
                     "sum of all of them, talking only to its neighbours.");
    caption.arithmetic =
        numbers_text(info.length) + QStringLiteral(" → ") + chunks_text(schedule.chunks.size());
    caption.remark = CaptionWords::tr("nothing has been sent yet");
    if (n > 1)
        caption.footnote =
            CaptionWords::tr(
                "to come: %1 steps, in all 2 (N − 1) / N × %2 = %3 sent by each device")
                .arg(schedule.steps.size())
                .arg(bytes_text(4.0 * static_cast<double>(info.length)),
                     bytes_text(ideal_bytes_per_rank(n, info.length)));
}

QString samples_list(const Frame& frame) {
    QStringList parts;
    for (const RankRecord& rank : frame.ranks) parts << integer_text(rank.samples);
    if (parts.size() > 6) parts = parts.mid(0, 5) << QStringLiteral("…");
    return parts.join(QStringLiteral(" + ")) + QStringLiteral(" = ") + integer_text(frame.batch);
}

void tell_forward(Caption& caption, const Frame& frame) {
    caption.sentence = CaptionWords::tr(
        "Each device runs the model on its own samples and measures its own loss. The loss "
        "of the whole batch is their mean, weighted by samples.");
    if (frame.loss)
        caption.arithmetic = CaptionWords::tr("loss %1").arg(number_text(*frame.loss, 9));
    caption.remark = CaptionWords::tr("over %1 samples").arg(integer_text(frame.batch));
}

void tell_weight(Caption& caption, const Frame& frame) {
    caption.sentence = CaptionWords::tr(
        "Each device multiplies its gradient by its share of the batch, so that the sum "
        "over all devices is the mean over all samples.");
    if (frame.batch <= 0) return;
    const std::int64_t own = frame.ranks.front().samples;
    caption.arithmetic =
        QStringLiteral("%1 / %2 = %3")
            .arg(integer_text(own), integer_text(frame.batch),
                 number_text(static_cast<double>(own) / static_cast<double>(frame.batch)));
    caption.remark = CaptionWords::tr("is the share of device 0");
}

void tell_divide(Caption& caption, const StageScene& scene) {
    const int n = scene.info->world_size;
    caption.sentence = CaptionWords::tr(
        "Every device divides the sum by the number of devices. What it holds now is the "
        "averaged gradient, the same on all of them.");
    if (!scene.before || scene.before->ranks.empty() || scene.frame->ranks.empty()) return;
    const std::span<const float> before = kept(scene.before->ranks.front().gradient);
    const std::span<const float> after = kept(scene.frame->ranks.front().gradient);
    const std::size_t element = telling_element(before);
    if (element < before.size() && element < after.size()) {
        caption.arithmetic = QStringLiteral("%1 / %2 = %3")
                                 .arg(value_at(before, element))
                                 .arg(n)
                                 .arg(value_at(after, element));
        caption.remark = CaptionWords::tr("number %1 of device 0").arg(element + 1);
    }
}

QString optimizer_title(OptimizerKind kind) {
    switch (kind) {
        case OptimizerKind::sgd: return CaptionWords::tr("SGD");
        case OptimizerKind::momentum: return CaptionWords::tr("momentum");
        case OptimizerKind::adam: return CaptionWords::tr("Adam");
    }
    return {};
}

void tell_update(Caption& caption, const StageScene& scene) {
    caption.sentence = CaptionWords::tr(
        "Every device runs the same optimizer update on its own copy. Equal copies and "
        "equal gradients give equal copies.");
    if (!scene.info->optimizer) return;
    caption.arithmetic = CaptionWords::tr("%1, learning rate %2")
                             .arg(optimizer_title(scene.info->optimizer->kind),
                                  number_text(scene.info->optimizer->lr));
    if (!scene.before || scene.before->ranks.empty() || scene.frame->ranks.empty()) return;
    const std::span<const float> from = kept(scene.before->ranks.front().parameters);
    const std::span<const float> to = kept(scene.frame->ranks.front().parameters);
    std::vector<float> moved(std::min(from.size(), to.size()));
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = to[i] - from[i];
    if (moved.empty()) return;
    const std::size_t element = telling_element(moved);
    caption.remark = CaptionWords::tr("parameter %1 moved most: %2 → %3")
                         .arg(element + 1)
                         .arg(value_at(from, element), value_at(to, element));
}

void tell_equality(Caption& caption, const Frame& frame) {
    const bool same = frame.identical.value_or(true);
    if (frame.ranks.size() == 1) {
        caption.sentence = CaptionWords::tr("There is one replica: nothing to compare it with.");
        caption.arithmetic = CaptionWords::tr("one replica");
        caption.remark = CaptionWords::tr("digest %1").arg(digest_text(frame.ranks.front().digest));
        if (frame.loss)
            caption.footnote = CaptionWords::tr("loss of this batch before the update: %1")
                                   .arg(number_text(*frame.loss));
        return;
    }
    caption.sentence =
        same ? CaptionWords::tr(
                   "The copies are compared bit for bit. They are still one and the same model.")
             : CaptionWords::tr(
                   "The copies are compared bit for bit. They have drifted apart: these are now "
                   "different models.");
    std::vector<std::uint64_t> digests;
    for (const RankRecord& rank : frame.ranks) digests.push_back(rank.digest);
    std::sort(digests.begin(), digests.end());
    const auto kinds = std::unique(digests.begin(), digests.end()) - digests.begin();
    caption.arithmetic =
        same ? CaptionWords::tr("identical, %1 of %1").arg(frame.ranks.size())
             : CaptionWords::tr("%1 different copies of %2").arg(kinds).arg(frame.ranks.size());
    if (same && !digests.empty())
        caption.remark = CaptionWords::tr("digest %1").arg(digest_text(digests.front()));
    if (frame.loss)
        caption.footnote = CaptionWords::tr("loss of this batch before the update: %1")
                               .arg(number_text(*frame.loss));
}

// The free run took over after the iteration had been watched for a while.
bool is_rest(const StageScene& scene) {
    return scene.frame->phase == FramePhase::iteration && scene.before &&
           scene.before->iteration == scene.frame->iteration &&
           scene.before->phase != FramePhase::start;
}

void tell_iteration(Caption& caption, const StageScene& scene) {
    const Frame& frame = *scene.frame;
    tell_equality(caption, frame);
    const QString ran =
        is_rest(scene)
            ? CaptionWords::tr(
                  "The rest of the iteration ran without a stop; its steps were not read back. %1")
            : CaptionWords::tr(
                  "A whole iteration ran without a stop; its steps were not read back. %1");
    caption.sentence = ran.arg(caption.sentence);
    if (frame.seconds > 0)
        caption.footnote += CaptionWords::tr(" · took %1").arg(seconds_text(frame.seconds));
}

void tell_phase(Caption& caption, const StageScene& scene) {
    const Frame& frame = *scene.frame;
    switch (frame.phase) {
        case FramePhase::start: tell_start(caption, scene); break;
        case FramePhase::shard:
            caption.sentence = CaptionWords::tr(
                "The batch is split, not the model: each device loads its own samples.");
            caption.arithmetic = samples_list(frame);
            caption.remark = CaptionWords::tr("samples of this batch");
            break;
        case FramePhase::forward: tell_forward(caption, frame); break;
        case FramePhase::backward:
            caption.sentence = CaptionWords::tr(
                "Each device computes the gradient of its own loss. The samples differ, so the "
                "local gradients differ: nobody may use one alone.");
            caption.arithmetic =
                CaptionWords::tr("%1 on each device").arg(numbers_text(scene.info->length));
            break;
        case FramePhase::weight: tell_weight(caption, frame); break;
        case FramePhase::divide: tell_divide(caption, scene); break;
        case FramePhase::update: tell_update(caption, scene); break;
        case FramePhase::equality: tell_equality(caption, frame); break;
        case FramePhase::iteration:
            if (scene.info->kind == RunKind::train) {
                tell_iteration(caption, scene);
            } else {
                caption.sentence = CaptionWords::tr(
                    "The whole all-reduce ran without a stop; its steps were not read back.");
                caption.footnote = traffic_note(scene);
            }
            break;
        case FramePhase::reduce_scatter:
        case FramePhase::all_gather:
        case FramePhase::reduce:
        case FramePhase::broadcast:
        case FramePhase::exchange: break;
    }
}

}  // namespace

QString Caption::text() const {
    QStringList parts{title, sentence, (arithmetic + ' ' + remark).trimmed(), footnote};
    parts.removeAll(QString());
    return parts.join('\n');
}

QString device_name(Rank rank) { return CaptionWords::tr("Device %1").arg(rank); }

QString phase_title(FramePhase phase) {
    switch (phase) {
        case FramePhase::start: return CaptionWords::tr("Start");
        case FramePhase::shard: return CaptionWords::tr("Split the batch");
        case FramePhase::forward: return CaptionWords::tr("Forward");
        case FramePhase::backward: return CaptionWords::tr("Backward");
        case FramePhase::weight: return CaptionWords::tr("Weight by share of the batch");
        case FramePhase::reduce_scatter: return CaptionWords::tr("Reduce-scatter");
        case FramePhase::all_gather: return CaptionWords::tr("All-gather");
        case FramePhase::reduce: return CaptionWords::tr("Reduce");
        case FramePhase::broadcast: return CaptionWords::tr("Broadcast");
        case FramePhase::exchange: return CaptionWords::tr("Exchange");
        case FramePhase::divide: return CaptionWords::tr("Divide by N");
        case FramePhase::update: return CaptionWords::tr("Update");
        case FramePhase::equality: return CaptionWords::tr("Compare the replicas");
        case FramePhase::iteration: return CaptionWords::tr("A whole iteration");
    }
    return {};
}

int told_transfer(const StageScene& scene) {
    if (!scene.frame || scene.frame->transfers.empty()) return -1;
    const auto& transfers = scene.frame->transfers;
    const auto find = [&](auto matches) {
        const auto at = std::find_if(transfers.begin(), transfers.end(), matches);
        return at == transfers.end() ? -1 : static_cast<int>(at - transfers.begin());
    };
    if (scene.selected) {
        const CellRef cell = *scene.selected;
        const auto touches = [&](const TransferRecord& record) {
            const Transfer& t = record.report.transfer;
            return t.chunk == cell.chunk && (t.to == cell.rank || t.from == cell.rank);
        };
        if (const int found = find(touches); found >= 0) return found;
    }
    const int chunk = scene.selected ? scene.selected->chunk : 0;
    const int found =
        find([&](const TransferRecord& record) { return record.report.transfer.chunk == chunk; });
    return std::max(0, found);
}

Caption make_caption(const StageScene& scene) {
    Caption caption;
    if (!scene.info || !scene.frame) return caption;
    const Frame& frame = *scene.frame;
    caption.title = phase_title(frame.phase);
    if (frame.phase == FramePhase::start && scene.info->kind == RunKind::collective)
        caption.title = CaptionWords::tr("Before the all-reduce");
    if (is_rest(scene)) caption.title = CaptionWords::tr("The rest of the iteration");
    if (moves_chunks(frame.phase)) {
        caption.title = CaptionWords::tr("%1 · step %2 of %3")
                            .arg(caption.title)
                            .arg(frame.step + 1)
                            .arg(frame.steps_in_phase);
        if (scene.info->buckets.size() > 1)
            caption.title += CaptionWords::tr(" · bucket %1 of %2")
                                 .arg(frame.bucket + 1)
                                 .arg(scene.info->buckets.size());
    }
    if (const int told = told_transfer(scene); told >= 0)
        tell_transfer(caption, scene, frame.transfers[static_cast<std::size_t>(told)]);
    else
        tell_phase(caption, scene);
    if (!frame.active_faults.empty()) {
        QStringList faults;
        for (const std::string& fault : frame.active_faults)
            faults << QString::fromStdString(fault);
        const QString note = CaptionWords::tr("fault: %1").arg(faults.join(QStringLiteral("; ")));
        caption.footnote =
            caption.footnote.isEmpty() ? note : note + QStringLiteral(" · ") + caption.footnote;
    }
    return caption;
}

}  // namespace ringscope
