// Boxes in moving frames: do they overlap along any of their six face normals?
// (Cross products of edges are not tried: a box pair that only these separate is left to the next phase.)
#ifndef INGOT_COLLIDE_OBB_H_
#define INGOT_COLLIDE_OBB_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// two frames, prepared for testing many boxes in each
typedef struct {
  mjtNum dot[2][2][3][3];  // [of frame i][against frame j][axis k of j][axis l of i]
  mjtNum origin[2][2][3];  // origin of frame i along axis k of frame j
} ig_FramePair;

// pos and mat are NULL for the world's frame
void ig_frame_pair(ig_FramePair* f, const mjtNum* pos1, const mjtNum* mat1, const mjtNum* pos2, const mjtNum* mat2);

// boxes are center and half-sizes in their frames; a half-size of mjMAXVAL or more is infinite
bool ig_obb_overlap(const ig_FramePair* f, const mjtNum box1[6], const mjtNum box2[6], mjtNum margin);

// the same for a single test: box centers are taken to the world first
bool ig_obb_overlap_once(const mjtNum box1[6], const mjtNum* pos1, const mjtNum* mat1, const mjtNum box2[6],
                         const mjtNum* pos2, const mjtNum* mat2, mjtNum margin);

#endif  // INGOT_COLLIDE_OBB_H_
