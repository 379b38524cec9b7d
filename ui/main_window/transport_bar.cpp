#include "ui/main_window/transport_bar.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <vector>

#include "ui/figures/number_text.h"
#include "ui/main_window/icons.h"
#include "ui/panels/choice_list.h"

namespace ringscope {

namespace {

// The slider is logarithmic: four steps double the speed.
constexpr double steps_per_doubling = 4;

double speed_of(int step) { return std::exp2(step / steps_per_doubling); }
int step_of(double speed) {
    return static_cast<int>(std::lround(std::log2(speed) * steps_per_doubling));
}

}  // namespace

TransportBar::TransportBar(Player& player, QWidget* parent)
    : QFrame(parent),
      player_(player),
      layout_(new QHBoxLayout(this)),
      scenarios_(new ChoiceList),
      granularity_(new QComboBox),
      first_(button(tr("First frame (Home)"), "transport")),
      back_(button(tr("One step back (Left)"), "transport")),
      play_(button(tr("Run (Space)"), "primary")),
      forward_(button(tr("One step forward (Right)"), "transport")),
      end_(button(tr("Newest frame (End)"), "transport")),
      pace_(button(tr("Pace"), "pace")),
      export_(button(tr("Export"), "export")),
      present_(button(tr("Presentation (F5)"), "present")),
      place_(new QLabel),
      iteration_(new QLabel),
      speed_label_(new QLabel),
      speed_text_(new QLabel),
      speed_(new QSlider(Qt::Horizontal)) {
    setObjectName(QStringLiteral("toolbar"));
    build();
    connect(first_, &QToolButton::clicked, &player_, &Player::home);
    connect(end_, &QToolButton::clicked, &player_, &Player::end);
    connect(play_, &QToolButton::clicked, &player_, &Player::toggle);
    connect(back_, &QToolButton::clicked, this,
            [this] { player_.step_back(player_.granularity()); });
    connect(forward_, &QToolButton::clicked, this,
            [this] { player_.step_forward(player_.granularity()); });
    connect(speed_, &QSlider::valueChanged, this,
            [this](int step) { player_.set_speed(speed_of(step)); });
    connect(granularity_, &QComboBox::activated, this,
            [this](int index) { player_.set_granularity(static_cast<Granularity>(index)); });
    connect(pace_, &QToolButton::clicked, this, [this](bool free) { player_.set_runs_free(free); });
    connect(present_, &QToolButton::clicked, this, &TransportBar::present_toggled);
    connect(scenarios_, &QComboBox::activated, this, [this](int index) {
        const QString id = scenarios_->itemData(index).toString();
        if (!id.isEmpty()) emit scenario_chosen(id);
    });
    // Closing a list gives the focus back to what had it: after that.
    connect(scenarios_, &ChoiceList::left, this, &TransportBar::scenarios_left,
            Qt::QueuedConnection);
    connect(&player_, &Player::shown, this, &TransportBar::refresh);
    connect(&player_, &Player::state_changed, this, &TransportBar::refresh);
    refresh();
}

QToolButton* TransportBar::button(const QString& text, const char* name) {
    auto* made = new QToolButton;
    made->setObjectName(QString::fromLatin1(name));
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setFocusPolicy(Qt::TabFocus);  // a click leaves the keys to the stage
    return made;
}

void TransportBar::build() {
    scenarios_->setAccessibleName(tr("Scenario"));
    scenarios_->setToolTip(tr("Scenario"));
    scenarios_->setFocusPolicy(Qt::TabFocus);
    scenarios_->setObjectName(QStringLiteral("scenario"));
    // As wide as the bar gives it; its list as wide as the longest title.
    scenarios_->setMinimumContentsLength(6);
    granularity_->addItems({tr("by: step"), tr("by: phase"), tr("by: iteration")});
    granularity_->setAccessibleName(tr("Size of a step"));
    granularity_->setToolTip(tr("How far the arrows and Run go at a time"));
    granularity_->setFocusPolicy(Qt::TabFocus);
    granularity_->setObjectName(QStringLiteral("granularity"));
    speed_->setRange(step_of(Player::slowest), step_of(Player::fastest));
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Speed (< and >)"));
    speed_->setFocusPolicy(Qt::TabFocus);
    pace_->setCheckable(true);
    pace_->setText(tr("Free run"));
    pace_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    pace_->setToolTip(
        tr("Watched: every step is read back from the devices and shown.\n"
           "Free run: the devices do not wait for the window; a frame an iteration."));
    export_->setText(tr("Export"));
    export_->setPopupMode(QToolButton::InstantPopup);
    present_->setText(tr("Present"));
    place_->setObjectName(QStringLiteral("heading"));
    iteration_->setObjectName(QStringLiteral("muted"));
    speed_label_->setText(tr("speed"));
    speed_label_->setObjectName(QStringLiteral("muted"));

    auto* place = new QVBoxLayout;
    place->setSpacing(0);
    place->addStretch(1);
    place->addWidget(place_);
    place->addWidget(iteration_);
    place->addStretch(1);
    layout_->addWidget(scenarios_);
    layout_->addStretch(3);
    for (QToolButton* transport : {first_, back_, play_, forward_, end_})
        layout_->addWidget(transport);
    layout_->addSpacing(6);
    layout_->addLayout(place);
    layout_->addStretch(3);
    layout_->addWidget(speed_label_);
    layout_->addWidget(speed_);
    layout_->addWidget(speed_text_);
    layout_->addStretch(1);
    for (QWidget* widget : {static_cast<QWidget*>(granularity_), static_cast<QWidget*>(pace_),
                            static_cast<QWidget*>(export_), static_cast<QWidget*>(present_)})
        layout_->addWidget(widget);
}

void TransportBar::set_theme(const Theme& theme) {
    theme_ = theme;
    const double u = theme.unit;
    layout_->setContentsMargins(qRound(1.1 * u), qRound(0.6 * u), qRound(1.1 * u), qRound(0.6 * u));
    layout_->setSpacing(qRound(0.45 * u));
    const int icon = qRound(1.15 * u);
    for (QToolButton* transport : {first_, back_, play_, forward_, end_})
        transport->setIconSize({icon, icon});
    speed_->setFixedWidth(qRound(6.5 * u));
    // Wide enough for what they will say, so that nothing moves while it plays.
    place_->setFixedWidth(qRound(QFontMetricsF(theme.font(1, true))
                                     .horizontalAdvance(tr("frame %1 of %2").arg(888).arg(888))) +
                          4);
    speed_text_->setFixedWidth(
        qRound(QFontMetricsF(theme.font(1)).horizontalAdvance(QStringLiteral("0.84 ×"))) + 4);
    pace_->setIconSize({qRound(1.9 * u), qRound(1.1 * u)});
    refresh_icons();
    fit();
}

void TransportBar::refresh_icons() {
    first_->setIcon(glyph_icon(Glyph::first, theme_.text, theme_.faint));
    back_->setIcon(glyph_icon(Glyph::back, theme_.text, theme_.faint));
    forward_->setIcon(glyph_icon(Glyph::forward, theme_.text, theme_.faint));
    end_->setIcon(glyph_icon(Glyph::end, theme_.text, theme_.faint));
    pace_->setIcon(switch_icon(theme_.accent, theme_.muted, theme_.surface));
    const bool running = player_.state() != Player::State::paused;
    play_->setIcon(
        glyph_icon(running ? Glyph::pause : Glyph::play, theme_.on_accent, theme_.faint));
}

void TransportBar::set_scenarios(const QList<QPair<QString, QString>>& scenarios) {
    scenarios_->clear();
    for (const auto& [id, title] : scenarios) scenarios_->addItem(title, id);
    scenarios_->view()->setTextElideMode(Qt::ElideNone);
}

void TransportBar::show_session(const QString& id, const QString& title) {
    const int other = scenarios_->findData(QString());
    if (other >= 0) scenarios_->removeItem(other);
    int index = id.isEmpty() ? -1 : scenarios_->findData(id);
    if (index < 0) {
        scenarios_->insertItem(0, title, QString());
        index = 0;
    }
    scenarios_->setCurrentIndex(index);
}

void TransportBar::set_export_menu(QMenu* menu) { export_->setMenu(menu); }

void TransportBar::set_presenting(bool presenting) {
    presenting_ = presenting;
    present_->setText(presenting ? tr("End") : tr("Present"));
    fit();
}

// Presenting, large text leaves room for what is needed while speaking.
void TransportBar::fit() {
    const std::vector<QWidget*> optional = {speed_label_, speed_text_, speed_,    granularity_,
                                            present_,     export_,     scenarios_};
    for (QWidget* widget : optional) widget->setVisible(!presenting_ || widget == present_);
    scenarios_->setMinimumWidth(qRound(19 * theme_.unit));
    scenarios_->setMaximumWidth(qRound(24 * theme_.unit));
    scenarios_->view()->setMinimumWidth(scenarios_->view()->sizeHintForColumn(0) +
                                        qRound(2 * theme_.unit));
    layout_->invalidate();
    if (layout_->minimumSize().width() <= width() || presenting_) return;
    scenarios_->setMinimumWidth(qRound(14 * theme_.unit));
    for (QWidget* widget : optional) {
        layout_->invalidate();
        if (layout_->minimumSize().width() <= width()) return;
        widget->hide();
    }
}

QSize TransportBar::minimumSizeHint() const {
    return {qRound(44 * theme_.unit), QFrame::minimumSizeHint().height()};
}

void TransportBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

void TransportBar::faster() { speed_->setValue(speed_->value() + 2); }
void TransportBar::slower() { speed_->setValue(speed_->value() - 2); }

QString TransportBar::place_text() const {
    if (!player_.recording()) return {};
    const Position position = player_.position();
    const auto planned = std::ssize(iteration_plan(*player_.recording(), position.iteration));
    return tr("frame %1 of %2").arg(integer_text(position.frame + 1), integer_text(planned));
}

void TransportBar::refresh() {
    first_->setEnabled(player_.can_go_back());
    back_->setEnabled(player_.can_go_back());
    forward_->setEnabled(player_.can_go_forward());
    end_->setEnabled(player_.can_go_forward());
    play_->setEnabled(player_.can_go_forward() || player_.can_go_back());
    const QString play =
        player_.state() == Player::State::paused ? tr("Run (Space)") : tr("Pause (Space)");
    if (play_->toolTip() != play) {
        play_->setToolTip(play);
        play_->setAccessibleName(play);
        refresh_icons();
    }
    place_->setText(place_text());
    iteration_->setText(player_.recording()
                            ? tr("iteration %1").arg(integer_text(player_.position().iteration))
                            : QString());
    const QSignalBlocker quiet(speed_);
    speed_->setValue(step_of(player_.speed()));
    speed_text_->setText(QLocale().toString(player_.speed(), 'g', 2) + QStringLiteral(" ×"));
    granularity_->setCurrentIndex(static_cast<int>(player_.granularity()));
    pace_->setChecked(player_.runs_free());
}

}  // namespace ringscope
