#include "ui/main_window/export_menu.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <utility>

#include "ui/export/image_export.h"

namespace ringscope {

ExportMenu::ExportMenu(QWidget* parent) : QMenu(parent), folder_(QDir::homePath()) {
    connect(this, &QMenu::aboutToShow, this, &ExportMenu::offer_what_there_is);
    // Ctrl+E is heard while the menu is closed: it says itself when there is nothing.
    connect(this, &QMenu::aboutToHide, this, [this] {
        for (const QList<QAction*>& actions : std::as_const(offers_))
            for (QAction* action : actions) action->setEnabled(true);
    });
}

void ExportMenu::offer_what_there_is() {
    for (qsizetype i = 0; i < sources_.size(); ++i)
        for (QAction* action : std::as_const(offers_[i]))
            action->setEnabled(sources_[i]() != nullptr);
}

void ExportMenu::add(const QString& name, Source source) {
    if (!sources_.isEmpty()) addSeparator();
    QList<QAction*> offers;
    for (const char* format : {"svg", "png", "csv"}) {
        const QString extension = QString::fromLatin1(format);
        QAction* action = addAction(tr("%1 as %2…").arg(name, extension.toUpper()),
                                    [this, source, extension] { ask(source, extension); });
        if (sources_.isEmpty() && extension == QLatin1String("svg"))
            action->setShortcut(QKeySequence(tr("Ctrl+E")));
        offers << action;
    }
    offers_ << offers;
    sources_ << std::move(source);
}

void ExportMenu::export_stage() {
    if (!sources_.isEmpty()) ask(sources_.front(), QStringLiteral("svg"));
}

void ExportMenu::ask(const Source& source, const QString& extension) {
    const std::shared_ptr<const Figure> figure = source();
    if (!figure) {
        emit failed({Problem::Kind::failed,
                     {},
                     tr("there is nothing to export yet"),
                     tr("Step or run first."),
                     {}});
        return;
    }
    const QString proposed =
        QDir(folder_).filePath(figure->file_stem() + QLatin1Char('.') + extension);
    const QString file =
        QFileDialog::getSaveFileName(parentWidget(), tr("Export"), proposed,
                                     tr("%1 files (*.%2)").arg(extension.toUpper(), extension));
    if (!file.isEmpty()) write(*figure, file);
}

void ExportMenu::write(const Figure& figure, const QString& file) {
    try {
        const QFileInfo info(file);
        folder_ = info.absolutePath();
        const ExportFormat format = export_format(info.suffix().toLower().toStdString());
        ExportOptions options;
        options.theme = Theme::print();
        options.scale = 2;
        export_figure(figure, file.toStdString(), format, options);
        emit exported(file);
    } catch (...) {
        emit failed(current_problem());
    }
}

}  // namespace ringscope
