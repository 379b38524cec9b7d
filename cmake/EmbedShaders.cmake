# cmake -DOUTPUT=file.cpp -DSHADERS=a.cl,b.cl -P EmbedShaders.cmake
# Writes a C++ file with the kernels' source, in the given order, as one string.
string(REPLACE "," ";" shaders "${SHADERS}")
set(text "#include \"core/opencl/program.h\"\n\nnamespace ringscope::opencl {\n\n")
string(APPEND text "const std::string& kernel_source() {\n    static const std::string source =")
foreach(shader IN LISTS shaders)
    get_filename_component(name ${shader} NAME)
    file(READ ${shader} source)
    string(APPEND text "\n        \"#line 1 \\\"${name}\\\"\\n\"\n        R\"cl(${source})cl\"")
endforeach()
string(APPEND text ";\n    return source;\n}\n\n}  // namespace ringscope::opencl\n")
file(WRITE ${OUTPUT} "${text}")
