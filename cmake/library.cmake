# SPDX-License-Identifier: Apache-2.0
# objects of the engine; *.lane.c are kernels, compiled once per width and CPU level
find_package(Threads REQUIRED)
include(cmake/platform.cmake)
if(INGOT_BUNDLED)
  set(deps ${INGOT_BUNDLED})
  include(cmake/bundled.cmake)
  set(ingot_needs ingot_bundled)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(EXPAT REQUIRED IMPORTED_TARGET expat)
  pkg_check_modules(SPNG REQUIRED IMPORTED_TARGET spng)
  pkg_check_modules(CCD REQUIRED IMPORTED_TARGET ccd)
  find_library(QHULL_R qhull_r REQUIRED)
  set(ingot_needs PkgConfig::EXPAT PkgConfig::SPNG PkgConfig::CCD ${QHULL_R})
  # PNG textures in half the time; without it libspng reads all of them
  pkg_check_modules(DEFLATE IMPORTED_TARGET libdeflate)
  if(DEFLATE_FOUND)
    list(APPEND ingot_needs PkgConfig::DEFLATE)
    set_source_files_properties(src/compile/asset/png_rows.c PROPERTIES COMPILE_DEFINITIONS IG_LIBDEFLATE)
  endif()
endif()

file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.c)
set(kernels ${sources})
list(FILTER kernels INCLUDE REGEX "\\.lane\\.c$")
list(FILTER sources EXCLUDE REGEX "\\.lane\\.c$")
list(FILTER sources EXCLUDE REGEX "/src/plugin/.*/")
list(FILTER sources EXCLUDE REGEX "\\.gpu\\.c$")
ingot_platform_sources(sources)
include(cmake/gpu.cmake)

# vectors of three go through memory in pairs when the compiler packs them, and wait for it
set(packed_badly ${sources})
list(FILTER packed_badly INCLUDE REGEX "/src/collide/")
set_source_files_properties(${packed_badly} PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)

if(INGOT_UNWINDS)
  set_source_files_properties(src/base/exception.c PROPERTIES COMPILE_DEFINITIONS IG_UNWINDS)
endif()
add_library(ingot_objects OBJECT ${sources})
set(ingot_parts $<TARGET_OBJECTS:ingot_objects>)

# widths: 1 is the public mjData; 4 and 8 hold one world per lane
function(ingot_kernels name width level)
  if(kernels)
    add_library(ingot_${name} OBJECT ${kernels})
    target_compile_definitions(ingot_${name} PRIVATE IG_WIDTH=${width} IG_LEVEL=${level})
    target_compile_options(ingot_${name} PRIVATE ${ARGN})
    set(ingot_parts ${ingot_parts} $<TARGET_OBJECTS:ingot_${name}> PARENT_SCOPE)
  endif()
endfunction()
# single numbers packed two by two cost more in store forwarding than they win
ingot_kernels(w1 1 base -fno-tree-slp-vectorize)
if(INGOT_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(INGOT_X86_LEVELS ON)
  set(INGOT_AVX2 -mavx2)
  set(INGOT_AVX512 -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512 ${INGOT_UNFUSED_AVX512})
  target_compile_definitions(ingot_objects PRIVATE IG_X86_LEVELS)
  target_compile_definitions(ingot_w1 PRIVATE IG_X86_LEVELS)
  ingot_kernels(w4_avx2 4 avx2 ${INGOT_AVX2})
  ingot_kernels(w8_avx512 8 avx512 ${INGOT_AVX512})
elseif(INGOT_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  # four doubles are two registers of NEON, which every such processor has
  target_compile_definitions(ingot_objects PRIVATE IG_ARM_LEVELS)
  ingot_kernels(w4_neon 4 neon)
endif()

set(ingot_libraries ${ingot_needs} Threads::Threads ${CMAKE_DL_LIBS})
if(NOT WIN32)
  list(APPEND ingot_libraries m)
endif()
target_link_libraries(ingot_objects PUBLIC ${ingot_libraries})

# for preloading: exports what is built, the rest falls through
add_library(ingot SHARED ${ingot_parts})
target_link_libraries(ingot PRIVATE ${ingot_libraries})
set_target_properties(ingot PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_include_directories(ingot INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
add_library(ingot::ingot ALIAS ingot)
# Calls of our own public functions stay inside, whatever else of that name the process has: MuJoCo's library may be loaded first.
# Data (the API's callbacks and handlers) binds to the process's, as programs that set them expect.
# Libraries of Windows and macOS are like that from the start.
set(ingot_exports "")
if(NOT WIN32 AND NOT APPLE)
  set(ingot_exports -Wl,-Bsymbolic-functions -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/internal.map)
endif()
target_link_options(ingot PRIVATE ${ingot_exports})
if(WIN32)
  set_target_properties(ingot PROPERTIES IMPORT_PREFIX lib IMPORT_SUFFIX .lib RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()

# for the tests, the internals too; and for programs that want no shared library
add_library(ingot_static STATIC EXCLUDE_FROM_ALL ${ingot_parts})
target_link_libraries(ingot_static PUBLIC ${ingot_libraries})
target_include_directories(ingot_static INTERFACE ${PROJECT_SOURCE_DIR}/include)
add_library(ingot::static ALIAS ingot_static)
