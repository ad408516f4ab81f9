# both libraries beside the Python modules; `pip install .` runs this, see pyproject.toml
install(TARGETS ingot ingot_compat LIBRARY DESTINATION . COMPONENT python NAMELINK_SKIP)
