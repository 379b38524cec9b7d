#pragma once

#include <QFrame>
#include <functional>

#include "ui/playback/engine_worker.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace ringscope {

// One message at the top of the stage, in place of modal boxes: what happened, where, what to do
// next.
class Banner : public QFrame {
    Q_OBJECT

  public:
    explicit Banner(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_problem(const Problem& problem);
    void show_info(const QString& heading, const QString& text);
    // With one thing that can be done about it.
    void show_offer(const QString& heading, const QString& text, const QString& label,
                    std::function<void()> action);
    void dismiss();
    // What was only said, not asked or complained of, is over once the person goes on.
    void dismiss_info();

    QString heading() const;
    QString text() const;

  private:
    void fill(const char* tone, const QString& heading, const QString& text);
    void show_details();

    QLabel *heading_, *text_;
    QPushButton *action_button_, *details_button_;
    QToolButton* close_;
    QString details_;
    std::function<void()> action_;
    bool info_ = false;
};

}  // namespace ringscope
