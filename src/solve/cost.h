// The cost s(x) of the constraint rows as a function of x = J qacc - aref: its value, minus its gradient (the
// forces), the zone each row is in, and the Hessian of cones.
#ifndef INGOT_SOLVE_COST_H_
#define INGOT_SOLVE_COST_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  int ne, nf, nefc;
  const mjtNum *D, *R, *frictionloss;
  const int *type, *id;
  mjContact* contact;
  int* state;
  mjtNum* force;
} ig_Rows;

// returns the cost; cone Hessians go to the contacts when asked for
mjtNum ig_row_cost(const ig_Rows* rows, const mjtNum* x, bool cone_hessian);

#endif  // INGOT_SOLVE_COST_H_
