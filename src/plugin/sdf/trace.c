// SPDX-License-Identifier: Apache-2.0
#include "plugin/sdf/trace.h"

#include <stdbool.h>

void ig_trace_clear(ig_Trace* trace) { trace->nstart = 0; }

static int point_count(const ig_Trace* trace) { return trace->nstart ? trace->end[trace->nstart - 1] : 0; }

// each start has a point while there is room for points
void ig_trace_start(ig_Trace* trace) {
  int count = point_count(trace);
  if (trace->nstart < IG_TRACE_POINTS) trace->end[trace->nstart++] = count;
}

void ig_trace_add(ig_Trace* trace, const mjtNum point[3]) {
  int count = point_count(trace);
  if (!trace->nstart || count == IG_TRACE_POINTS) return;
  mju_copy3(trace->point[count], point);
  trace->end[trace->nstart - 1]++;
}

// from the frame of the shape to the world
typedef struct {
  const mjtNum* geom_mat;
  mjtNum mat[9], pos[3];
} Frame;

static Frame shape_frame(const mjModel* m, const mjData* d, int instance) {
  int geom = 0;
  while (geom < m->ngeom && m->geom_plugin[geom] != instance) geom++;
  if (geom == m->ngeom) geom = 0;

  // the geom's own frame is that of its mesh, centred and turned
  Frame f = {.geom_mat = d->geom_xmat + 9 * geom};
  mjtNum own[9], shift[3];
  mju_quat2Mat(own, m->geom_quat + 4 * geom);
  mju_mulMatMatT(f.mat, f.geom_mat, own, 3, 3, 3);
  mju_mulMatVec3(shift, f.mat, m->geom_pos + 3 * geom);
  mju_sub3(f.pos, d->geom_xpos + 3 * geom, shift);
  return f;
}

static void to_world(const Frame* f, const mjtNum point[3], mjtNum world[3]) {
  mju_mulMatVec3(world, f->mat, point);
  mju_addTo3(world, f->pos);
}

static mjvGeom* next_geom(mjData* d, mjvScene* scn) {
  if (scn->ngeom < scn->maxgeom) return scn->geoms + scn->ngeom++;
  mj_warning(d, mjWARN_VGEOMFULL, scn->maxgeom);
  return NULL;
}

// blue where the path starts, red where it ends
static bool draw_end(const Frame* f, const mjModel* m, mjData* d, mjvScene* scn, const mjtNum point[3], bool last) {
  mjvGeom* geom = next_geom(d, scn);
  if (!geom) return false;
  float rgba[4] = {last, 0, !last, 1};
  mjtNum size[3] = {0.2 * m->stat.meansize, 0, 0}, at[3];
  to_world(f, point, at);
  mjv_initGeom(geom, mjGEOM_SPHERE, size, at, f->geom_mat, rgba);
  return true;
}

// a little short of the next point; part: how far along the path, 0 to 1
static bool draw_line(const Frame* f, mjData* d, mjvScene* scn, const mjtNum (*point)[3], mjtNum part, int start) {
  mjvGeom* geom = next_geom(d, scn);
  if (!geom) return false;
  mjtNum from[3], to[3];
  to_world(f, point[0], from);
  to_world(f, point[1], to);
  for (int k = 0; k < 3; k++) to[k] = from[k] + .95 * (to[k] - from[k]);
  mjv_initGeom(geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  geom->objtype = mjOBJ_UNKNOWN;
  geom->objid = start;
  geom->category = mjCAT_DECOR;
  geom->segid = scn->ngeom - 1;
  mjv_connector(geom, mjGEOM_LINE, 2, from, to);
  geom->rgba[0] = (float)part;
  geom->rgba[1] = 0;
  geom->rgba[2] = (float)(1 - part);
  geom->rgba[3] = 1;
  return true;
}

void ig_trace_draw(const ig_Trace* trace, const mjModel* m, mjData* d, mjvScene* scn, int instance) {
  if (!trace->nstart || !m->ngeom) return;
  Frame f = shape_frame(m, d, instance);
  bool room = true;
  for (int i = 0, first = 0; room && i < trace->nstart; first = trace->end[i++]) {
    int n = trace->end[i] - first;
    if (!n) continue;
    const mjtNum(*point)[3] = trace->point + first;
    room = draw_end(&f, m, d, scn, point[0], false) && draw_end(&f, m, d, scn, point[n - 1], true);
    for (int j = 0; room && j < n - 1; j++) room = draw_line(&f, d, scn, point + j, (j + 1.) / (n - 1.), i);
  }
}
