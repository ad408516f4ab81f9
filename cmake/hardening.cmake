# SPDX-License-Identifier: Apache-2.0
# Hardening of what is shipped: the linker's tables are read-only before the first function runs, frames with arrays are
# guarded, and calls into the C library check the sizes they know. Sanitizers bring their own; WebAssembly has its
# stack out of reach, no such linker tables, and nothing that would check a guard.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
if(NOT INGOT_SANITIZE AND NOT EMSCRIPTEN)
  # the tools of Windows have neither of the two with a library of their own behind it
  if(NOT WIN32)
    add_compile_options(-fstack-protector-strong $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=3>)
  endif()
  if(NOT APPLE AND NOT WIN32)
    add_link_options(-Wl,-z,relro,-z,now -Wl,-z,noexecstack)
  endif()
endif()
