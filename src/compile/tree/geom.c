// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/geom.h"

#include <math.h>

#include "compile/asset/hfield.h"
#include "compile/mesh/mesh.h"
#include "compile/mesh/shape.h"
#include "compile/record/instance.h"
#include "compile/tree/frame.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

bool ig_apply_fromto(ig_Compiler* c, const void* record, const char* element, mjtGeom type, const double fromto[6],
                     double size[3], double pos[3], double quat[4]) {
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID && type != mjGEOM_BOX) {
    return ig_refuse(c, record, "%s: fromto needs a capsule, cylinder, box or ellipsoid", element);
  }
  if (pos[0] || pos[1] || pos[2]) return ig_refuse(c, record, "%s: pos and fromto exclude each other", element);

  // z points from the second end to the first
  double z[3];
  ig_sub3(z, fromto, fromto + 3);
  double half = ig_make_unit(z, 3) / 2;
  if (half < IG_EPS) return ig_refuse(c, record, "%s: the two points of fromto are the same", element);
  if (type == mjGEOM_ELLIPSOID || type == mjGEOM_BOX) {
    size[1] = size[0];
    size[2] = half;
  } else {
    size[1] = half;
  }
  for (int k = 0; k < 3; k++) pos[k] = (fromto[k] + fromto[3 + k]) / 2;
  ig_quat_from_z(quat, z);
  return true;
}

bool ig_check_size(ig_Compiler* c, const void* record, const char* element, mjtGeom type, const double size[3]) {
  // sizes in use per type; of a plane only the spacing of its grid must be positive
  static const int used[mjNGEOMTYPES] = {[mjGEOM_PLANE] = 3,     [mjGEOM_SPHERE] = 1,   [mjGEOM_CAPSULE] = 2,
                                         [mjGEOM_ELLIPSOID] = 3, [mjGEOM_CYLINDER] = 2, [mjGEOM_BOX] = 3};
  for (int i = type == mjGEOM_PLANE ? 2 : 0; i < used[type]; i++) {
    if (size[i] > 0 || !ig_given(size[i])) continue;
    if (type == mjGEOM_PLANE)
      return ig_refuse(c, record, "plane: the third size, its grid spacing, must be positive, not %g", size[i]);
    return ig_refuse(c, record, "size %d must be positive in %s", i, element);
  }
  return true;
}

static bool check_kind(ig_Compiler* c, const ig_CGeom* geom) {
  const mjsGeom* s = &geom->s;
  const char* name = ig_record_name(geom);
  if ((int)s->type < 0 || s->type >= mjNGEOMTYPES) return ig_refuse(c, geom, "geom: no such type: %d", (int)s->type);
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    return ig_refuse(c, geom, "geom: condim %d, but contacts have 1, 3, 4 or 6 dimensions", s->condim);
  }
  bool meshed = s->type == mjGEOM_MESH || s->type == mjGEOM_SDF;
  if (meshed && !geom->mesh) return ig_refuse(c, geom, "geom '%s' (id %d) is of type mesh, but names no mesh", name, geom->r.id);
  if ((s->type == mjGEOM_HFIELD) != (geom->hfield != NULL)) {
    return ig_refuse(c, geom, "geom '%s' (id %d): type hfield and the attribute hfield go together", name, geom->r.id);
  }
  if (s->type == mjGEOM_PLANE && geom->body->moving) return ig_refuse(c, geom, "geom: a plane can not be part of a moving body");
  return true;
}

// a mesh gives the geom its frame; a primitive is fitted to the mesh, which stays its asset
static bool apply_mesh(ig_Compiler* c, ig_CGeom* geom) {
  mjsGeom* s = &geom->s;
  ig_CMesh* mesh = geom->mesh;
  if (ig_given(s->fromto[0])) return ig_refuse(c, geom, "geom: fromto does not go with a mesh");
  double centre[3] = {0, 0, 0}, at[3];
  if (s->type != mjGEOM_MESH && s->type != mjGEOM_SDF) {
    if (!ig_fit_geom(c, mesh, geom, centre)) return false;
  } else if (s->typeinertia == mjINERTIA_SHELL) {
    return ig_refuse(c, geom, "geom: no shellinertia for meshes, inertia should be specified in the mesh asset");
  }
  ig_rotvecquat(at, centre, mesh->quat);
  ig_addto3(at, mesh->pos);
  ig_pose_append(s->pos, s->quat, at, mesh->quat);
  return true;
}

// size, box and bounding radius of shapes that come from assets
static void measure(ig_CGeom* geom) {
  mjsGeom* s = &geom->s;
  if (s->type == mjGEOM_HFIELD) {
    ig_hfield_bounds(s->size, geom->box, &geom->radius, geom->hfield->s.size);
    return;
  }
  if (s->type == mjGEOM_MESH || s->type == mjGEOM_SDF) {
    const double *low = geom->mesh->low, *high = geom->mesh->high;
    for (int k = 0; k < 3; k++) {
      s->size[k] = mjMAX(fabs(low[k]), fabs(high[k]));
      geom->box[k] = (high[k] + low[k]) / 2;
      geom->box[3 + k] = (high[k] - low[k]) / 2;
    }
  } else {
    ig_shape_box(geom->box, s->type, s->size);
  }
  geom->radius = ig_shape_radius(s->type, s->size);
}

static double volume(const ig_CGeom* geom) {
  if (geom->s.type == mjGEOM_MESH || geom->s.type == mjGEOM_SDF) return geom->mesh->volume;
  return ig_shape_measure(geom->s.type, geom->s.typeinertia, geom->s.size);
}

static void set_moments(ig_CGeom* geom) {
  if (geom->s.type == mjGEOM_MESH || geom->s.type == mjGEOM_SDF) {
    const double* b = geom->mesh->inertiabox;
    double xx = b[0] * b[0], yy = b[1] * b[1], zz = b[2] * b[2];
    ig_set3(geom->moments, geom->mass * (yy + zz) / 3, geom->mass * (xx + zz) / 3, geom->mass * (xx + yy) / 3);
  } else {
    ig_shape_moments(geom->moments, geom->s.type, geom->s.typeinertia, geom->s.size, geom->mass);
  }
}

// mass as given, or from the density
static bool set_mass(ig_Compiler* c, ig_CGeom* geom) {
  mjsGeom* s = &geom->s;
  if (ig_given(s->mass)) {
    if (s->mass == 0) {
      s->density = 0;
    } else if (volume(geom) > IG_EPS) {
      geom->mass = s->mass;
      s->density = s->mass / volume(geom);
      set_moments(geom);
    }
  } else if (s->density != 0) {
    geom->mass = s->density * volume(geom);
    set_moments(geom);
  }
  if (geom->mass < 0 || geom->moments[0] < 0 || geom->moments[1] < 0 || geom->moments[2] < 0 || s->density < 0) {
    return ig_refuse(c, geom, "geom: mass %g and density %g can not be negative", geom->mass, s->density);
  }
  return true;
}

bool ig_compile_geom(ig_Compiler* c, ig_CGeom* geom) {
  mjsGeom* s = &geom->s;
  if (!ig_check_user(c, geom, s->userdata, c->s.nuser_geom, "nuser_geom")) return false;
  if (!check_kind(c, geom)) return false;
  geom->visual = !s->contype && !s->conaffinity;

  ig_make_unit(s->quat, 4);
  if (ig_given(s->fromto[0])) {
    if (!ig_apply_fromto(c, geom, "geom", s->type, s->fromto, s->size, s->pos, s->quat)) return false;
  } else {
    const char* wrong = ig_resolve_orientation(s->quat, geom->r.from->compiler, &s->alt);
    if (wrong) return ig_refuse(c, geom, "geom: orientation can not be read, %s (id %d)", wrong, geom->r.id);
  }
  if (geom->mesh && !apply_mesh(c, geom)) return false;
  if (!ig_check_size(c, geom, "geom", s->type, s->size)) return false;
  measure(geom);
  for (int k = 0; k < 3; k++) {
    if (!ig_given(s->size[k])) return ig_refuse(c, geom, "geom: size is not a number");
  }

  if (geom->infer && !set_mass(c, geom)) return false;
  if (s->fluid_ellipsoid > 0) ig_shape_fluid(geom->fluid, s->type, s->size, s->fluid_ellipsoid, s->fluid_coefs);
  if (s->plugin.active && !ig_use_plugin(c, geom, "geom", &s->plugin, mjPLUGIN_SDF, &geom->plugin)) return false;
  ig_leave_frame(geom, s->pos, s->quat);
  return true;
}

void ig_write_geom(const ig_Compiler* c, const void* record) {
  const ig_CGeom* geom = record;
  mjModel* m = c->model;
  const mjsGeom* s = &geom->s;
  int id = geom->r.id;
  m->geom_type[id] = s->type;
  m->geom_contype[id] = s->contype;
  m->geom_conaffinity[id] = s->conaffinity;
  m->geom_condim[id] = s->condim;
  m->geom_bodyid[id] = geom->body->r.id;
  m->geom_dataid[id] = geom->mesh ? ig_id(geom->mesh) : ig_id(geom->hfield);
  m->geom_matid[id] = ig_id(geom->material);
  m->geom_plugin[id] = ig_id(geom->plugin);
  m->geom_group[id] = s->group;
  m->geom_priority[id] = s->priority;
  IG_PUT(m->geom_size, id, s->size, 3);
  IG_PUT(m->geom_aabb, id, geom->box, 6);
  m->geom_rbound[id] = geom->radius;
  IG_PUT(m->geom_pos, id, s->pos, 3);
  IG_PUT(m->geom_quat, id, s->quat, 4);
  m->geom_sameframe[id] = ig_frame_shared(s->pos, s->quat, geom->body->s.ipos, geom->body->s.iquat);
  IG_PUT(m->geom_friction, id, s->friction, 3);
  m->geom_solmix[id] = s->solmix;
  IG_PUT(m->geom_solref, id, s->solref, mjNREF);
  IG_PUT(m->geom_solimp, id, s->solimp, mjNIMP);
  m->geom_margin[id] = s->margin;
  m->geom_gap[id] = s->gap;
  IG_PUT(m->geom_fluid, id, geom->fluid, mjNFLUID);
  ig_put_user(m->geom_user, id, m->nuser_geom, s->userdata);
  IG_PUT(m->geom_rgba, id, s->rgba, 4);
}
