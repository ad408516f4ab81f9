// SPDX-License-Identifier: Apache-2.0
// The statuses of all worlds at once.
#include <string.h>

#include <ingot/worlds.h>

#include "base/guard.h"
#include "world/access.h"
#include "world/device_worlds.h"

static ingotStatus check_statuses(const ingotWorlds* w, const void* statuses, size_t size, ingotReport* report) {
  if (!w || !statuses) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and statuses must not be NULL");
  if (size == 0 || size > sizeof(ingotWorldStatus))
    return ig_report(report, INGOT_BAD_ARGUMENT, "%zu is not the size of a status", size);
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsStatuses(const ingotWorlds* w, ingotWorldStatus* statuses, size_t size, ingotReport* report) {
  ingotStatus status = check_statuses(w, statuses, size, report);
  if (status == INGOT_OK) status = ig_worlds_settle(w, report);
  for (int e = 0; status == INGOT_OK && e < ingot_worldsCount(w); e++) {
    memcpy((char*)statuses + size * (size_t)e, ig_world_status((ingotWorlds*)w, e), size);
  }
  return status;
}

ingotStatus ingot_worldsSetStatuses(ingotWorlds* w, const ingotWorldStatus* statuses, size_t size, ingotReport* report) {
  ingotStatus status = check_statuses(w, statuses, size, report);
  if (status == INGOT_OK) status = ig_worlds_settle(w, report);
  for (int e = 0; status == INGOT_OK && e < ingot_worldsCount(w); e++) {
    memcpy(ig_world_status(w, e), (const char*)statuses + size * (size_t)e, size);
  }
  return status;
}
