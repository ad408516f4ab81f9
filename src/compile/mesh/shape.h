// SPDX-License-Identifier: Apache-2.0
// Closed formulas of the primitive shapes: volume or surface, moments, bounds, added mass in a fluid.
#ifndef INGOT_COMPILE_MESH_SHAPE_H_
#define INGOT_COMPILE_MESH_SHAPE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// volume, or area of the surface for a shell; 0 for shapes without one
double ig_shape_measure(mjtGeom type, mjtGeomInertia kind, const double size[3]);

// principal moments of a homogeneous solid or shell
void ig_shape_moments(double moments[3], mjtGeom type, mjtGeomInertia kind, const double size[3], double mass);

// radius of the sphere about the centre that holds the shape; 0: unbounded
double ig_shape_radius(mjtGeom type, const double size[3]);

// centre and half sizes of the box around the shape
void ig_shape_box(double box[6], mjtGeom type, const double size[3]);

// size, box and bounding radius of a geom over a height field
void ig_hfield_bounds(double size[3], double box[6], double* radius, const double field[4]);

// the twelve numbers of geom_fluid: coefficients as given, then added mass and inertia of the ellipsoid
void ig_shape_fluid(double fluid[mjNFLUID], mjtGeom type, const double size[3], double ellipsoid, const double coefs[5]);

#endif  // INGOT_COMPILE_MESH_SHAPE_H_
