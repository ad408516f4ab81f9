// SPDX-License-Identifier: Apache-2.0
// Poses as a model file gives them: quaternions are kept at unit length after every product.
#ifndef INGOT_SPEC_POSE_H_
#define INGOT_SPEC_POSE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// below this a length, mass or volume counts as nothing in a model file
#define IG_EPS 1e-14
#define IG_PI 3.14159265358979323846

// "not given" is written as NaN
static inline bool ig_given(double x) { return x == x; }

// in place; returns the length before, or 0 (and leaves v alone) when its square is below IG_EPS
double ig_make_unit(double* v, int n);

// r = a b, at unit length; r may be a or b
void ig_compose_quat(double r[4], const double a[4], const double b[4]);

// pose <- pose * child
void ig_pose_append(double pos[3], double quat[4], const double childpos[3], const double childquat[4]);

// child <- pose * child
void ig_pose_prepend(const double pos[3], const double quat[4], double childpos[3], double childquat[4]);

void ig_pose_invert(double rpos[3], double rquat[4], const double pos[3], const double quat[4]);

// the shortest turn that takes z to the unit vector
void ig_quat_from_z(double quat[4], const double z[3]);

// from three orthonormal axes
void ig_quat_from_axes(double quat[4], const double x[3], const double y[3], const double z[3]);

// the five ways of writing an orientation; NULL, or the part of the message that says what is wrong
const char* ig_resolve_orientation(double quat[4], const mjsCompiler* settings, const mjsOrientation* alt);

// equal up to 1e-6 per number (quaternions up to sign); a NULL pair is not compared
bool ig_same_pose(const double* pos1, const double* pos2, const double* quat1, const double* quat2);
bool ig_null_pose(const double* pos, const double* quat);

// How a pose relates to its body's: one of mjtSameFrame. ipos and iquat are the body's inertia's; NULL for that itself.
int ig_frame_shared(const double pos[3], const double quat[4], const double ipos[3], const double iquat[4]);

// of whichever kind it is given in; NULL, or what is wrong
const char* ig_orientation_quat(double quat[4], mjtByte degree, const char* sequence, const mjsOrientation* orientation);

#endif  // INGOT_SPEC_POSE_H_
