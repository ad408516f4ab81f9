# SPDX-License-Identifier: Apache-2.0
include(cmake/same_bits.cmake)
# Exceptions of C++ callbacks pass through the library and clean up on their way, where a program can be linked so: Debian's
# musl-gcc links an unwinder that was built for another C library.
include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fexceptions)
check_c_source_compiles("
void other(void (*f)(void)) { f(); }
static void leave(int* x) { (void)x; }
int main(int argc, char** argv) { __attribute__((cleanup(leave))) int x = 0; other((void (*)(void))argv[0]); return x; }
" INGOT_UNWINDS)
unset(CMAKE_REQUIRED_FLAGS)
set(unwinds $<$<BOOL:${INGOT_UNWINDS}>:-fexceptions>)
# one set of flags for everything that computes: the same bits in every build type
add_compile_options(
  -Wall -Wextra $<$<BOOL:${INGOT_WERROR}>:-Werror> -Wshadow -Wvla -Wno-psabi -Wno-unused-parameter
  -ffp-contract=off ${INGOT_UNFUSED} -fno-math-errno -fno-trapping-math
  ${unwinds} -fvisibility=hidden
)
# tables leave the last columns of a row to zero; GCC does not mind where rows are named by their index
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wno-missing-field-initializers)
endif()
# some hundred bytes are zeroed or copied in place: the string instructions GCC would take are slow to start
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(
    -mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign
    -mmemcpy-strategy=unrolled_loop:512:noalign,libcall:-1:noalign
  )
endif()
# the flags of a build type, unless the user has others than CMake's own
if(CMAKE_C_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG" OR NOT CMAKE_C_FLAGS_RELEASE)
  set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
endif()
if(CMAKE_C_FLAGS_DEBUG STREQUAL "-g" OR NOT CMAKE_C_FLAGS_DEBUG)
  set(CMAKE_C_FLAGS_DEBUG "-O1 -g -DIG_CHECKED")
endif()
if(INGOT_SANITIZE)
  add_compile_options(-fsanitize=${INGOT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${INGOT_SANITIZE})
  if(INGOT_SANITIZE MATCHES "address")
    add_compile_definitions(ADDRESS_SANITIZER)
  endif()
endif()
add_compile_definitions(_GNU_SOURCE MUJOCO_DLL_EXPORTS)
if(WIN32)
  # printf as the standard has it, not as an old library of Windows; no macros min and max
  add_compile_definitions(__USE_MINGW_ANSI_STDIO=1 NOMINMAX)
endif()
include_directories(include src)

# single precision: the number of a kernel is float, and so are its literals
set(INGOT_SINGLE -DIG_SINGLE -Wdouble-promotion)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND INGOT_SINGLE -fsingle-precision-constant)
else()
  list(APPEND INGOT_SINGLE "SHELL:-Xclang -cl-single-precision-constant")
endif()
