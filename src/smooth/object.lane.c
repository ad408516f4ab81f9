// SPDX-License-Identifier: Apache-2.0
#include "smooth/object.h"

#include "smooth/position/frame.h"

bool IG_NAME(ig_object)(const mjModel* m, const ig_Data* d, mjtObj type, int id, IG_NAME(ig_Object) * object) {
  IG_NAME(ig_Object) found;
  switch (type) {
    case mjOBJ_BODY: found = (IG_NAME(ig_Object)){id, d->xipos, d->ximat}; break;
    case mjOBJ_XBODY: found = (IG_NAME(ig_Object)){id, d->xpos, d->xmat}; break;
    case mjOBJ_GEOM: found = (IG_NAME(ig_Object)){m->geom_bodyid[id], d->geom_xpos, d->geom_xmat}; break;
    case mjOBJ_SITE: found = (IG_NAME(ig_Object)){m->site_bodyid[id], d->site_xpos, d->site_xmat}; break;
    case mjOBJ_CAMERA: found = (IG_NAME(ig_Object)){m->cam_bodyid[id], d->cam_xpos, d->cam_xmat}; break;
    default: return false;
  }
  found.pos += 3 * id;
  found.mat += 9 * id;
  *object = found;
  return true;
}

// a motion at the tree's centre, moved to the object's origin and turned into its axes
IG_INLINE void at_object(const mjModel* m, const ig_Data* d, const IG_NAME(ig_Object) * object, bool local, const real* motion,
                         real res[6]) {
  ig_move_motion(res, motion + 6 * object->body, object->pos, d->subtree_com + 3 * m->body_rootid[object->body]);
  if (local) {
    ig_mulmattvec3(res, object->mat, res);
    ig_mulmattvec3(res + 3, object->mat, res + 3);
  }
}

void IG_NAME(ig_object_velocity)(const mjModel* m, const ig_Data* d, const IG_NAME(ig_Object) * object, bool local, real res[6]) {
  ig_zero_reals(res, 6);
  if (m->body_weldid[object->body]) at_object(m, d, object, local, d->cvel, res);
}

void IG_NAME(ig_object_acceleration)(const mjModel* m, const ig_Data* d, const IG_NAME(ig_Object) * object, bool local,
                                     real res[6]) {
  ig_zero_reals(res, 6);
  if (!m->body_weldid[object->body]) return;

  // a point of a turning body also feels rotation x translation
  real vel[6], turn[3];
  at_object(m, d, object, local, d->cacc, res);
  at_object(m, d, object, local, d->cvel, vel);
  ig_cross(turn, vel, vel + 3);
  ig_addto3(res + 3, turn);
}
