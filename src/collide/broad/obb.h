// Boxes in moving frames: do they overlap along any of their six face normals?
// (Cross products of edges are not tried: a box pair that only these separate is left to the next phase.)
#ifndef INGOT_COLLIDE_BROAD_OBB_H_
#define INGOT_COLLIDE_BROAD_OBB_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// frame 2 seen from frame 1 and the other way round, prepared for testing boxes in each
typedef struct {
  mjtNum rot[2][9], absrot[2][9];  // row k: the other frame's axes along axis k of this one
  mjtNum shift[2][3];              // origin of the other frame
} ig_FramePair;

// pos and mat are NULL for the world's frame
void ig_frame_pair(ig_FramePair* f, const mjtNum* pos1, const mjtNum* mat1, const mjtNum* pos2, const mjtNum* mat2);

// boxes are center and half-sizes in their frames; a half-size of mjMAXVAL or more is infinite
bool ig_obb_overlap(const ig_FramePair* f, const mjtNum box1[6], const mjtNum box2[6], mjtNum margin);

#endif  // INGOT_COLLIDE_BROAD_OBB_H_
