// SPDX-License-Identifier: Apache-2.0
// Cameras with their frustums, and lamps.
#include <math.h>
#include <string.h>

#include "lane/elementary.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "visual/camera.h"
#include "visual/draw/draw.h"

// The corners of a plane of the frustum, at a distance in front of the camera, counter-clockwise from the lower left.
// `across` is how far it reaches to the left and right, `upright` down and up.
static void plane_corners(const mjtNum pos[3], const mjtNum mat[9], mjtNum distance, const float across[2],
                          const float upright[2], mjtNum corner[4][3]) {
  mjtNum x[3] = {mat[0], mat[3], mat[6]}, y[3] = {mat[1], mat[4], mat[7]}, z[3] = {mat[2], mat[5], mat[8]}, middle[3];
  ig_addscl3(middle, pos, z, -distance);
  for (int k = 0; k < 4; k++) {
    bool right = k == 1 || k == 2, top = k >= 2;
    ig_addscl3(corner[k], middle, x, right ? across[1] : -across[0]);
    ig_addtoscl3(corner[k], y, top ? upright[1] : -upright[0]);
  }
}

// what the camera's picture covers on the near plane
static void picture_extent(const mjModel* m, int cam, mjtNum near, float across[2], float upright[2]) {
  const float* sensor = m->cam_sensorsize + 2 * cam;
  float aspect = (float)m->cam_resolution[2 * cam] / m->cam_resolution[2 * cam + 1];
  mjtNum fovy = m->cam_fovy[cam];
  if (m->cam_projection[cam] == mjPROJ_ORTHOGRAPHIC) {
    upright[0] = upright[1] = (float)(fovy / 2);
    across[0] = across[1] = (float)(fovy * aspect / 2);
  } else if (sensor[0] != 0 && sensor[1] != 0) {
    ig_sensor_frustum(upright, across, (float)near, m->cam_intrinsic + 4 * cam, sensor);
  } else {
    upright[0] = upright[1] = (float)(near * ig_tan(fovy * mjPI / 360.0));
    across[0] = across[1] = upright[0] * aspect;
  }
}

static void draw_frustum(ig_Canvas* c, int cam) {
  const mjModel* m = c->m;
  const mjtNum *pos = c->d->cam_xpos + 3 * cam, *mat = c->d->cam_xmat + 9 * cam;
  const float* rgba = m->vis.rgba.frustum;
  mjtNum near_z = m->vis.map.znear * m->stat.extent, far_z = m->vis.scale.frustum * c->scale;
  float across[2], upright[2];
  mjtNum near[4][3], far[4][3];
  picture_extent(m, cam, near_z, across, upright);
  plane_corners(pos, mat, near_z, across, upright, near);

  // the far plane grows with distance; parallel rays keep its size
  if (m->cam_projection[cam] == mjPROJ_ORTHOGRAPHIC) {
    far_z = (across[0] + upright[0]) / 2;
  } else {
    mjtNum growth = far_z / near_z;
    for (int k = 0; k < 2; k++) {
      across[k] = (float)(across[k] * growth);
      upright[k] = (float)(upright[k] * growth);
    }
  }
  plane_corners(pos, mat, far_z, across, upright, far);

  // each side: two triangles, and lines along near plane, far plane and edge
  for (int k = 0; k < 4; k++) {
    int next = (k + 1) % 4;
    mjtNum lower[3][3], upper[3][3];
    ig_copy3(lower[0], near[k]), ig_copy3(lower[1], far[k]), ig_copy3(lower[2], near[next]);
    ig_copy3(upper[0], far[k]), ig_copy3(upper[1], far[next]), ig_copy3(upper[2], near[next]);
    ig_draw_triangle(c, mjOBJ_CAMERA, cam, lower, rgba);
    ig_draw_triangle(c, mjOBJ_CAMERA, cam, upper, rgba);
    ig_draw_connector(c, mjOBJ_CAMERA, cam, mjGEOM_LINE, 3, near[k], near[next], rgba);
    ig_draw_connector(c, mjOBJ_CAMERA, cam, mjGEOM_LINE, 3, far[k], far[next], rgba);
    ig_draw_connector(c, mjOBJ_CAMERA, cam, mjGEOM_LINE, 3, near[k], far[k], rgba);
  }
}

void ig_draw_cameras(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->ncam; i++) {
    float rgba[4];
    memcpy(rgba, m->vis.rgba.camera, sizeof(rgba));
    if (m->cam_resolution[2 * i] > 1 || m->cam_resolution[2 * i + 1] > 1) {
      draw_frustum(c, i);
      rgba[3] = 0.3f;
    }
    // a box, and a darker lens in front of it
    const mjtNum *pos = c->d->cam_xpos + 3 * i, *mat = c->d->cam_xmat + 9 * i;
    float size = c->scale * c->m->vis.scale.camera;
    mjvGeom* geom = ig_new_decor(c, mjOBJ_CAMERA, i);
    ig_put_geom(geom, mjGEOM_BOX, size, (float)(size * 0.8), (float)(size * 0.4), pos, mat);
    ig_paint(geom, rgba);
    ig_label(c, geom, mjLABEL_CAMERA, mjOBJ_CAMERA, i);
    ig_keep(c, geom);

    mjtNum front[3];
    for (int k = 0; k < 3; k++) front[k] = pos[k] - size * 0.6 * mat[3 * k + 2];
    geom = ig_new_decor(c, mjOBJ_CAMERA, i);
    ig_put_geom(geom, mjGEOM_CYLINDER, (float)(size * 0.4), (float)(size * 0.4), (float)(size * 0.3), front, mat);
    ig_paint(geom, rgba);
    for (int k = 0; k < 3; k++) geom->rgba[k] *= 0.5f;
    ig_keep(c, geom);
    if (c->opt->frame == mjFRAME_CAMERA) ig_draw_axes(c, i, c->d->cam_xpos + 3 * i, c->d->cam_xmat + 9 * i);
  }
}

// a lamp stands a little behind its light, so as not to shade it
void ig_draw_lights(ig_Canvas* c) {
  const mjModel* m = c->m;
  float size = c->scale * m->vis.scale.light;
  for (int i = 0; i < m->nlight; i++) {
    const mjtNum *pos = c->d->light_xpos + 3 * i, *dir = c->d->light_xdir + 3 * i;
    mjtNum quat[4], mat[9], behind[3];
    ig_quat_z2vec(quat, dir);
    ig_quat2mat(mat, quat);
    ig_addscl3(behind, pos, dir, -size - 0.0001);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_LIGHT, i);
    ig_put_geom(geom, mjGEOM_CYLINDER, (float)(size * 0.8), (float)(size * 0.8), size, behind, mat);
    ig_paint(geom, m->vis.rgba.light);
    ig_label(c, geom, mjLABEL_LIGHT, mjOBJ_LIGHT, i);
    ig_keep(c, geom);
    if (c->opt->frame == mjFRAME_LIGHT) ig_draw_axes(c, i, pos, mat);
  }
}
