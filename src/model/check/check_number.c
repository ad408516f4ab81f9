// SPDX-License-Identifier: Apache-2.0
// Numbers of a model that must be finite for it to be stepped at all.
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "model/check/check.h"
#include "model/object.h"
#include "model/typename.h"

typedef struct {
  mjtObj type;
  size_t field;  // of mjModel: an array of `width` numbers per object
  int width;
  const char* what;
} Number;

#define NUMBER(type, name, width, what) \
  { type, offsetof(mjModel, name), width, what }

// What a program may set to infinity to say "no limit" is not among them, nor what only some of the models look at.
static const Number numbers[] = {
    NUMBER(mjOBJ_BODY, body_pos, 3, "position"),
    NUMBER(mjOBJ_BODY, body_quat, 4, "orientation"),
    NUMBER(mjOBJ_BODY, body_ipos, 3, "centre of mass"),
    NUMBER(mjOBJ_BODY, body_iquat, 4, "orientation of its inertia"),
    NUMBER(mjOBJ_BODY, body_mass, 1, "mass"),
    NUMBER(mjOBJ_BODY, body_inertia, 3, "inertia"),
    NUMBER(mjOBJ_JOINT, jnt_pos, 3, "position"),
    NUMBER(mjOBJ_JOINT, jnt_axis, 3, "axis"),
    NUMBER(mjOBJ_JOINT, jnt_stiffness, 1, "stiffness"),
    NUMBER(mjOBJ_GEOM, geom_pos, 3, "position"),
    NUMBER(mjOBJ_GEOM, geom_quat, 4, "orientation"),
    NUMBER(mjOBJ_GEOM, geom_size, 3, "size"),
    NUMBER(mjOBJ_GEOM, geom_rbound, 1, "size"),
    NUMBER(mjOBJ_SITE, site_pos, 3, "position"),
    NUMBER(mjOBJ_SITE, site_quat, 4, "orientation"),
    NUMBER(mjOBJ_DOF, dof_armature, 1, "armature"),
    NUMBER(mjOBJ_DOF, dof_damping, 1, "damping"),
    NUMBER(mjOBJ_DOF, dof_M0, 1, "inertia"),
    NUMBER(mjOBJ_TENDON, tendon_stiffness, 1, "stiffness"),
    NUMBER(mjOBJ_TENDON, tendon_damping, 1, "damping"),
};

// dofs have no names: they go by their joint's
static bool complain(const mjModel* m, const Number* number, int id, double value, char* text, size_t size) {
  mjtObj type = number->type == mjOBJ_DOF ? mjOBJ_JOINT : number->type;
  int object = number->type == mjOBJ_DOF ? m->dof_jntid[id] : id;
  const char* name = ig_object_name(m, type, object);
  snprintf(text, size, "the %s of %s '%s' (id %d) is %g: it must be finite", number->what, ig_object_word(type), name ? name : "",
           object, value);
  return false;
}

bool ig_check_numbers(const mjModel* m, char* text, size_t size) {
  for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
    const Number* number = &numbers[k];
    const mjtNum* values = *(mjtNum* const*)((const char*)m + number->field);
    int width = number->width, n = width * (int)(number->type == mjOBJ_DOF ? m->nv : ig_object_count(m, number->type));
    for (int i = 0; i < n; i++) {
      if (!isfinite(values[i])) return complain(m, number, i / width, values[i], text, size);
    }
  }
  const struct {
    const mjtNum* value;
    int n;
    const char* name;
  } options[] = {{&m->opt.timestep, 1, "timestep"},
                 {m->opt.gravity, 3, "gravity"},
                 {m->opt.wind, 3, "wind"},
                 {&m->opt.density, 1, "density"},
                 {&m->opt.viscosity, 1, "viscosity"}};
  for (size_t k = 0; k < sizeof options / sizeof options[0]; k++) {
    for (int i = 0; i < options[k].n; i++) {
      if (isfinite(options[k].value[i])) continue;
      snprintf(text, size, "the option %s is %g: it must be finite", options[k].name, options[k].value[i]);
      return false;
    }
  }
  for (int i = 0; i < m->nq; i++) {
    if (isfinite(m->qpos0[i])) continue;
    snprintf(text, size, "number %d of the initial position is %g: it must be finite", i, m->qpos0[i]);
    return false;
  }
  return true;
}
