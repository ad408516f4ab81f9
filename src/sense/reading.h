// SPDX-License-Identifier: Apache-2.0
// One sensor being read: what it looks at, and where its numbers go. Each sensor type is a function of this.
#ifndef INGOT_SENSE_READING_H_
#define INGOT_SENSE_READING_H_

#include <mujoco/mujoco.h>

typedef struct {
  const mjModel* m;
  mjData* d;
  int sensor;
  int type, obj_type, obj, ref_type, ref;  // ref -1: none
  mjtNum* out;
} ig_Reading;

typedef void ig_Measure(const ig_Reading* r);

// families in their own files
ig_Measure ig_measure_rangefinder, ig_measure_camera_projection;
ig_Measure ig_measure_contact, ig_measure_tactile;

#endif  // INGOT_SENSE_READING_H_
