// SPDX-License-Identifier: Apache-2.0
// Errors as values, for users.
#include <ingot/status.h>

#include "base/guard.h"

ingotStatus ingot_guard(void (*function)(void* argument), void* argument, ingotReport* report) {
  return ig_guard(function, argument, report);
}
