// SPDX-License-Identifier: Apache-2.0
// Errors caught where they are wanted as values.
#ifndef INGOT_BASE_GUARD_H_
#define INGOT_BASE_GUARD_H_

#include <ingot/status.h>

// fill a report (which may be NULL) and return its status
ingotStatus ig_report(ingotReport* report, ingotStatus status, const char* format, ...) __attribute__((format(printf, 3, 4)));

#endif  // INGOT_BASE_GUARD_H_
