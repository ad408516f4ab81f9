# SPDX-License-Identifier: Apache-2.0
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
list(REMOVE_ITEM options ${unwinds} -Werror)
list(APPEND options -Wno-missing-field-initializers)
set_directory_properties(PROPERTIES COMPILE_OPTIONS "${options}")
include(cmake/platform.cmake)
include(cmake/bundled.cmake)

# One world at a time: widths beyond 1 need a CPU level of their own. Pictures are the page's own work. Worlds know of devices,
# but there is no driver to ask, and no kernels.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.c)
set(kernels ${sources})
list(FILTER kernels INCLUDE REGEX "\\.lane\\.c$")
list(FILTER sources EXCLUDE REGEX "\\.(lane|gpu)\\.c$|/src/(render|plugin)/")
ingot_platform_sources(sources)
# as in the native build; and clang 14 packs the gradients of distance fields into pairs that have other bits
set(packed_badly ${sources})
list(FILTER packed_badly INCLUDE REGEX "/src/collide/")
set_source_files_properties(${packed_badly} PROPERTIES COMPILE_OPTIONS -fno-slp-vectorize)
add_library(ingot_wasm STATIC ${sources})
target_link_libraries(ingot_wasm PUBLIC ingot_bundled)
add_library(wasm_w1 OBJECT ${kernels})
target_compile_definitions(wasm_w1 PRIVATE IG_WIDTH=1 IG_LEVEL=base)

# Plugins are part of the module: there is nothing to load them from. Their constructors are reached by nothing, so they
# are objects and not in an archive.
file(GLOB plugins CONFIGURE_DEPENDS src/plugin/*/*.c)
add_executable(ingot_module viewer/wasm/engine.c viewer/wasm/scene.c ${plugins} $<TARGET_OBJECTS:wasm_w1>)
set_target_properties(ingot_module PROPERTIES OUTPUT_NAME ingot SUFFIX .js)
# where Debian keeps the modules of emscripten's own tools, for a Node.js from elsewhere
set_target_properties(ingot_module PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
target_link_libraries(ingot_module PRIVATE ingot_wasm)
target_link_options(ingot_module PRIVATE -O3 --no-entry
  -sMODULARIZE -sEXPORT_NAME=createIngot -sENVIRONMENT=web,worker,node -sSUPPORT_LONGJMP=emscripten
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB -sABORTING_MALLOC=0 -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM
  -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sINCOMING_MODULE_JS_API=wasmBinary,print,printErr,onAbort
  -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8)

# the golden hashes of models and runs, under Node.js: tools/hashes.py --program "node build/wasm/hash_models.js"
add_executable(hash_models EXCLUDE_FROM_ALL tests/hash_models.c $<TARGET_OBJECTS:wasm_w1>)
set_target_properties(hash_models PROPERTIES SUFFIX .js RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
target_link_libraries(hash_models PRIVATE ingot_wasm)
target_link_options(hash_models PRIVATE -O1 -sSINGLE_FILE -sENVIRONMENT=node -sNODERAWFS -sSUPPORT_LONGJMP=emscripten -sALLOW_MEMORY_GROWTH
  -sMAXIMUM_MEMORY=2GB -sABORTING_MALLOC=0 -sTOTAL_STACK=8MB -sEXIT_RUNTIME -sNODEJS_CATCH_EXIT=0)
