// SPDX-License-Identifier: Apache-2.0
// From the model to the room of the viewer.
#ifndef INGOT_VISUAL_ROOM_H_
#define INGOT_VISUAL_ROOM_H_

#include <mujoco/mujoco.h>

// position and directions of the head in the room
void ig_camera_in_room(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn);

#endif  // INGOT_VISUAL_ROOM_H_
