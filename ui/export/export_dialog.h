#pragma once

#include <QDialog>
#include <QList>
#include <functional>
#include <memory>

#include "ui/export/export_settings.h"
#include "ui/playback/engine_worker.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSettings;

namespace ringscope {

class ExportForm;
class ExportJob;
class ExportPreview;

// What the window offers for export, asked for when it is needed.
struct ExportSources {
    struct Named {
        QString name;
        std::function<std::shared_ptr<const Figure>()> figure;  // as it is now; may be null
    };
    QList<Named> figures;                                         // the stage first
    std::function<std::shared_ptr<const Recording>()> recording;  // null: only figures
    std::function<Position()> position;
};

// Chooses what to export, how and where to, shows it, and writes it: figures at once, everything
// else in a thread of its own, with progress and cancel. Not modal: the window can be used
// meanwhile.
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(ExportSources sources, QSettings& settings, QWidget* parent = nullptr);
    ~ExportDialog() override;

    void set_theme(const Theme& theme);
    // Shows the dialog at a figure (by its number) or at another kind.
    void open_at(ExportKind kind, int number = 0);
    bool exporting() const { return job_ != nullptr; }

  signals:
    void exported(const QString& what);
    void failed(const ringscope::Problem& problem);

  public slots:
    void reject() override;

  protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;  // coming back, it shows what the window shows now

  private:
    QWidget* build_left();
    QWidget* build_target();
    void choose(int index);
    void refresh();
    void enable_figures();
    void propose_target();
    void follow_format();
    void browse();
    bool may_replace(const QString& target);
    void accept_or_cancel();
    void write_figure(const QString& target);
    void start_job(const QString& target);
    void end_job(const QString& message, bool good);
    std::shared_ptr<const Figure> figure() const;
    std::shared_ptr<const Figure> example() const;
    QString source_text() const;

    ExportSources sources_;
    QSettings& settings_;
    ExportKind kind_ = ExportKind::figure;
    QString proposed_;  // the name that was put into the field, while nobody has changed it
    QString folder_;    // of the last target, empty before there is one
    int chosen_ = -1;
    QComboBox* what_;
    ExportForm* form_;
    ExportPreview* preview_;
    QLabel *heading_, *result_;
    QLineEdit* target_;
    QPushButton *export_, *browse_;
    QProgressBar* progress_;
    std::unique_ptr<ExportJob> job_;
};

}  // namespace ringscope
