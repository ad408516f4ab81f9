// The point of a simplex nearest to the origin, by signed volumes (Montanari, Petrinic, Barbieri 2017).
#ifndef INGOT_COLLIDE_SIMPLEX_H_
#define INGOT_COLLIDE_SIMPLEX_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// barycentric coordinates of the nearest point; exact zeros for the corners that do not carry it.
// all zeros when the numbers are too wild to tell
void ig_simplex_nearest(mjtNum lambda[4], const mjtNum* const corner[4], int n);

// r = sum of coef[i] * point[i]
void ig_combine(mjtNum r[3], const mjtNum* coef, const mjtNum* const* point, int n);

// the origin dropped on the plane of a triangle; false when the triangle has no plane
bool ig_origin_on_plane(mjtNum r[3], const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]);

// coordinates of a point of the plane of a triangle with respect to its corners
void ig_triangle_coordinates(mjtNum lambda[3], const mjtNum* const corner[3], const mjtNum p[3]);

// a . (b x c)
mjtNum ig_triple(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]);

#endif  // INGOT_COLLIDE_SIMPLEX_H_
