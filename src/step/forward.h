// SPDX-License-Identifier: Apache-2.0
// Forward dynamics: the stages in their order, and the drivers that run them.
#ifndef INGOT_STEP_FORWARD_H_
#define INGOT_STEP_FORWARD_H_

#include <stdbool.h>

#include "batch/data.h"

// stages past `done` are computed; sensors and the energies that belong to them are left alone when `quiet`
void IG_NAME(ig_forward)(const mjModel* m, ig_Data* d, mjtStage done, bool quiet);

// the position and the velocity stages, without sensors and energies
void IG_NAME(ig_forward_position)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_forward_velocity)(const mjModel* m, ig_Data* d);

// sensors and energy of the position and of the velocity stage
void IG_NAME(ig_observe_position)(const mjModel* m, ig_Data* d, bool quiet);
void IG_NAME(ig_observe_velocity)(const mjModel* m, ig_Data* d, bool quiet);

// what was computed lazily belongs to earlier positions, velocities, accelerations
#if IG_WIDTH == 1
IG_INLINE void ig_forget_position(mjData* d) { d->flg_energypos = 0; }
IG_INLINE void ig_forget_velocity(mjData* d) { d->flg_subtreevel = d->flg_energyvel = 0; }
IG_INLINE void ig_forget_acceleration(mjData* d) { d->flg_rnepost = 0; }
#elif defined(IG_GPU)
IG_INLINE void ig_forget_position(ig_Data* d) {}
IG_INLINE void ig_forget_velocity(ig_Data* d) {}
IG_INLINE void ig_forget_acceleration(ig_Data* d) {}
#else
IG_INLINE void ig_forget_position(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) d->world[lane]->flg_energypos = 0;
}
IG_INLINE void ig_forget_velocity(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) d->world[lane]->flg_subtreevel = d->world[lane]->flg_energyvel = 0;
}
IG_INLINE void ig_forget_acceleration(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) d->world[lane]->flg_rnepost = 0;
}
#endif

#endif  // INGOT_STEP_FORWARD_H_
