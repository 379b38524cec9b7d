#pragma once

#include <QFrame>

#include "ui/playback/player.h"
#include "ui/theme/theme.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenu;
class QSlider;
class QToolButton;

namespace ringscope {

class ChoiceList;

// The bar at the top: scenario, transport, place, speed, step size, pace, export, presentation.
// It shows the player's state and tells the player; the rest it asks of the window.
class TransportBar : public QFrame {
    Q_OBJECT

  public:
    explicit TransportBar(Player& player, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    // id and title of each; the title is shown.
    void set_scenarios(const QList<QPair<QString, QString>>& scenarios);
    // The open session: a scenario's id, or an empty one and the title of something else.
    void show_session(const QString& id, const QString& title);
    void set_export_menu(QMenu* menu);
    void set_presenting(bool presenting);

    // What is least needed goes first when the window is narrow.
    QSize minimumSizeHint() const override;

    void faster();
    void slower();

  signals:
    void scenario_chosen(const QString& id);
    void scenarios_left();  // its list was closed
    void present_toggled();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();
    QToolButton* button(const QString& text, const char* name);
    void build();
    void refresh();
    void refresh_icons();
    QString place_text() const;

    Player& player_;
    Theme theme_ = Theme::light();
    QHBoxLayout* layout_;
    ChoiceList* scenarios_;
    QComboBox* granularity_;
    QToolButton *first_, *back_, *play_, *forward_, *end_, *pace_, *export_, *present_;
    QLabel *place_, *iteration_, *speed_label_, *speed_text_;
    QSlider* speed_;
    bool presenting_ = false;
};

}  // namespace ringscope
