#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPrinter>
#include <QPushButton>
#include <QSvgGenerator>
#include <QTimer>
#include <QXmlStreamReader>

#include "tests/gui/scenes.h"
#include "tests/gui/window_fixture.h"
#include "ui/export/drag_out.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_job.h"
#include "ui/export/image_export.h"
#include "ui/export/picture_mime.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// The dialog of a window, used as a person would.
struct DialogFixture : WindowFixture {
    explicit DialogFixture(const QString& open) : WindowFixture(open) {}

    ExportDialog& dialog() { return *find<ExportDialog>("export_dialog"); }
    void open_dialog() {
        press(Qt::Key_E, Qt::ControlModifier);
        REQUIRE(wait([&] { return window.findChild<ExportDialog*>() && dialog().isVisible(); }));
    }
    void choose(const char* box, const QString& text) {
        auto* combo = dialog().findChild<QComboBox*>(QString::fromLatin1(box));
        REQUIRE(combo->findText(text) >= 0);
        combo->setCurrentIndex(combo->findText(text));
    }
    void set_target(const QString& file) {
        auto* target = dialog().findChild<QLineEdit*>(QStringLiteral("export_target"));
        target->setText(file);
    }
    QString target() {
        return dialog().findChild<QLineEdit*>(QStringLiteral("export_target"))->text();
    }
    void go() {
        QTest::mouseClick(dialog().findChild<QPushButton*>(QStringLiteral("export_go")),
                          Qt::LeftButton);
    }
    QString result() {
        return dialog().findChild<QLabel*>(QStringLiteral("export_result"))->text();
    }
};

QStringList texts_painted(const QByteArray& svg) {
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    texts.sort();
    return texts;
}

}  // namespace

TEST_CASE("Ctrl+E exports the stage at the chosen format and size, and remembers both") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_Right);
    fixture.open_dialog();
    CHECK(fixture.target().endsWith("toy-four-devices-four-numbers-ring-0-01.svg"));
    fixture.choose("export_format", "PNG");
    CHECK(fixture.target().endsWith("ring-0-01.png"));
    fixture.dialog().findChild<QDoubleSpinBox*>("export_width")->setValue(500);
    const QTemporaryDir folder;
    const QString file = folder.filePath("Bild für später.png");
    fixture.set_target(file);
    fixture.go();
    CHECK(QImage(file).size() == QSize(1000, 1248));
    CHECK(fixture.result().contains("Bild für später.png"));

    // The same name again: asked once, and the answer is heard.
    const auto answer = [](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, [button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
                box->button(button)->click();
        });
    };
    QFile(file).resize(3);
    answer(QMessageBox::Cancel);
    fixture.go();
    CHECK(QFile(file).size() == 3);
    answer(QMessageBox::Yes);
    fixture.go();
    CHECK(QImage(file).width() == 1000);

    QSettings settings(fixture.settings.filePath("layout.ini"), QSettings::IniFormat);
    CHECK(load_settings(settings, ExportKind::figure).width == 500);
    CHECK(load_settings(settings, ExportKind::animation) ==
          default_settings(ExportKind::animation));
}

TEST_CASE("what the session does not have is said instead of shown") {
    DialogFixture fixture("toy");
    fixture.open_dialog();
    auto* go = fixture.dialog().findChild<QPushButton*>(QStringLiteral("export_go"));
    fixture.choose("export_what", "Loss");
    CHECK_FALSE(go->isEnabled());
    const auto* what = fixture.dialog().findChild<QComboBox*>("export_what");
    const auto can_be_chosen = [&](const char* name) {
        const QModelIndex index = what->model()->index(what->findText(name), 0);
        REQUIRE(index.isValid());
        return index.flags().testFlag(Qt::ItemIsEnabled);
    };
    for (const char* empty : {"Loss", "Divergence"}) {
        CAPTURE(empty);
        CHECK_FALSE(can_be_chosen(empty));
    }
    CHECK(can_be_chosen("Bytes sent"));
    fixture.choose("export_what", "Bytes sent");
    CHECK(go->isEnabled());
    CHECK(fixture.target().endsWith("-bytes-sent.svg"));
}

TEST_CASE("a file that cannot be written is said in the dialog and in the window") {
    DialogFixture fixture("toy");
    fixture.open_dialog();
    fixture.set_target("/dev/null/below.svg");
    fixture.go();
    CHECK(fixture.result().contains("cannot be made"));
    CHECK(fixture.result().contains(". Choose"));
    CHECK(fixture.window.stage_card().banner().isVisible());
}

TEST_CASE("an animation is written beside the window's work; cancelled, it leaves nothing") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_End);
    fixture.open_dialog();
    fixture.choose("export_what", "Animation of the all-reduce");
    const QTemporaryDir folder;
    const QString file = folder.filePath("made/moving.gif");
    fixture.set_target(file);
    fixture.go();
    CHECK(fixture.dialog().exporting());
    fixture.go();  // the button is Cancel now
    REQUIRE(fixture.wait([&] { return !fixture.dialog().exporting(); }));
    CHECK_FALSE(QFile::exists(folder.filePath("made")));

    fixture.dialog().findChild<QDoubleSpinBox*>("export_width")->setValue(240);
    fixture.go();
    fixture.press(Qt::Key_Home);
    REQUIRE(fixture.wait([&] { return !fixture.dialog().exporting(); }));
    CAPTURE(fixture.result().toStdString());
    QFile gif(file);
    REQUIRE(gif.open(QIODevice::ReadOnly));
    CHECK(gif.read(6) == "GIF89a");
}

TEST_CASE("a window that is closed while it exports ends the export") {
    const QTemporaryDir folder;
    {
        DialogFixture fixture("toy");
        fixture.press_and_wait(Qt::Key_End);
        fixture.open_dialog();
        fixture.choose("export_what", "Lesson pack");
        fixture.set_target(folder.filePath("pack"));
        fixture.go();
        CHECK(fixture.dialog().exporting());
    }
    CHECK_FALSE(QFile::exists(folder.filePath("pack")));
}

TEST_CASE("a lesson pack from the window has its page") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_End);
    fixture.open_dialog();
    fixture.choose("export_what", "Lesson pack");
    const QTemporaryDir folder;
    fixture.set_target(folder.filePath("pack"));
    fixture.go();
    REQUIRE(fixture.wait([&] { return !fixture.dialog().exporting(); }));
    CAPTURE(fixture.result().toStdString());
    CHECK(QFile::exists(folder.filePath("pack/index.html")));
    CHECK(QFile::exists(folder.filePath("pack/figures/bytes-sent.svg")));
    CHECK(fixture.result().contains("index.html"));
}

TEST_CASE("a lesson pack from the window can be one archive") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_End);
    fixture.open_dialog();
    fixture.choose("export_what", "Lesson pack");
    fixture.choose("export_format", "ZIP");
    const QTemporaryDir folder;
    fixture.set_target(folder.filePath("pack"));
    fixture.go();
    REQUIRE(fixture.wait([&] { return !fixture.dialog().exporting(); }));
    CAPTURE(fixture.result().toStdString());
    CHECK(fixture.result().contains("pack.zip"));
    QFile archive(folder.filePath("pack.zip"));
    REQUIRE(archive.open(QIODevice::ReadOnly));
    const QByteArray bytes = archive.readAll();
    CHECK(bytes.startsWith("PK\x03\x04"));
    CHECK(bytes.contains("toy-four-devices-four-numbers/index.html"));
    CHECK(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot) ==
          QStringList{"pack.zip"});
}

TEST_CASE("the target's name and ending follow what is exported, and how") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_End);
    fixture.open_dialog();
    const QTemporaryDir folder;
    fixture.choose("export_what", "Lesson pack");
    fixture.set_target(folder.filePath("pack"));
    fixture.choose("export_format", "ZIP");
    CHECK(fixture.target() == folder.filePath("pack.zip"));
    fixture.choose("export_format", "Folder");
    CHECK(fixture.target() == folder.filePath("pack"));
    fixture.go();
    REQUIRE(fixture.wait([&] { return !fixture.dialog().exporting(); }));
    CHECK(fixture.result().contains("Written: pack"));

    // In the same folder, but not the pack's name, and nothing is said to be written.
    fixture.choose("export_what", "Bytes sent");
    CHECK(fixture.target() == folder.filePath("toy-four-devices-four-numbers-bytes-sent.svg"));
    CHECK(fixture.result().isEmpty());
    fixture.choose("export_format", "PDF");
    CHECK(fixture.target().endsWith("-bytes-sent.pdf"));
    fixture.set_target(folder.filePath("v1.2"));
    fixture.choose("export_format", "PNG");
    CHECK(fixture.target() == folder.filePath("v1.2.png"));
}

TEST_CASE("Enter exports, whatever has the focus") {
    DialogFixture fixture("toy");
    fixture.press_and_wait(Qt::Key_Right);
    fixture.open_dialog();
    auto* go = fixture.dialog().findChild<QPushButton*>(QStringLiteral("export_go"));
    const QTemporaryDir folder;
    int number = 0;
    for (QWidget* widget : fixture.dialog().findChildren<QWidget*>()) {
        const bool stops = qobject_cast<QPushButton*>(widget) || qobject_cast<QLineEdit*>(widget);
        if (!stops || !widget->isVisible() || !widget->isEnabled()) continue;
        CAPTURE(widget->metaObject()->className(), widget->accessibleName().toStdString());
        const QString file = folder.filePath(QStringLiteral("%1.svg").arg(number++));
        fixture.set_target(file);
        widget->setFocus();
        CHECK(go->isDefault());
        QTest::keyClick(widget, Qt::Key_Return);
        CHECK(QFile::exists(file));
    }
    CHECK(number >= 4);
}

TEST_CASE("the stage goes to the clipboard as a picture and as SVG") {
    DialogFixture fixture("toy");
    fixture.press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    REQUIRE(mime);
    CHECK(mime->hasImage());
    CHECK(texts_painted(mime->data("image/svg+xml")).contains("1000"));
    const auto svg = svg_mime(*make_stage_figure(StageView::table, toy().scene(2, 1)), {});
    CHECK(svg->text().contains("<svg"));
    CHECK_FALSE(svg->hasImage());
}

TEST_CASE("dragging far enough takes the picture along, a click does not") {
    QWidget widget;
    widget.resize(300, 300);
    widget.show();
    std::unique_ptr<QMimeData> taken;
    new DragOut(
        &widget,
        [] {
            return std::shared_ptr<const Figure>(
                make_stage_figure(StageView::ring, toy().scene(1, 0.5)));
        },
        [&](std::unique_ptr<QMimeData> mime) { taken = std::move(mime); });
    const auto move = [&](QPoint to) {
        QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&widget, &event);
    };
    QTest::mousePress(&widget, Qt::LeftButton, {}, {50, 50});
    move({53, 52});
    CHECK(taken == nullptr);
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, {53, 52});
    move({150, 150});
    CHECK(taken == nullptr);
    QTest::mousePress(&widget, Qt::LeftButton, {}, {50, 50});
    move({150, 150});
    REQUIRE(taken);
    CHECK(taken->hasImage());
}

TEST_CASE("a printed figure fills a page in vectors") {
    const QTemporaryDir folder;
    const QString file = folder.filePath("page.pdf");
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(file);
    printer.setPageOrientation(QPageLayout::Landscape);
    print_figure(printer, *make_stage_figure(StageView::ring, toy().scene(2, 0.5)), "Ringscope");
    QFile pdf(file);
    REQUIRE(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    CHECK(bytes.startsWith("%PDF"));
    CHECK(bytes.contains("DejaVuSans"));
    CHECK_FALSE(bytes.contains("/Subtype /Image"));
}

TEST_CASE("a figure shows the same texts on screen and in SVG") {
    const Played played = toy();
    // An export has a margin of one unit of text around what the widget fills.
    const QSize size(780 - 26, 624 - 26);
    for (const StageView view : {StageView::ring, StageView::table, StageView::space_time}) {
        StageWidget widget;
        widget.resize(size);
        widget.set_view(view);
        widget.set_scene(played.scene(2, 1));
        QByteArray screen;
        QBuffer buffer(&screen);
        buffer.open(QIODevice::WriteOnly);
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        QPainter painter(&generator);
        widget.render(&painter, {}, {}, {});
        painter.end();
        ExportOptions options;
        options.parts.legend = false;
        CHECK_FALSE(texts_painted(screen).isEmpty());
        const QString there = texts_painted(render_svg(*widget.figure(), options)).join('|');
        CHECK(there.toStdString() == texts_painted(screen).join('|').toStdString());
    }
}
