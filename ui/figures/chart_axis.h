#pragma once

#include <QString>
#include <functional>
#include <vector>

class QCategoryAxis;

namespace ringscope {

struct Theme;

// Round numbers that cover [low, high] in about `count` parts; low < high, both finite.
std::vector<double> round_ticks(double low, double high, int count);
// The same for bytes: multiples of powers of two, from 0.
std::vector<double> byte_ticks(double high, int count);

// Labels at exactly these values, in the range [low, high].
void set_ticks(QCategoryAxis& axis, double low, double high, const std::vector<double>& ticks,
               const std::function<QString(double)>& label);
void style_axis(QCategoryAxis& axis, const Theme& theme, bool grid);

}  // namespace ringscope
