# libraries and plugins beside the Python modules; `pip install .` builds and installs these, see pyproject.toml
set(python_plugins plugin_actuator_bound plugin_elasticity_bound plugin_sensor_bound plugin_sdf_plugin_bound)
# refuses other versions of the mujoco package in processes that libingot.so is preloaded into
add_library(ingot_guard SHARED python/guard/guard.c)
target_link_libraries(ingot_guard PRIVATE ${CMAKE_DL_LIBS})
target_compile_options(ingot_guard PRIVATE -O2 -foptimize-sibling-calls)
install(TARGETS ingot ingot_compat ingot_guard LIBRARY DESTINATION . COMPONENT python NAMELINK_SKIP)
install(TARGETS ${python_plugins} LIBRARY DESTINATION bound_plugin COMPONENT python)
add_custom_target(python_package DEPENDS ingot ingot_compat ingot_guard ${python_plugins})
# the viewer's page, where `make viewer` has built it
install(FILES ${CMAKE_SOURCE_DIR}/build/viewer/viewer.html DESTINATION . COMPONENT python OPTIONAL)
