// SPDX-License-Identifier: Apache-2.0
// The time of day where the machine is.
#ifndef INGOT_BASE_PLATFORM_CALENDAR_H_
#define INGOT_BASE_PLATFORM_CALENDAR_H_

#include <stdbool.h>
#include <time.h>

bool ig_local_time(time_t when, struct tm* parts);

#endif  // INGOT_BASE_PLATFORM_CALENDAR_H_
