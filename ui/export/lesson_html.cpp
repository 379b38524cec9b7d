#include <QCoreApplication>
#include <QLocale>

#include "core/support/version.h"
#include "embedded/lesson_page.h"
#include "ui/export/lesson_page.h"

namespace ringscope {

namespace {

struct PageWords {
    Q_DECLARE_TR_FUNCTIONS(LessonPage)
};

QString picture_source(const QByteArray& picture) {
    const bool png = picture.startsWith("\x89PNG");
    return QStringLiteral("data:image/%1;base64,").arg(QLatin1String(png ? "png" : "svg+xml")) +
           QString::fromLatin1(picture.toBase64());
}

QString image(const QByteArray& svg, const QString& alt, const char* css_class) {
    return QStringLiteral("<img class=\"%1\" alt=\"%2\" src=\"%3\">\n")
        .arg(QLatin1String(css_class), alt.toHtmlEscaped(), picture_source(svg));
}

QString paragraph(const QString& text, const char* css_class = nullptr) {
    if (text.isEmpty()) return {};
    const QString open = css_class
                             ? QStringLiteral("<p class=\"%1\">").arg(QLatin1String(css_class))
                             : QStringLiteral("<p>");
    return open + text.toHtmlEscaped() + QStringLiteral("</p>\n");
}

QString step_html(const LessonStep& step, std::size_t index) {
    const Caption& caption = step.caption;
    const QString alt = caption.text()
                            .replace('\n', QStringLiteral(". "))
                            .replace(QStringLiteral(".. "), QStringLiteral(". "));
    QString html =
        QStringLiteral("<article class=\"step\" id=\"step-%1\">\n<figure>\n").arg(index + 1);
    html += image(step.ring, alt, "ring") + image(step.table, alt, "table");
    html += QStringLiteral("<figcaption>\n<h3>%1</h3>\n").arg(caption.title.toHtmlEscaped());
    html += paragraph(caption.sentence);
    if (!caption.arithmetic.isEmpty() || !caption.remark.isEmpty())
        html += QStringLiteral("<p class=\"sum\">%1<span>%2</span></p>\n")
                    .arg(caption.arithmetic.toHtmlEscaped(), caption.remark.toHtmlEscaped());
    html += paragraph(caption.footnote, "note") + QStringLiteral("</figcaption>\n</figure>\n");
    if (!step.numbers.isEmpty())
        html += QStringLiteral(
                    "<details class=\"numbers\"><summary>%1</summary><div "
                    "class=\"scroll\"><table>%2</table></div></details>\n")
                    .arg(PageWords::tr("The numbers after this step"), step.numbers);
    return html + QStringLiteral("</article>\n");
}

QString figure_html(const LessonFigure& figure) {
    return QStringLiteral("<figure class=\"card\" id=\"%1\">\n").arg(figure.stem) +
           image(figure.picture, figure.title + QStringLiteral(". ") + figure.description,
                 "still") +
           QStringLiteral("<figcaption>\n<h3>%1</h3>\n").arg(figure.title.toHtmlEscaped()) +
           paragraph(figure.description) + QStringLiteral("</figcaption>\n</figure>\n");
}

QString section(const QString& title, const std::vector<LessonFigure>& figures,
                const char* css_class) {
    if (figures.empty()) return {};
    QString html = QStringLiteral("<h2>%1</h2>\n<div class=\"%2\">\n")
                       .arg(title.toHtmlEscaped(), QLatin1String(css_class));
    for (const LessonFigure& figure : figures) html += figure_html(figure);
    return html + QStringLiteral("</div>\n");
}

// The exercise; its answers only for those who ask.
QString sheets_html(const std::vector<LessonFigure>& sheets) {
    if (sheets.empty()) return {};
    QString html = section(PageWords::tr("By hand"), {sheets.front()}, "one");
    for (std::size_t i = 1; i < sheets.size(); ++i)
        html += QStringLiteral(
                    "<details>\n<summary>%1</summary>\n<div class=\"one\">\n%2</div>\n"
                    "</details>\n")
                    .arg(sheets[i].title.toHtmlEscaped(), figure_html(sheets[i]));
    return html;
}

QString file_row(const QString& name, const QString& what) {
    return QStringLiteral("<tr><td><a href=\"%1\">%1</a></td><td>%2</td></tr>\n")
        .arg(name, what.toHtmlEscaped());
}

QString files_html(const LessonContent& content) {
    QString rows =
        file_row(QStringLiteral("figures/"),
                 PageWords::tr("every figure as SVG, PDF and PNG, with title and caption"));
    rows += file_row(QStringLiteral("data/"), PageWords::tr("what every figure shows, as CSV"));
    if (content.animated) {
        rows +=
            file_row(QStringLiteral("ring-animation.gif"), PageWords::tr("the all-reduce, moving"));
        rows += file_row(QStringLiteral("ring-pages.pdf"),
                         PageWords::tr("one page a step, for slides"));
    }
    rows += file_row(QStringLiteral("lesson.md"), PageWords::tr("this lesson as Markdown"));
    rows += file_row(QStringLiteral("lesson.tex"),
                     PageWords::tr("the figures with captions, for LaTeX"));
    rows += file_row(QStringLiteral("captions.txt"), PageWords::tr("the captions in plain text"));
    rows += file_row(QStringLiteral("session.ringscope"),
                     PageWords::tr("the session: open it in Ringscope to run it again"));
    rows += file_row(QStringLiteral("recording.ringtrace"),
                     PageWords::tr("the recording: open it in Ringscope to step through it"));
    return rows;
}

QString timeline_html(const LessonContent& content) {
    QString html;
    for (std::size_t i = 0; i < content.steps.size(); ++i) {
        const LessonStep& step = content.steps[i];
        html += QStringLiteral(
                    "<li><button type=\"button\" style=\"--phase:%1\" title=\"%2\" "
                    "aria-label=\"%2\"></button></li>")
                    .arg(step.phase.name(), step.caption.title.toHtmlEscaped());
    }
    return html;
}

QString facts_html(const QStringList& facts) {
    QString html;
    for (qsizetype i = 0; i + 1 < facts.size(); i += 2)
        html += QStringLiteral("<div><dt>%1</dt><dd>%2</dd></div>")
                    .arg(facts[i + 1].toHtmlEscaped(), facts[i].toHtmlEscaped());
    return html;
}

}  // namespace

QByteArray lesson_html(const LessonContent& content) {
    QString text, steps;
    for (const QString& part : content.paragraphs) text += paragraph(part);
    for (std::size_t i = 0; i < content.steps.size(); ++i) steps += step_html(content.steps[i], i);
    const QList<QPair<const char*, QString>> values = {
        {"lang", QLocale().bcp47Name()},
        {"generator", QStringLiteral("Ringscope %1").arg(QLatin1String(version))},
        {"title", content.title.toHtmlEscaped()},
        {"text", text},
        {"facts", facts_html(content.facts)},
        {"steps_label", PageWords::tr("Step by step")},
        {"view_label", PageWords::tr("View")},
        {"ring", PageWords::tr("Ring")},
        {"table", PageWords::tr("Table")},
        {"timeline", timeline_html(content)},
        {"steps", steps},
        {"first", PageWords::tr("First")},
        {"back", PageWords::tr("Back")},
        {"play", PageWords::tr("Play")},
        {"pause", PageWords::tr("Pause")},
        {"next", PageWords::tr("Next")},
        {"keys",
         PageWords::tr(
             "<kbd>←</kbd> <kbd>→</kbd> step · <kbd>Home</kbd> <kbd>End</kbd> first and last · "
             "<kbd>Space</kbd> play · "
             "<kbd>1</kbd> ring · <kbd>2</kbd> table. Printed, the page shows every step.")},
        {"whole", section(PageWords::tr("In one picture"), content.whole, "one")},
        {"charts",
         section(PageWords::tr("Charts"), content.charts, "charts") + sheets_html(content.sheets)},
        {"files_title", PageWords::tr("In this folder")},
        {"files", files_html(content)},
        {"source", content.source.toHtmlEscaped()},
        {"again", PageWords::tr("The same folder again, byte for byte:")},
        {"command", content.command.toHtmlEscaped()},
    };
    // Piece by piece, so that no text that a session brings is taken for a place.
    const QString page =
        QString::fromUtf8(reinterpret_cast<const char*>(resources::lesson_page.data()),
                          static_cast<qsizetype>(resources::lesson_page.size()));
    QString html;
    qsizetype from = 0;
    for (qsizetype at = page.indexOf(QLatin1String("{{")); at >= 0;
         at = page.indexOf(QLatin1String("{{"), from)) {
        const qsizetype end = page.indexOf(QLatin1String("}}"), at);
        const QString key = page.mid(at + 2, end - at - 2);
        html += QStringView(page).mid(from, at - from);
        for (const auto& [known, value] : values)
            if (key == QLatin1String(known)) html += value;
        from = end + 2;
    }
    html += QStringView(page).mid(from);
    return html.toUtf8();
}

}  // namespace ringscope
