// SPDX-License-Identifier: Apache-2.0
// Sensors that look through a camera, or along a site's z axis.
#include <math.h>
#include <stdbool.h>

#include "collide/ray_scene.h"
#include "lane/elementary.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "sense/lens.h"
#include "sense/ray_lane.h"
#include "sense/reading.h"

// all rays leave from one point and are cast together
static void perspective_image(const ig_Reading* r, int fields, const ig_Lens* lens) {
  const mjtNum *pos = r->d->cam_xpos + 3 * r->obj, *mat = r->d->cam_xmat + 9 * r->obj;
  int pixels = lens->width * lens->height;
  ig_stack_mark(r->d);
  mjtNum *dirs = IG_SCRATCH(r->d, 3 * pixels, mjtNum), *dists = IG_SCRATCH(r->d, pixels, mjtNum);
  mjtNum* normals = fields & 1 << mjRAYDATA_NORMAL ? IG_SCRATCH(r->d, 3 * pixels, mjtNum) : NULL;
  int* geoms = IG_SCRATCH(r->d, pixels, int);
  mjtNum origin[3];
  for (int i = 0; i < pixels; i++) ig_pixel_ray(lens, pos, mat, i / lens->width, i % lens->width, origin, dirs + 3 * i);
  ig_rays(r->m, r->d, pos, dirs, NULL, 1, r->m->cam_bodyid[r->obj], geoms, dists, normals, pixels, mjMAXVAL);
  mjtNum* out = r->out;
  for (int i = 0; i < pixels; i++) {
    ig_RayData hit = {pos, dirs + 3 * i, normals ? normals + 3 * i : NULL, dists[i]};
    out = ig_put_ray(out, fields, &hit, pos, mat);
  }
  ig_stack_free(r->d);
}

static void parallel_image(const ig_Reading* r, int fields, const ig_Lens* lens) {
  const mjtNum *pos = r->d->cam_xpos + 3 * r->obj, *mat = r->d->cam_xmat + 9 * r->obj;
  mjtNum* out = r->out;
  for (int i = 0; i < lens->width * lens->height; i++) {
    mjtNum origin[3], dir[3], normal[3];
    int geom;
    ig_pixel_ray(lens, pos, mat, i / lens->width, i % lens->width, origin, dir);
    ig_RayData hit = {origin, dir, normal, 0};
    hit.dist = ig_ray(r->m, r->d, origin, dir, NULL, 1, r->m->cam_bodyid[r->obj], &geom, normal);
    out = ig_put_ray(out, fields, &hit, pos, mat);
  }
}

void ig_measure_rangefinder(const ig_Reading* r) {
  int fields = r->m->sensor_intprm[r->sensor * mjNSENS];
  if (r->obj_type == mjOBJ_SITE) {
    const mjtNum *pos = r->d->site_xpos + 3 * r->obj, *mat = r->d->site_xmat + 9 * r->obj;
    mjtNum dir[3] = {mat[2], mat[5], mat[8]}, normal[3] = {0, 0, 0}, *wanted = fields & 1 << mjRAYDATA_NORMAL ? normal : NULL;
    int geom;
    ig_RayData hit = {pos, dir, normal, ig_ray(r->m, r->d, pos, dir, NULL, 1, r->m->site_bodyid[r->obj], &geom, wanted)};
    ig_put_ray(r->out, fields, &hit, NULL, NULL);
    return;
  }
  ig_Lens lens = ig_lens_of(r->m, r->obj);
  if (lens.perspective)
    perspective_image(r, fields, &lens);
  else
    parallel_image(r, fields, &lens);
}

// Pixel of a site in a camera's image. Camera coordinates look along -z with y up, pixels count from the top left:
// u = cx - fx x/z, v = cy + fy y/z.
void ig_measure_camera_projection(const ig_Reading* r) {
  const mjModel* m = r->m;
  int cam = r->ref;
  const float *size = m->cam_sensorsize + 2 * cam, *intrinsic = m->cam_intrinsic + 4 * cam;
  int width = m->cam_resolution[2 * cam], height = m->cam_resolution[2 * cam + 1];
  mjtNum fx, fy, shift[3], p[3];
  if (size[0] != 0 && size[1] != 0) {
    fx = intrinsic[0] / size[0] * width;
    fy = intrinsic[1] / size[1] * height;
  } else {
    fx = fy = 0.5 / ig_tan(m->cam_fovy[cam] * mjPI / 360.) * height;
  }
  ig_sub3(shift, r->d->site_xpos + 3 * r->obj, r->d->cam_xpos + 3 * cam);
  ig_mulmattvec3(p, r->d->cam_xmat + 9 * cam, shift);
  mjtNum z = fabs(p[2]) < mjMINVAL ? (p[2] < 0 ? -mjMINVAL : mjMINVAL) : p[2];
  r->out[0] = (-fx * p[0] + (mjtNum)width / 2.0 * p[2]) / z;
  r->out[1] = (fy * p[1] + (mjtNum)height / 2.0 * p[2]) / z;
}
