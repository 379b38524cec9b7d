# Run by ringscope_embed: writes OUTPUT, a C++ source with the bytes of INPUT as SYMBOL.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT}
"#include \"embedded/${SYMBOL}.h\"

namespace ringscope::resources {
namespace {
const unsigned char ${SYMBOL}_bytes[] = {
${bytes}
};
}
const std::span<const unsigned char> ${SYMBOL}(${SYMBOL}_bytes);
}
")
