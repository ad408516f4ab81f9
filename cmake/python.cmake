# libraries and plugins beside the Python modules; `pip install .` builds and installs these, see pyproject.toml
set(python_plugins plugin_actuator_bound plugin_elasticity_bound plugin_sensor_bound plugin_sdf_plugin_bound)
install(TARGETS ingot ingot_compat LIBRARY DESTINATION . COMPONENT python NAMELINK_SKIP)
install(TARGETS ${python_plugins} LIBRARY DESTINATION bound_plugin COMPONENT python)
add_custom_target(python_package DEPENDS ingot ingot_compat ${python_plugins})
