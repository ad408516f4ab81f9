// SPDX-License-Identifier: Apache-2.0
// Calls that report how they ended: what fails ends the caller too, with the same status.
#ifndef INGOT_BASE_TRY_H_
#define INGOT_BASE_TRY_H_

#include <ingot/status.h>

#define IG_TRY(call)                         \
  do {                                       \
    ingotStatus status_ = (call);            \
    if (status_ != INGOT_OK) return status_; \
  } while (0)

#endif  // INGOT_BASE_TRY_H_
