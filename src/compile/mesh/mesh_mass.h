// SPDX-License-Identifier: Apache-2.0
// Area, volume and inertia of triangle meshes.
#ifndef INGOT_COMPILE_MESH_MESH_MASS_H_
#define INGOT_COMPILE_MESH_MESH_MASS_H_

#include <mujoco/mujoco.h>

// faces that count: those of the mesh, or of its hull
typedef struct ig_Surface_ {
  const double* vert;
  int nvert;
  const int* face;
  int nface;
  mjtMeshInertia kind;
} ig_MeshSurface;

// area of a triangle; its unit normal and middle are not wanted where they are NULL
double ig_triangle(double* normal, double* middle, const double* a, const double* b, const double* c);

// centre of the surface; returns its area
double ig_surface_centre(double centre[3], const ig_MeshSurface* s);

// centre of mass, by pyramids over the faces from the point `from`; returns volume, or area of a shell
double ig_mass_centre(double com[3], const ig_MeshSurface* s, const double from[3]);

// moments and products of inertia about the centre of mass, for density 1; returns volume, or area of a shell
double ig_mass_inertia(double full[6], const ig_MeshSurface* s, const double com[3]);

#endif  // INGOT_COMPILE_MESH_MESH_MASS_H_
