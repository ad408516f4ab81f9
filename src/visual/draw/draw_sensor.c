// SPDX-License-Identifier: Apache-2.0
// Sensors that can be seen: tactile meshes, rangefinder rays, the line between two geoms.
#include <math.h>

#include "lane/lane.h"
#include "math/vec3.h"
#include "sense/lens.h"
#include "visual/draw/draw.h"

// ------------------------------------------------ tactile ----------------------------------

// up to three channels of a face, each the mean size of its non-zero readings relative to the largest pressure
static void face_colour(const mjtNum* reading, int channels, int vertices, const int face[3], mjtNum largest, float rgba[4]) {
  rgba[0] = rgba[1] = rgba[2] = 0;
  for (int k = 0; k < channels && k < 3; k++) {
    int touched = 0;
    for (int j = 0; j < 3; j++) {
      mjtNum value = reading[k * vertices + face[j]];
      rgba[k] = (float)(rgba[k] + fabs(value) / largest);
      touched += value != 0;
    }
    if (touched) rgba[k] = (float)(rgba[k] / (mjtNum)touched);
  }
  bool untouched = rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0;
  rgba[3] = untouched ? 0.1f : 1;
}

static void draw_tactile(ig_Canvas* c, int sensor) {
  const mjModel* m = c->m;
  int mesh = m->sensor_objid[sensor], geom = m->sensor_refid[sensor], vertices = m->mesh_vertnum[mesh];
  const mjtNum* reading = c->d->sensordata + m->sensor_adr[sensor];
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  mjtNum largest = 0;
  for (int i = 0; i < vertices; i++) largest = ig_max(largest, fabs(reading[i]));
  if (largest == 0 || m->geom_rbound[geom] < mjMINVAL) return;

  for (int i = 0; i < m->mesh_facenum[mesh]; i++) {
    const int* face = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + i);
    mjtNum corner[3][3];
    for (int j = 0; j < 3; j++) {
      const float* v = vert + 3 * face[j];
      mjtNum local[3] = {v[0], v[1], v[2]};
      ig_mulmatvec3(corner[j], c->d->geom_xmat + 9 * geom, local);
      ig_addto3(corner[j], c->d->geom_xpos + 3 * geom);
    }
    float rgba[4];
    face_colour(reading, m->sensor_dim[sensor] / vertices, vertices, face, largest, rgba);
    ig_draw_triangle(c, mjOBJ_SENSOR, sensor, corner, rgba);
  }
}

void ig_draw_tactile_sensors(ig_Canvas* c) {
  for (int i = 0; i < c->m->nsensor; i++) {
    if (c->m->sensor_type[i] == mjSENS_TACTILE) draw_tactile(c, i);
  }
}

// ------------------------------------------------ distances ----------------------------------

// places of the fields that can be drawn among the numbers of one ray, -1 where the sensor does not give them
typedef struct {
  int dist, point, normal, size;
} Fields;

static Fields ray_fields(int chosen) {
  static const int sizes[mjNRAYDATA] = {
      [mjRAYDATA_DIST] = 1,  [mjRAYDATA_DIR] = 3,    [mjRAYDATA_ORIGIN] = 3,
      [mjRAYDATA_POINT] = 3, [mjRAYDATA_NORMAL] = 3, [mjRAYDATA_DEPTH] = 1,
  };
  int place[mjNRAYDATA], end = 0;
  for (int k = 0; k < mjNRAYDATA; k++) {
    place[k] = chosen & 1 << k ? end : -1;
    if (place[k] >= 0) end += sizes[k];
  }
  return (Fields){place[mjRAYDATA_DIST], place[mjRAYDATA_POINT], place[mjRAYDATA_NORMAL], end};
}

static bool is_zero3(const mjtNum v[3]) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

// a line to what was hit, a dot there, an arrow along its normal: whatever the sensor tells
static void draw_ray(ig_Canvas* c, int sensor, const Fields* fields, const mjtNum* reading, const mjtNum origin[3],
                     const mjtNum dir[3], mjtNum dot_scale) {
  const mjVisual* vis = &c->m->vis;
  const float* rgba = vis->rgba.rangefinder;
  mjtNum width = vis->scale.framewidth * c->scale, length = vis->scale.framelength * c->scale, point[3] = {0, 0, 0};
  mjtNum dist = fields->dist >= 0 ? reading[fields->dist] : -1;
  if (dist >= 0) {
    ig_addscl3(point, origin, dir, dist);
    ig_draw_connector(c, mjOBJ_SENSOR, sensor, mjGEOM_LINE, 3, origin, point, rgba);
  }
  if (fields->point >= 0 && !is_zero3(reading + fields->point)) {
    float size = (float)(dot_scale * width);
    ig_copy3(point, reading + fields->point);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_SENSOR, sensor);
    ig_put_geom(geom, mjGEOM_SPHERE, size, size, size, point, NULL);
    ig_paint(geom, rgba);
    ig_keep(c, geom);
  }
  if (fields->normal >= 0 && (dist >= 0 || !is_zero3(point))) {
    mjtNum tip[3];
    ig_addscl3(tip, point, reading + fields->normal, 2 * length);
    ig_draw_connector(c, mjOBJ_SENSOR, sensor, mjGEOM_ARROW1, width, point, tip, rgba);
  }
}

static void draw_rangefinder(ig_Canvas* c, int sensor) {
  const mjModel* m = c->m;
  const mjtNum* reading = c->d->sensordata + m->sensor_adr[sensor];
  Fields fields = ray_fields(m->sensor_intprm[sensor * mjNSENS]);
  int id = m->sensor_objid[sensor];
  if (m->sensor_objtype[sensor] == mjOBJ_SITE) {
    const mjtNum* mat = c->d->site_xmat + 9 * id;
    mjtNum dir[3] = {mat[2], mat[5], mat[8]};
    draw_ray(c, sensor, &fields, reading, c->d->site_xpos + 3 * id, dir, 1.5);
  } else if (m->sensor_objtype[sensor] == mjOBJ_CAMERA) {
    ig_Lens lens = ig_lens_of(m, id);
    for (int i = 0; i < lens.width * lens.height; i++) {
      mjtNum origin[3], dir[3];
      ig_pixel_ray(&lens, c->d->cam_xpos + 3 * id, c->d->cam_xmat + 9 * id, i / lens.width, i % lens.width, origin, dir);
      draw_ray(c, sensor, &fields, reading + (size_t)i * fields.size, origin, dir, 1.3);
    }
  }
}

void ig_draw_distance_sensors(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nsensor; i++) {
    const mjtNum* reading = c->d->sensordata + m->sensor_adr[i];
    if (m->sensor_type[i] == mjSENS_RANGEFINDER) {
      draw_rangefinder(c, i);
    } else if (m->sensor_type[i] == mjSENS_GEOMFROMTO && !(is_zero3(reading) && is_zero3(reading + 3))) {
      ig_draw_connector(c, mjOBJ_SENSOR, i, mjGEOM_LINE, 3, reading, reading + 3, m->vis.rgba.rangefinder);
    }
  }
}
