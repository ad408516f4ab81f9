// SPDX-License-Identifier: Apache-2.0
// Velocity and acceleration of what has a frame: bodies, geoms, sites, cameras.
#ifndef INGOT_SMOOTH_OBJECT_H_
#define INGOT_SMOOTH_OBJECT_H_

#include "batch/data.h"

// where an object is: its body, and the origin and axes of its frame (mjOBJ_BODY: the inertial frame)
typedef struct {
  int body;
  const real *pos, *mat;
} IG_NAME(ig_Object);

// false when this type of object has no frame
bool IG_NAME(ig_object)(const mjModel* m, const ig_Data* d, mjtObj type, int id, IG_NAME(ig_Object) * object);

// (rotation, translation) at the object's origin, in its own axes if local, else in the world's
void IG_NAME(ig_object_velocity)(const mjModel* m, const ig_Data* d, const IG_NAME(ig_Object) * object, bool local, real res[6]);
void IG_NAME(ig_object_acceleration)(const mjModel* m, const ig_Data* d, const IG_NAME(ig_Object) * object, bool local,
                                     real res[6]);

#endif  // INGOT_SMOOTH_OBJECT_H_
