# SPDX-License-Identifier: Apache-2.0
# the child of fuzz/models/run.py, in any build
add_executable(fuzz_step EXCLUDE_FROM_ALL fuzz/models/step.c)
target_link_libraries(fuzz_step PRIVATE ingot)

# fuzz targets, with clang's libFuzzer: fuzz/*.c
option(INGOT_FUZZ "build the fuzz targets (clang)" OFF)
if(INGOT_FUZZ)
  set(fuzz_checks address,undefined)
  target_compile_options(ingot_objects PRIVATE -fsanitize=fuzzer-no-link,${fuzz_checks} -fno-omit-frame-pointer)
  target_compile_options(ingot_w1 PRIVATE -fsanitize=fuzzer-no-link,${fuzz_checks} -fno-omit-frame-pointer)
  function(ingot_fuzz name source)
    add_executable(fuzz_${name} ${source})
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,${fuzz_checks})
    target_link_libraries(fuzz_${name} PRIVATE ingot_static -fsanitize=fuzzer,${fuzz_checks})
  endfunction()
  file(GLOB fuzz_targets CONFIGURE_DEPENDS fuzz/*.c)
  foreach(target ${fuzz_targets})
    get_filename_component(name ${target} NAME_WE)
    ingot_fuzz(${name} ${target})
  endforeach()
  # one program for each format of asset.c
  foreach(format hfield texture skin gmsh obj stl msh)
    ingot_fuzz(${format} fuzz/asset.c)
    target_compile_definitions(fuzz_${format} PRIVATE FUZZ_FORMAT="${format}")
  endforeach()
  target_link_options(ingot PRIVATE -fsanitize=${fuzz_checks})
endif()
