#include "ui/main_window/style.h"

#include <QHash>

namespace ringscope {

QPalette palette_of(const Theme& theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::Base, theme.surface);
    palette.setColor(QPalette::AlternateBase, theme.sunken);
    palette.setColor(QPalette::Button, theme.surface);
    palette.setColor(QPalette::ToolTipBase, theme.surface);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.on_accent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.strong_border);
    palette.setColor(QPalette::Light, theme.surface);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.faint);
    return palette;
}

namespace {

// @name is a colour or font of the theme, [x] a length of x text sizes.
const char* const sheet = R"(
* { font-family: @family; font-size: [1.0]; }
QWidget#chrome, QMainWindow { background: @window; }
QMenuBar { background: @surface; color: @text; padding: [0.15] [0.6]; }
QMenuBar::item { padding: [0.25] [0.6]; border-radius: [0.3]; background: transparent; }
QMenuBar::item:selected { background: @accent_soft; }
QMenu { background: @surface; color: @text; border: 1px solid @strong_border; padding: [0.3] 0; }
QMenu::item { padding: [0.4] [2.2] [0.4] [1.8]; }
QMenu::item:selected { background: @accent_soft; color: @text; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @border; margin: [0.3] 0; }
QToolTip { background: @surface; color: @text; border: 1px solid @strong_border; padding: [0.3]; }

QFrame#toolbar { background: @surface; border: none; border-bottom: 1px solid @border; }
QFrame#card { background: @surface; border: 1px solid @border; border-radius: [0.6]; }
QFrame#card_head { background: @surface; border: 1px solid @border; border-bottom: none;
  border-top-left-radius: [0.6]; border-top-right-radius: [0.6]; }
QFrame#card_body { background: @surface; border: 1px solid @border; border-top: none;
  border-bottom-left-radius: [0.6]; border-bottom-right-radius: [0.6]; }
QFrame#sunken { background: @sunken; border: none; border-radius: [0.5]; }
QFrame#banner { background: @warning_soft; border: 1px solid @warning; border-radius: [0.5]; }
QFrame#banner[tone="bad"] { background: @bad_soft; border-color: @bad; }
QFrame#banner[tone="info"] { background: @accent_soft; border-color: @accent; }
QFrame#rule { background: @border; border: none; max-height: 1px; min-height: 1px; }
QMainWindow::separator { background: transparent; width: [0.9]; height: [0.9]; }
QMainWindow::separator:hover { background: @border; }
QDockWidget { color: @text; }

QLabel { color: @text; background: transparent; }
QLabel#title { font-size: [1.25]; font-weight: 600; }
QLabel#heading { font-weight: 600; }
QLabel#muted { color: @muted; font-size: [0.88]; }
QLabel#problem { color: @bad; font-size: [0.92]; }
QLabel#mono { font-family: @mono; }
QLabel#badge { font-weight: 600; font-size: [0.85]; padding: [0.2] [0.7]; border-radius: [0.75];
  background: @sunken; color: @muted; }
QLabel#badge[tone="good"] { background: @good_soft; color: @good; }
QLabel#badge[tone="bad"] { background: @bad_soft; color: @bad; }

QPushButton, QToolButton, QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox {
  background: @surface; color: @text; border: 1px solid @strong_border; border-radius: [0.45];
  padding: [0.3] [0.7]; min-height: [1.35]; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { background: @sunken; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: @accent_soft;
  border-color: @accent; }
QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus,
QDoubleSpinBox:focus, QPlainTextEdit:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled, QLineEdit:disabled,
QSpinBox:disabled { color: @faint; border-color: @border; background: @surface; }
QPushButton:default, QPushButton#primary, QToolButton#primary { background: @accent;
  color: @on_accent; border-color: @accent; }
QPushButton#primary, QToolButton#primary { font-weight: 600; }
QPushButton#primary:disabled, QToolButton#primary:disabled, QPushButton:default:disabled { background: @sunken; color: @faint;
  border-color: @border; }
QPushButton#primary:focus, QToolButton#primary:focus { border: 2px solid @text; }
QToolButton#quiet, QPushButton#quiet { border: 1px solid transparent; background: transparent;
  color: @muted; padding: [0.1] [0.4]; min-height: [1.1]; }
QToolButton#quiet:hover, QPushButton#quiet:hover { color: @text; background: @sunken; }
QToolButton#quiet:focus { border: 1px solid @accent; }
QToolButton#quiet:disabled { color: @faint; background: transparent; }
QToolButton#link, QPushButton#link { border: none; background: transparent; color: @accent;
  padding: [0.1] [0.3]; min-height: [1.1]; font-weight: 600; }
QToolButton#transport, QToolButton#primary { padding: [0.2] [0.45]; min-width: [1.5];
  min-height: [1.7]; }
QToolButton#primary { min-width: [2.4]; }
QToolButton#pace { border-color: transparent; background: transparent; }
QToolButton#pace:hover { background: @sunken; }
QToolButton#pace:checked { background: transparent; border-color: transparent; }
QToolButton#pace:focus { border: 1px solid @accent; }
QToolBar QToolButton { padding: [0.1]; }
QToolButton[popupMode="2"] { padding-right: [1.5]; }
QToolButton::menu-indicator { subcontrol-position: right center; right: [0.5];
  image: url(:/icons/chevron-@chevron.svg); width: [0.9]; height: [0.9]; }
QLineEdit[invalid="true"], QSpinBox[invalid="true"], QPlainTextEdit[invalid="true"] {
  border: 1px solid @bad; background: @bad_soft; }
QComboBox { padding-left: [0.55]; padding-right: [1.3]; }
QComboBox::drop-down { border: none; width: [1.4]; }
QComboBox::down-arrow { image: url(:/icons/chevron-@chevron.svg); width: [0.9]; height: [0.9]; }
QComboBox QAbstractItemView { background: @surface; color: @text; border: 1px solid @strong_border;
  selection-background-color: @accent_soft; selection-color: @text; outline: none;
  padding: [0.2]; }
QPlainTextEdit { background: @surface; color: @text; border: 1px solid @strong_border;
  border-radius: [0.45]; font-family: @mono; padding: [0.2]; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea, QScrollArea > QWidget > QWidget#scrolled { background: transparent; border: none; }

QTabBar#views { qproperty-drawBase: 0; }
QTabBar#views::tab { background: transparent; color: @muted; border: none;
  border-bottom: 2px solid transparent; padding: [0.25] [0.1] [0.3] [0.1];
  margin-right: [1.6]; }
QTabBar#views::tab:selected { color: @text; font-weight: 600; border-bottom: 2px solid @accent; }
QTabBar#views::tab:hover { color: @text; }
QTabBar#views::tab:focus { color: @accent; }

QMainWindow > QTabBar { qproperty-drawBase: 0; background: transparent; }
QMainWindow > QTabBar::tab { background: transparent; color: @muted; border: none;
  border-bottom: 2px solid transparent; padding: [0.1] [0.1] [0.2] [0.1]; margin: 0 [1.1] 0 [0.5]; }
QMainWindow > QTabBar::tab:selected { color: @text; font-weight: 600;
  border-bottom: 2px solid @accent; }
QMainWindow > QTabBar::tab:hover { color: @text; }

QSlider { background: transparent; min-height: [1.4]; }
QSlider::groove:horizontal { height: [0.3]; background: @border; border-radius: [0.15]; }
QSlider::handle:horizontal { width: [1.05]; height: [1.05]; margin: -[0.38] 0;
  background: @accent; border-radius: [0.52]; }
QSlider:focus { border: 1px solid @accent; border-radius: [0.4]; }

QScrollBar:vertical { width: [0.7]; background: transparent; margin: 0; }
QScrollBar:horizontal { height: [0.7]; background: transparent; margin: 0; }
QScrollBar::handle { background: @strong_border; border-radius: [0.3]; min-height: [2.0];
  min-width: [2.0]; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { border: none; background: @sunken; border-radius: [0.2]; max-height: [0.4];
  min-height: [0.4]; }
QProgressBar::chunk { background: @accent; border-radius: [0.2]; }
QCheckBox, QRadioButton { color: @text; spacing: [0.5]; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator, QMenu::indicator { width: [0.95]; height: [0.95];
  border: 1px solid @muted; border-radius: [0.25]; background: @surface; }
QRadioButton::indicator { border-radius: [0.52]; }
QMenu::indicator { margin-left: [0.5]; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { background: @sunken; }
QCheckBox::indicator:checked, QMenu::indicator:checked { background: @accent;
  border-color: @accent; image: url(:/icons/tick-@chevron.svg); }
QRadioButton::indicator:checked { border-color: @accent; background: qradialgradient(cx: 0.5,
  cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 @accent, stop: 0.5 @accent, stop: 0.6 @surface,
  stop: 1 @surface); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: @border; }
QCheckBox:focus, QRadioButton:focus { color: @accent; }
QDialog, QMessageBox { background: @surface; }
)";

QHash<QString, QString> words(const Theme& theme) {
    return {
        {"window", theme.window.name()},
        {"surface", theme.surface.name()},
        {"sunken", theme.sunken.name()},
        {"border", theme.border.name()},
        {"strong_border", theme.strong_border.name()},
        {"text", theme.text.name()},
        {"muted", theme.muted.name()},
        {"faint", theme.faint.name()},
        {"accent", theme.accent.name()},
        {"on_accent", theme.on_accent.name()},
        {"accent_soft", theme.accent_soft.name()},
        {"good", theme.good.name()},
        {"good_soft", theme.good_soft.name()},
        {"bad", theme.bad.name()},
        {"bad_soft", theme.bad_soft.name()},
        {"warning", theme.warning.name()},
        {"warning_soft", theme.warning_soft.name()},
        {"chevron", theme.dark ? QStringLiteral("dark") : QStringLiteral("light")},
        {"family", QLatin1Char('"') + theme.sans.family() + QLatin1Char('"')},
        {"mono", QLatin1Char('"') + theme.mono.family() + QLatin1Char('"')},
    };
}

}  // namespace

QString stylesheet_of(const Theme& theme) {
    const QHash<QString, QString> known = words(theme);
    const QString source = QString::fromLatin1(sheet);
    QString result;
    for (qsizetype i = 0; i < source.size(); ++i) {
        const QChar c = source[i];
        if (c == QLatin1Char('@')) {
            qsizetype end = i + 1;
            while (end < source.size() && (source[end].isLetter() || source[end] == u'_')) ++end;
            result += known.value(source.mid(i + 1, end - i - 1));
            i = end - 1;
        } else if (c == QLatin1Char('[') && source[i + 1].isDigit()) {
            const qsizetype end = source.indexOf(QLatin1Char(']'), i);
            const double units = source.mid(i + 1, end - i - 1).toDouble();
            result += QString::number(qRound(units * theme.unit)) + QStringLiteral("px");
            i = end;
        } else {
            result += c;
        }
    }
    return result;
}

}  // namespace ringscope
