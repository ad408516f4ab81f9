# bench/: programs that time the engine; scenes.c is shared
file(GLOB bench_programs CONFIGURE_DEPENDS bench/*.c)
list(FILTER bench_programs EXCLUDE REGEX "/scenes\\.c$")
foreach(program ${bench_programs})
  get_filename_component(name ${program} NAME_WE)
  add_executable(bench_${name} ${program} bench/scenes.c)
  target_link_libraries(bench_${name} PRIVATE ingot_static)
endforeach()
