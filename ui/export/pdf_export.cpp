#include "ui/export/pdf_export.h"

#include <QBuffer>
#include <QHashSeed>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/support/atomic_file.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

constexpr int dots_per_pixel = 12;  // coordinates in a PDF of Qt's are whole dots

void set_up(QPdfWriter& writer, const QSizeF& size, const QString& title) {
    constexpr double points_per_pixel = 0.75;
    writer.setPageSize(
        QPageSize(size * points_per_pixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(96 * dots_per_pixel);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Ringscope"));
}

// Qt writes fonts in the order of a hash table, which is another in every process.
class FixedHashSeed {
  public:
    FixedHashSeed() { QHashSeed::setDeterministicGlobalSeed(); }
    ~FixedHashSeed() { QHashSeed::resetRandomGlobalSeed(); }
    FixedHashSeed(const FixedHashSeed&) = delete;
    FixedHashSeed& operator=(const FixedHashSeed&) = delete;
};

}  // namespace

void make_reproducible(char* pdf, qsizetype size) {
    constexpr std::string_view key = "/CreationDate (D:", date = "20000101000000";
    // It stands in the first object; a longer search would only find it in what is drawn.
    char* const end = pdf + std::min<qsizetype>(size, 4096);
    char* const at = std::search(pdf, end, key.begin(), key.end());
    if (end - at > static_cast<std::ptrdiff_t>(key.size() + date.size()))
        std::memcpy(at + key.size(), date.data(), date.size());
}

QByteArray render_pdf(const Figure& figure, const ExportOptions& options) {
    const FixedHashSeed fixed;
    const QSizeF size = export_size(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    set_up(writer, size, figure.title());
    QPainter painter(&writer);
    painter.scale(dots_per_pixel, dots_per_pixel);
    paint_page(painter, figure, size, options);
    painter.end();
    make_reproducible(bytes.data(), bytes.size());
    return bytes;
}

PdfPages::PdfPages(std::filesystem::path target, const QSizeF& page, const QString& title)
    : target_(std::move(target)), page_(page) {
    if (!file_.open())
        throw Error(ErrorCode::bad_input, target_.string(), "no temporary file can be made");
    writer_ = std::make_unique<QPdfWriter>(&file_);
    set_up(*writer_, page_, title);
}

PdfPages::~PdfPages() = default;

void PdfPages::add(const Figure& figure, const ExportOptions& options) {
    const FixedHashSeed fixed;
    if (painter_) {
        writer_->newPage();
    } else {
        painter_ = std::make_unique<QPainter>(writer_.get());
        painter_->scale(dots_per_pixel, dots_per_pixel);
    }
    paint_page(*painter_, figure, page_, options);
}

void PdfPages::finish() {
    painter_.reset();
    writer_.reset();
    file_.flush();
    const qint64 size = file_.size();
    uchar* const bytes = file_.map(0, size);
    if (!bytes)
        throw Error(ErrorCode::bad_input, target_.string(),
                    "the pages were lost: the disk is full");
    char* const pdf = reinterpret_cast<char*>(bytes);
    make_reproducible(pdf, size);
    write_file(target_, std::string_view(pdf, static_cast<std::size_t>(size)));
}

}  // namespace ringscope
