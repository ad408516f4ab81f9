// SPDX-License-Identifier: Apache-2.0
// The public functions of models that the library calls too.
#include <mujoco/mujoco.h>

#include "model/defaults.h"
#include "model/mjb.h"
#include "model/model.h"

void mj_defaultLROpt(mjLROpt* opt) { ig_default_length_range(opt); }

void mj_defaultOption(mjOption* opt) { ig_default_option(opt); }

void mj_defaultVisual(mjVisual* vis) { ig_default_visual(vis); }

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) { return ig_load_mjb(filename, vfs); }

mjtSize mj_sizeModel(const mjModel* m) { return ig_mjb_size(m); }

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) { return ig_copy_model(dest, src); }

void mj_deleteModel(mjModel* m) { ig_delete_model(m); }
