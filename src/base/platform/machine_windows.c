// SPDX-License-Identifier: Apache-2.0
#include "base/platform/machine.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

// in the group of processors that the process began in, which has 64 at most
int ig_processors(void) {
  DWORD_PTR mine = 0, all = 0;
  int n = GetProcessAffinityMask(GetCurrentProcess(), &mine, &all) ? __builtin_popcountll(mine) : 0;
  return n ? n : 1;
}

int64_t ig_process(void) { return GetCurrentProcessId(); }

size_t ig_machine_memory(void) {
  MEMORYSTATUSEX status = {.dwLength = sizeof status};
  return GlobalMemoryStatusEx(&status) ? (size_t)status.ullTotalPhys : 0;
}
