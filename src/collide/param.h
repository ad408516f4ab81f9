// What a contact inherits from the two things that touch, or from an explicit pair.
#ifndef INGOT_COLLIDE_PARAM_H_
#define INGOT_COLLIDE_PARAM_H_

#include <mujoco/mujoco.h>

typedef struct {
  int dim;
  mjtNum gap;
  mjtNum solref[mjNREF], solreffriction[mjNREF], solimp[mjNIMP];
  mjtNum friction[5];
} ig_ContactParam;

// mixed from two of geoms and flexes: give one of geom and flex on each side, -1 for the other.
// the global overrides of the model's options are applied
void ig_mix_param(ig_ContactParam* p, const mjModel* m, int geom1, int flex1, int geom2, int flex2);

// of an explicit pair
void ig_pair_param(ig_ContactParam* p, const mjModel* m, int pair);

// the margin of a contact: the given one (already summed over both sides), or the global override
static inline mjtNum ig_margin(const mjModel* m, mjtNum margin) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : margin;
}

#endif  // INGOT_COLLIDE_PARAM_H_
