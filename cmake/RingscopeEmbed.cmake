# ringscope_embed(<target> <symbol> <file>): puts a file into a target as bytes, reachable in C++ as
#     namespace ringscope::resources { extern const std::span<const unsigned char> <symbol>; }
# The declaration is written into <build>/embedded/<symbol>.h, found as "embedded/<symbol>.h".
set(RINGSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_file.cmake)

function(ringscope_embed target symbol file)
    get_filename_component(input ${file} ABSOLUTE)
    set(source ${PROJECT_BINARY_DIR}/embedded/${symbol}.cpp)
    set(header ${PROJECT_BINARY_DIR}/embedded/${symbol}.h)
    file(CONFIGURE OUTPUT ${header} CONTENT
"#pragma once

#include <span>

namespace ringscope::resources {
extern const std::span<const unsigned char> ${symbol};
}
")
    add_custom_command(OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${source} -DSYMBOL=${symbol}
                -P ${RINGSCOPE_EMBED_SCRIPT}
        DEPENDS ${input} ${RINGSCOPE_EMBED_SCRIPT}
        COMMENT "Embedding ${symbol}" VERBATIM)
    target_sources(${target} PRIVATE ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR})
endfunction()
