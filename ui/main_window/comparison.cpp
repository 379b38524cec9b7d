#include "ui/main_window/comparison.h"

#include <algorithm>
#include <cmath>

#include "core/trace/ringtrace_file.h"
#include "ui/figures/number_text.h"
#include "ui/playback/counterpart.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

QString side_text(const Recording& recording, Position position) {
    const RunInfo& info = recording.info();
    QStringList parts{QString::fromStdString(info.title),
                      Comparison::tr("N = %1").arg(info.world_size)};
    const FramePtr frame = recording.frame(position);
    if (frame && frame->loss) parts << Comparison::tr("loss %1").arg(number_text(*frame->loss, 6));
    const FramePtr compared = newest_compared(recording, position);
    if (info.kind == RunKind::train && compared && !compared->ranks.empty()) {
        const auto same = std::count_if(
            compared->ranks.begin(), compared->ranks.end(),
            [&](const RankRecord& rank) { return rank.digest == compared->ranks.front().digest; });
        if (info.world_size > 1)
            parts << (same == info.world_size ? Comparison::tr("replicas identical")
                                              : Comparison::tr("%1 of %2 replicas differ")
                                                    .arg(info.world_size - static_cast<int>(same))
                                                    .arg(info.world_size));
        parts << digest_text(compared->ranks.front().digest).left(9);
    }
    return parts.join(QStringLiteral(" · "));
}

// The largest absolute difference of two vectors that are kept whole; NaN where there is none.
double largest_difference(const VectorPtr& a, const VectorPtr& b) {
    if (!a || !b || a->whole.empty() || a->whole.size() != b->whole.size()) return std::nan("");
    double largest = 0;
    for (std::size_t i = 0; i < a->whole.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(a->whole[i]) - b->whole[i]));
    return largest;
}

QString vectors_verdict(const RankRecord& a, const RankRecord& b) {
    if (!a.gradient || !b.gradient) return {};
    return a.gradient->summary.digest == b.gradient->summary.digest
               ? Comparison::tr("Device 0 holds the same bits in both.")
               : Comparison::tr("Device 0 holds other numbers in the two.");
}

QString weights_verdict(const Frame& a, const Frame& b) {
    const RankRecord &x = a.ranks.front(), &y = b.ranks.front();
    const QString when = a.phase == FramePhase::start
                             ? Comparison::tr("at the start")
                             : Comparison::tr("after iteration %1").arg(integer_text(a.iteration));
    if (x.digest == y.digest)
        return Comparison::tr("Device 0 has the same weights in both %1.").arg(when);
    const double difference = largest_difference(x.parameters, y.parameters);
    if (std::isnan(difference))
        return Comparison::tr("Device 0 has other weights in the two %1.").arg(when);
    return Comparison::tr("Device 0 has other weights in the two %1: they differ by up to %2.")
        .arg(when, number_text(difference, 7));
}

}  // namespace

Comparison::Comparison(QObject* parent) : QObject(parent) {
    connect(&files_, &Background::failed, this, &Comparison::problem);
}

void Comparison::open(const QString& file) {
    auto result = std::make_shared<OpenedRecording>();
    files_.start(
        [=](const Progress& progress) { *result = open_recording(file.toStdString(), progress); },
        [=, this] { show(result->recording); });
}

void Comparison::show(std::shared_ptr<const Recording> recording) {
    other_ = std::move(recording);
    emit changed();
}

void Comparison::end() { show(nullptr); }

StageScene Comparison::scene_beside(const Recording& recording, Position position) const {
    if (!other_) return {};
    const auto beside = counterpart(recording, position, *other_);
    return beside ? scene_at(other_, *beside) : StageScene{};
}

QString Comparison::title_of_this(const Recording& recording, Position position) const {
    return side_text(recording, position);
}

QString Comparison::title_of_other(const Recording& recording, Position position) const {
    if (!other_) return {};
    const auto beside = counterpart(recording, position, *other_);
    return side_text(*other_, beside.value_or(other_->last().value_or(Position{})));
}

QString Comparison::verdict(const Recording& recording, Position position) const {
    if (!other_) return {};
    if (recording.info().kind != other_->info().kind)
        return tr("A training and a bare collective: only the pictures can be compared.");
    const auto beside = counterpart(recording, position, *other_);
    if (!beside)
        return tr("The other recording ends before this: it has %1 iterations.")
            .arg(integer_text(other_->iterations()));
    if (recording.info().kind == RunKind::collective) {
        const FramePtr a = recording.frame(position), b = other_->frame(*beside);
        return a && b ? vectors_verdict(a->ranks.front(), b->ranks.front()) : QString();
    }
    if (recording.info().length != other_->info().length)
        return tr("Two models of different sizes.");
    const FramePtr a = newest_compared(recording, position), b = newest_compared(*other_, *beside);
    return a && b && !a->ranks.empty() && !b->ranks.empty() ? weights_verdict(*a, *b) : QString();
}

}  // namespace ringscope
