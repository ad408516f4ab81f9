// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/tendon.h"

#include "compile/record/limit.h"

// type and id of the tendon for messages
#define WHO(tendon) ig_record_name(tendon), (tendon)->r.id

// the object of a wrap by its name
static bool resolve_wrap(ig_Compiler* c, const ig_CTendon* tendon, ig_Wrap* from, ig_CWrap* wrap, int place) {
  const char* name = ig_text(&from->el.name);
  wrap->type = from->s.type;
  wrap->prm = from->prm;
  switch (wrap->type) {
    case mjWRAP_PULLEY:
      if (from->prm < 0) {
        return ig_refuse(c, tendon, "tendon: divisor %g of a pulley is negative (tendon %d, object %d)", from->prm, tendon->r.id,
                         place);
      }
      return true;
    case mjWRAP_JOINT:
      wrap->obj = ig_lookup(c, mjOBJ_JOINT, name);
      if (!wrap->obj)
        return ig_refuse(c, tendon, "tendon: joint '%s' not found (tendon %d, object %d)", name, tendon->r.id, place);
      return true;
    case mjWRAP_SITE:
      wrap->obj = ig_lookup(c, mjOBJ_SITE, name);
      return wrap->obj || ig_refuse(c, tendon, "tendon: site '%s' not found (object %d of tendon %d)", name, place, tendon->r.id);
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: break;
    default: return ig_refuse(c, tendon, "tendon: unknown kind of object (tendon %d, object %d)", tendon->r.id, place);
  }

  // geoms: spheres and cylinders, with a site that chooses the side
  wrap->obj = ig_lookup(c, mjOBJ_GEOM, name);
  if (!wrap->obj) return ig_refuse(c, tendon, "tendon: geom '%s' not found (tendon %d, object %d)", name, tendon->r.id, place);
  mjtGeom shape = ((const ig_CGeom*)(void*)wrap->obj)->s.type;
  if (shape != mjGEOM_SPHERE && shape != mjGEOM_CYLINDER) {
    return ig_refuse(c, tendon, "tendon: geom '%s' can not be wrapped (tendon %d, object %d): only spheres and cylinders can",
                     name, tendon->r.id, place);
  }
  wrap->type = shape == mjGEOM_CYLINDER ? mjWRAP_CYLINDER : mjWRAP_SPHERE;
  from->s.type = wrap->type;  // the spec shows what was found
  const char* side = ig_text(&from->sidesite);
  if (!*side) return true;
  wrap->side = ig_lookup(c, mjOBJ_SITE, side);
  return wrap->side || ig_refuse(c, tendon, "tendon: side site '%s' not found (tendon %d, object %d)", side, tendon->r.id, place);
}

// pulleys cut a path into branches, each with two sites at least
static bool check_site(ig_Compiler* c, const ig_CTendon* tendon, int i) {
  const ig_CWrap* path = tendon->path;
  int last = tendon->npath - 1;
  bool alone_before = i == 0 || path[i - 1].type == mjWRAP_PULLEY;
  bool alone_after = i == last || path[i + 1].type == mjWRAP_PULLEY;
  if (alone_before && alone_after) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): site at %d needs a neighbor that is not a pulley", WHO(tendon), i);
  }
  if (i < last && path[i + 1].type == mjWRAP_SITE && path[i].obj == path[i + 1].obj) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): object %d and the next are the same site", WHO(tendon), i);
  }
  return true;
}

// a path comes to a geom from a site and leaves it to a site. Armature needs the rate of the Jacobian, which is known for
// straight pieces only.
static bool check_geom(ig_Compiler* c, const ig_CTendon* tendon, int i) {
  const ig_CWrap* path = tendon->path;
  bool bracketed = i > 0 && i < tendon->npath - 1 && path[i - 1].type == mjWRAP_SITE && path[i + 1].type == mjWRAP_SITE;
  if (!bracketed) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): geom is not bracketed by sites (object %d)", WHO(tendon), i);
  }
  if (tendon->s.armature > 0) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): geom wrapping not supported with armature", WHO(tendon));
  }
  // not to be discarded, even if it touches nothing
  ((ig_CGeom*)(void*)path[i].obj)->visual = false;
  return true;
}

static bool check_pulley(ig_Compiler* c, const ig_CTendon* tendon, int i) {
  if (i > 0 && tendon->path[i - 1].type == mjWRAP_PULLEY) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): two pulleys in a row (object %d)", WHO(tendon), i);
  }
  if (i == tendon->npath - 1) return ig_refuse(c, tendon, "tendon '%s' (id %d): nothing follows the last pulley", WHO(tendon));
  return true;
}

// order and kinds of the objects; that they exist is known by now
static bool check_path(ig_Compiler* c, const ig_CTendon* tendon, bool spatial) {
  if (spatial && tendon->s.armature < 0) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): tendon armature cannot be negative, is %g", WHO(tendon),
                     tendon->s.armature);
  }
  for (int i = 0; i < tendon->npath; i++) {
    bool good = true;
    switch (tendon->path[i].type) {
      case mjWRAP_JOINT:
        good = !spatial || ig_refuse(c, tendon, "tendon '%s' (id %d): a joint can not be part of a spatial tendon (object %d)",
                                     WHO(tendon), i);
        break;
      default:
        if (!spatial) {
          good = ig_refuse(c, tendon, "tendon '%s' (id %d): a fixed tendon has joints only (object %d)", WHO(tendon), i);
        } else if (tendon->path[i].type == mjWRAP_PULLEY) {
          good = check_pulley(c, tendon, i);
        } else {
          good = (tendon->path[i].type == mjWRAP_SITE ? check_site : check_geom)(c, tendon, i);
        }
    }
    if (!good) return false;
  }
  return true;
}

static bool check_limits(ig_Compiler* c, const ig_CTendon* tendon) {
  const mjsTendon* s = &tendon->s;
  if (!ig_check_autolimit(c, tendon, "tendon", "", s->limited, s->range)) return false;
  if (ig_is_limited(s->limited, s->range) && s->range[0] >= s->range[1]) {
    return ig_refuse(c, tendon, "tendon: range %g %g must rise", s->range[0], s->range[1]);
  }
  const double* force = s->actfrcrange;
  if (!ig_check_autolimit(c, tendon, "tendon", "actuatorfrc", s->actfrclimited, force)) return false;
  if (ig_is_limited(s->actfrclimited, force) && (force[0] >= force[1] || force[0] > 0 || force[1] < 0)) {
    return ig_refuse(c, tendon, "invalid actuatorfrcrange in tendon: %g %g must rise and hold 0", force[0], force[1]);
  }
  if (s->springlength[0] > s->springlength[1]) {
    return ig_refuse(c, tendon, "invalid springlength in tendon: %g %g must not fall", s->springlength[0], s->springlength[1]);
  }
  return true;
}

bool ig_compile_tendon(ig_Compiler* c, void* record) {
  ig_CTendon* tendon = record;
  const ig_Tendon* from = (const ig_Tendon*)(const void*)tendon->r.from;
  if (!ig_check_user(c, tendon, tendon->s.userdata, c->s.nuser_tendon, "nuser_tendon")) return false;
  tendon->npath = from->path.count;
  if (!tendon->npath) return ig_refuse(c, tendon, "tendon '%s' (id %d): its path is empty", WHO(tendon));

  // the first object says which kind of tendon it is
  bool spatial = ((const ig_Wrap*)(const void*)from->path.item[0])->s.type != mjWRAP_JOINT;
  if (spatial && tendon->npath < 2) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): a spatial path needs two objects or more", WHO(tendon));
  }
  if (spatial && tendon->s.width <= 0) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): width %g must be positive", WHO(tendon), tendon->s.width);
  }
  tendon->path = IG_NEW(&c->arena, tendon->npath, ig_CWrap);
  int pulleys = 0;
  for (int i = 0; i < tendon->npath; i++) {
    if (!resolve_wrap(c, tendon, (ig_Wrap*)(void*)from->path.item[i], &tendon->path[i], i)) return false;
    pulleys += tendon->path[i].type == mjWRAP_PULLEY;
  }
  if (pulleys == tendon->npath) {
    return ig_refuse(c, tendon, "tendon '%s' (id %d): there is nothing but pulleys in its path", WHO(tendon));
  }
  return check_path(c, tendon, spatial) && check_limits(c, tendon);
}

void ig_count_tendon(mjModel* n, const void* record) { n->nwrap += ((const ig_CTendon*)record)->npath; }

void ig_write_tendon(const ig_Compiler* c, const void* record) {
  const ig_CTendon* tendon = record;
  int wrapadr = (int)c->at.nwrap;
  mjModel* m = c->model;
  const mjsTendon* s = &tendon->s;
  int id = tendon->r.id;
  m->tendon_adr[id] = wrapadr;
  m->tendon_num[id] = tendon->npath;
  m->tendon_matid[id] = ig_id(tendon->material);
  m->tendon_group[id] = s->group;
  m->tendon_limited[id] = ig_is_limited(s->limited, s->range);
  m->tendon_actfrclimited[id] = ig_is_limited(s->actfrclimited, s->actfrcrange);
  m->tendon_width[id] = s->width;
  IG_PUT(m->tendon_solref_lim, id, s->solref_limit, mjNREF);
  IG_PUT(m->tendon_solimp_lim, id, s->solimp_limit, mjNIMP);
  IG_PUT(m->tendon_solref_fri, id, s->solref_friction, mjNREF);
  IG_PUT(m->tendon_solimp_fri, id, s->solimp_friction, mjNIMP);
  IG_PUT(m->tendon_range, id, s->range, 2);
  IG_PUT(m->tendon_actfrcrange, id, s->actfrcrange, 2);
  m->tendon_margin[id] = s->margin;
  m->tendon_stiffness[id] = s->stiffness;
  m->tendon_damping[id] = s->damping;
  m->tendon_armature[id] = s->armature;
  m->tendon_frictionloss[id] = s->frictionloss;
  IG_PUT(m->tendon_lengthspring, id, s->springlength, 2);
  ig_put_user(m->tendon_user, id, m->nuser_tendon, s->userdata);
  IG_PUT(m->tendon_rgba, id, s->rgba, 4);

  for (int i = 0; i < tendon->npath; i++) {
    const ig_CWrap* wrap = &tendon->path[i];
    // the number of a geom is its side site, of a joint its coefficient, of a pulley its divisor
    bool round = wrap->type == mjWRAP_SPHERE || wrap->type == mjWRAP_CYLINDER;
    m->wrap_type[wrapadr + i] = wrap->type;
    m->wrap_objid[wrapadr + i] = ig_id(wrap->obj);
    m->wrap_prm[wrapadr + i] = round ? ig_id(wrap->side) : wrap->prm;
  }
}
