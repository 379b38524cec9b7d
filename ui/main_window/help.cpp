#include "ui/main_window/help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QVBoxLayout>

#include "core/support/version.h"

namespace ringscope {

namespace {

QString help_tr(const char* text) { return QCoreApplication::translate("ringscope::Help", text); }

struct Key {
    const char *key, *does;
};
constexpr Key keys[] = {
    {QT_TRANSLATE_NOOP("ringscope::Help", "Space"),
     QT_TRANSLATE_NOOP("ringscope::Help", "run or pause")},
    {"← →", QT_TRANSLATE_NOOP("ringscope::Help", "one frame back or forward")},
    {"Shift + ← →", QT_TRANSLATE_NOOP("ringscope::Help", "one phase")},
    {"Ctrl + ← →", QT_TRANSLATE_NOOP("ringscope::Help", "one iteration")},
    {"Home, End", QT_TRANSLATE_NOOP("ringscope::Help", "first frame, newest frame")},
    {"<  >", QT_TRANSLATE_NOOP("ringscope::Help", "slower, faster")},
    {"1  2  3", QT_TRANSLATE_NOOP("ringscope::Help", "ring, table, space-time")},
    {"Alt + arrows", QT_TRANSLATE_NOOP("ringscope::Help", "from chunk to chunk on the stage")},
    {"Ctrl + + − 0",
     QT_TRANSLATE_NOOP("ringscope::Help",
                       "nearer, farther, the whole stage; also the wheel, and dragging moves it")},
    {"Esc", QT_TRANSLATE_NOOP("ringscope::Help", "close the inspector, end the presentation")},
    {"F5", QT_TRANSLATE_NOOP("ringscope::Help", "presentation: larger text, only the stage")},
    {"Ctrl + E", QT_TRANSLATE_NOOP("ringscope::Help", "export the frame on the stage")},
    {"Ctrl + Shift + C", QT_TRANSLATE_NOOP("ringscope::Help", "copy the stage as a picture")},
    {"Ctrl + P", QT_TRANSLATE_NOOP("ringscope::Help", "print the stage")},
    {"Ctrl + O", QT_TRANSLATE_NOOP("ringscope::Help", "open a session or a recording")},
    {"Ctrl + S", QT_TRANSLATE_NOOP("ringscope::Help", "save the session")},
    {"?", QT_TRANSLATE_NOOP("ringscope::Help", "these keys")},
};

}  // namespace

void show_keys(QWidget* parent) {
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("keys"));
    dialog.setWindowTitle(help_tr("Keys"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(dialog.fontMetrics().height() * 2);
    grid->setVerticalSpacing(dialog.fontMetrics().height() / 2);
    int row = 0;
    for (const Key& key : keys) {
        auto* name = new QLabel(help_tr(key.key));
        name->setObjectName(QStringLiteral("mono"));
        grid->addWidget(name, row, 0);
        grid->addWidget(new QLabel(help_tr(key.does)), row++, 1);
    }
    auto* note = new QLabel(help_tr("They act while no control that uses them has the focus."));
    note->setObjectName(QStringLiteral("muted"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addLayout(grid);
    layout->addWidget(note);
    layout->addWidget(buttons);
    dialog.exec();
}

void show_about(QWidget* parent) {
    QMessageBox::about(
        parent, help_tr("About Ringscope"),
        help_tr("<h3>Ringscope %1</h3><p>A laboratory for data parallelism: it really trains a "
                "small model "
                "on several OpenCL devices, synchronises the replicas with a ring all-reduce, and "
                "lets you "
                "watch every chunk that moves.</p><p>Everything on screen is measured.</p>")
            .arg(QString::fromLatin1(version)));
}

}  // namespace ringscope
