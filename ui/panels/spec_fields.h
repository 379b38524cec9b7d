#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

class QFormLayout;
class QLabel;
class QWidget;

namespace ringscope {

// One value of a JSON document as a row of a form.
class SpecField : public QObject {
    Q_OBJECT

  public:
    enum class Kind {
        integer,
        optional_integer,  // empty text: the key is left out
        real,
        integers,  // "2, 16, 2": an array
        choice,
        flag,
    };

    // pointer: JSON pointer of the value, "/optimizer/lr".
    SpecField(Kind kind, std::string pointer, const QString& label, const QString& tooltip,
              QObject* parent);

    // For Kind::choice: value and text of each. A value that is loaded and not listed is added.
    void set_choices(const QList<QPair<QString, QString>>& choices);
    // What an empty text becomes when the row comes into view.
    SpecField* set_default(const QString& text);
    void add_to(QFormLayout& form);
    void set_label_width(int width);  // so that the editors of all sections line up
    void set_shown(bool shown);
    bool shown() const { return shown_; }
    const std::string& pointer() const { return pointer_; }

    void load(const nlohmann::json& document);
    // Writes its value, or removes the key when it is not shown. False when the text is no value of
    // its kind; the row then says so.
    bool store(nlohmann::json& document);
    // What is wrong with it, or empty.
    void mark(const QString& problem);
    QWidget* editor() const { return editor_; }

  signals:
    void edited();

  private:
    QString text() const;
    void set_text(const QString& text);
    bool store_text(const QString& text, nlohmann::json& at) const;

    Kind kind_;
    std::string pointer_;
    bool shown_ = true;
    QString default_;
    QWidget* editor_ = nullptr;
    QLabel *label_, *problem_;
};

}  // namespace ringscope
