// SPDX-License-Identifier: Apache-2.0
// The machine that the process runs on.
#ifndef INGOT_BASE_PLATFORM_MACHINE_H_
#define INGOT_BASE_PLATFORM_MACHINE_H_

#include <stddef.h>
#include <stdint.h>

// processors that this thread may use; asked each time, since it can change
int ig_processors(void);

// the number of this process: another in a child
int64_t ig_process(void);

// bytes of memory in the machine
size_t ig_machine_memory(void);

#endif  // INGOT_BASE_PLATFORM_MACHINE_H_
