#include "ui/export/export_dialog.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/export/export_form.h"
#include "ui/export/export_job.h"
#include "ui/export/export_preview.h"
#include "ui/export/image_export.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

constexpr ExportKind series_kinds[] = {ExportKind::animation, ExportKind::pages, ExportKind::frames,
                                       ExportKind::lesson_pack, ExportKind::trace};

QString sentences(const Problem& problem) {
    return problem.hint.isEmpty() ? problem.what
                                  : ExportDialog::tr("%1. %2").arg(problem.what, problem.hint);
}

}  // namespace

ExportDialog::ExportDialog(ExportSources sources, QSettings& settings, QWidget* parent)
    : QDialog(parent),
      sources_(std::move(sources)),
      settings_(settings),
      form_(new ExportForm),
      preview_(new ExportPreview) {
    setWindowTitle(tr("Export"));
    setObjectName(QStringLiteral("export_dialog"));
    auto* columns = new QHBoxLayout;
    columns->addWidget(build_left());
    columns->addWidget(preview_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(build_target());
    connect(what_, &QComboBox::currentIndexChanged, this, &ExportDialog::choose);
    connect(form_, &ExportForm::changed, this, [this] {
        store_settings(settings_, kind_, form_->settings());
        result_->clear();
        follow_format();
        refresh();
    });
    connect(export_, &QPushButton::clicked, this, &ExportDialog::accept_or_cancel);
    connect(browse_, &QPushButton::clicked, this, &ExportDialog::browse);
    resize(980, 620);
}

ExportDialog::~ExportDialog() = default;

QWidget* ExportDialog::build_left() {
    auto* left = new QWidget;
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    what_ = new QComboBox;
    what_->setObjectName(QStringLiteral("export_what"));
    what_->setAccessibleName(tr("What to export"));
    for (const ExportSources::Named& source : sources_.figures) what_->addItem(source.name);
    what_->insertSeparator(what_->count());
    what_->addItem(tr("Animation of the all-reduce"));
    what_->addItem(tr("Slides: a page a step (PDF)"));
    what_->addItem(tr("Numbered pictures"));
    what_->addItem(tr("Lesson pack"));
    what_->addItem(tr("Trace for Perfetto"));
    heading_ = new QLabel;
    heading_->setObjectName(QStringLiteral("muted"));
    heading_->setWordWrap(true);
    layout->addWidget(what_);
    layout->addWidget(heading_);
    layout->addWidget(form_);
    layout->addStretch(1);
    left->setFixedWidth(370);
    return left;
}

QWidget* ExportDialog::build_target() {
    auto* below = new QWidget;
    auto* layout = new QVBoxLayout(below);
    layout->setContentsMargins(0, 0, 0, 0);
    target_ = new QLineEdit;
    target_->setObjectName(QStringLiteral("export_target"));
    target_->setAccessibleName(tr("File or folder"));
    browse_ = new QPushButton(tr("Choose…"));
    export_ = new QPushButton(tr("Export"));
    export_->setObjectName(QStringLiteral("export_go"));
    auto* close = new QPushButton(tr("Close"));
    // Enter exports, whichever of them has the focus.
    for (QPushButton* button : {browse_, export_, close}) button->setAutoDefault(false);
    export_->setDefault(true);
    connect(target_, &QLineEdit::textEdited, this, [this] { result_->clear(); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* row = new QHBoxLayout;
    row->addWidget(target_, 1);
    for (QPushButton* button : {browse_, export_, close}) row->addWidget(button);
    progress_ = new QProgressBar;
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    progress_->hide();
    result_ = new QLabel;
    result_->setObjectName(QStringLiteral("export_result"));
    result_->setWordWrap(true);
    result_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    result_->setOpenExternalLinks(true);
    layout->addWidget(progress_);
    layout->addWidget(result_);
    layout->addLayout(row);
    return below;
}

void ExportDialog::set_theme(const Theme& theme) { preview_->set_theme(theme); }

void ExportDialog::open_at(ExportKind kind, int number) {
    int index = number;
    if (kind != ExportKind::figure)
        index = static_cast<int>(sources_.figures.size()) + 1 +
                static_cast<int>(std::find(std::begin(series_kinds), std::end(series_kinds), kind) -
                                 std::begin(series_kinds));
    const auto recording = sources_.recording();
    form_->set_iterations(recording ? recording->iterations() : 0, sources_.position().iteration);
    what_->setCurrentIndex(index);
    choose(index);
    show();
    raise();
    activateWindow();
    what_->setFocus();
}

void ExportDialog::choose(int index) {
    const int figures = static_cast<int>(sources_.figures.size());
    kind_ =
        index < figures
            ? ExportKind::figure
            : series_kinds[std::clamp<std::size_t>(static_cast<std::size_t>(index - figures - 1), 0,
                                                   std::size(series_kinds) - 1)];
    form_->show_settings(kind_, load_settings(settings_, kind_));
    // What is chosen anew gets a name of its own, in the folder of the last one.
    if (chosen_ != index && !target_->text().isEmpty()) {
        folder_ = QFileInfo(target_->text()).absolutePath();
        proposed_ = target_->text();
    }
    chosen_ = index;
    switch (kind_) {
        case ExportKind::figure: heading_->setText(tr("As it is in the window now.")); break;
        case ExportKind::animation: heading_->setText(tr("Every step, moving.")); break;
        case ExportKind::pages: heading_->setText(tr("To click through in a talk.")); break;
        case ExportKind::frames:
            heading_->setText(tr("Each picture of the animation as a file."));
            break;
        case ExportKind::lesson_pack:
            heading_->setText(tr(
                "A folder or an archive with a page to step through, figures, data, captions and "
                "the recording."));
            break;
        case ExportKind::trace:
            heading_->setText(tr("Times, transfers and memory of the whole recording."));
            break;
    }
    result_->clear();
    refresh();
}

std::shared_ptr<const Figure> ExportDialog::figure() const {
    const int index = what_->currentIndex();
    return kind_ == ExportKind::figure && index >= 0 && index < sources_.figures.size()
               ? sources_.figures[index].figure()
               : nullptr;
}

// For a series: the first step of the iteration, half-way.
std::shared_ptr<const Figure> ExportDialog::example() const {
    const auto recording = sources_.recording();
    if (!recording || recording->frame_count() == 0) return nullptr;
    Position place{form_->first_iteration(), 0};
    for (std::int64_t f = recording->frames_in(place.iteration); f-- > 0;)
        if (recording->frame({place.iteration, f})->schedule_step >= 0) place.frame = f;
    const StageView view =
        kind_ == ExportKind::lesson_pack ? StageView::ring : form_->settings().view;
    const bool moves = !recording->frame(place)->transfers.empty();
    return make_stage_figure(view, scene_at(recording, place, moves ? 0.5 : 1));
}

QString ExportDialog::source_text() const {
    const auto recording = sources_.recording();
    return recording && recording->frame_count() > 0 ? source_line(*recording, sources_.position())
                                                     : QString();
}

// What has nothing to show yet cannot be chosen.
void ExportDialog::enable_figures() {
    auto* items = qobject_cast<QStandardItemModel*>(what_->model());
    for (int i = 0; items && i < sources_.figures.size(); ++i)
        items->item(i)->setEnabled(sources_.figures[i].figure() != nullptr);
}

void ExportDialog::refresh() {
    enable_figures();
    propose_target();
    const std::shared_ptr<const Figure> shown = kind_ == ExportKind::figure ? figure() : example();
    const bool table = extension_of(kind_, form_->settings()) == QLatin1String("csv");
    if (kind_ == ExportKind::trace)
        preview_->show_text(tr("Open the file in ui.perfetto.dev or chrome://tracing."));
    else if (!shown)
        preview_->show_text(tr("There is nothing to export yet. Step or run first."));
    else if (table)
        preview_->show_text(tr("The numbers that the figure draws, as a table."));
    else
        preview_->show_figure(shown, kind_ == ExportKind::lesson_pack
                                         ? ExportOptions{}
                                         : image_options(form_->settings(), source_text()));
    export_->setEnabled(exporting() || shown || kind_ == ExportKind::trace);
}

void ExportDialog::propose_target() {
    if (!target_->text().isEmpty() && target_->text() != proposed_) return;  // it was typed
    const auto recording = sources_.recording();
    QString name = recording ? file_name_of(QString::fromStdString(recording->info().title))
                             : QStringLiteral("ringscope");
    const Position position = sources_.position();
    if (const auto shown = figure()) {
        name += '-' + shown->file_stem();
        if (dynamic_cast<const StageFigure*>(shown.get()))
            name += QStringLiteral("-%1-%2")
                        .arg(position.iteration)
                        .arg(position.frame, 2, 10, QLatin1Char('0'));
    } else {
        name += '-' + QString::fromLatin1(key_of(kind_)).replace('_', '-');
    }
    const QString extension = extension_of(kind_, form_->settings());
    if (!extension.isEmpty()) name += '.' + extension;
    const QString folder =
        !folder_.isEmpty()
            ? folder_
            : settings_.value(QStringLiteral("export/folder"), QDir::homePath()).toString();
    proposed_ = QDir(folder).filePath(name);
    target_->setText(proposed_);
}

// A name that was typed keeps its stem; the ending is the format's.
void ExportDialog::follow_format() {
    const QString typed = target_->text().trimmed();
    if (typed.isEmpty() || typed == proposed_) return;
    const QString extension = extension_of(kind_, form_->settings());
    QString name = typed;
    const QString suffix = QFileInfo(typed).suffix().toLower();
    if (formats_of(kind_).contains(suffix)) name.chop(suffix.size() + 1);
    if (!extension.isEmpty() && suffix != extension) name += '.' + extension;
    if (suffix != extension) target_->setText(name);
}

void ExportDialog::browse() {
    const QString extension = extension_of(kind_, form_->settings());
    // Whether a file may be replaced is asked when it is written, once.
    const QString chosen = fills_folder(kind_, form_->settings())
                               ? QFileDialog::getExistingDirectory(
                                     this, tr("Folder"), QFileInfo(target_->text()).absolutePath())
                               : QFileDialog::getSaveFileName(
                                     this, tr("Export"), target_->text(),
                                     tr("%1 files (*.%2)").arg(extension.toUpper(), extension),
                                     nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty()) target_->setText(chosen);
}

bool ExportDialog::may_replace(const QString& target) {
    const QFileInfo info(target);
    QString question;
    if (fills_folder(kind_, form_->settings())) {
        if (info.isDir() && !QDir(target).isEmpty())
            question = tr("The folder %1 is not empty. Files of the same names will be replaced.")
                           .arg(info.fileName());
    } else if (info.isFile()) {
        question = tr("%1 is there already. Replace it?").arg(info.fileName());
    }
    return question.isEmpty() || QMessageBox::question(this, tr("Export"), question,
                                                       QMessageBox::Yes | QMessageBox::Cancel,
                                                       QMessageBox::Cancel) == QMessageBox::Yes;
}

void ExportDialog::accept_or_cancel() {
    if (job_) return job_->cancel();
    // A folder stays one, to be refused; an archive may lie beside the folder of its name.
    if (kind_ == ExportKind::lesson_pack || !QFileInfo(target_->text().trimmed()).isDir())
        follow_format();
    const QString target = QDir::cleanPath(target_->text().trimmed());
    if (target_->text().trimmed().isEmpty() || !may_replace(target)) return;
    settings_.setValue(QStringLiteral("export/folder"), QFileInfo(target).absolutePath());
    result_->clear();
    if (kind_ == ExportKind::figure)
        write_figure(target);
    else
        start_job(target);
}

void ExportDialog::write_figure(const QString& target) {
    const auto shown = figure();
    if (!shown) return;
    try {
        const ExportSettings settings = form_->settings();
        export_figure(*shown, target.toStdString(),
                      export_format(extension_of(kind_, settings).toStdString()),
                      image_options(settings, source_text()));
        end_job(target, true);
    } catch (...) {
        const Problem problem = current_problem();
        end_job(sentences(problem), false);
        emit failed(problem);
    }
}

void ExportDialog::start_job(const QString& target) {
    const auto recording = sources_.recording();
    if (!recording) return;
    RunExportOptions options =
        run_options(kind_, form_->settings(), form_->first_iteration(), form_->last_iteration());
    std::filesystem::path folder = target.toStdString();
    // A pack's name says whether it is an archive.
    if (kind_ != ExportKind::lesson_pack && !fills_folder(kind_, form_->settings())) {
        options.file = folder.filename().string();
        folder = folder.parent_path();
    }
    job_ = std::make_unique<ExportJob>(
        [=](const ExportJob::Written& written, const Progress& progress) {
            export_run(recording, folder, options, written, progress);
        });
    connect(job_.get(), &ExportJob::progress, this,
            [this](double done) { progress_->setValue(qRound(done * 1000)); });
    connect(job_.get(), &ExportJob::done, this, [this, target] { end_job(target, true); });
    connect(job_.get(), &ExportJob::failed, this, [this](const Problem& problem) {
        end_job(sentences(problem), false);
        if (problem.kind != Problem::Kind::cancelled) emit failed(problem);
    });
    progress_->setValue(0);
    progress_->show();
    export_->setText(tr("Cancel"));
    export_->setDefault(false);  // Enter twice would stop it again
    for (QWidget* widget : {static_cast<QWidget*>(what_), static_cast<QWidget*>(form_),
                            static_cast<QWidget*>(target_), static_cast<QWidget*>(browse_)})
        widget->setEnabled(false);
    job_->start();
}

void ExportDialog::end_job(const QString& message, bool good) {
    if (job_) job_.release()->deleteLater();  // it is the sender
    progress_->hide();
    export_->setText(tr("Export"));
    export_->setDefault(true);
    for (QWidget* widget : {static_cast<QWidget*>(what_), static_cast<QWidget*>(form_),
                            static_cast<QWidget*>(target_), static_cast<QWidget*>(browse_)})
        widget->setEnabled(true);
    if (!good) {
        result_->setText(message.toHtmlEscaped());
        return;
    }
    const QFileInfo info(message);
    const QString opens = kind_ == ExportKind::lesson_pack && info.isDir()
                              ? QDir(message).filePath(QStringLiteral("index.html"))
                          : info.isDir() ? message
                                         : info.absolutePath();
    result_->setText(tr("Written: %1. <a href=\"%2\">Open</a>")
                         .arg(info.fileName().toHtmlEscaped(),
                              QUrl::fromLocalFile(opens).toString(QUrl::FullyEncoded)));
    emit exported(message);
}

// Closing while something is written stops it: nothing half-written stays.
void ExportDialog::reject() {
    if (job_) return job_->cancel();
    QDialog::reject();
}

void ExportDialog::closeEvent(QCloseEvent* event) {
    if (job_) job_->cancel();
    event->accept();
}

void ExportDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && !job_) refresh();
}

}  // namespace ringscope
