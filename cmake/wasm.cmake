# The engine as WebAssembly, with the libraries it needs: `cmake --preset wasm` after viewer/wasm/fetch.sh
set(INGOT_WASM_SOURCES ${PROJECT_SOURCE_DIR}/build/wasm-sources CACHE PATH "where viewer/wasm/fetch.sh put the libraries' sources")
set(deps ${INGOT_WASM_SOURCES})

# Numbers are computed as in the native build: the vector unit works on doubles
# as IEEE says, and nothing is fused.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-msimd128)
# Errors come back by longjmp: exceptions of C++ would only cost. What another compiler warns of beyond the native one does
# not stop the build.
get_directory_property(options COMPILE_OPTIONS)
list(REMOVE_ITEM options -fexceptions -Werror)
list(APPEND options -Wno-missing-field-initializers)
set_directory_properties(PROPERTIES COMPILE_OPTIONS "${options}")
include(cmake/bundled.cmake)

# kernels at width 1 run; the wider ones are there since the table of all widths names them
file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.c)
set(kernels ${sources})
list(FILTER kernels INCLUDE REGEX "\\.lane\\.c$")
# plugins are part of the module: there is nothing to load them from
list(FILTER sources EXCLUDE REGEX "\\.lane\\.c$|/src/plugin/load\\.c$")
add_library(ingot_wasm STATIC ${sources})
target_link_libraries(ingot_wasm PUBLIC ingot_bundled)
foreach(width 1 4 8)
  add_library(wasm_w${width} OBJECT ${kernels})
  target_compile_definitions(wasm_w${width} PRIVATE IG_WIDTH=${width} IG_LEVEL=base)
endforeach()

# constructors of plugins are reached by nothing: objects, not an archive
add_executable(ingot_module viewer/wasm/engine.c viewer/wasm/scene.c
  $<TARGET_OBJECTS:wasm_w1> $<TARGET_OBJECTS:wasm_w4> $<TARGET_OBJECTS:wasm_w8>)
set_target_properties(ingot_module PROPERTIES OUTPUT_NAME ingot SUFFIX .js)
# where Debian keeps the modules of emscripten's own tools, for a Node.js from elsewhere
set_target_properties(ingot_module PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
target_link_libraries(ingot_module PRIVATE -Wl,--whole-archive ingot_wasm -Wl,--no-whole-archive)
target_link_options(ingot_module PRIVATE -O3 --no-entry
  -sMODULARIZE -sEXPORT_NAME=createIngot -sENVIRONMENT=web,worker,node -sSUPPORT_LONGJMP=emscripten
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB -sABORTING_MALLOC=0 -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM
  -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sINCOMING_MODULE_JS_API=wasmBinary,print,printErr,onAbort
  -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8)
