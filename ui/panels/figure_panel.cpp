#include "ui/panels/figure_panel.h"

#include <QVBoxLayout>

namespace ringscope {

FigurePanel::FigurePanel(const QString& name, QWidget* parent)
    : Panel(parent), figure_(new FigureView) {
    setAccessibleName(name);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(figure_);
}

void FigurePanel::set_theme(const Theme& theme) {
    const int u = qRound(0.6 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    figure_->set_theme(theme);
}

void FigurePanel::show_figure(std::shared_ptr<const Figure> figure, const QString& note) {
    setAccessibleDescription(figure->description());
    figure_->set_figure(std::move(figure));
    emit note_changed(note, Tone::plain);
}

void FigurePanel::show_nothing(const QString& why) {
    setAccessibleDescription(why);
    figure_->set_figure(nullptr, why);
    emit note_changed({}, Tone::plain);
}

}  // namespace ringscope
