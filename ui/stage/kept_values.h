#pragma once

#include <QString>
#include <cstddef>
#include <span>

#include "core/trace/frame.h"

namespace ringscope {

// The elements that a record kept: all of them, or the first few. Empty for null.
std::span<const float> kept(const VectorPtr& part);

// On screen; empty where the record did not keep that element.
QString value_at(std::span<const float> values, std::size_t index);

// The element that says most: the one farthest from 0 (a NaN before all). 0 for no elements.
std::size_t telling_element(std::span<const float> values);

}  // namespace ringscope
