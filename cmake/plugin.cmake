# SPDX-License-Identifier: Apache-2.0
# The first-party plugins as libraries. plugin/ has them for programs, whose engine is part of the program or linked to
# it: they take the API from there. bound_plugin/ has them for an engine that was opened as a private library, as Python
# does it: they name libingot.so as the one they belong to.
file(GLOB plugin_common CONFIGURE_DEPENDS src/plugin/common/*.c)

function(ingot_plugin name)
  set(sources ${plugin_common})
  foreach(folder ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS src/plugin/${folder}/*.c)
    list(APPEND sources ${found})
  endforeach()
  add_library(plugin_${name} SHARED ${sources})
  add_library(plugin_${name}_bound SHARED ${sources})
  set_target_properties(plugin_${name} plugin_${name}_bound PROPERTIES OUTPUT_NAME ${name})
  set_target_properties(plugin_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugin)
  set_target_properties(plugin_${name}_bound PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bound_plugin BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/..:$ORIGIN/../..")
  target_link_libraries(plugin_${name}_bound PRIVATE ingot)
endfunction()

ingot_plugin(actuator pid)
ingot_plugin(elasticity cable)
ingot_plugin(sensor touch_grid)
ingot_plugin(sdf_plugin sdf)
