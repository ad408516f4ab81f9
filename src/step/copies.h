// SPDX-License-Identifier: Apache-2.0
// Copies of one world side by side in lanes, which their user lets differ from it, each in one coordinate.
#ifndef INGOT_STEP_COPIES_H_
#define INGOT_STEP_COPIES_H_

#include <mujoco/mujoco.h>

#include "step/width.h"

typedef struct {
  const mjModel* m;
  mjData* d;  // the world
  const ig_Width* w;
  void* lanes;
  mjtNum *qpos, *direction;  // scratch
} ig_Copies;

// With scratch from the stack of d. Lanes of the width that were made for the model may be given; else (NULL) they are made and
// kept with d for the next time. They are NULL when there is no memory.
ig_Copies ig_copies_make(const mjModel* m, mjData* d, const ig_Width* w, void* lanes);

// whether copies of worlds of the model pay: no stage runs lane by lane, where they would gain nothing; `quiet`: sensors do not
// count
bool ig_copies_serve(const mjModel* m, const ig_Width* w, bool quiet);

// all lanes, as bits
static inline unsigned ig_copies_all(const ig_Copies* c) { return (1u << c->w->width) - 1; }

// the world in every lane, of which nothing is computed yet
void ig_copies_begin(const ig_Copies* c);

// once more what a step or a nudge has changed of its state
void ig_copies_again(const ig_Copies* c);

// numbers of a quantity in every lane; one number of one lane; the position of a lane, away along a dof
void ig_copies_spread(const ig_Copies* c, int quantity, const mjtNum* values);
void ig_copies_set(const ig_Copies* c, int quantity, int i, int lane, mjtNum value);
void ig_copies_move(const ig_Copies* c, int dof, mjtNum step, int lane);

// the numbers of a quantity in a lane
void ig_copies_take(const ig_Copies* c, int quantity, int lane, mjtNum* to);

#endif  // INGOT_STEP_COPIES_H_
