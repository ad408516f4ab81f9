// SPDX-License-Identifier: Apache-2.0
// Errors as values, for users.
#include <ingot/status.h>

#include "base/guard.h"

ingotStatus ingot_guard(void (*function)(void* argument), void* argument, ingotReport* report) {
  if (!function) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_guard: the function is NULL");
  return ig_guard(function, argument, report);
}
