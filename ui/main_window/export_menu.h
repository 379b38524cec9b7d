#pragma once

#include <QMenu>
#include <functional>
#include <memory>

#include "ui/figures/figure.h"
#include "ui/playback/engine_worker.h"

namespace ringscope {

// Saves what is on screen as a file: the frame on the stage and the charts.
class ExportMenu : public QMenu {
    Q_OBJECT

  public:
    // Gives the figure as it is now; null when there is nothing to export.
    using Source = std::function<std::shared_ptr<const Figure>()>;

    explicit ExportMenu(QWidget* parent);

    void add(const QString& name, Source source);
    // Asks for a file for the first entry: Ctrl+E.
    void export_stage();

  signals:
    void exported(const QString& file);
    void failed(ringscope::Problem problem);

  private:
    void ask(const Source& source, const QString& extension);
    void write(const Figure& figure, const QString& file);
    void offer_what_there_is();

    QList<Source> sources_;
    QList<QList<QAction*>> offers_;  // of each source
    QString folder_;
};

}  // namespace ringscope
