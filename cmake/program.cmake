# SPDX-License-Identifier: Apache-2.0
# the program; models/*.xml go into it as text
file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.c)
file(GLOB own_models CONFIGURE_DEPENDS models/*.xml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${own_models})
set(text "// generated from models/*.xml\n#include \"embedded.h\"\n")
set(rows "")
foreach(model ${own_models})
  get_filename_component(name ${model} NAME_WE)
  file(READ ${model} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const char model_${name}[] = {${bytes}0};\n")
  string(APPEND rows "  {\"${name}\", model_${name}, sizeof model_${name} - 1},\n")
endforeach()
string(APPEND text "const ig_Embedded ig_embedded[] = {\n${rows}  {0, 0, 0},\n};\n")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded.c CONTENT "${text}" @ONLY)

# the whole API is in it and to be found there by the plugins it loads
add_executable(ingot_program ${cli_sources} ${PROJECT_BINARY_DIR}/embedded.c ${ingot_parts})
set_target_properties(ingot_program PROPERTIES OUTPUT_NAME ingot ENABLE_EXPORTS ON)
target_include_directories(ingot_program PRIVATE cli)
target_link_libraries(ingot_program PRIVATE ${ingot_libraries} ingot_missing)

# the server of `ingot view`; without it the command says what is missing
if(INGOT_BUNDLED)
  include(cmake/bundled_server.cmake)
else()
  pkg_check_modules(MICROHTTPD QUIET IMPORTED_TARGET libmicrohttpd)
endif()
if(TARGET ingot_bundled_server OR MICROHTTPD_FOUND)
  target_compile_definitions(ingot_program PRIVATE INGOT_SERVER)
  target_link_libraries(ingot_program PRIVATE $<TARGET_NAME_IF_EXISTS:ingot_bundled_server> $<TARGET_NAME_IF_EXISTS:PkgConfig::MICROHTTPD>)
endif()
