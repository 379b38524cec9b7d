#pragma once

#include <QString>

#include "core/collective/prediction.h"

namespace ringscope {

// Questions and feedback of the predict mode in words.

// "Reduce-scatter, step 2 of 3".
QString step_title(const Schedule& schedule, std::size_t step);
// What is asked about the value; `chunk` as far as it was chosen.
QString value_question(const PredictionQuestion& question, std::optional<int> chunk,
                       std::optional<Rank> to);
// Why the right answer is right: a paragraph each for chunk, receiver and value.
struct Explanation {
    QString chunk, to, value;
};
Explanation explain(const Schedule& schedule, const PredictionQuestion& question,
                    const PredictionMarks& marks);

}  // namespace ringscope
