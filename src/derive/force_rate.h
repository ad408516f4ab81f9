// SPDX-License-Identifier: Apache-2.0
// Derivatives of joint forces by the state and the controls.
#ifndef INGOT_DERIVE_FORCE_RATE_H_
#define INGOT_DERIVE_FORCE_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// dense, row by row: (nv x nv), (nv x nv), (nv x na), (nv x nu)
typedef struct {
  mjtNum *q, *v, *act, *ctrl;
} ig_ForceRate;

// all zero, from the stack of d
ig_ForceRate ig_new_force_rate(const mjModel* m, mjData* d);
void ig_add_force_rate(const mjModel* m, ig_ForceRate* to, const ig_ForceRate* from);

// += those of qfrc_passive + qfrc_actuator + the loads of xfrc_applied, at the state of d
void ig_smooth_force_rate(const mjModel* m, mjData* d, ig_ForceRate* rate);

// Of qDeriv w, where qDeriv is what the implicit integrators take as the derivative of forces by velocities and w stands still.
void ig_damping_rate(const mjModel* m, mjData* d, const mjtNum* w, ig_ForceRate* rate);

// of act_dot (na numbers): each by its own activation, and by the control of its actuator
void ig_activation_speed_rate(const mjModel* m, const mjData* d, mjtNum* by_act, mjtNum* by_ctrl);

// of the activations a step on, where they move with act_dot: each by itself, and by its act_dot
void ig_activation_move_rate(const mjModel* m, const mjData* d, const mjtNum* act_dot, mjtNum* by_act, mjtNum* by_speed);

// += scale * the curvature of a tendon: d J_i / d q_j of its Jacobian row, (nv x nv); false: there is none (J is constant)
bool ig_tendon_curvature(const mjModel* m, mjData* d, int tendon, mjtNum scale, mjtNum* curve);

// whether an actuator's moments depend on positions, or its length on more than them
bool ig_transmission_bends(const mjModel* m, int actuator);

// The rate of change of the length of such an actuator by positions, slope (nv), and += that of its moments, curve (nv x nv)
void ig_transmission_rate(const mjModel* m, mjData* d, int actuator, mjtNum* slope, mjtNum* curve);

#endif  // INGOT_DERIVE_FORCE_RATE_H_
