#pragma once

#include <QWidget>
#include <memory>

#include "ui/export/export_options.h"

namespace ringscope {

// The page as it will be written, as large as fits. Squares show through where there is no
// background. Without a figure: a text.
class ExportPreview : public QWidget {
    Q_OBJECT

  public:
    explicit ExportPreview(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_figure(std::shared_ptr<const Figure> figure, const ExportOptions& options);
    void show_text(const QString& text);

    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme theme_ = Theme::light();
    std::shared_ptr<const Figure> figure_;
    ExportOptions options_;
    QString text_;
};

}  // namespace ringscope
