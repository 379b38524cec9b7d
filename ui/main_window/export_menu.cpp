#include "ui/main_window/export_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QScreen>
#include <QSettings>

#include "ui/export/charts_of.h"
#include "ui/export/picture_mime.h"

namespace ringscope {

namespace {

ExportOptions clipboard_options() {
    ExportOptions options;
    options.theme = Theme::print();
    options.scale = 2;
    return options;
}

QPageLayout::Orientation orientation_of(const Figure& figure) {
    const QSizeF size = figure.natural_size();
    return size.width() > size.height() ? QPageLayout::Landscape : QPageLayout::Portrait;
}

}  // namespace

ExportMenu::ExportMenu(QSettings& settings, QWidget* parent) : QMenu(parent), settings_(settings) {
    sources_.recording = [] { return nullptr; };
    sources_.position = [] { return Position{}; };
    build();
}

void ExportMenu::build() {
    addAction(tr("&Figure…"), QKeySequence(tr("Ctrl+E")), this, [this] { open_dialog(); });
    addAction(tr("&Animation…"), this, [this] { open_dialog(ExportKind::animation); });
    addAction(tr("&Slides, a page a step…"), this, [this] { open_dialog(ExportKind::pages); });
    addAction(tr("&Lesson pack…"), this, [this] { open_dialog(ExportKind::lesson_pack); });
    addAction(tr("&Trace for Perfetto…"), this, [this] { open_dialog(ExportKind::trace); });
    addSeparator();
    addAction(tr("&Copy the stage as a picture"), QKeySequence(tr("Ctrl+Shift+C")), this,
              &ExportMenu::copy_picture);
    addAction(tr("Copy the stage as S&VG"), this, &ExportMenu::copy_svg);
    addSeparator();
    addAction(tr("&Print…"), QKeySequence::Print, this, &ExportMenu::print);
    addAction(tr("Print pre&view…"), this, [this] { preview_print(); });
    QMenu* others = addMenu(tr("Preview and print an&other"));
    connect(others, &QMenu::aboutToShow, this, [this, others] { list_printable(*others); });
}

// The figures that there are now, the stage left out.
void ExportMenu::list_printable(QMenu& menu) {
    menu.clear();
    for (qsizetype i = 1; i < sources_.figures.size(); ++i) {
        const auto figure = sources_.figures[i].figure();
        QAction* action = menu.addAction(sources_.figures[i].name);
        action->setEnabled(figure != nullptr);
        connect(action, &QAction::triggered, this, [this, figure] { preview_print(*figure); });
    }
}

void ExportMenu::add(const QString& name, Source source) {
    sources_.figures.push_back({name, [source = std::move(source)] {
                                    auto figure = source();
                                    return figure && has_content(*figure) ? figure : nullptr;
                                }});
}

void ExportMenu::set_run(std::function<std::shared_ptr<const Recording>()> recording,
                         std::function<Position()> position) {
    sources_.recording = std::move(recording);
    sources_.position = std::move(position);
}

void ExportMenu::set_theme(const Theme& theme) {
    theme_ = theme;
    if (dialog_) dialog_->set_theme(theme);
}

void ExportMenu::open_dialog(ExportKind kind) {
    if (!dialog_) {
        dialog_ = new ExportDialog(sources_, settings_, parentWidget());
        dialog_->set_theme(theme_);
        connect(dialog_, &ExportDialog::exported, this, &ExportMenu::exported);
        connect(dialog_, &ExportDialog::failed, this, &ExportMenu::failed);
    }
    dialog_->open_at(kind);
}

std::shared_ptr<const Figure> ExportMenu::stage() {
    auto figure = sources_.figures.empty() ? nullptr : sources_.figures.front().figure();
    if (!figure)
        emit failed({Problem::Kind::failed,
                     {},
                     tr("there is nothing to export yet"),
                     tr("Step or run first."),
                     {}});
    return figure;
}

QString ExportMenu::source_text() const {
    const auto recording = sources_.recording();
    return recording && recording->frame_count() > 0 ? source_line(*recording, sources_.position())
                                                     : QString();
}

void ExportMenu::copy_picture() {
    if (const auto figure = stage())
        QGuiApplication::clipboard()->setMimeData(
            picture_mime(*figure, clipboard_options()).release());
}

void ExportMenu::copy_svg() {
    if (const auto figure = stage())
        QGuiApplication::clipboard()->setMimeData(svg_mime(*figure, clipboard_options()).release());
}

void ExportMenu::print() {
    const auto figure = stage();
    if (!figure) return;
    QPrinter printer(QPrinter::HighResolution);
    QPrintDialog dialog(&printer, parentWidget());
    if (dialog.exec() == QDialog::Accepted) print_figure(printer, *figure, source_text());
}

void ExportMenu::preview_print() {
    if (const auto figure = stage()) preview_print(*figure);
}

void ExportMenu::preview_print(const Figure& figure) {
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(orientation_of(figure));
    QPrintPreviewDialog dialog(&printer, parentWidget());
    // Wide enough for all of its tools, or as large as the screen allows.
    dialog.resize((parentWidget()->screen()->availableSize() * 0.95).expandedTo({640, 480}));
    connect(&dialog, &QPrintPreviewDialog::paintRequested, this,
            [&](QPrinter* to) { print_figure(*to, figure, source_text()); });
    dialog.exec();
}

}  // namespace ringscope
