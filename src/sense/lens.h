// SPDX-License-Identifier: Apache-2.0
// A camera as a bundle of rays, one through the middle of each pixel.
#ifndef INGOT_SENSE_LENS_H_
#define INGOT_SENSE_LENS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// pixels: focal lengths and principal point; an orthographic camera sees `extent` from bottom to top
typedef struct {
  mjtNum fx, fy, cx, cy, extent;
  int width, height;
  bool perspective;
} ig_Lens;

ig_Lens ig_lens_of(const mjModel* m, int cam);

// row 0 is the top of the picture
void ig_pixel_ray(const ig_Lens* lens, const mjtNum pos[3], const mjtNum mat[9], int row, int col, mjtNum origin[3],
                  mjtNum dir[3]);

#endif  // INGOT_SENSE_LENS_H_
