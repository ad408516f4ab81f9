# SPDX-License-Identifier: Apache-2.0
# The libraries that the engine needs, from source, as the target ingot_bundled: for builds that must not depend on those of
# the system. viewer/wasm/fetch.sh puts the distribution's sources into the folder `deps`. They compute with contraction off.
if(NOT EXISTS ${deps}/expat)
  message(FATAL_ERROR "no sources of the libraries: run viewer/wasm/fetch.sh ${deps}")
endif()
add_library(ingot_bundled STATIC
  ${deps}/expat/expat/lib/xmlparse.c ${deps}/expat/expat/lib/xmlrole.c ${deps}/expat/expat/lib/xmltok.c
  ${deps}/libspng/spng/spng.c)
file(GLOB qhull_sources ${deps}/qhull/src/libqhull_r/*.c)
list(FILTER qhull_sources EXCLUDE REGEX "rbox")
if(NOT INGOT_HEARS_QHULL)
  # src/compile/mesh/hull_print.c takes its place
  list(FILTER qhull_sources EXCLUDE REGEX "/userprintf_r\\.c$")
endif()
file(GLOB ccd_sources ${deps}/libccd/src/*.c)
file(GLOB zlib_sources ${deps}/zlib/*.c)
list(FILTER zlib_sources EXCLUDE REGEX "/gz[a-z]*\\.c$")
target_sources(ingot_bundled PRIVATE ${qhull_sources} ${ccd_sources} ${zlib_sources})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/deps/ccd/config.h CONTENT "#define CCD_DOUBLE\n")
set(random "#define XML_DEV_URANDOM")
if(WIN32)
  set(random "#define _CRT_RAND_S")
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/deps/expat_config.h
  CONTENT "#define BYTEORDER 1234\n#define XML_DTD 1\n#define XML_NS 1\n#define XML_CONTEXT_BYTES 1024\n#define XML_GE 1\n${random}\n")
target_include_directories(ingot_bundled PUBLIC
  ${PROJECT_BINARY_DIR}/deps ${deps}/expat/expat/lib ${deps}/libspng/spng ${deps}/qhull/src ${deps}/libccd/src ${deps}/zlib)
# others' code: its warnings are not ours
target_compile_options(ingot_bundled PRIVATE -w)
target_compile_definitions(ingot_bundled PUBLIC XML_STATIC CCD_STATIC_DEFINE SPNG_STATIC)
