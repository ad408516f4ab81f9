# both libraries beside the Python modules; `pip install .` runs this, see pyproject.toml
install(TARGETS ingot ingot_compat LIBRARY DESTINATION . COMPONENT python NAMELINK_SKIP)
install(TARGETS plugin_actuator_bound plugin_elasticity_bound plugin_sensor_bound plugin_sdf_plugin_bound
  LIBRARY DESTINATION bound_plugin COMPONENT python)
