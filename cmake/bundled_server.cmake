# SPDX-License-Identifier: Apache-2.0
# GNU libmicrohttpd from source, as the target ingot_bundled_server: the parts that a server of plain HTTP with one thread needs, for
# Linux. Its own way to build asks autotools; what they would find out is known for the systems that this is built for.
if(NOT EXISTS ${deps}/libmicrohttpd/src/microhttpd)
  return()
endif()
set(parts daemon connection reason_phrase internal memorypool mhd_mono_clock sysfdsetsize mhd_str mhd_send mhd_sockets mhd_itc mhd_compat
  mhd_threads response tsearch)
list(TRANSFORM parts PREPEND ${deps}/libmicrohttpd/src/microhttpd/)
list(TRANSFORM parts APPEND .c)
set(text "#define _GNU_SOURCE 1\n#define _MHD_EXTERN extern\n#define _MHD_NORETURN _Noreturn\n")
foreach(name MHD_POSIX_SOCKETS HAVE_GETSOCKNAME MHD_USE_GETSOCKNAME MHD_USE_POSIX_THREADS MHD_NO_THREAD_NAMES _MHD_ITC_PIPE HAVE_CLOCK_GETTIME HAVE_C_VARARRAYS HAVE_GMTIME_R
    HAVE_MEMMEM HAVE_POLL HAVE_REAL_BOOL HAVE_SNPRINTF)
  string(APPEND text "#define ${name} 1\n")
endforeach()
foreach(header ARPA_INET ERRNO FCNTL INTTYPES LIMITS NETDB NETINET_IN NETINET_TCP POLL PTHREAD SIGNAL STDBOOL STDDEF STDINT STDLIB STRING
    SYS_IOCTL SYS_SELECT SYS_SOCKET SYS_STAT SYS_TIME SYS_TYPES TIME UNISTD)
  string(APPEND text "#define HAVE_${header}_H 1\n")
endforeach()
file(STRINGS ${deps}/libmicrohttpd/configure version REGEX "^PACKAGE_VERSION=")
string(REGEX MATCH "[0-9.]+" version "${version}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/deps/server/MHD_config.h CONTENT "${text}#define PACKAGE_VERSION \"${version}\"\n")
add_library(ingot_bundled_server STATIC ${parts})
target_include_directories(ingot_bundled_server PRIVATE ${PROJECT_BINARY_DIR}/deps/server PUBLIC ${deps}/libmicrohttpd/src/include)
target_link_libraries(ingot_bundled_server PUBLIC Threads::Threads)
# others' code: its warnings are not ours. Its messages name files of the source, not of the machine that builds
target_compile_options(ingot_bundled_server PRIVATE -w -fmacro-prefix-map=${deps}/=)
