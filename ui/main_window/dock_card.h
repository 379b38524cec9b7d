#pragma once

#include <QDockWidget>
#include <QFrame>

#include "ui/panels/panel.h"

class QHBoxLayout;
class QLabel;

namespace ringscope {

// The upper part of a card: its heading and what the panel says beside it. Dragging it moves the
// dock.
class CardHead : public QFrame {
    Q_OBJECT

  public:
    explicit CardHead(const QString& heading, QWidget* parent = nullptr);

    void set_note(const QString& text, Panel::Tone tone);
    void set_theme(const Theme& theme);
    // In place of the heading.
    void set_leading(QWidget* widget);

  private:
    QHBoxLayout* layout_;
    QLabel *heading_, *note_, *badge_;
};

// A dock that looks like a card on the window.
class DockCard : public QDockWidget {
    Q_OBJECT

  public:
    // id: for the remembered layout, untranslated. The card owns the content.
    DockCard(const QString& id, const QString& heading, QWidget* content);

    CardHead& head() { return *head_; }
    void set_theme(const Theme& theme);
    // Without a heading of its own; the content says what it is.
    void hide_head();

  protected:
    // A floating card is a window of its own: keys that it has no use for belong to the main one.
    void keyPressEvent(QKeyEvent* event) override;

  private:
    CardHead* head_;
    QFrame* body_;
};

}  // namespace ringscope
