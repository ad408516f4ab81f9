// SPDX-License-Identifier: Apache-2.0
// Linux, and WebAssembly, whose C library is one of Linux
#include "base/platform/machine.h"

#include <sched.h>
#include <unistd.h>

int ig_processors(void) {
#ifdef __linux__
  cpu_set_t set;
  if (!sched_getaffinity(0, sizeof set, &set)) return CPU_COUNT(&set);
#endif
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int64_t ig_process(void) { return getpid(); }

size_t ig_machine_memory(void) { return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE); }
