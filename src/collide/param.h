// SPDX-License-Identifier: Apache-2.0
// What a contact inherits from the two things that touch, or from an explicit pair.
#ifndef INGOT_COLLIDE_PARAM_H_
#define INGOT_COLLIDE_PARAM_H_

#include <mujoco/mujoco.h>

#include "batch/data.h"

typedef struct {
  int dim;
  real gap;
  real friction[5], solref[mjNREF], solreffriction[mjNREF], solimp[mjNIMP];
} ig_ContactParam;

// mixed from two geoms; the global overrides of the model's options are applied. dim is not checked.
void IG_NAME(ig_mix_geoms)(ig_ContactParam* p, const mjModel* m, const ig_Data* d, int geom1, int geom2);

// of an explicit pair
void IG_NAME(ig_pair_param)(ig_ContactParam* p, const mjModel* m, const ig_Data* d, int pair);

#if IG_WIDTH == 1
// of a geom or a flex on each side, -1 for the other; a dimension that does not exist is an error
void ig_mix_param(ig_ContactParam* p, const mjModel* m, int geom1, int flex1, int geom2, int flex2);
#endif

// the margin of a contact: the given one (already summed over both sides), or the global override
IG_INLINE real ig_margin(const mjModel* m, real margin) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? ig_broadcast(m->opt.o_margin) : margin;
}

#endif  // INGOT_COLLIDE_PARAM_H_
