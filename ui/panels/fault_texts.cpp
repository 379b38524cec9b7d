#include "ui/panels/fault_texts.h"

#include <QCoreApplication>

namespace ringscope {

namespace {

struct FaultWords {
    Q_DECLARE_TR_FUNCTIONS(Faults)
};

}  // namespace

FaultText fault_text(FaultKind kind) {
    switch (kind) {
        case FaultKind::skip_all_reduce:
            return {
                FaultWords::tr("Skip the all-reduce"),
                FaultWords::tr("updates with its own gradient, as if the others were not there")};
        case FaultKind::scale_gradient:
            return {FaultWords::tr("Make an outlier"),
                    FaultWords::tr("the local gradient times a factor, before it is summed")};
        case FaultKind::forget_average:
            return {FaultWords::tr("Forget to average"),
                    FaultWords::tr("uses the plain sum: a step N times too large")};
        case FaultKind::average_twice:
            return {FaultWords::tr("Average twice"),
                    FaultWords::tr("divides the right average by N once more")};
        case FaultKind::unweighted_mean:
            return {
                FaultWords::tr("Ignore the shards' sizes"),
                FaultWords::tr("every local mean counts the same, however few samples are in it")};
        case FaultKind::other_seed:
            return {FaultWords::tr("Start from another seed"),
                    FaultWords::tr("other initial parameters: acts where a run starts")};
        case FaultKind::stale_chunk:
            return {FaultWords::tr("Deliver a stale chunk"),
                    FaultWords::tr("one transfer brings the values of the iteration before")};
        case FaultKind::flip_bit:
            return {FaultWords::tr("Flip a bit"),
                    FaultWords::tr("one bit of one parameter, once: bit 31 is the sign")};
        case FaultKind::nan:
            return {FaultWords::tr("Put in a NaN"),
                    FaultWords::tr("one element of the local gradient is no number")};
        case FaultKind::straggler:
            return {FaultWords::tr("Be late"),
                    FaultWords::tr("this device is late by that much in every phase")};
    }
    return {};
}

const std::vector<FaultKind>& fault_kinds() {
    static const std::vector<FaultKind> kinds = {
        FaultKind::skip_all_reduce, FaultKind::scale_gradient,  FaultKind::forget_average,
        FaultKind::average_twice,   FaultKind::unweighted_mean, FaultKind::other_seed,
        FaultKind::stale_chunk,     FaultKind::flip_bit,        FaultKind::nan,
        FaultKind::straggler,
    };
    return kinds;
}

}  // namespace ringscope
