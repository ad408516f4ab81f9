// SPDX-License-Identifier: Apache-2.0
#include "sense/lens.h"

#include "lane/elementary.h"
#include "math/vec3.h"

ig_Lens ig_lens_of(const mjModel* m, int cam) {
  const float *size = m->cam_sensorsize + 2 * cam, *intrinsic = m->cam_intrinsic + 4 * cam;
  ig_Lens lens = {.width = m->cam_resolution[2 * cam],
                  .height = m->cam_resolution[2 * cam + 1],
                  .extent = m->cam_fovy[cam],
                  .perspective = m->cam_projection[cam] == mjPROJ_PERSPECTIVE};
  if (lens.perspective && size[0] != 0 && size[1] != 0) {
    lens.fx = intrinsic[0] / size[0] * lens.width;
    lens.fy = intrinsic[1] / size[1] * lens.height;
    lens.cx = intrinsic[2] / size[0] * lens.width;
    lens.cy = intrinsic[3] / size[1] * lens.height;
    return lens;
  }
  lens.cx = (mjtNum)lens.width / 2.0;
  lens.cy = (mjtNum)lens.height / 2.0;
  lens.fx = lens.cx;
  lens.fy = lens.cy;
  if (lens.perspective) lens.fx = lens.fy = 0.5 / ig_tan(m->cam_fovy[cam] * mjPI / 360.0) * lens.height;
  return lens;
}

void ig_pixel_ray(const ig_Lens* lens, const mjtNum pos[3], const mjtNum mat[9], int row, int col, mjtNum origin[3],
                  mjtNum dir[3]) {
  mjtNum x = (col + 0.5 - lens->cx) / lens->fx, y = -(row + 0.5 - lens->cy) / lens->fy;
  if (lens->perspective) {
    mjtNum local[3] = {x, y, -1.0};
    ig_copy3(origin, pos);
    ig_mulmatvec3(dir, mat, local);
    ig_normalize3(dir);
  } else {
    mjtNum half = lens->extent / 2, local[3] = {x * half, y * half, 0}, shift[3];
    ig_set3(dir, -mat[2], -mat[5], -mat[8]);
    ig_mulmatvec3(shift, mat, local);
    ig_add3(origin, pos, shift);
  }
}
