# SPDX-License-Identifier: Apache-2.0
# cmake --install: headers, library, program, man page, plugins, and how others find them: pkg-config and a CMake package
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS ingot EXPORT ingot COMPONENT ingot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT ingot)
install(DIRECTORY include/ingot include/mujoco DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ingot FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ingot)
if(INGOT_PROGRAM)
  install(TARGETS ingot_program COMPONENT ingot RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # the viewer's page, where `make viewer` has built it
  install(FILES ${PROJECT_SOURCE_DIR}/build/viewer/viewer.html DESTINATION share/ingot COMPONENT ingot OPTIONAL)
  install(FILES docs/ingot.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ingot)
endif()
if(INGOT_PLUGINS)
  foreach(name actuator elasticity sensor sdf_plugin)
    # for programs, and for the library where it is opened by itself
    install(TARGETS plugin_${name} COMPONENT ingot LIBRARY DESTINATION lib/ingot/plugin)
    install(TARGETS plugin_${name}_bound COMPONENT ingot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ingot/bound_plugin)
  endforeach()
endif()
if(INGOT_COMPAT)
  install(TARGETS ingot_compat COMPONENT ingot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ingot/compat NAMELINK_SKIP)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ingot)
install(EXPORT ingot NAMESPACE ingot:: DESTINATION ${package} FILE ingotTargets.cmake COMPONENT ingot)
configure_package_config_file(cmake/package/ingotConfig.cmake.in ${PROJECT_BINARY_DIR}/ingotConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ingotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ingotConfig.cmake ${PROJECT_BINARY_DIR}/ingotConfigVersion.cmake DESTINATION ${package} COMPONENT ingot)

configure_file(cmake/package/ingot.pc.in ${PROJECT_BINARY_DIR}/ingot.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ingot.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ingot)
