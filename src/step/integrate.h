// Integrators: from accelerations to the next state.
#ifndef INGOT_STEP_INTEGRATE_H_
#define INGOT_STEP_INTEGRATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// semi-implicit Euler, with joint damping treated implicitly when there is any; `factored`: qH holds the factor already
void ig_euler(const mjModel* m, mjData* d, bool factored);

// implicit in velocity, for the integrators implicit and implicitfast; `factored` as above, qLU or qH
void ig_implicit(const mjModel* m, mjData* d, bool factored);

// fourth order, after a forward pass
void ig_runge_kutta4(const mjModel* m, mjData* d);

// qLU = M - h*qDeriv (implicit) or qH = the lower triangle of it (implicitfast), with qDeriv computed first
void ig_implicit_matrix(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_INTEGRATE_H_
