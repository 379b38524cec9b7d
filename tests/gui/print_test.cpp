#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QToolButton>

#include "tests/gui/dialogs.h"
#include "tests/gui/window_fixture.h"
#include "ui/main_window/export_menu.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

QString output_of(const char* program, const QStringList& arguments) {
    QProcess process;
    process.start(QString::fromLatin1(program), arguments);
    REQUIRE(process.waitForFinished());
    return QString::fromUtf8(process.readAllStandardOutput());
}

// What a reader of PDF finds; without one only that it is a PDF.
void check_page(const QString& file, const QStringList& texts, const QStringList& absent,
                bool landscape) {
    QFile pdf(file);
    REQUIRE(pdf.open(QIODevice::ReadOnly));
    CHECK(pdf.readAll().startsWith("%PDF"));
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty()) return;
    const QString text = output_of("pdftotext", {QStringLiteral("-layout"), file, "-"});
    CAPTURE(text.toStdString());
    for (const QString& words : texts) CHECK(text.contains(words));
    for (const QString& words : absent) CHECK_FALSE(text.contains(words));
    const QString info = output_of("pdfinfo", {file});
    CAPTURE(info.toStdString());
    CHECK(info.contains(QRegularExpression(QStringLiteral("Pages:\\s+1\n"))));
    const auto size =
        QRegularExpression(QStringLiteral("Page size:\\s+([\\d.]+) x ([\\d.]+)")).match(info);
    REQUIRE(size.hasMatch());
    CHECK((size.captured(1).toDouble() > size.captured(2).toDouble()) == landscape);
}

// Where there is no printer the print dialog offers a file, or only its name is asked for.
void print_into(QWidget& dialog, const QString& file) {
    if (!dynamic_cast<QPrintDialog*>(&dialog)) return choose_file(dialog, file);
    auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("filename"));
    REQUIRE(name);
    name->setText(file);
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text().remove(QLatin1Char('&')) == QLatin1String("Print"))
            return QTest::mouseClick(button, Qt::LeftButton);
    FAIL("the print dialog can be accepted");
}

// In the preview: presses its print button and gives the file's name.
void print_from_preview(QWidget& dialog, const QString& file) {
    auto* shown = dialog.findChild<QPrintPreviewWidget*>();
    REQUIRE(shown);
    CHECK(shown->pageCount() == 1);
    // Its pages are painted, not only counted: ink on the sheet.
    const QImage picture = shown->grab().toImage();
    int dark = 0;
    for (int y = 0; y < picture.height(); y += 2)
        for (int x = 0; x < picture.width(); x += 2) dark += qGray(picture.pixel(x, y)) < 60;
    CHECK(dark > 20);
    bool pressed = false;
    for (auto* button : dialog.findChildren<QToolButton*>())
        if (button->defaultAction() && button->defaultAction()->text() == QLatin1String("Print")) {
            CHECK(button->isVisible());
            CHECK(dialog.rect().contains(QRect(button->mapTo(&dialog, QPoint()), button->size())));
            Answer name([&](QWidget& asked) { print_into(asked, file); });
            QTest::mouseClick(button, Qt::LeftButton);
            CHECK(name.given());
            pressed = true;
        }
    CHECK(pressed);
}

QAction* printable(MainWindow& window, const char* name) {
    for (QMenu* menu : window.findChildren<QMenu*>())
        if (menu->title().remove(QLatin1Char('&')) == QLatin1String("Preview and print another")) {
            emit menu->aboutToShow();
            for (QAction* action : menu->actions())
                if (action->text() == QLatin1String(name)) return action;
        }
    for (QMenu* menu : window.findChildren<QMenu*>())
        UNSCOPED_INFO(menu->title().toStdString() << " " << menu->actions().size());
    FAIL("nothing to print of that name");
    return nullptr;
}

}  // namespace

TEST_CASE("the stage is previewed and printed as it is", "[window][print]") {
    WindowFixture fixture(QStringLiteral("toy"));
    fixture.press_and_wait(Qt::Key_Right);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("stage.pdf"));
    {
        Answer preview([&](QWidget& dialog) {
            REQUIRE(dynamic_cast<QPrintPreviewDialog*>(&dialog));
            print_from_preview(dialog, file);
        });
        action_of(fixture.window, "Print preview…")->trigger();
        CHECK(preview.given());
    }
    check_page(file, {"Reduce-scatter · step 1 of 3", "Device 3", "4004"}, {}, true);
}

TEST_CASE("Ctrl+P prints the stage into a file", "[window][print]") {
    WindowFixture fixture(QStringLiteral("toy"));
    fixture.press_and_wait(Qt::Key_Right);
    fixture.press_and_wait(Qt::Key_Right);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("printed.pdf"));
    Answer answer([&](QWidget& dialog) {
        REQUIRE(dynamic_cast<QPrintDialog*>(&dialog));
        print_into(dialog, file);
    });
    fixture.press(Qt::Key_P, Qt::ControlModifier);
    CHECK(answer.given());
    // The dialog chooses the paper.
    check_page(file, {"Reduce-scatter · step 2 of 3", "100 + 11"}, {}, false);
}

TEST_CASE("worksheet and answer key are printed from their previews", "[window][print]") {
    WindowFixture fixture(QStringLiteral("toy"));
    const QTemporaryDir folder;
    for (const char* sheet : {"Worksheet", "Answer key"}) {
        CAPTURE(sheet);
        const QString file = folder.filePath(QString::fromLatin1(sheet) + ".pdf");
        Answer preview([&](QWidget& dialog) { print_from_preview(dialog, file); });
        printable(fixture.window, sheet)->trigger();
        CHECK(preview.given());
        const bool answers = QLatin1String(sheet) == QLatin1String("Answer key");
        check_page(file, {"2000", answers ? "4444" : "moves:"}, {answers ? "Fill in" : "4444"},
                   false);
    }
    // A bare collective has no portraits.
    CHECK_FALSE(printable(fixture.window, "Portraits")->isEnabled());
    CHECK_FALSE(printable(fixture.window, "Divergence")->isEnabled());
}
