// SPDX-License-Identifier: Apache-2.0
// Inertia matrices as six numbers (xx yy zz xy xz yz): sums over parts, principal axes.
#ifndef INGOT_COMPILE_RECORD_INERTIA_H_
#define INGOT_COMPILE_RECORD_INERTIA_H_

#include <stdbool.h>

// a part: mass, principal moments and where they lie in the frame of the sum
typedef struct ig_Part_ {
  double mass, moments[3], pos[3], quat[4];
} ig_Part;

// the parts as one: mass, centre and principal axes; *full gets the matrix.
// false when the matrix has no three positive eigenvalues (mass, pos are set all the same)
bool ig_combine_parts(ig_Part* whole, double full[6], const ig_Part* parts, int n);

// moments in falling order and the frame of the principal axes, whatever their signs
void ig_diagonalize(double quat[4], double moments[3], const double full[6]);

// the same, but nothing is set and false is returned when an eigenvalue is not positive
bool ig_principal_axes(double quat[4], double moments[3], const double full[6]);

#endif  // INGOT_COMPILE_RECORD_INERTIA_H_
