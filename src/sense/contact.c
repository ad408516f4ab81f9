// SPDX-License-Identifier: Apache-2.0
// The contact sensor.
#include <stdbool.h>

#include "base/error.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "sense/reading.h"
#include "sense/site_lane.h"
#include "smooth/contact_force.h"

// ------------------------------------------------ matching

enum { KEEP_ALL, NEAREST, STRONGEST, NET_FORCE };

typedef struct {
  mjtNum order;  // smaller comes first
  int contact;
  bool flip;  // seen from the other side
} Match;

// is one side of a contact what the sensor names: a geom, a body, or a body with all that hangs on it
static bool names_side(const mjModel* m, int type, int id, int geom) {
  int body = geom >= 0 ? m->geom_bodyid[geom] : -1;
  switch (type) {
    case mjOBJ_UNKNOWN:
    case mjOBJ_SITE: return true;
    case mjOBJ_GEOM: return id == geom;
    case mjOBJ_BODY: return id == body;
    case mjOBJ_XBODY:
      while (body > id) body = m->body_parentid[body];
      return id == body;
    default: return false;
  }
}

// 1: as it stands, -1: seen from the other side, 0: not meant
static int match_direction(const ig_Reading* r, const mjContact* con) {
  const mjModel* m = r->m;
  bool first_named = r->obj_type != mjOBJ_UNKNOWN, second_named = r->ref_type != mjOBJ_UNKNOWN;
  if (!first_named && !second_named) return 1;
  if (r->obj_type == mjOBJ_SITE && !ig_inside_shape(r->d->site_xpos + 3 * r->obj, r->d->site_xmat + 9 * r->obj,
                                                    m->site_size + 3 * r->obj, m->site_type[r->obj], con->pos)) {
    return 0;
  }
  bool first_is_1 = names_side(m, r->obj_type, r->obj, con->geom[0]),
       first_is_2 = names_side(m, r->obj_type, r->obj, con->geom[1]);
  bool second_is_1 = names_side(m, r->ref_type, r->ref, con->geom[0]),
       second_is_2 = names_side(m, r->ref_type, r->ref, con->geom[1]);
  if ((!first_is_1 && !first_is_2) || (!second_is_1 && !second_is_2)) return 0;
  if (first_named && second_named) return first_is_1 && second_is_2 ? 1 : first_is_2 && second_is_1 ? -1 : 0;
  return (first_named ? first_is_1 : second_is_2) ? 1 : -1;
}

static int find_matches(const ig_Reading* r, Match* matches, int reduce) {
  int count = 0;
  for (int i = 0; i < r->d->ncon; i++) {
    int direction = match_direction(r, r->d->contact + i);
    if (!direction) continue;
    Match match = {.contact = i, .flip = direction < 0};
    if (reduce == NEAREST) {
      match.order = r->d->contact[i].dist;
    } else if (reduce == STRONGEST) {
      mjtNum force[6];
      ig_contact_force(r->m, r->d, i, force);
      match.order = -ig_dot3(force, force);
    }
    IG_ASSERT(count < r->d->ncon);
    matches[count++] = match;
  }
  return count;
}

// bring the first n in order to the front; equals stay in the order of the contacts
static void select_first(Match* matches, int count, int n) {
  for (int i = 0; i < n; i++) {
    int best = i;
    for (int j = i + 1; j < count; j++) {
      bool before = matches[j].order < matches[best].order ||
                    (matches[j].order == matches[best].order && matches[j].contact < matches[best].contact);
      if (before) best = j;
    }
    Match found = matches[best];
    matches[best] = matches[i];
    matches[i] = found;
  }
}

// ------------------------------------------------ writing

typedef struct {
  mjtNum found, force[3], torque[3], dist, pos[3], normal[3], tangent[3];
} Slot;

static mjtNum* put(mjtNum* out, bool wanted, const mjtNum* from, int n) {
  if (!wanted) return out;
  ig_copy(out, from, n);
  return out + n;
}

static mjtNum* put_slot(mjtNum* out, int fields, const Slot* slot) {
  out = put(out, fields & 1 << mjCONDATA_FOUND, &slot->found, 1);
  out = put(out, fields & 1 << mjCONDATA_FORCE, slot->force, 3);
  out = put(out, fields & 1 << mjCONDATA_TORQUE, slot->torque, 3);
  out = put(out, fields & 1 << mjCONDATA_DIST, &slot->dist, 1);
  out = put(out, fields & 1 << mjCONDATA_POS, slot->pos, 3);
  out = put(out, fields & 1 << mjCONDATA_NORMAL, slot->normal, 3);
  return put(out, fields & 1 << mjCONDATA_TANGENT, slot->tangent, 3);
}

// From the other side the frame is turned by half about its third axis, and the forces are the opposite ones.
static Slot slot_of(const ig_Reading* r, const Match* match, int found) {
  const mjContact* con = r->d->contact + match->contact;
  Slot slot = {.found = found, .dist = con->dist};
  mjtNum wrench[6], side = match->flip ? -1 : 1;
  ig_contact_force(r->m, r->d, match->contact, wrench);
  ig_copy3(slot.force, wrench);
  ig_copy3(slot.torque, wrench + 3);
  slot.force[2] *= side;
  slot.torque[2] *= side;
  ig_copy3(slot.pos, con->pos);
  ig_scl3(slot.normal, con->frame, side);
  ig_scl3(slot.tangent, con->frame + 3, side);
  return slot;
}

// force of a match in the world's frame, on the first object's side
static void world_wrench(const ig_Reading* r, const Match* match, mjtNum force[3], mjtNum torque[3], mjtNum* size) {
  const mjContact* con = r->d->contact + match->contact;
  mjtNum wrench[6];
  ig_contact_force(r->m, r->d, match->contact, wrench);
  if (match->flip) ig_scl(wrench, wrench, -1, 6);
  *size = ig_norm3(wrench);
  ig_mulmattvec3(force, con->frame, wrench);
  ig_mulmattvec3(torque, con->frame, wrench + 3);
}

// all matches as one wrench about the centre of their positions, weighted by force
static Slot net_slot(const ig_Reading* r, const Match* matches, int count) {
  Slot slot = {.found = count, .normal = {1, 0, 0}, .tangent = {0, 1, 0}};
  mjtNum total = 0, force[3], torque[3], size;
  for (int i = 0; i < count; i++) {
    world_wrench(r, matches + i, force, torque, &size);
    ig_addtoscl3(slot.pos, r->d->contact[matches[i].contact].pos, size);
    total += size;
  }
  ig_scl3(slot.pos, slot.pos, 1.0 / (total > mjMINVAL ? total : mjMINVAL));
  for (int i = 0; i < count; i++) {
    mjtNum arm[3], moment[3];
    world_wrench(r, matches + i, force, torque, &size);
    ig_addto3(slot.force, force);
    ig_addto3(slot.torque, torque);
    ig_sub3(arm, r->d->contact[matches[i].contact].pos, slot.pos);
    ig_cross(moment, arm, force);
    ig_addto3(slot.torque, moment);
  }
  return slot;
}

void ig_measure_contact(const ig_Reading* r) {
  const int* prm = r->m->sensor_intprm + r->sensor * mjNSENS;
  int fields = prm[0], reduce = prm[1], dim = r->m->sensor_dim[r->sensor];
  static const int sizes[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};
  int size = 0;
  for (int i = 0; i < mjNCONDATA; i++) size += fields & 1 << i ? sizes[i] : 0;
  ig_zero(r->out, dim);
  if (!size) return;

  ig_stack_mark(r->d);
  Match* matches = IG_SCRATCH(r->d, r->d->ncon, Match);
  int count = find_matches(r, matches, reduce), slots = dim / size < count ? dim / size : count;
  if (reduce == NET_FORCE) {
    Slot slot = net_slot(r, matches, count);
    if (dim >= size) put_slot(r->out, fields, &slot);
  } else {
    if (reduce == NEAREST || reduce == STRONGEST) select_first(matches, count, slots);
    mjtNum* out = r->out;
    for (int i = 0; i < slots; i++) {
      Slot slot = slot_of(r, matches + i, count);
      out = put_slot(out, fields, &slot);
    }
  }
  ig_stack_free(r->d);
}
