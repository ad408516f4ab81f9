// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of a step. mjd_transitionFD has them by finite differences; these come from formulas, docs/derive.md, and
// need no step size. What cannot be differentiated is refused with INGOT_BAD_MODEL and its name in the report.
#ifndef INGOT_DERIVATIVES_H_
#define INGOT_DERIVATIVES_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

// The state (positions, velocities, activations) and the sensors after a step, by the state before: A (2 nv + na square) and
// C (nsensordata, 2 nv + na), and by the controls: B (2 nv + na, nu) and D (nsensordata, nu). Row by row and in tangent space, as
// those of mjd_transitionFD; each may be NULL. The state of d stays as it is; what follows from it is that of mj_forward.
MJAPI ingotStatus ingot_transition(const mjModel* m, mjData* d, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D, ingotReport* report);

// Products with these matrices: next = A state + B ctrl (JVP), and from the other side state = A^T next, ctrl = B^T next (VJP),
// which needs no matrix but for RK4: for the gradient of a number that depends on the next state. 2 nv + na numbers a state, nu
// controls.
MJAPI ingotStatus ingot_stepJVP(const mjModel* m, mjData* d, const mjtNum* state, const mjtNum* ctrl, mjtNum* next,
                                ingotReport* report);
MJAPI ingotStatus ingot_stepVJP(const mjModel* m, mjData* d, const mjtNum* next, mjtNum* state, mjtNum* ctrl,
                                ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_DERIVATIVES_H_
