// SPDX-License-Identifier: Apache-2.0
// Inertia matrices as six numbers: xx yy zz xy xz yz.
#ifndef INGOT_SPEC_MOMENTS_H_
#define INGOT_SPEC_MOMENTS_H_

// principal moments whose axes are turned: R diag(d) R^T
void ig_moments_turned(double r[6], const double d[3], const double quat[4]);

// a point mass beside the origin (parallel axes): mass * (v.v 1 - v v^T)
void ig_moments_displaced(double r[6], double mass, const double v[3]);

// any matrix whose axes are turned: R M R^T
void ig_moments_rotated(double r[6], const double full[6], const double quat[4]);

#endif  // INGOT_SPEC_MOMENTS_H_
