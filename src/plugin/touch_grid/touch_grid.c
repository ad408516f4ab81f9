// SPDX-License-Identifier: Apache-2.0
// The frame looks along -z of the site: azimuth turns towards x, elevation towards y. In each cell, the forces of its
// contacts add up: channels normal (z of the site), tangents x and y, then the torques in the same order.
#include "plugin/touch_grid/touch_grid.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lane/elementary.h"
#include "plugin/common/config.h"

enum { MAX_CHANNELS = 6 };

// settings as they stand in the model
typedef struct {
  double nchannel, size[2], fov[2], gamma;
  int nsize, nfov;
} Settings;

static bool read_settings(const mjModel* m, int instance, Settings* s) {
  const char *nchannel = ig_config_text(m, instance, "nchannel"), *gamma = ig_config_text(m, instance, "gamma");
  *s = (Settings){.nchannel = ig_text_number(nchannel, NULL), .gamma = ig_text_number(gamma, NULL)};
  if (fabs(s->nchannel) < 1) s->nchannel = 1;
  s->nsize = ig_text_numbers(ig_config_text(m, instance, "size"), s->size, 2);
  s->nfov = ig_text_numbers(ig_config_text(m, instance, "fov"), s->fov, 2);
  return ig_text_is_number(nchannel) && ig_text_is_number(gamma);
}

// numbers of the sensor, 0: too many, or the settings make no sense
static int data_size(const Settings* s) {
  if (!(s->nchannel >= 1 && s->nchannel < MAX_CHANNELS + 1) || s->nsize != 2) return 0;
  if (!(s->size[0] >= 1 && s->size[0] < INT_MAX && s->size[1] >= 1 && s->size[1] < INT_MAX)) return 0;
  double n = floor(s->nchannel) * floor(s->size[0]) * floor(s->size[1]);
  return n < INT_MAX / (int)sizeof(mjtNum) ? (int)n : 0;
}

static const char* trouble(const mjModel* m, int instance, const Settings* s) {
  if (!(s->nchannel >= 1 && s->nchannel < MAX_CHANNELS + 1)) return "nchannel is a number from 1 to 6";
  if (s->nsize != 2) return "size needs two numbers: cells across and up";
  if (!(s->size[0] >= 1 && s->size[1] >= 1)) return "size: both numbers must be positive";
  if (!data_size(s)) return "size: too many cells";
  if (s->nfov != 2) return "fov needs two angles: across and up";
  if (!(s->fov[0] > 0 && s->fov[0] <= 180)) return "fov[0] must be in (0, 180] degrees";
  if (!(s->fov[1] > 0 && s->fov[1] <= 90)) return "fov[1] must be in (0, 90] degrees";
  if (!(s->gamma >= 0 && s->gamma <= 1)) return "gamma must be in [0, 1]";
  for (int i = 0; i < m->nsensor; i++) {
    bool own = m->sensor_type[i] == mjSENS_PLUGIN && m->sensor_plugin[i] == instance;
    if (own && m->sensor_objtype[i] != mjOBJ_SITE) return "only a site can have this sensor";
  }
  return NULL;
}

// angles at the borders of n cells over both halves of a field of view; gamma draws the cells together in the middle
static void set_edges(mjtNum* edge, int n, mjtNum fov, mjtNum gamma) {
  mjtNum step = 2 / (mjtNum)n, x = -1, half = fov * mjPI / 180;
  for (int i = 0; i <= n; i++) {
    mjtNum bent = gamma ? gamma * ig_pow(x, 5) + (1 - gamma) * x : x;
    edge[i] = bent * half;
    x += step;  // a running sum: its rounding decides on which side of a border a contact falls
  }
}

static ig_TouchGrid* make_grid(const Settings* s) {
  int nx = (int)s->size[0], ny = (int)s->size[1];
  size_t cells = (size_t)nx * (size_t)ny, numbers = cells + (size_t)nx + (size_t)ny + 2;
  ig_TouchGrid* grid = mju_malloc(sizeof(ig_TouchGrid) + numbers * sizeof(mjtNum) + cells * sizeof(int));
  if (!grid) return NULL;
  mjtNum* number = (mjtNum*)(grid + 1);
  *grid = (ig_TouchGrid){.nchannel = (int)s->nchannel, .size = {nx, ny}, .distance = number};
  grid->edge[0] = number + cells;
  grid->edge[1] = grid->edge[0] + nx + 1;
  grid->count = (int*)(number + numbers);
  memset(grid->distance, 0, cells * sizeof(mjtNum));
  for (int k = 0; k < 2; k++) set_edges(grid->edge[k], grid->size[k], s->fov[k], s->gamma);
  return grid;
}

static int init(const mjModel* m, mjData* d, int instance) {
  Settings s;
  bool numbers = read_settings(m, instance, &s);
  const char* wrong = numbers ? trouble(m, instance, &s) : "nchannel and gamma are numbers";
  if (wrong) {
    mju_error("mujoco.sensor.touch_grid: %s", wrong);
    return -1;
  }
  ig_TouchGrid* grid = make_grid(&s);
  if (!grid) return -1;
  d->plugin_data[instance] = (uintptr_t)grid;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {}

static int no_state(const mjModel* m, int instance) { return 0; }

static int sensor_size(const mjModel* m, int instance, int sensor) {
  Settings s;
  read_settings(m, instance, &s);
  return data_size(&s);
}

int ig_touch_sensor(const mjModel* m, int instance) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_PLUGIN && m->sensor_plugin[i] == instance) return i;
  }
  return -1;
}

// the cell with edge[cell] < angle <= edge[cell + 1], -1: outside
static int find_cell(const mjtNum* edge, int n, mjtNum angle) {
  int low = 0, high = n + 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (angle <= edge[middle]) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low <= n ? low - 1 : -1;
}

// where a contact is: its cell and distance
static int locate(const ig_TouchGrid* grid, const mjtNum* site_pos, const mjtNum* site_mat, const mjtNum point[3],
                  mjtNum* distance) {
  mjtNum shift[3], p[3];
  mju_sub3(shift, point, site_pos);
  mju_mulMatTVec3(p, site_mat, shift);
  mjtNum flat = p[0] * p[0] + p[2] * p[2];
  *distance = sqrt(flat + p[1] * p[1]);
  int x = find_cell(grid->edge[0], grid->size[0], ig_atan2(p[0], -p[2]));
  int y = find_cell(grid->edge[1], grid->size[1], ig_atan2(p[1], sqrt(flat)));
  return x < 0 || y < 0 ? -1 : y * grid->size[0] + x;
}

// force and torque of a contact on the body of the site, in its frame, normal first
static void feel(const mjModel* m, const mjData* d, int contact, const mjtNum* site_mat, bool flip, mjtNum force[MAX_CHANNELS]) {
  static const int place[3] = {1, 2, 0};
  mjtNum local[6], world[3], seen[3];
  mj_contactForce(m, d, contact, local);
  for (int half = 0; half < 6; half += 3) {
    mju_mulMatTVec3(world, d->contact[contact].frame, local + half);
    mju_mulMatTVec3(seen, site_mat, world);
    for (int k = 0; k < 3; k++) force[half + place[k]] = flip ? seen[k] * -1 : seen[k];
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  ig_TouchGrid* grid = (ig_TouchGrid*)d->plugin_data[instance];
  int sensor = ig_touch_sensor(m, instance), cells = grid->size[0] * grid->size[1];
  if (sensor < 0) return;
  mjtNum* out = d->sensordata + m->sensor_adr[sensor];
  mju_zero(out, m->sensor_dim[sensor]);
  mju_zero(grid->distance, cells);
  memset(grid->count, 0, (size_t)cells * sizeof(int));

  int site = m->sensor_objid[sensor], weld = m->body_weldid[m->site_bodyid[site]];
  const mjtNum *site_pos = d->site_xpos + 3 * site, *site_mat = d->site_xmat + 9 * site;
  for (int i = 0; i < d->ncon; i++) {
    const int* geom = d->contact[i].geom;
    if (geom[0] < 0 || geom[1] < 0) continue;
    int body[2] = {m->geom_bodyid[geom[0]], m->geom_bodyid[geom[1]]};
    if (m->body_weldid[body[0]] != weld && m->body_weldid[body[1]] != weld) continue;
    mjtNum distance, force[MAX_CHANNELS];
    int cell = locate(grid, site_pos, site_mat, d->contact[i].pos, &distance);
    if (cell < 0) continue;

    // forces are those on the body of the larger id
    feel(m, d, i, site_mat, weld < (body[0] > body[1] ? body[0] : body[1]), force);
    for (int channel = 0; channel < grid->nchannel; channel++) out[channel * cells + cell] += force[channel];
    grid->distance[cell] += distance;
    grid->count[cell]++;
  }
  for (int cell = 0; cell < cells; cell++) {
    if (grid->count[cell]) grid->distance[cell] /= grid->count[cell];
  }
}

mjPLUGIN_LIB_INIT {
  static const char* const attributes[] = {"nchannel", "size", "fov", "gamma"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "mujoco.sensor.touch_grid";
  plugin.nattribute = sizeof attributes / sizeof *attributes;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_SENSOR;
  plugin.needstage = mjSTAGE_ACC;
  plugin.nstate = no_state;
  plugin.nsensordata = sensor_size;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.visualize = ig_draw_touch_grid;
  mjp_registerPlugin(&plugin);
}
