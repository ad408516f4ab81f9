// SPDX-License-Identifier: Apache-2.0
#include "sense/ray.h"

#include "sense/ray_lane.h"
#include "sense/simple.h"

#if IG_LANES == 1 && IG_WIDTH > 1

// as mj_ray, along the site's z axis
static void measure(const mjModel* m, const ig_Data* d, int sensor, real* out) {
  int site = m->sensor_objid[sensor], fields = m->sensor_intprm[sensor * mjNSENS];
  num origin[3], mat[9], normal[3] = {0, 0, 0}, numbers[IG_RAY_NUMBERS];
  ig_lane_store(origin, d->site_xpos + 3 * site, 3, 0);
  ig_lane_store(mat, d->site_xmat + 9 * site, 9, 0);
  num dir[3] = {mat[2], mat[5], mat[8]};
  ig_RayData hit = {origin, dir, normal, -1};
  for (int geom = 0; geom < m->ngeom; geom++) {
    if (!ig_is_in_sight(m, geom, m->site_bodyid[site])) continue;
    num pose[15];
    real size[3];
    ig_param3(size, m, d, geom_size, 3 * geom);
    ig_lane_store(pose, d->geom_xpos + 3 * geom, 3, 0);
    ig_lane_store(pose + 3, d->geom_xmat + 9 * geom, 9, 0);
    ig_lane_store(pose + 12, size, 3, 0);
    ig_range_geom(m, geom, pose, &hit, normal);
  }
  ig_put_ray(numbers, fields, &hit, nullptr, nullptr);
  for (int i = 0; i < m->sensor_dim[sensor]; i++) out[i] = ig_broadcast(numbers[i]);
}

void IG_NAME(ig_sense_rays)(const mjModel* m, ig_Data* d) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != mjSENS_RANGEFINDER) continue;
    real* out = d->sensordata + m->sensor_adr[i];
    measure(m, d, i, out);
    IG_NAME(ig_cut_sensor)(m, d, i, out);
  }
}

#endif
