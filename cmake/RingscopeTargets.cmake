# What every target of the project shares: warnings, sanitizers, include root.
add_library(ringscope_options INTERFACE)
target_include_directories(ringscope_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(ringscope_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
    -Wconversion -Wno-sign-conversion
    # The same seed gives the same bits everywhere: a compiler may not fuse a * b + c by itself.
    -ffp-contract=off)
if(RINGSCOPE_WERROR)
    target_compile_options(ringscope_options INTERFACE -Werror)
endif()
if(RINGSCOPE_SANITIZE)
    target_compile_options(ringscope_options INTERFACE
        -fsanitize=${RINGSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ringscope_options INTERFACE -fsanitize=${RINGSCOPE_SANITIZE})
endif()

# A static library of every .cpp below the calling folder, less those whose path holds `exclude`.
function(ringscope_library name)
    cmake_parse_arguments(ARG "" "" "FOLDERS;LINK" ${ARGN})
    set(sources)
    foreach(folder IN LISTS ARG_FOLDERS)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.h)
        list(APPEND sources ${found})
    endforeach()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ringscope_options ${ARG_LINK})
endfunction()
