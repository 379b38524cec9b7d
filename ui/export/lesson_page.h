#pragma once

#include "ui/export/lesson_content.h"

namespace ringscope {

// A page that opens from disk without a network: everything that it shows is in it.
QByteArray lesson_html(const LessonContent& content);

// The same as Markdown, with the pictures of the folder.
QByteArray lesson_markdown(const LessonContent& content);

// Figures with captions, to be \input into a LaTeX document that loads graphicx.
QByteArray lesson_latex(const LessonContent& content);

// One line a figure file: its caption in plain text.
QByteArray lesson_captions(const LessonContent& content);

// Plain text for LaTeX: its special characters escaped, mathematical ones as commands that every
// engine knows.
QString latex_text(const QString& text);

}  // namespace ringscope
