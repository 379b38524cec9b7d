#pragma once

#include <QByteArray>
#include <QTemporaryFile>
#include <filesystem>
#include <memory>

#include "ui/export/export_options.h"

class QPainter;
class QPdfWriter;

namespace ringscope {

// One page as large as the picture: vectors, fonts embedded. Without dates and ids, so that the
// same figure gives the same bytes.
QByteArray render_pdf(const Figure& figure, const ExportOptions& options);

// A document of many pages of one size. Pages go to a temporary file as they come, so that memory
// does not grow with their number; finish() puts the whole document in its place.
class PdfPages {
  public:
    PdfPages(std::filesystem::path target, const QSizeF& page, const QString& title);
    ~PdfPages();

    void add(const Figure& figure, const ExportOptions& options);
    void finish();  // Error bad_input when the target cannot be written

  private:
    std::filesystem::path target_;
    QSizeF page_;
    QTemporaryFile file_;
    std::unique_ptr<QPdfWriter> writer_;
    std::unique_ptr<QPainter> painter_;
};

// Overwrites dates, and what Qt makes up by chance, in a PDF of Qt's, in place.
void make_reproducible(char* pdf, qsizetype size);

}  // namespace ringscope
