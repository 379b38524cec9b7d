#include "ui/panels/guide_content.h"

#include <QCoreApplication>

#include "core/support/json_reader.h"
#include "embedded/lesson_07_json.h"

namespace ringscope {

namespace {

const std::vector<std::string> verbs = {"open",   "card", "page",  "view",   "measure",
                                        "faults", "go",   "point", "predict"};

// The texts of the file are their own keys for a translation.
QString translated(const JsonReader& text) {
    return QCoreApplication::translate("LessonText", text.text().c_str());
}

std::vector<GuideAction> parse_actions(const JsonReader& array) {
    std::vector<GuideAction> actions;
    for (std::size_t i = 0; i < array.array_size(0, 20); ++i) {
        const JsonReader action = array[i];
        action.require_object(
            {"open", "card", "page", "view", "measure", "faults", "go", "point", "predict"});
        for (const std::string& verb : verbs)
            if (action.has(verb)) actions.push_back({verb, action.at(verb).json()});
    }
    return actions;
}

GuideStep parse_step(const JsonReader& json) {
    json.require_object({"id", "title", "kind", "text", "choices", "answer", "show"});
    GuideStep step;
    step.id = QString::fromStdString(json.at("id").text());
    step.title = translated(json.at("title"));
    step.text = translated(json.at("text"));
    step.answer = translated(json.at("answer"));
    step.kind = static_cast<GuideStep::Kind>(
        json.at("kind").one_of({"read", "calculate", "choose", "write"}));
    if (const auto choices = json.find("choices"))
        for (std::size_t i = 0; i < choices->array_size(2, 9); ++i) {
            const JsonReader choice = (*choices)[i];
            choice.require_object({"text", "why", "right"});
            const auto right = choice.find("right");
            step.choices.append({translated(choice.at("text")), translated(choice.at("why")),
                                 right && right->boolean()});
        }
    if (const auto show = json.find("show")) step.show = parse_actions(*show);
    return step;
}

}  // namespace

Guide parse_guide(const nlohmann::json& json, const std::string& where) {
    const JsonReader reader(json, where);
    reader.require_object({"version", "title", "steps"});
    reader.at("version").integer(1, 1);
    Guide guide;
    guide.title = translated(reader.at("title"));
    const JsonReader steps = reader.at("steps");
    for (std::size_t i = 0; i < steps.array_size(1, 100); ++i)
        guide.steps.push_back(parse_step(steps[i]));
    return guide;
}

const Guide& lesson_guide() {
    static const Guide read = [] {
        const auto bytes = resources::lesson_07_json;
        return parse_guide(parse_json(std::string(bytes.begin(), bytes.end()), "lesson"), "lesson");
    }();
    return read;
}

}  // namespace ringscope
