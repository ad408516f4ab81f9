// SPDX-License-Identifier: Apache-2.0
#include "base/platform/calendar.h"

bool ig_local_time(time_t when, struct tm* parts) { return localtime_r(&when, parts) != NULL; }
