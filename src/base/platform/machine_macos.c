// SPDX-License-Identifier: Apache-2.0
#include "base/platform/machine.h"

#include <stdint.h>
#include <sys/sysctl.h>
#include <unistd.h>

int ig_processors(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int64_t ig_process(void) { return getpid(); }

size_t ig_machine_memory(void) {
  uint64_t bytes = 0;
  size_t size = sizeof bytes;
  return sysctlbyname("hw.memsize", &bytes, &size, NULL, 0) ? 0 : (size_t)bytes;
}
