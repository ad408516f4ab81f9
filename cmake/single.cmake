# SPDX-License-Identifier: Apache-2.0
# The engine of worlds once more with floats as numbers: kernels at the widths of floats, and what they call for one world. Its
# sources are the same. Its functions get names of their own by a header that renames them (ig_step becomes ig_step_single), made
# from the symbols of the objects for doubles. What has no numbers (memory, errors, threads) is shared.
set(single_layers "/src/(lane|math|model|batch|smooth|collide|constrain|solve|sense|derive|step)/")
set(single_sources ${sources})
list(FILTER single_sources INCLUDE REGEX "${single_layers}")
list(FILTER single_sources EXCLUDE REGEX "/src/[a-ln-z][a-z]*/api_|/src/model/(api_|canonical_nan)")

set(single_names ${PROJECT_BINARY_DIR}/single_names.h)
set(single_objects ${PROJECT_BINARY_DIR}/single_objects.txt)
file(GENERATE OUTPUT ${single_objects} CONTENT "$<TARGET_OBJECTS:ingot_objects>;$<TARGET_OBJECTS:ingot_w1>")
add_custom_command(OUTPUT ${single_names}
  COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DOBJECTS=${single_objects} "-DLAYERS=${single_layers}" -DNAMES=${single_names} -P ${PROJECT_SOURCE_DIR}/cmake/single_names.cmake
  DEPENDS $<TARGET_OBJECTS:ingot_objects> $<TARGET_OBJECTS:ingot_w1> ${PROJECT_SOURCE_DIR}/cmake/single_names.cmake
  COMMENT "names of the engine in single precision" VERBATIM)
add_custom_target(single_names DEPENDS ${single_names})
# functions of libm take doubles: where one is exact (fabs, floor, sqrt rounded back) so is the number
set(INGOT_SINGLE_ENGINE ${INGOT_SINGLE} -Wno-double-promotion -DmjUSESINGLE -include ${single_names})

set(single_parts "")
function(ingot_single name)
  add_library(ingot_single_${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_compile_options(ingot_single_${name} PRIVATE ${INGOT_SINGLE_ENGINE})
  add_dependencies(ingot_single_${name} single_names)
  if(INGOT_X86_LEVELS)
    target_compile_definitions(ingot_single_${name} PRIVATE IG_X86_LEVELS)
  endif()
  set(single_parts ${single_parts} $<TARGET_OBJECTS:ingot_single_${name}> PARENT_SCOPE)
endfunction()
function(ingot_single_kernels width level)
  ingot_single(f${width}_${level} ${kernels})
  target_compile_definitions(ingot_single_f${width}_${level} PRIVATE IG_WIDTH=${width} IG_LEVEL=${level})
  target_compile_options(ingot_single_f${width}_${level} PRIVATE ${ARGN})
  set(single_parts ${single_parts} PARENT_SCOPE)
endfunction()
ingot_single(objects ${single_sources})
ingot_single_kernels(1 base -fno-tree-slp-vectorize)
ingot_single_kernels(4 base)
if(INGOT_X86_LEVELS)
  ingot_single_kernels(8 avx2 ${INGOT_AVX2})
  ingot_single_kernels(16 avx512 ${INGOT_AVX512})
endif()

add_library(ingot_single STATIC EXCLUDE_FROM_ALL ${single_parts})
