// SPDX-License-Identifier: Apache-2.0
// Mass, centre and inertia of a surface of triangles, by the divergence theorem (Mirtich 1996, "Fast and Accurate Computation of
// Polyhedral Mass Properties"; Blow and Binstock 2004 for the tetrahedra).
//
// A closed surface is the signed sum of the tetrahedra that each of its triangles (a, b, c) spans with one point o, here a centre
// near it for accuracy. With n the triangle's unit normal, A its area and m its middle, the volume of one is V = A n.(m - o) / 3,
// positive when the triangle looks away from o, and its centre is 3/4 m + 1/4 o. Second moments about o follow from the integral
// of linear functions over a simplex with corners v_0 = 0, v_1, v_2, v_3:
//   integral x_r x_c dV = V / 20 (sum_i v_i,r v_i,c + sum_i v_i,r  sum_j v_j,c)
//                       = V / 20 (2 sum_i v_i,r v_i,c + sum over pairs i < j of (v_i,r v_j,c + v_i,c v_j,r)).
// For a shell the same holds over the triangle with A / 12 in place of V / 20. The inertia matrix is trace(P) 1 - P of these
// products P.
//
// "Legacy" counts every tetrahedron as positive: meshes that are not closed or not oriented get some mass that way, as they
// always have.
#include "compile/mesh/mesh_mass.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "math/vec3.h"

// a doubled area below this is rounding: the triangle is a line
static const double tiny = 1e-15;

double ig_triangle(double* normal, double* middle, const double* a, const double* b, const double* c) {
  double own[3], ab[3], ac[3];
  double* n = normal ? normal : own;
  if (middle) {
    for (int k = 0; k < 3; k++) middle[k] = (a[k] + b[k] + c[k]) / 3;
  }
  ig_sub3(ab, b, a);
  ig_sub3(ac, c, a);
  ig_cross(n, ab, ac);
  double length = ig_norm3(n);
  if (length < tiny) return 0;
  if (normal) {
    for (int k = 0; k < 3; k++) normal[k] /= length;
  }
  return 0.5 * length;
}

static const double* corner(const ig_MeshSurface* s, int face, int k) { return s->vert + 3 * s->face[3 * face + k]; }

double ig_surface_centre(double centre[3], const ig_MeshSurface* s) {
  double total = 0;
  ig_zero3(centre);
  for (int i = 0; i < s->nface; i++) {
    double middle[3], area = ig_triangle(NULL, middle, corner(s, i, 0), corner(s, i, 1), corner(s, i, 2));
    for (int k = 0; k < 3; k++) centre[k] += area * middle[k];
    total += area;
  }
  if (total >= tiny) {
    for (int k = 0; k < 3; k++) centre[k] /= total;
  }
  return total;
}

double ig_mass_centre(double com[3], const ig_MeshSurface* s, const double from[3]) {
  double total = 0;
  bool shell = s->kind == mjMESH_INERTIA_SHELL;
  ig_zero3(com);
  for (int i = 0; i < s->nface; i++) {
    double normal[3], middle[3], arm[3];
    double part = ig_triangle(normal, middle, corner(s, i, 0), corner(s, i, 1), corner(s, i, 2));
    if (!shell) {
      ig_sub3(arm, middle, from);
      part = ig_dot3(arm, normal) * part / 3;
      if (s->kind == mjMESH_INERTIA_LEGACY) part = fabs(part);
    }
    total += part;
    for (int k = 0; k < 3; k++) com[k] += part * (middle[k] * 3.0 / 4.0 + from[k] / 4.0);
  }
  if (total >= tiny) {
    for (int k = 0; k < 3; k++) com[k] /= total;
  }
  return total;
}

double ig_mass_inertia(double full[6], const ig_MeshSurface* s, const double com[3]) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  double total = 0, product[6] = {0};
  bool shell = s->kind == mjMESH_INERTIA_SHELL;
  for (int i = 0; i < s->nface; i++) {
    double v[3][3], normal[3], middle[3];
    for (int k = 0; k < 3; k++) ig_sub3(v[k], corner(s, i, k), com);
    double part = ig_triangle(normal, middle, v[0], v[1], v[2]);
    if (!shell) part = ig_dot3(middle, normal) * part / 3;
    if (s->kind == mjMESH_INERTIA_LEGACY) part = fabs(part);
    total += part;

    // integral of x_r x_c over the tetrahedron with the origin, or over the triangle
    double share = part / (shell ? 12 : 20);
    for (int j = 0; j < 6; j++) {
      int r = row[j], c = col[j];
      product[j] += share * (2 * (v[0][r] * v[0][c] + v[1][r] * v[1][c] + v[2][r] * v[2][c]) + v[0][r] * v[1][c] +
                             v[0][c] * v[1][r] + v[0][r] * v[2][c] + v[0][c] * v[2][r] + v[1][r] * v[2][c] + v[1][c] * v[2][r]);
    }
  }
  full[0] = product[1] + product[2];
  full[1] = product[0] + product[2];
  full[2] = product[0] + product[1];
  for (int j = 3; j < 6; j++) full[j] = -product[j];
  return total;
}
