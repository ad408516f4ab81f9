// SPDX-License-Identifier: Apache-2.0
#include "sense/ragged.h"

#include "sense/site_lane.h"
#include "smooth/object.h"

#if IG_LANES == 1

#if IG_WIDTH == 1
typedef mjContact Contact;
IG_INLINE int first_limit(const ig_Data* d) { return d->ne + d->nf; }
IG_INLINE int end_of_limits(const ig_Data* d) { return d->nefc; }
IG_INLINE int count_contacts(const ig_Data* d) { return d->ncon; }
#else
typedef ig_Contact Contact;
IG_INLINE int first_limit(const ig_Data* d) { return d->ragged.count.ne.v + d->ragged.count.nf.v; }
IG_INLINE int end_of_limits(const ig_Data* d) { return d->ragged.count.nefc.v; }
IG_INLINE int count_contacts(const ig_Data* d) { return d->ragged.count.ncon.v; }
#endif

static ig_SiteShape shape_of(const mjModel* m, const ig_Data* d, int site) {
  ig_SiteShape shape = {.type = m->site_type[site]};
  real size[3];
  ig_param3(size, m, d, site_size, 3 * site);
  ig_lane_store(shape.size, size, 3, 0);
  ig_lane_store(shape.pos, d->site_xpos + 3 * site, 3, 0);
  ig_lane_store(shape.mat, d->site_xmat + 9 * site, 9, 0);
  return shape;
}

// ------------------------------------------------ touch

// a pyramid's edges share the normal force
static real normal_force(const mjModel* m, const ig_Data* d, const Contact* con) {
  const real* force = d->efc_force + ig_ints_lane(con->efc_address, 0);
  int dim = ig_ints_lane(con->dim, 0);
  if (m->opt.cone != mjCONE_PYRAMIDAL || dim == 1) return force[0];
  real sum = ig_broadcast(0);
  for (int i = 0; i < 2 * (dim - 1); i++) sum += force[i];
  return sum;
}

// the side that a body is on: 0, 1, or -1 for none
static int side_of(const mjModel* m, const Contact* con, int body) {
  for (int k = 1; k >= 0; k--) {
    int geom = ig_ints_lane(con->geom[k], 0);
    if (geom >= 0 && m->geom_bodyid[geom] == body) return k;
  }
  return -1;
}

// sum of the normal forces on the site's body whose line of action meets the site's shape
static real touch(const mjModel* m, const ig_Data* d, int site) {
  real sum = ig_broadcast(0);
  ig_SiteShape shape = shape_of(m, d, site);
  for (int i = 0; i < count_contacts(d); i++) {
    const Contact* con = d->contact + i;
    int side = side_of(m, con, m->site_bodyid[site]);
    if (ig_ints_lane(con->efc_address, 0) < 0 || side < 0) continue;
    num force = ig_lane(normal_force(m, d, con), 0), pos[3], normal[3];
    if (force <= 0) continue;
    ig_lane_store(pos, con->pos, 3, 0);
    ig_lane_store(normal, con->frame, 3, 0);
    if (ig_touch_hits(&shape, pos, normal, force, side == 1)) sum += force;
  }
  return sum;
}

// ------------------------------------------------ limits

// what the row of a joint's or tendon's limit says; 0 while there is none
static real limit(const ig_Data* d, int type, int object) {
  bool joint = type >= mjSENS_JOINTLIMITPOS && type <= mjSENS_JOINTLIMITFRC;
  int kind = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  int quantity = type - (joint ? mjSENS_JOINTLIMITPOS : mjSENS_TENDONLIMITPOS);
  for (int row = first_limit(d); row < end_of_limits(d); row++) {
    if (ig_ints_lane(d->efc_type[row], 0) != kind || ig_ints_lane(d->efc_id[row], 0) != object) continue;
    return quantity == 0 ? d->efc_pos[row] - d->efc_margin[row] : quantity == 1 ? d->efc_vel[row] : d->efc_force[row];
  }
  return ig_broadcast(0);
}

// ------------------------------------------------ all types

bool IG_NAME(ig_measure_ragged)(const mjModel* m, const ig_Data* d, int sensor, real* out) {
  int type = m->sensor_type[sensor], object = m->sensor_objid[sensor];
  if (type == mjSENS_TOUCH) return out[0] = touch(m, d, object), true;
  if (type == mjSENS_INSIDESITE) {
    IG_NAME(ig_Object) what;
    if (!IG_NAME(ig_object)(m, d, (mjtObj)m->sensor_objtype[sensor], object, &what)) return false;
    ig_SiteShape site = shape_of(m, d, m->sensor_refid[sensor]);
    num point[3];
    ig_lane_store(point, what.pos, 3, 0);
    return out[0] = ig_broadcast(ig_inside_shape(site.pos, site.mat, site.size, site.type, point)), true;
  }
  if (type < mjSENS_JOINTLIMITPOS || type > mjSENS_TENDONLIMITFRC) return false;
  return out[0] = limit(d, type, object), true;
}

#endif
