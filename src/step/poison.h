// SPDX-License-Identifier: Apache-2.0
// Builds for testing poison what a stage may not read: numbers outside of its list hold a mark while it runs.
#ifndef INGOT_STEP_POISON_H_
#define INGOT_STEP_POISON_H_

#include "batch/data.h"

#if defined(IG_CHECKED) && IG_WIDTH > 1
void IG_NAME(ig_poison)(const mjModel* m, ig_Data* d, ig_Quantities reads);

// bring back what the stage did not write; an error if it wrote to something that its row does not name
void IG_NAME(ig_unpoison)(const mjModel* m, ig_Data* d, const char* stage, ig_Quantities reads, ig_Quantities writes);
#else
IG_INLINE void IG_NAME(ig_poison)(const mjModel* m, ig_Data* d, ig_Quantities reads) {}
IG_INLINE void IG_NAME(ig_unpoison)(const mjModel* m, ig_Data* d, const char* stage, ig_Quantities reads, ig_Quantities writes) {}
#endif

#endif  // INGOT_STEP_POISON_H_
