#include "collide/broad/obb.h"

#include <mujoco/mujoco.h>

#include "math/vec3.h"

void ig_frame_pair(ig_FramePair* f, const mjtNum* pos1, const mjtNum* mat1, const mjtNum* pos2, const mjtNum* mat2) {
  static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, origin[3] = {0};
  mjtNum offset[3];
  if (!mat1) mat1 = identity;
  if (!mat2) mat2 = identity;
  ig_sub3(offset, pos2 ? pos2 : origin, pos1 ? pos1 : origin);
  ig_mulmattvec3(f->shift[0], mat1, offset);
  ig_mulmattvec3(f->shift[1], mat2, offset);
  ig_scl3(f->shift[1], f->shift[1], -1);
  ig_mulmattmat3(f->rot[0], mat1, mat2);
  ig_transpose3(f->rot[1], f->rot[0]);
  for (int i = 0; i < 9; i++) f->absrot[0][i] = ig_abs(f->rot[0][i]);
  ig_transpose3(f->absrot[1], f->absrot[0]);
}

// how many of the half-sizes are infinite
static int count_infinite(const mjtNum box[6]) { return (box[3] >= mjMAXVAL) + (box[4] >= mjMAXVAL) + (box[5] >= mjMAXVAL); }

// along the axes of the frame of `own`
static bool separated(const mjtNum rot[9], const mjtNum absrot[9], const mjtNum shift[3], const mjtNum own[6],
                      const mjtNum other[6], mjtNum margin) {
  for (int k = 0; k < 3; k++) {
    mjtNum gap = ig_dot3(rot + 3 * k, other) + shift[k] - own[k];
    if (own[3 + k] + ig_dot3(absrot + 3 * k, other + 3) + margin < ig_abs(gap)) return true;
  }
  return false;
}

bool ig_obb_overlap(const ig_FramePair* f, const mjtNum box1[6], const mjtNum box2[6], mjtNum margin) {
  int infinite1 = count_infinite(box1), infinite2 = count_infinite(box2);
  if (infinite1 == 3 || infinite2 == 3) return true;
  if (!infinite2 && separated(f->rot[0], f->absrot[0], f->shift[0], box1, box2, margin)) return false;
  return infinite1 || !separated(f->rot[1], f->absrot[1], f->shift[1], box2, box1, margin);
}
