// SPDX-License-Identifier: Apache-2.0
// Integrators: from accelerations to the next state.
#ifndef INGOT_STEP_INTEGRATE_H_
#define INGOT_STEP_INTEGRATE_H_

#include <stdbool.h>

#include "batch/data.h"

// the integrator of the model, after a forward pass of the stages past `done`
void IG_NAME(ig_integrate)(const mjModel* m, ig_Data* d, mjtStage done);

// semi-implicit Euler, with joint damping treated implicitly when there is any; `factored`: qH holds the factor already
void IG_NAME(ig_euler)(const mjModel* m, ig_Data* d, bool factored);
#ifdef IG_GPU
// the factor that it needs, when M is known: another thread has it ready by then
void IG_NAME(ig_euler_factor)(const mjModel* m, ig_Data* d);
#endif

// implicit in velocity, for the integrators implicit and implicitfast; `factored` as above, qLU or qH
void IG_NAME(ig_implicit)(const mjModel* m, ig_Data* d, bool factored);

// fourth order, after a forward pass
#ifdef IG_GPU
// in parts, with a forward pass after the start and after each of the two that come next; or back to the start
void IG_NAME(ig_rk4_start)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_rk4_next)(const mjModel* m, ig_Data* d, int k);
void IG_NAME(ig_rk4_end)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_rk4_undo)(const mjModel* m, ig_Data* d);
#else
void IG_NAME(ig_runge_kutta4)(const mjModel* m, ig_Data* d);
#endif

// qLU = M - h*qDeriv (implicit) or qH = the lower triangle of it (implicitfast), with qDeriv computed
// first; above width 1 as ig_velocity_rate
void IG_NAME(ig_implicit_matrix)(const mjModel* m, ig_Data* d);

#endif  // INGOT_STEP_INTEGRATE_H_
