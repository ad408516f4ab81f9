# SPDX-License-Identifier: Apache-2.0
# What builds must not do, or results differ from other builds: reorder sums, fuse products with sums, run on 32 bits.
# Flags set here go behind the user's own (CFLAGS, CMAKE_C_FLAGS), so that -march=native or x86-64-v3 are safe to give.

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(user_flags " ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} ${CMAKE_EXE_LINKER_FLAGS} ${CMAKE_SHARED_LINKER_FLAGS} ")
if(user_flags MATCHES " (-Ofast|-f(fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|no-signed-zeros|cx-limited-range|single-precision-constant|rounding-math)|-m(fpmath=387|pc32|pc64|daz-ftz)|-ffp-model=(fast|aggressive)) ")
  message(FATAL_ERROR "${CMAKE_MATCH_1} is not possible: Ingot gives the same bits in every build, and this option changes results.")
endif()
if(CMAKE_SIZEOF_VOID_P LESS 8 AND NOT EMSCRIPTEN AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "wasm")
  message(FATAL_ERROR "Ingot needs a 64-bit target: 32-bit ones are not supported.")
endif()

# -ffp-contract=off is not enough for GCC: its vectoriser (of loops as of straight code) has patterns of their own for
# products that are added and subtracted in turn, and takes the fused instruction for them whenever the target has one.
#   x86: no such instruction without FMA and AVX-512; a level that needs AVX-512 goes without the vectoriser
#   ARM: the complex-number instructions of ARMv8.3 are the only ones
include(CheckCSourceCompiles)
set(INGOT_UNFUSED "")
set(INGOT_UNFUSED_AVX512 "")
set(no_vectoriser "")
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(no_vectoriser -fno-tree-loop-vectorize -fno-tree-slp-vectorize)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(INGOT_UNFUSED -mno-fma -mno-fma4 -mno-avx512f)
  set(INGOT_UNFUSED_AVX512 -mno-fma ${no_vectoriser})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  check_c_source_compiles("#ifndef __ARM_FEATURE_COMPLEX\n#error\n#endif\nint main(void) { return 0; }" INGOT_ARM_COMPLEX)
  if(INGOT_ARM_COMPLEX)
    set(INGOT_UNFUSED ${no_vectoriser})
  endif()
endif()
