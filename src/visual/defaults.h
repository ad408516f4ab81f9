// SPDX-License-Identifier: Apache-2.0
// Settings of the visualiser before anybody changes them.
#ifndef INGOT_VISUAL_DEFAULTS_H_
#define INGOT_VISUAL_DEFAULTS_H_

#include <mujoco/mujoco.h>

// of a camera, of one that sees a whole model, of options and of perturbations
void ig_default_camera(mjvCamera* cam);
void ig_default_free_camera(const mjModel* m, mjvCamera* cam);
void ig_default_view(mjvOption* opt);
void ig_default_perturb(mjvPerturb* pert);

#endif  // INGOT_VISUAL_DEFAULTS_H_
