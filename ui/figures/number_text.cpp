#include "ui/figures/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace ringscope {

namespace {

const QChar minus_sign(0x2212);

// From the C locale's "-1.5e-05" to what people read: "−1.5e−5".
QString tidy(QString text) {
    const qsizetype e = text.indexOf('e');
    if (e >= 0) {
        const int exponent = text.mid(e + 1).toInt();
        text = text.left(e) + 'e' + QString::number(exponent);
    }
    text.replace('-', minus_sign);
    return text.replace('.', QLocale().decimalPoint());
}

template <class Number>
QString shortest(Number value) {
    if (std::isnan(value)) return QStringLiteral("nan");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    const int most = sizeof(Number) == sizeof(float) ? 9 : 17;
    QString text;
    for (int precision = most - 3; precision <= most; ++precision) {
        text = QString::number(static_cast<double>(value), 'g', precision);
        if (static_cast<Number>(text.toDouble()) == value) break;
    }
    return text;
}

}  // namespace

QString number_text(double value, int max_chars) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QString(QChar(0x221e)) : minus_sign + QString(QChar(0x221e));
    if (value == std::trunc(value) && std::abs(value) < 1e15) {
        const QString whole = tidy(QString::number(static_cast<qlonglong>(value)));
        if (whole.size() <= max_chars) return whole;
    }
    QString text;
    for (int digits = std::min(6, std::max(1, max_chars - 1)); digits >= 1; --digits) {
        text = tidy(QString::number(value, 'g', digits));
        if (text.size() <= max_chars) return text;
    }
    // "−0.0002" with little room: "−2e−4" says more than a cut number.
    const QString power = tidy(QString::number(value, 'e', 0));
    return power.size() < text.size() ? power : text;
}

QString integer_text(std::int64_t value) {
    return QLocale().toString(static_cast<qlonglong>(value)).replace('-', minus_sign);
}

QString bytes_text(double bytes) {
    static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    while (std::abs(bytes) >= 1024 && unit < 4) {
        bytes /= 1024;
        ++unit;
    }
    return number_text(bytes, 5) + QChar(0xa0) + QLatin1String(units[unit]);
}

QString seconds_text(double seconds) {
    const char* unit = "s";
    if (seconds < 1e-3) {
        seconds *= 1e6;
        unit = "µs";
    } else if (seconds < 1) {
        seconds *= 1e3;
        unit = "ms";
    }
    return tidy(QString::number(seconds, 'g', 3)) + QChar(0xa0) + QString::fromUtf8(unit);
}

QString csv_number(double value) { return shortest(value); }
QString csv_number(float value) { return shortest(value); }

QString digest_text(std::uint64_t digest) {
    QString text =
        QStringLiteral("%1").arg(static_cast<qulonglong>(digest), 16, 16, QLatin1Char('0'));
    for (int place = 12; place > 0; place -= 4) text.insert(place, ' ');
    return text;
}

}  // namespace ringscope
