// SPDX-License-Identifier: Apache-2.0
// Rows of the worlds of a vector, into the spare worlds beside its lanes, for what runs lane by lane.
#ifndef INGOT_CONSTRAIN_ROW_LANES_H_
#define INGOT_CONSTRAIN_ROW_LANES_H_

#include "batch/data.h"

#if IG_WIDTH > 1

// the rows of active lanes as mj_makeConstraint writes them, behind the contacts of the worlds. A world with too small an arena
// warns. What comes after the solver needs no `jacobian`: without it that array is not written. A sparse one is made anew in
// the worlds, which have to have what rows are made from: padded rows do not tell which of their zeros it would store.
void IG_NAME(ig_send_rows)(const mjModel* m, ig_Data* d, bool jacobian);

#endif
#endif  // INGOT_CONSTRAIN_ROW_LANES_H_
