#include <QHash>

#include "ui/export/lesson_page.h"

namespace ringscope {

namespace {

// A caption in one paragraph.
QString caption_paragraph(const Caption& caption) {
    QStringList parts{caption.sentence};
    QString sum = caption.arithmetic;
    if (!caption.remark.isEmpty())
        sum += (sum.isEmpty() ? QString() : QStringLiteral(": ")) + caption.remark;
    if (!sum.isEmpty()) parts << sum + '.';
    if (!caption.footnote.isEmpty()) parts << caption.footnote + '.';
    parts.removeAll(QString());
    return parts.join(' ').replace(QStringLiteral(".."), QStringLiteral("."));
}

// Text that Markdown would read as its own marks.
QString markdown_text(const QString& text) {
    QString escaped;
    for (const QChar c : text) {
        if (QStringLiteral("\\`*_{}[]<>#|").contains(c)) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

QString latex_figure(const QString& file, const QString& title, const QString& caption,
                     const QString& label) {
    return QStringLiteral(
               "\\begin{figure}[htbp]\n  \\centering\n  "
               "\\includegraphics[width=\\linewidth]{figures/%1.pdf}\n"
               "  \\caption{\\textbf{%2.} %3}\n  \\label{fig:%4}\n\\end{figure}\n\n")
        .arg(file, latex_text(title), latex_text(caption), label);
}

QString step_stem(const LessonStep& step) {
    return QStringLiteral("ring") + QString::fromStdString(step.number);
}

std::vector<LessonFigure> stills_of(const LessonContent& content) {
    std::vector<LessonFigure> figures = content.whole;
    for (const auto* more : {&content.charts, &content.sheets})
        figures.insert(figures.end(), more->begin(), more->end());
    return figures;
}

}  // namespace

QString latex_text(const QString& text) {
    static const QHash<QChar, QString> commands = {{'\\', QStringLiteral("\\textbackslash{}")},
                                                   {'{', QStringLiteral("\\{")},
                                                   {'}', QStringLiteral("\\}")},
                                                   {'$', QStringLiteral("\\$")},
                                                   {'&', QStringLiteral("\\&")},
                                                   {'#', QStringLiteral("\\#")},
                                                   {'%', QStringLiteral("\\%")},
                                                   {'_', QStringLiteral("\\_")},
                                                   {'~', QStringLiteral("\\textasciitilde{}")},
                                                   {'^', QStringLiteral("\\textasciicircum{}")},
                                                   {QChar(0x2212), QStringLiteral("$-$")},
                                                   {QChar(0x2192), QStringLiteral("$\\to$")},
                                                   {QChar(0xd7), QStringLiteral("$\\times$")},
                                                   {QChar(0xb7), QStringLiteral("$\\cdot$")},
                                                   {QChar(0x221e), QStringLiteral("$\\infty$")},
                                                   {QChar(0x2026), QStringLiteral("\\ldots{}")},
                                                   {QChar::Nbsp, QStringLiteral("~")},
                                                   {QChar(0xb5), QStringLiteral("$\\mu$")},
                                                   {'<', QStringLiteral("$<$")},
                                                   {'>', QStringLiteral("$>$")}};
    QString escaped;
    for (const QChar c : text) escaped += commands.value(c, QString(c));
    return escaped;
}

QByteArray lesson_markdown(const LessonContent& content) {
    QString text = QStringLiteral("# %1\n\n").arg(markdown_text(content.title));
    for (const QString& part : content.paragraphs)
        text += markdown_text(part) + QStringLiteral("\n\n");
    for (const LessonStep& step : content.steps)
        text += QStringLiteral("## %1\n\n![%1](figures/%2.svg)\n\n%3\n\n")
                    .arg(markdown_text(step.caption.title), step_stem(step),
                         markdown_text(caption_paragraph(step.caption)));
    for (const LessonFigure& figure : stills_of(content))
        text +=
            QStringLiteral("## %1\n\n![%1](figures/%2.svg)\n\n%3\n\n")
                .arg(markdown_text(figure.title), figure.stem, markdown_text(figure.description));
    text += QStringLiteral("---\n\n%1\n\n```\n%2\n```\n")
                .arg(markdown_text(content.source), content.command);
    return text.toUtf8();
}

QByteArray lesson_latex(const LessonContent& content) {
    QString text = QStringLiteral(
        "% \\input this file into a document with \\usepackage{graphicx}. If the document lies in "
        "another\n"
        "% folder: \\graphicspath{{path/to/this/folder/}}\n\n");
    for (const LessonStep& step : content.steps)
        text += latex_figure(step_stem(step), step.caption.title, caption_paragraph(step.caption),
                             step_stem(step));
    for (const LessonFigure& figure : stills_of(content))
        text += latex_figure(figure.stem, figure.title, figure.description, figure.stem);
    return text.toUtf8();
}

QByteArray lesson_captions(const LessonContent& content) {
    QString text;
    for (const LessonStep& step : content.steps)
        text += QStringLiteral("%1, table%2: %3. %4\n")
                    .arg(step_stem(step), QString::fromStdString(step.number), step.caption.title,
                         caption_paragraph(step.caption));
    for (const LessonFigure& figure : stills_of(content))
        text += QStringLiteral("%1: %2. %3\n").arg(figure.stem, figure.title, figure.description);
    return text.toUtf8();
}

}  // namespace ringscope
