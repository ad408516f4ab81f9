# SPDX-License-Identifier: Apache-2.0
# tests/<layer>/*.c become one program per layer, named test_<layer>; *.lane.c among them are compiled once per width: w4 of doubles,
# f4 of floats
function(ingot_test_kernels target width level)
  set(kernels ${target}_${width}_${level})
  add_library(${kernels} OBJECT ${test_kernels})
  string(SUBSTRING ${width} 1 -1 lanes)
  target_compile_definitions(${kernels} PRIVATE IG_WIDTH=${lanes} IG_LEVEL=${level})
  target_compile_options(${kernels} PRIVATE ${ARGN})
  if(width MATCHES "^f")
    target_compile_options(${kernels} PRIVATE ${INGOT_SINGLE})
  endif()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${kernels}>)
endfunction()

# Widths without their instructions, which no processor would choose: for their bits. The address sanitizer looks at memory: both
# widths once are enough for it, and the processor here may have them.
set(base_widths ingot_w4_base ingot_w8_base)
if(INGOT_SANITIZE MATCHES "address" AND INGOT_X86_LEVELS AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo wide REGEX "^flags.* avx512f .*avx512dq .*avx512vl" LIMIT_COUNT 1)
  if(wide)
    set(base_widths "")
  endif()
endif()
if(base_widths)
  foreach(width 4 8)
    add_library(ingot_w${width}_base STATIC EXCLUDE_FROM_ALL ${kernels})
    target_compile_definitions(ingot_w${width}_base PRIVATE IG_WIDTH=${width} IG_LEVEL=base)
  endforeach()
endif()

file(GLOB layers CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/*)
foreach(layer ${layers})
  file(GLOB test_sources CONFIGURE_DEPENDS ${layer}/*.c)
  if(IS_DIRECTORY ${layer} AND test_sources)
    get_filename_component(name ${layer} NAME)
    set(test_kernels ${test_sources})
    list(FILTER test_kernels INCLUDE REGEX "\\.lane\\.c$")
    list(FILTER test_sources EXCLUDE REGEX "\\.lane\\.c$")
    add_executable(test_${name} ${test_sources} tests/test.c tests/case.c tests/model.c)
    target_compile_definitions(test_${name} PRIVATE IG_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
    target_include_directories(test_${name} PRIVATE tests)
    target_link_libraries(test_${name} PRIVATE ${base_widths} ingot_static)
    if(base_widths)
      target_compile_definitions(test_${name} PRIVATE IG_BASE_WIDTHS)
    endif()
    if(INGOT_X86_LEVELS)
      target_compile_definitions(test_${name} PRIVATE IG_X86_LEVELS)
    endif()
    if(test_kernels)
      # numbers are floats in the tests of lane/ alone
      set(floats "")
      if(name STREQUAL "lane")
        set(floats f)
        ingot_test_kernels(test_${name} f1 base)
      endif()
      ingot_test_kernels(test_${name} w1 base)
      foreach(number w ${floats})
        if(base_widths)
          ingot_test_kernels(test_${name} ${number}4 base)
          ingot_test_kernels(test_${name} ${number}8 base)
        endif()
      endforeach()
      if(base_widths AND floats)
        ingot_test_kernels(test_${name} f16 base)
      endif()
      if(INGOT_X86_LEVELS)
        ingot_test_kernels(test_${name} w4 avx2 ${INGOT_AVX2})
        ingot_test_kernels(test_${name} w8 avx512 ${INGOT_AVX512})
      endif()
      if(INGOT_X86_LEVELS AND floats)
        ingot_test_kernels(test_${name} f8 avx2 ${INGOT_AVX2})
        ingot_test_kernels(test_${name} f16 avx512 ${INGOT_AVX512})
      endif()
    endif()
    add_test(NAME ${name} COMMAND test_${name})
    if(name STREQUAL gpu AND INGOT_GPU_READY)
      add_dependencies(test_gpu gpu_emulator)
      target_compile_definitions(test_gpu PRIVATE IG_GPU_EMULATOR="${gpu_emulator}" IG_MODELS_DIR="${PROJECT_SOURCE_DIR}/models")
    endif()
  endif()
endforeach()

# programs over many worlds, each world beside one that mj_step steps alone
file(GLOB checker_sources CONFIGURE_DEPENDS tests/world/checker/*.c)
add_executable(check_worlds ${checker_sources})
target_include_directories(check_worlds PRIVATE tests)
target_link_libraries(check_worlds PRIVATE ${base_widths} ingot_static)
if(base_widths)
  target_compile_definitions(check_worlds PRIVATE IG_BASE_WIDTHS)
endif()
if(INGOT_GPU_READY)
  add_dependencies(check_worlds gpu_emulator)
  target_compile_definitions(check_worlds PRIVATE IG_GPU_EMULATOR="${gpu_emulator}")
endif()
# sanitizers take ten times as long
if(INGOT_SANITIZE)
  add_test(NAME check_worlds COMMAND check_worlds --seeds 1:101)
else()
  add_test(NAME check_worlds COMMAND check_worlds)
endif()

# the engine's kernels once more with other optimisation, to compare their bits: those of release builds
if(TARGET test_smooth AND NOT INGOT_SANITIZE)
  target_compile_definitions(test_smooth PRIVATE IG_VARIANTS)
  foreach(variant "plain;-O0" "medium;-O2")
    list(GET variant 0 level)
    list(GET variant 1 flag)
    add_library(kernels_${level} OBJECT EXCLUDE_FROM_ALL ${kernels})
    target_compile_definitions(kernels_${level} PRIVATE IG_WIDTH=4 IG_LEVEL=${level})
    target_compile_options(kernels_${level} PRIVATE ${flag})
    target_sources(test_smooth PRIVATE $<TARGET_OBJECTS:kernels_${level}>)
  endforeach()
endif()

# the program and the code blocks of the documentation, as a user runs them
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME cli COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cli/run.py $<TARGET_FILE:ingot_program> $<TARGET_FILE:ingot>)
  add_test(NAME docs COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/run.py $<TARGET_FILE:ingot_program> $<TARGET_FILE:ingot>)
endif()

# what cmake --install lays out, as another project uses it
if(Python3_FOUND AND NOT INGOT_SANITIZE AND INGOT_INSTALL AND INGOT_PROGRAM AND INGOT_PLUGINS)
  add_test(NAME install COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/install/run.py ${PROJECT_BINARY_DIR})
endif()

# in one process with another library that has the same names
if(Python3_FOUND AND NOT INGOT_SANITIZE AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_test(NAME embed COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/embed/run.py $<TARGET_FILE:ingot>)
endif()

# how it was built: no fused arithmetic, and options that would change results refused
if(Python3_FOUND AND NOT INGOT_SANITIZE)
  add_test(NAME flags COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/flags/run.py ${CMAKE_BINARY_DIR}
    $<TARGET_FILE:ingot> $<TARGET_FILE:ingot_compat> $<TARGET_FILE:ingot_program>)
endif()

# the same bits as every other build: compiled models and states after 200 steps; at every level and on several threads
if(Python3_FOUND)
  if(NOT INGOT_SANITIZE)
    set(hash_levels --levels)
  endif()
  add_test(NAME hashes COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/hashes.py --program $<TARGET_FILE:hash_models> ${hash_levels})
endif()

# the kernels for GPUs through NVIDIA's assembler, where there is one
if(Python3_FOUND AND INGOT_GPU_READY AND NOT INGOT_SANITIZE)
  add_test(NAME assemble COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/gpu/assemble.py ${CMAKE_BINARY_DIR}/gpu)
  set_tests_properties(assemble PROPERTIES SKIP_RETURN_CODE 77)
endif()

# plugins find the API in the program that loads them
if(TARGET test_plugin)
  set_target_properties(test_plugin PROPERTIES ENABLE_EXPORTS ON)
  target_link_options(test_plugin PRIVATE -Wl,--whole-archive $<TARGET_FILE:ingot_static> -Wl,--no-whole-archive)
  add_dependencies(test_plugin plugin_actuator plugin_elasticity plugin_sensor plugin_sdf_plugin)
endif()

# the n-th allocation, read or write fails; sanitizers have allocators of their own
if(Python3_FOUND AND NOT INGOT_SANITIZE AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_library(fault_shim SHARED tests/fault/shim/shim.c)
  target_link_libraries(fault_shim PRIVATE ${CMAKE_DL_LIBS})
  add_executable(fault_driver tests/fault/shim/driver.c)
  target_link_libraries(fault_driver PRIVATE ingot ${CMAKE_DL_LIBS})
  add_test(NAME fault COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/fault/run.py $<TARGET_FILE:fault_shim> $<TARGET_FILE:fault_driver>
    $<TARGET_FILE:ingot_program>)
endif()

# hardening and the names of symbols, of release builds
if(Python3_FOUND AND NOT INGOT_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME hardening COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/hardening.py $<TARGET_FILE:ingot_static>
    $<TARGET_FILE:ingot> $<TARGET_FILE:ingot_compat> $<TARGET_FILE:ingot_program>)
endif()

# the tree itself: directions of includes and calls, and the list of what the compat library only names; once is enough
if(Python3_FOUND AND NOT INGOT_SANITIZE)
  add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/layers.py ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR})
  add_test(NAME docs_names COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/docs.py)
  add_test(NAME form COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/form.py --check)
  add_test(NAME licence COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/licence.py)
  add_test(NAME missing COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/missing.py --check $<TARGET_FILE:ingot_static>)
endif()

# worlds in lanes against single ones, and both storages of J: bit by bit, on the models of this tree
file(GLOB own_models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/*.xml ${PROJECT_SOURCE_DIR}/fuzz/corpus/load/snake.xml)
if(INGOT_BENCH)
  add_test(NAME bits COMMAND bench_bits --hard -n 20 ${own_models})
  add_test(NAME storage COMMAND bench_storage -n 50 ${own_models})
endif()

# those that take longest begin first, also where no run has measured them yet: none is left alone at the end
set(long_first world solve step requirements hashes cli fault docs install smooth collide)
list(LENGTH long_first cost)
foreach(name ${long_first})
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES COST ${cost})
  endif()
  math(EXPR cost "${cost} - 1")
endforeach()
