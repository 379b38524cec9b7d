#pragma once

#include <QList>
#include <QString>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ringscope {

// One thing that a lesson does with the window: {"open": "toy"}, {"card": "equality"},
// {"measure": {"sweep": "memory"}}, {"page": "faults"}, {"view": "table"}, {"faults": [..]},
// {"go": {"iteration", "phase", "step"}}, {"point": [rank, chunk]}, {"predict": true}.
struct GuideAction {
    std::string verb;
    nlohmann::json value;
};

struct GuideChoice {
    QString text, why;
    bool right = false;
};

struct GuideStep {
    enum class Kind { read, calculate, choose, write };
    QString id, title, text;
    Kind kind = Kind::read;
    QList<GuideChoice> choices;
    QString answer;                 // said with what is shown
    std::vector<GuideAction> show;  // what the window does to show it; may be empty
};

struct Guide {
    QString title;
    std::vector<GuideStep> steps;
};

// The lesson that ships with the program, its texts in the language of the program.
const Guide& lesson_guide();

// Reads a lesson. Throws Error bad_input with the JSON path.
Guide parse_guide(const nlohmann::json& json, const std::string& where);

}  // namespace ringscope
