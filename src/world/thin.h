// Models that share the arrays of another but for those that were changed: a world's own numbers without a copy of all.
#ifndef INGOT_WORLD_THIN_H_
#define INGOT_WORLD_THIN_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "model/field.h"

// sizes and options are its own from the start; NULL when there is no memory. It must not outlive the base.
mjModel* ig_thin_make(const mjModel* base);
void ig_thin_free(mjModel* thin, const mjModel* base);

// an array of its own, with the numbers it has now; false when there is no memory
bool ig_thin_own(mjModel* thin, const mjModel* base, const ig_Field* field);

// the numbers of a whole model of the same sizes, as new arrays only where they differ; false when there is no memory
bool ig_thin_take(mjModel* thin, const mjModel* base, const mjModel* whole);

#endif  // INGOT_WORLD_THIN_H_
