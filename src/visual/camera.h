// SPDX-License-Identifier: Apache-2.0
// From the user's camera to the two eyes of the scene.
#ifndef INGOT_VISUAL_CAMERA_H_
#define INGOT_VISUAL_CAMERA_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// what a camera with a sensor sees on its near plane: down and up, left and right; either may be NULL
void ig_sensor_frustum(float* zver, float* zhor, float znear, const float intrinsic[4], const float sensorsize[2]);

// each result may be NULL
void ig_camera_in_model(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn);

// between the two eyes
mjvGLCamera ig_average_camera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);

// at distance 1 from the eyes, or of a box in an orthographic view
mjtNum ig_frustum_height(const mjvScene* scn);

// how much of the model, measured at the depth of a point, a motion over the height of the window passes; of an orthographic view
// a fixed part
mjtNum ig_window_height_at(const mjvScene* scn, const mjtNum point[3], bool orthographic);

// the eyes of the scene from a camera
void ig_update_camera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);

#endif  // INGOT_VISUAL_CAMERA_H_
