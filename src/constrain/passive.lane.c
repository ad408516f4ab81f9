// SPDX-License-Identifier: Apache-2.0
#include "constrain/passive.h"

#include "smooth/force/passive.h"

#if IG_WIDTH == 1
#include "model/callback.h"
#include "smooth/force/plugin_call.h"
#endif

// models with flexes and plugins, and worlds with callbacks, are stepped at width 1
void IG_NAME(ig_passive)(const mjModel* m, ig_Data* d) {
  if (!IG_NAME(ig_passive_parts)(m, d)) return;
#if IG_WIDTH == 1
  if (m->nflex) ig_contact_springs(m, d);
#endif
  IG_NAME(ig_passive_sum)(m, d);
#if IG_WIDTH == 1
  ig_call_passive(m, d);
  if (m->nplugin) ig_plugins_compute(m, d, mjPLUGIN_PASSIVE);
#endif
}

#if IG_WIDTH == 1
void mj_passive(const mjModel* m, mjData* d) { ig_passive(m, d); }
#endif
