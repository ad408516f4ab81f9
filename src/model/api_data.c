// SPDX-License-Identifier: Apache-2.0
// The public functions of data and states that the library calls too.
#include <mujoco/mujoco.h>

#include "model/data.h"
#include "model/state.h"
#include "model/warning.h"

void mj_warning(mjData* d, int warning, int info) { ig_warn(d, warning, info); }

void mj_deleteData(mjData* d) { ig_delete_data(d); }

int mj_stateSize(const mjModel* m, int sig) { return ig_state_size(m, sig); }

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig) { ig_get_state(m, d, state, sig); }

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig) { ig_set_state(m, d, state, sig); }

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) { ig_copy_state(m, src, dst, sig); }
