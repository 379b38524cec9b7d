#pragma once

#include <QString>
#include <vector>

#include "core/train/spec.h"

namespace ringscope {

// A fault in plain words: what the switch is called, and what it does.
struct FaultText {
    QString title, what;
};
FaultText fault_text(FaultKind kind);

// All kinds, in the order in which the panel lists them.
const std::vector<FaultKind>& fault_kinds();

}  // namespace ringscope
