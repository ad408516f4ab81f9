// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdint.h>

#include "lane/elementary.h"
#include "plugin/touch_grid/touch_grid.h"

// of the boxes, relative to their distance
static const mjtNum thickness = 0.02;

// the site, and the largest normal force, which has full colour
typedef struct {
  const mjtNum *pos, *mat, *data;
  mjtNum quat[4], largest;
} View;

// a turn about an axis of the site
static void turn(mjtNum quat[4], const View* v, int axis, mjtNum sign, mjtNum angle) {
  mjtNum direction[3];
  for (int k = 0; k < 3; k++) direction[k] = sign * v->mat[3 * k + axis];
  mju_axisAngle2Quat(quat, direction, angle);
}

static void draw_cell(const ig_TouchGrid* grid, const View* v, int x, int y, mjvGeom* geom) {
  int cells = grid->size[0] * grid->size[1], cell = y * grid->size[0] + x;
  const mjtNum *ex = grid->edge[0] + x, *ey = grid->edge[1] + y;
  mjtNum distance = grid->distance[cell], pos[3], mat[9];
  mjtNum size[3] = {distance * 0.5 * (ex[1] - ex[0]), distance * 0.5 * (ey[1] - ey[0]), distance * thickness};

  // the pose of a box whose middle is seen at the two angles
  mjtNum azimuth = 0.5 * (ex[1] + ex[0]), elevation = 0.5 * (ey[1] + ey[0]), reach = distance * (1 - thickness);
  mjtNum local[3] = {reach * ig_cos(elevation) * ig_sin(azimuth), reach * ig_sin(elevation),
                     -reach * ig_cos(elevation) * ig_cos(azimuth)};
  mju_mulMatVec3(pos, v->mat, local);
  mju_addTo3(pos, v->pos);
  mjtNum aside[4], up[4], quat[4];
  turn(aside, v, 1, -1, azimuth);
  turn(up, v, 0, 1, elevation);
  mju_mulQuat(quat, up, v->quat);
  mju_mulQuat(quat, aside, quat);
  mju_quat2Mat(mat, quat);

  float rgba[4] = {1, 1, 1, 1};
  for (int k = 0; k < 3 && k < grid->nchannel; k++) rgba[k] = (float)(fabs(v->data[k * cells + cell]) / v->largest);
  mjv_initGeom(geom, mjGEOM_BOX, size, pos, mat, rgba);
  geom->objtype = mjOBJ_UNKNOWN;
  geom->category = mjCAT_DECOR;
}

void ig_draw_touch_grid(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance) {
  const ig_TouchGrid* grid = (const ig_TouchGrid*)d->plugin_data[instance];
  int sensor = ig_touch_sensor(m, instance);
  if (sensor < 0) return;
  int site = m->sensor_objid[sensor];
  View v = {.pos = d->site_xpos + 3 * site, .mat = d->site_xmat + 9 * site, .data = d->sensordata + m->sensor_adr[sensor]};
  for (int i = 0; i < grid->size[0] * grid->size[1]; i++) v.largest = mju_max(v.largest, fabs(v.data[i]));
  if (!v.largest) return;
  mju_mat2Quat(v.quat, v.mat);
  for (int x = 0; x < grid->size[0]; x++) {
    for (int y = 0; y < grid->size[1]; y++) {
      if (!grid->distance[y * grid->size[0] + x]) continue;
      if (scn->ngeom >= scn->maxgeom) {
        mj_warning(d, mjWARN_VGEOMFULL, scn->maxgeom);
        return;
      }
      mjvGeom* geom = scn->geoms + scn->ngeom;
      draw_cell(grid, &v, x, y, geom);
      geom->objid = sensor;
      geom->segid = scn->ngeom++;
    }
  }
}
