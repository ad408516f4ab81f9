// SPDX-License-Identifier: Apache-2.0
#include "spec/inertial.h"

#include <string.h>

#include "spec/moments.h"
#include "spec/pose.h"

// mass, centre, and the moments about the centre along the axes of a body frame: xx yy zz xy xz yz
typedef struct Inertial_ {
  double mass, pos[3], full[6];
} Inertial;

static Inertial stated(const ig_Body* body) {
  const mjsBody* s = &body->s;
  if (!s->explicitinertial) return (Inertial){0};
  Inertial r = {.mass = s->mass};
  memcpy(r.pos, s->ipos, sizeof(r.pos));
  if (ig_given(s->fullinertia[0])) {
    memcpy(r.full, s->fullinertia, sizeof(r.full));
    return r;
  }
  double quat[4];
  memcpy(quat, s->iquat, sizeof(quat));
  ig_resolve_orientation(quat, body->el.compiler, &s->ialt);
  ig_make_unit(quat, 4);
  ig_moments_turned(r.full, s->inertia, quat);
  return r;
}

// as the parent sees it
static Inertial seen_from_parent(const ig_Body* child) {
  Inertial here = stated(child), there = {.mass = here.mass};
  double pos[3], quat[4], none[4] = {1, 0, 0, 0};
  memcpy(pos, child->s.pos, sizeof(pos));
  memcpy(quat, child->s.quat, sizeof(quat));
  ig_resolve_orientation(quat, child->el.compiler, &child->s.alt);
  ig_make_unit(quat, 4);
  memcpy(there.pos, here.pos, sizeof(pos));
  ig_pose_prepend(pos, quat, there.pos, none);
  ig_moments_rotated(there.full, here.full, quat);
  return there;
}

// moments about a point beside the centre
static void add_moved(double to[6], const Inertial* one, const double centre[3]) {
  double arm[3], moved[6];
  for (int k = 0; k < 3; k++) arm[k] = one->pos[k] - centre[k];
  ig_moments_displaced(moved, one->mass, arm);
  for (int n = 0; n < 6; n++) to[n] = to[n] + one->full[n] + moved[n];
}

void ig_inertial_add(ig_Body* parent, const ig_Body* child) {
  Inertial a = stated(parent), b = seen_from_parent(child);
  mjsBody* s = &parent->s;
  s->mass = a.mass + b.mass;
  for (int k = 0; k < 3; k++) s->ipos[k] = (a.mass * a.pos[k] + b.mass * b.pos[k]) / s->mass;
  memset(s->fullinertia, 0, sizeof(s->fullinertia));
  add_moved(s->fullinertia, &a, s->ipos);
  add_moved(s->fullinertia, &b, s->ipos);

  // a full matrix has no frame and no moments beside it
  memset(s->inertia, 0, sizeof(s->inertia));
  memcpy(s->iquat, (double[4]){1, 0, 0, 0}, sizeof(s->iquat));
  s->ialt.type = mjORIENTATION_QUAT;
  s->explicitinertial = 1;
}
