# SPDX-License-Identifier: Apache-2.0
# libraries and plugins beside the Python modules; `pip install .` builds and installs these, see pyproject.toml
set(python_plugins plugin_actuator_bound plugin_elasticity_bound plugin_sensor_bound plugin_sdf_plugin_bound)
# refuses other versions of the mujoco package in processes that libingot.so is preloaded into
add_library(ingot_guard SHARED python/guard/guard.c)
target_link_libraries(ingot_guard PRIVATE ${CMAKE_DL_LIBS})
target_compile_options(ingot_guard PRIVATE -O2 -foptimize-sibling-calls)
# where MUJOCO_GL asks for OpenGL, pictures come from MuJoCo's own library
add_library(ingot_gl SHARED ${ingot_parts})
target_link_libraries(ingot_gl PRIVATE ${ingot_libraries})
target_link_options(ingot_gl PRIVATE -Wl,-Bsymbolic-functions -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/no_pictures.map)
# it goes by the name of the other, which the plugins belong to
set(soname libingot.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(DEFINED SKBUILD)
  # a package has its library to itself, under the name that its plugins look for: packages know no links
  set_property(TARGET ingot PROPERTY VERSION)
  set_property(TARGET ingot PROPERTY SOVERSION)
  set(soname libingot.so)
endif()
set_target_properties(ingot_gl PROPERTIES NO_SONAME ON)
target_link_options(ingot_gl PRIVATE -Wl,-soname,${soname})
install(FILES $<TARGET_FILE:ingot> DESTINATION . COMPONENT python EXCLUDE_FROM_ALL RENAME libingot.so)
install(TARGETS ingot_gl ingot_compat ingot_guard LIBRARY DESTINATION . COMPONENT python EXCLUDE_FROM_ALL NAMELINK_SKIP)
install(TARGETS ${python_plugins} LIBRARY DESTINATION bound_plugin COMPONENT python EXCLUDE_FROM_ALL)
# the program finds its plugins beside it
install(TARGETS ingot_program RUNTIME DESTINATION bin COMPONENT python EXCLUDE_FROM_ALL)
foreach(name actuator elasticity sensor sdf_plugin)
  install(TARGETS plugin_${name} LIBRARY DESTINATION bin/plugin COMPONENT python EXCLUDE_FROM_ALL)
endforeach()
add_custom_target(python_package DEPENDS ingot ingot_gl ingot_compat ingot_guard ingot_program plugin_actuator plugin_elasticity plugin_sensor plugin_sdf_plugin ${python_plugins})
# robots of ingot.tasks
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION . COMPONENT python EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.xml")
# the viewer's page, where `make viewer` has built it
install(FILES ${PROJECT_SOURCE_DIR}/build/viewer/viewer.html DESTINATION . COMPONENT python EXCLUDE_FROM_ALL OPTIONAL)
# the licences of what was built in
if(INGOT_BUNDLED)
  foreach(library expat qhull libspng libccd zlib libmicrohttpd)
    install(FILES ${INGOT_BUNDLED}/${library}/debian/copyright DESTINATION licences RENAME ${library}.txt COMPONENT python EXCLUDE_FROM_ALL OPTIONAL)
  endforeach()
endif()
