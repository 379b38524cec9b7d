#include "ui/panels/chart_panel.h"

#include <QVBoxLayout>

namespace ringscope {

ChartPanel::ChartPanel(QWidget* parent) : Panel(parent), chart_(new ChartWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(chart_);
}

void ChartPanel::set_theme(const Theme& theme) {
    const int u = qRound(0.6 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    chart_->set_theme(theme);
}

void ChartPanel::show_figure(std::shared_ptr<const ChartFigure> figure, const QString& note) {
    setAccessibleDescription(figure ? figure->description() : QString());
    chart_->set_figure(std::move(figure));
    emit note_changed(note, Tone::plain);
}

}  // namespace ringscope
