#include "ui/panels/algorithm_choice.h"

#include <QCoreApplication>

#include "core/collective/algorithms.h"

namespace ringscope {

namespace {

struct AlgorithmWords {
    Q_DECLARE_TR_FUNCTIONS(Algorithm)
};

QString title_of(const QString& name) {
    if (name == QLatin1String("ring")) return AlgorithmWords::tr("ring");
    if (name == QLatin1String("central")) return AlgorithmWords::tr("central");
    if (name == QLatin1String("direct")) return AlgorithmWords::tr("direct");
    if (name == QLatin1String("tree")) return AlgorithmWords::tr("tree");
    if (name == QLatin1String("halving-doubling")) return AlgorithmWords::tr("halving-doubling");
    return name;
}

}  // namespace

QList<QPair<QString, QString>> algorithm_choices() {
    QList<QPair<QString, QString>> choices;
    for (const std::string& name : algorithm_names()) {
        const QString id = QString::fromStdString(name);
        choices.append({id, title_of(id)});
    }
    return choices;
}

QString algorithm_hint(const QString& name) {
    if (name == QLatin1String("ring"))
        return AlgorithmWords::tr("Chunks go round: each device talks to its neighbours only.");
    if (name == QLatin1String("central"))
        return AlgorithmWords::tr(
            "Device 0 collects all vectors, adds them and sends the sum back.");
    if (name == QLatin1String("direct"))
        return AlgorithmWords::tr("Everyone sends everything to everyone, in one step.");
    if (name == QLatin1String("tree"))
        return AlgorithmWords::tr("Sums go up a binary tree, the result comes down.");
    if (name == QLatin1String("halving-doubling"))
        return AlgorithmWords::tr("Partners swap halves at halved, then doubled distances.");
    return {};
}

}  // namespace ringscope
