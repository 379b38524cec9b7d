#pragma once

#include <QMenu>
#include <QPointer>
#include <functional>
#include <memory>

#include "ui/export/export_dialog.h"

namespace ringscope {

// What can be taken out of the window: through the export dialog, the clipboard, the printer.
class ExportMenu : public QMenu {
    Q_OBJECT

  public:
    // Gives the figure as it is now; null when there is nothing to export.
    using Source = std::function<std::shared_ptr<const Figure>()>;

    ExportMenu(QSettings& settings, QWidget* parent);

    // The first one is the stage.
    void add(const QString& name, Source source);
    void set_run(std::function<std::shared_ptr<const Recording>()> recording,
                 std::function<Position()> position);
    void set_theme(const Theme& theme);

    void open_dialog(ExportKind kind = ExportKind::figure);  // the stage: Ctrl+E
    void copy_picture();
    void copy_svg();
    void print();          // the stage
    void preview_print();  // the stage; from there it can be printed
    void preview_print(const Figure& figure);

    ExportDialog* dialog() const { return dialog_; }  // null before it is first shown

  signals:
    void exported(const QString& file);
    void failed(const ringscope::Problem& problem);

  private:
    void build();
    void list_printable(QMenu& menu);
    std::shared_ptr<const Figure> stage();
    QString source_text() const;

    QSettings& settings_;
    ExportSources sources_;
    Theme theme_ = Theme::light();
    QPointer<ExportDialog> dialog_;
};

}  // namespace ringscope
