#pragma once

#include <QList>
#include <QPair>
#include <QString>

namespace ringscope {

// The all-reduce algorithms as forms offer them: the name in the file, and the one on screen.
QList<QPair<QString, QString>> algorithm_choices();

// What the algorithm does, in a sentence.
QString algorithm_hint(const QString& name);

}  // namespace ringscope
