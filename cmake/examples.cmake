# SPDX-License-Identifier: Apache-2.0
# examples/*.c use the library as a program outside would: public headers only
file(GLOB example_programs CONFIGURE_DEPENDS examples/*.c)
foreach(program ${example_programs})
  get_filename_component(name ${program} NAME_WE)
  add_executable(example_${name} ${program})
  target_link_libraries(example_${name} PRIVATE ingot)
  if(INGOT_TESTS)
    add_test(NAME example_${name} COMMAND example_${name})
  endif()
endforeach()
