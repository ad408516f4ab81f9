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
# in MuJoCo's place: nothing of that name stands where a linker looks unasked
if(INGOT_COMPAT)
  set(compat ${CMAKE_INSTALL_LIBDIR}/ingot/compat)
  install(TARGETS ingot_compat COMPONENT ingot LIBRARY DESTINATION ${compat} NAMELINK_COMPONENT ingot)
  configure_package_config_file(cmake/package/mujocoConfig.cmake.in ${PROJECT_BINARY_DIR}/mujocoConfig.cmake INSTALL_DESTINATION ${compat}/cmake
    PATH_VARS compat CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/mujocoConfigVersion.cmake VERSION 3.5.0 COMPATIBILITY ExactVersion)
  install(FILES ${PROJECT_BINARY_DIR}/mujocoConfig.cmake ${PROJECT_BINARY_DIR}/mujocoConfigVersion.cmake DESTINATION ${compat}/cmake COMPONENT ingot)
endif()
# for programs that draw with MuJoCo's own library
if(TARGET ingot_gl)
  install(TARGETS ingot_gl COMPONENT ingot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ingot)
endif()

# The static library, with what a program has to link to besides. Bundled libraries are not in it.
set(private_requirements "")
if(NOT INGOT_BUNDLED)
  set_target_properties(ingot_static PROPERTIES EXCLUDE_FROM_ALL OFF)
  install(FILES $<TARGET_FILE:ingot_static> DESTINATION ${CMAKE_INSTALL_LIBDIR} RENAME libingot.a COMPONENT ingot)
  set(private_requirements "expat, spng, ccd")
  if(DEFLATE_FOUND)
    string(APPEND private_requirements ", libdeflate")
  endif()
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ingot)
install(EXPORT ingot NAMESPACE ingot:: DESTINATION ${package} FILE ingotTargets.cmake COMPONENT ingot)
configure_package_config_file(cmake/package/ingotConfig.cmake.in ${PROJECT_BINARY_DIR}/ingotConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ingotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ingotConfig.cmake ${PROJECT_BINARY_DIR}/ingotConfigVersion.cmake DESTINATION ${package} COMPONENT ingot)

configure_file(cmake/package/ingot.pc.in ${PROJECT_BINARY_DIR}/ingot.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ingot.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ingot)
