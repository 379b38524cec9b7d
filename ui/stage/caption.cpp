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
#include "core/trace/flaw.h"
#include "ui/figures/number_text.h"
#include "ui/stage/kept_values.h"
#include "ui/stage/scene_cells.h"
#include "ui/stage/transfer_caption.h"

namespace ringscope {

namespace {

struct CaptionWords {
    Q_DECLARE_TR_FUNCTIONS(Caption)
};

QString numbers_text(std::int64_t count) {
    return count == 1 ? CaptionWords::tr("1 number")
                      : CaptionWords::tr("%1 numbers").arg(integer_text(count));
}

QString chunks_text(std::size_t count) {
    return count == 1 ? CaptionWords::tr("1 chunk") : CaptionWords::tr("%1 chunks").arg(count);
}

QString steps_to_come(const Schedule& schedule) {
    const int steps = static_cast<int>(schedule.steps.size());
    if (schedule.algorithm != "ring")
        return steps == 1 ? CaptionWords::tr("to come: 1 step")
                          : CaptionWords::tr("to come: %1 steps").arg(steps);
    return CaptionWords::tr("to come: %1 steps, in all 2 (N − 1) / N × %2 = %3 sent by each device")
        .arg(steps)
        .arg(bytes_text(4.0 * static_cast<double>(schedule.length)),
             bytes_text(ideal_bytes_per_rank(schedule.world_size, schedule.length)));
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
               : CaptionWords::tr("Every device holds its own numbers: its local gradient. %1")
                     .arg(plan_sentence(schedule));
    caption.arithmetic =
        numbers_text(info.length) + QStringLiteral(" → ") + chunks_text(schedule.chunks.size());
    caption.remark = CaptionWords::tr("nothing has been sent yet");
    if (n > 1) caption.footnote = steps_to_come(schedule);
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
                  "The rest of the iteration ran without a stop; its steps were not read back: ← "
                  "shows them, executed again. %1")
            : CaptionWords::tr(
                  "A whole iteration ran without a stop; its steps were not read back: ← shows "
                  "them, "
                  "executed again. %1");
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
    // Nothing selected: what went wrong comes first.
    const auto flawed = [&](const TransferRecord& record) {
        return bool(flaw_of(*scene.frame, record));
    };
    if (!scene.selected)
        if (const int found = find(flawed); found >= 0) return found;
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
