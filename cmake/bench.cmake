# SPDX-License-Identifier: Apache-2.0
# bench/: programs that time the engine; scenes.c and reference.c are shared
file(GLOB bench_programs CONFIGURE_DEPENDS bench/*.c)
list(FILTER bench_programs EXCLUDE REGEX "/(scenes|reference)\\.c$")
foreach(program ${bench_programs})
  get_filename_component(name ${program} NAME_WE)
  add_executable(bench_${name} ${program} bench/scenes.c bench/reference.c)
  target_link_libraries(bench_${name} PRIVATE ingot_static ${CMAKE_DL_LIBS})
  if(INGOT_X86_LEVELS)
    target_compile_definitions(bench_${name} PRIVATE IG_X86_LEVELS)
  endif()
endforeach()
