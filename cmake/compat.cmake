# SPDX-License-Identifier: Apache-2.0
# compat/libmujoco.so.3.5.0: every public symbol of 3.5.0. What is not built fails loudly by its own name;
# those names stand in missing.txt, one a line. A name that is built all the same is defined twice and does not link.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/missing.txt missing)
set(text "// generated from cmake/missing.txt\nvoid mju_error(const char* msg, ...);\n")
foreach(name ${missing})
  string(APPEND text "__attribute__((visibility(\"default\"))) void ${name}(void);\nvoid ${name}(void) { mju_error(\"${name} is not part of this library; run the program with 'python -m ingot', or preload libingot.so, and it is taken from MuJoCo's own\"); }\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/missing.c CONTENT "${text}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/missing.txt)
add_library(ingot_missing STATIC ${PROJECT_BINARY_DIR}/missing.c)

add_library(ingot_compat SHARED ${ingot_parts} ${PROJECT_BINARY_DIR}/missing.c)
target_link_libraries(ingot_compat PRIVATE ${ingot_libraries})
target_link_options(ingot_compat PRIVATE ${ingot_exports})
set_target_properties(ingot_compat PROPERTIES
  OUTPUT_NAME mujoco VERSION 3.5.0 SOVERSION 3.5.0
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/compat)
if(WIN32)
  # as MuJoCo's own: mujoco.dll and an import library mujoco.lib
  set_target_properties(ingot_compat PROPERTIES PREFIX "" IMPORT_PREFIX "" IMPORT_SUFFIX .lib RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()
