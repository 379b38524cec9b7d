#pragma once

#include <QString>
#include <cstdint>

namespace ringscope {

// Numbers as they are shown on screen: in the default QLocale, with a true minus sign (U+2212),
// "NaN", "∞" and "−∞". Files use the C locale instead (csv_number).

// At most `max_chars` characters: integers in full where they fit, else rounded, else with an
// exponent ("1.2e9"). max_chars >= 4. Never shows a value that is not zero as 0.
QString number_text(double value, int max_chars = 8);

QString integer_text(std::int64_t value);

// "24 B", "1.5 KiB", "3 MiB": exact below 1,024.
QString bytes_text(double bytes);

// "0.8 ms", "1.2 s".
QString seconds_text(double seconds);

// Shortest text that reads back as the same float; "nan", "inf", "-inf" as they are.
QString csv_number(double value);
QString csv_number(float value);

// 16 digits in groups of four: "9f3c 71aa 04be 52d7".
QString digest_text(std::uint64_t digest);

}  // namespace ringscope
