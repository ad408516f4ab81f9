// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

// clang-format off
#define NAMES(X) \
  X(nplugin) X(npluginattr) X(nsensordata) X(na) X(mass) X(meshvert) X(meshface) X(meshnormal) X(passive) \
  X(force) X(rate) X(ncon) X(sensor) X(accel) X(later_qpos) X(later_qvel) X(later_act) X(later_ncon) \
  X(later_dist) X(later_frame) X(later_sensor) X(scene_ngeom) X(scene_pos) X(scene_size) X(scene_rgba)
// clang-format on

enum {
#define X(name) name,
  NAMES(X)
#undef X
      NFIGURE
};

const char* const ig_figure_names[] = {
#define X(name) #name,
    NAMES(X)
#undef X
};
const int ig_nfigure = NFIGURE;

static double weight(int i) { return 1 + (i * 7) % 11; }

static double sum(const mjtNum* values, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += values[i] * weight(i);
  return s;
}

static double float_sum(const float* values, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += (double)values[i] * weight(i);
  return s;
}

static void measure_model(const mjModel* m, double* f) {
  f[nplugin] = (double)m->nplugin;
  f[npluginattr] = (double)m->npluginattr;
  f[nsensordata] = (double)m->nsensordata;
  f[na] = (double)m->na;
  f[mass] = sum(m->body_mass, (int)m->nbody);
  f[meshvert] = float_sum(m->mesh_vert, 3 * (int)m->nmeshvert);
  // how a polygon of a cell is cut into triangles, and in which order, is ours: only their numbers are compared
  f[meshnormal] = (double)m->nmeshnormal;
  f[meshface] = (double)m->nmeshface;
}

static void set_controls(const mjModel* m, mjData* d, int step) {
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = (step * 7 + i * 3) / 5 % 13 / 13. - .4;
}

static void measure_start(const mjModel* m, mjData* d, double* f) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = .1 * weight(i) - .5;
  set_controls(m, d, 1);
  mj_forward(m, d);
  f[passive] = sum(d->qfrc_passive, (int)m->nv);
  f[force] = sum(d->actuator_force, (int)m->nu);
  f[rate] = sum(d->act_dot, (int)m->na);
  f[ncon] = d->ncon;
  f[sensor] = sum(d->sensordata, (int)m->nsensordata);
  f[accel] = sum(d->qacc, (int)m->nv);
}

static void measure_later(const mjModel* m, mjData* d, int steps, double* f) {
  mj_resetData(m, d);
  for (int step = 0; step < steps; step++) {
    set_controls(m, d, step);
    mj_step(m, d);
  }
  mj_forward(m, d);
  f[later_qpos] = sum(d->qpos, (int)m->nq);
  f[later_qvel] = sum(d->qvel, (int)m->nv);
  f[later_act] = sum(d->act, (int)m->na);
  f[later_ncon] = d->ncon;
  f[later_sensor] = sum(d->sensordata, (int)m->nsensordata);
  f[later_dist] = f[later_frame] = 0;
  for (int i = 0; i < d->ncon; i++) {
    f[later_dist] += d->contact[i].dist * weight(i);
    f[later_frame] += sum(d->contact[i].frame, 3) * weight(i);
  }
}

// the last picture, with every flag
static void measure_scene(const mjModel* m, mjData* d, double* f) {
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 2000);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  for (int i = 0; i < mjNVISFLAG; i++) opt.flags[i] = 1;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  f[scene_ngeom] = scn.ngeom;
  f[scene_pos] = f[scene_size] = f[scene_rgba] = 0;
  for (int i = 0; i < scn.ngeom; i++) {
    f[scene_pos] += float_sum(scn.geoms[i].pos, 3) * weight(i);
    f[scene_size] += float_sum(scn.geoms[i].size, 3) * weight(i);
    f[scene_rgba] += float_sum(scn.geoms[i].rgba, 4) * weight(i);
  }
  mjv_freeScene(&scn);
}

void ig_figures(const mjModel* m, mjData* d, int steps, double* figures) {
  measure_model(m, figures);
  measure_start(m, d, figures);
  measure_later(m, d, steps, figures);
  measure_scene(m, d, figures);
}

// ------------------------------------------------ shapes

const ig_ShapeCase ig_shape_cases[] = {
    {"mujoco.sdf.torus", {.35, .15}},
    {"mujoco.sdf.torus", {.2, .25}},
    {"mujoco.sdf.bowl", {.4, 1, .02}},
    {"mujoco.sdf.bowl", {-.1, .6, .1}},
    {"mujoco.sdf.bolt", {.26}},
    {"mujoco.sdf.bolt", {.3}},
    {"mujoco.sdf.nut", {.26}},
    {"mujoco.sdf.nut", {.2}},
    {"mujoco.sdf.gear", {0, 2.8, 25, .2, -1}},
    {"mujoco.sdf.gear", {.3, 1, 10, .5, .4}},
};
const int ig_nshape_case = sizeof ig_shape_cases / sizeof *ig_shape_cases;

void ig_shape_figures(const ig_ShapeCase* shape, double figures[IG_SHAPE_FIGURES]) {
  static const mjtNum points[IG_SHAPE_POINTS][3] = {{.1, .2, .3},    {-.3, .1, -.4},   {.25, -.1, -.7},  {.6, .5, .05},
                                                    {1.3, -.2, .02}, {-.4, -.35, -.1}, {.02, .01, -.95}, {-1, 1.1, -.3}};
  const mjpPlugin* plugin = mjp_getPlugin(shape->plugin, NULL);
  if (!plugin) return;
  for (int i = 0; i < IG_SHAPE_POINTS; i++) figures[i] = plugin->sdf_staticdistance(points[i], shape->attribute);
  plugin->sdf_aabb(figures + IG_SHAPE_POINTS, shape->attribute);
}
