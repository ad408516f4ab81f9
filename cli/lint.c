// SPDX-License-Identifier: Apache-2.0
#include "lint.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "source.h"
#include "terminal.h"

typedef struct {
  const mjModel* m;
  mjSpec* spec;
  mjData* d;  // after mj_forward at the initial pose
  const char* path;
  const char* rule;
  ig_Findings* findings;
} Lint;

// Report for an object of the model; its place comes from the spec. id -1: for the model as a whole.
static void report(Lint* lint, bool warning, int type, int id, const char* format, ...) __attribute__((format(printf, 5, 6)));

// the note that the reader leaves in each element
static const char* element_info(mjsElement* element) {
  mjString* info = NULL;
  switch (element->elemtype) {
    case mjOBJ_BODY: info = mjs_asBody(element)->info; break;
    case mjOBJ_JOINT: info = mjs_asJoint(element)->info; break;
    case mjOBJ_GEOM: info = mjs_asGeom(element)->info; break;
    case mjOBJ_EQUALITY: info = mjs_asEquality(element)->info; break;
    case mjOBJ_TENDON: info = mjs_asTendon(element)->info; break;
    case mjOBJ_ACTUATOR: info = mjs_asActuator(element)->info; break;
    case mjOBJ_KEY: info = mjs_asKey(element)->info; break;
    case mjOBJ_MESH: info = mjs_asMesh(element)->info; break;
    case mjOBJ_MATERIAL: info = mjs_asMaterial(element)->info; break;
    case mjOBJ_TEXTURE: info = mjs_asTexture(element)->info; break;
    default: break;
  }
  return info ? mjs_getString(info) : NULL;
}

static void find_place(Lint* lint, int type, int id, ig_Finding* finding) {
  const char* name = lint->spec && id >= 0 ? mj_id2name(lint->m, type, id) : NULL;
  mjsElement* element = name && *name ? mjs_findElement(lint->spec, (mjtObj)type, name) : NULL;
  const char* info = element ? element_info(element) : NULL;
  ig_Where where;
  if (!info || !ig_find_place(info, lint->path, &where)) return;
  snprintf(finding->file, sizeof finding->file, "%s", where.file);
  finding->line = where.line;
  finding->column = where.column;
}

static void report(Lint* lint, bool warning, int type, int id, const char* format, ...) {
  ig_Findings* all = lint->findings;
  if (all->count == all->room) {
    all->room = all->room ? 2 * all->room : 16;
    ig_Finding* list = realloc(all->list, (size_t)all->room * sizeof *list);
    if (!list) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
    all->list = list;
  }
  ig_Finding* finding = &all->list[all->count++];
  *finding = (ig_Finding){.rule = lint->rule, .warning = warning};
  va_list args;
  va_start(args, format);
  vsnprintf(finding->text, sizeof finding->text, format, args);
  va_end(args);
  find_place(lint, type, id, finding);
}

static const char* name_of(const Lint* lint, int type, int id, char text[128]) { return ig_shown_name(lint->m, type, id, text); }

// ---- rules on the whole model

static void check_timestep(Lint* lint) {
  double step = lint->m->opt.timestep;
  if (step > 0.01)
    report(lint, true, mjOBJ_UNKNOWN, -1, "timestep %g s is long: contacts and stiff servos want 0.005 s or less", step);
  if (step < 1e-5) report(lint, false, mjOBJ_UNKNOWN, -1, "timestep %g s is very short: is it meant in seconds?", step);
}

static void check_gravity(Lint* lint) {
  const mjtNum* g = lint->m->opt.gravity;
  double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  if (size > 30) report(lint, true, mjOBJ_UNKNOWN, -1, "gravity is %g m/s\302\262: lengths are in metres", size);
  if (size > 0 && fabs(g[2]) < 0.5 * size) report(lint, false, mjOBJ_UNKNOWN, -1, "gravity does not point along z");
}

static void check_obsolete(Lint* lint) {
  if (!lint->spec) return;
  if (lint->spec->njmax >= 0 || lint->spec->nconmax >= 0) {
    report(lint, false, mjOBJ_UNKNOWN, -1, "size njmax and nconmax do nothing any more: use memory");
  }
}

static void check_floor(Lint* lint) {
  const mjModel* m = lint->m;
  bool falls = false, ground = false;
  for (int i = 0; i < m->njnt; i++) falls = falls || m->jnt_type[i] == mjJNT_FREE;
  for (int i = 0; i < m->ngeom; i++) ground = ground || m->body_weldid[m->geom_bodyid[i]] == 0;
  for (int i = 0; i < m->neq; i++) ground = true;
  if (falls && !ground && m->opt.gravity[2] != 0)
    report(lint, false, mjOBJ_UNKNOWN, -1, "free bodies and no ground: they fall for ever");
}

// ---- bodies and joints

static void check_mass(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_dofnum[i] == 0) continue;
    double mass = m->body_subtreemass[i];
    if (mass < 1e-5)
      report(lint, true, mjOBJ_BODY, i, "body %s moves and carries only %.3g kg", name_of(lint, mjOBJ_BODY, i, name), mass);
    if (mass > 1e5)
      report(lint, false, mjOBJ_BODY, i, "body %s carries %.3g kg: sizes in millimetres?", name_of(lint, mjOBJ_BODY, i, name),
             mass);
  }
}

// smallest against largest inertia of bodies that hang together: above about 1e6 solvers get slow
static void check_ratio(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128], other[128];
  for (int i = 1; i < m->nbody; i++) {
    int parent = m->body_parentid[i];
    if (!parent || !m->body_dofnum[i]) continue;
    double below = m->body_subtreemass[i], above = m->body_mass[parent];
    if (above > 0 && below > 1000 * above && m->body_dofnum[parent]) {
      report(lint, false, mjOBJ_BODY, i, "body %s with what it carries is %.0f times heavier than its parent %s",
             name_of(lint, mjOBJ_BODY, i, name), below / above, name_of(lint, mjOBJ_BODY, parent, other));
    }
  }
}

static void check_angles(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 0; i < m->njnt; i++) {
    if (m->jnt_type[i] != mjJNT_HINGE || !m->jnt_limited[i]) continue;
    double low = m->jnt_range[2 * i], high = m->jnt_range[2 * i + 1], largest = fmax(fabs(low), fabs(high));
    bool degree = !lint->spec || lint->spec->compiler.degree;
    if (degree && largest < 6.3 * mjPI / 180) {
      report(lint, true, mjOBJ_JOINT, i, "joint %s turns by %.3g degrees at most: is its range in radians? (compiler angle)",
             name_of(lint, mjOBJ_JOINT, i, name), largest * 180 / mjPI);
    }
    if (!degree && largest > 4 * mjPI) {
      report(lint, true, mjOBJ_JOINT, i, "joint %s turns by %.4g radians: is its range in degrees? (compiler angle)",
             name_of(lint, mjOBJ_JOINT, i, name), largest);
    }
  }
}

static void check_start(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 0; i < m->njnt; i++) {
    if (!m->jnt_limited[i] || (m->jnt_type[i] != mjJNT_HINGE && m->jnt_type[i] != mjJNT_SLIDE)) continue;
    double start = m->qpos0[m->jnt_qposadr[i]], low = m->jnt_range[2 * i], high = m->jnt_range[2 * i + 1];
    if (start < low - 1e-6 || start > high + 1e-6) {
      report(lint, true, mjOBJ_JOINT, i, "joint %s starts at %.4g, outside of its range %.4g to %.4g",
             name_of(lint, mjOBJ_JOINT, i, name), start, low, high);
    }
  }
}

// explicit springs and servos want h * omega well below 2
static double stiffest(const mjModel* m, int joint) {
  double stiffness = m->jnt_stiffness[joint];
  for (int i = 0; i < m->nu; i++) {
    bool here = m->actuator_trntype[i] == mjTRN_JOINT && m->actuator_trnid[2 * i] == joint;
    double gear = m->actuator_gear[6 * i], gain = m->actuator_biasprm[mjNBIAS * i + 1];
    if (here && m->actuator_biastype[i] == mjBIAS_AFFINE && gain < 0) stiffness -= gain * gear * gear;
  }
  return stiffness;
}

static void check_stiffness(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 0; i < m->njnt; i++) {
    if (m->jnt_type[i] != mjJNT_HINGE && m->jnt_type[i] != mjJNT_SLIDE) continue;
    double inertia = m->dof_M0[m->jnt_dofadr[i]], stiffness = stiffest(m, i);
    double turn = inertia > 0 ? m->opt.timestep * sqrt(stiffness / inertia) : 0;
    if (turn > 1) {
      report(lint, true, mjOBJ_JOINT, i,
             "joint %s: stiffness %.4g on inertia %.3g swings faster than the timestep of %g s can follow; "
             "lower kp or stiffness, or add armature",
             name_of(lint, mjOBJ_JOINT, i, name), stiffness, inertia, m->opt.timestep);
    }
  }
}

// ---- actuators

static void check_actuators(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 0; i < m->nu; i++) {
    const char* actuator = name_of(lint, mjOBJ_ACTUATOR, i, name);
    const mjtNum *gain = m->actuator_gainprm + mjNGAIN * i, *bias = m->actuator_biasprm + mjNBIAS * i,
                 *gear = m->actuator_gear + 6 * i;
    bool servo = m->actuator_gaintype[i] == mjGAIN_FIXED && m->actuator_biastype[i] == mjBIAS_AFFINE && bias[1] < 0;
    bool geared = false;
    for (int k = 0; k < 6; k++) geared = geared || gear[k] != 0;
    if (!geared) report(lint, true, mjOBJ_ACTUATOR, i, "actuator %s has gear 0: it does nothing", actuator);
    if (m->actuator_gaintype[i] == mjGAIN_FIXED && gain[0] == 0)
      report(lint, true, mjOBJ_ACTUATOR, i, "actuator %s has gain 0: controls do nothing", actuator);
    if (!m->actuator_ctrllimited[i])
      report(lint, false, mjOBJ_ACTUATOR, i, "actuator %s has no ctrlrange: any control is taken", actuator);
    bool joint = m->actuator_trntype[i] == mjTRN_JOINT && m->actuator_trnid[2 * i] >= 0;
    int dof = joint ? m->jnt_dofadr[m->actuator_trnid[2 * i]] : 0;
    if (servo && joint && bias[2] == 0 && m->dof_damping[dof] == 0) {
      report(lint, true, mjOBJ_ACTUATOR, i,
             "actuator %s is a position servo without damping (kv, or damping of its joint): it will oscillate", actuator);
    }
  }
}

// ---- contacts and constraints

static void check_overlap(Lint* lint) {
  char one[128], two[128];
  for (int i = 0; i < lint->d->ncon; i++) {
    const mjContact* contact = &lint->d->contact[i];
    if (contact->dist > -0.005 || contact->geom[0] < 0 || contact->geom[1] < 0) continue;
    bool seen =
        i > 0 && contact[-1].geom[0] == contact->geom[0] && contact[-1].geom[1] == contact->geom[1] && contact[-1].dist <= -0.005;
    if (seen) continue;
    report(lint, true, mjOBJ_GEOM, contact->geom[1], "geoms %s and %s overlap by %.3g m at the start: they will be thrown apart",
           name_of(lint, mjOBJ_GEOM, contact->geom[0], one), name_of(lint, mjOBJ_GEOM, contact->geom[1], two), -contact->dist);
  }
}

static void check_equality(Lint* lint) {
  const mjData* d = lint->d;
  char name[128];
  int last = -1;
  for (int row = 0; row < d->ne; row++) {
    int id = d->efc_id[row];
    if (d->efc_type[row] != mjCNSTR_EQUALITY || id == last || fabs(d->efc_pos[row]) < 0.01) continue;
    last = id;
    report(lint, true, mjOBJ_EQUALITY, id, "equality %s is violated by %.3g at the start",
           name_of(lint, mjOBJ_EQUALITY, id, name), fabs(d->efc_pos[row]));
  }
}

static bool too_fast(const mjModel* m, const mjtNum* solref) { return solref[0] > 0 && solref[0] < 2 * m->opt.timestep; }

static void check_solref(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  const struct {
    int type;
    mjtSize count;
    const mjtNum* solref;
  } kinds[] = {{mjOBJ_GEOM, m->ngeom, m->geom_solref},
               {mjOBJ_JOINT, m->njnt, m->jnt_solref},
               {mjOBJ_EQUALITY, m->neq, m->eq_solref},
               {mjOBJ_TENDON, m->ntendon, m->tendon_solref_lim}};
  if (m->opt.disableflags & mjDSBL_REFSAFE) return;
  for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
    for (int i = 0; i < kinds[kind].count; i++) {
      if (!too_fast(m, kinds[kind].solref + mjNREF * i)) continue;
      report(lint, false, kinds[kind].type, i, "%s %s: the time constant %g s in solref is raised to two timesteps",
             mju_type2Str(kinds[kind].type), name_of(lint, kinds[kind].type, i, name), kinds[kind].solref[mjNREF * i]);
    }
  }
}

// moving bodies that touch nothing, in a model where others do
static void check_ghosts(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 1; i < m->nbody; i++) {
    bool solid = m->body_geomnum[i] == 0;
    for (int k = 0; k < m->body_geomnum[i]; k++) {
      int geom = m->body_geomadr[i] + k;
      solid = solid || m->geom_contype[geom] || m->geom_conaffinity[geom];
    }
    bool loose = m->body_jntnum[i] == 1 && m->jnt_type[m->body_jntadr[i]] == mjJNT_FREE;
    if (!solid && loose && m->npair == 0) {
      report(lint, false, mjOBJ_BODY, i, "free body %s has no geom that collides", name_of(lint, mjOBJ_BODY, i, name));
    }
  }
}

// geoms that are only for the eye count in the mass unless the body has an inertial element
static void check_visual_mass(Lint* lint) {
  if (!lint->spec || lint->spec->compiler.inertiafromgeom == mjINERTIAFROMGEOM_FALSE) return;
  char name[128];
  for (mjsElement* e = mjs_firstElement(lint->spec, mjOBJ_GEOM); e; e = mjs_nextElement(lint->spec, e)) {
    mjsGeom* geom = mjs_asGeom(e);
    mjsBody* body = mjs_getParent(e);
    const int* groups = lint->spec->compiler.inertiagrouprange;
    bool counts =
        geom->group >= groups[0] && geom->group <= groups[1] && (isnan(geom->mass) ? geom->density > 0 : geom->mass > 0);
    bool visual = !geom->contype && !geom->conaffinity && geom->type == mjGEOM_MESH && geom->group >= 1;
    if (!visual || !counts || !body || body->explicitinertial) continue;
    int id = mjs_getId(e);
    report(lint, false, mjOBJ_GEOM, id,
           "geom %s is visual and counts in the mass of its body; give it mass=\"0\" if it should not",
           name_of(lint, mjOBJ_GEOM, id, name));
  }
}

static bool used(const int* ids, mjtSize n, int id) {
  for (mjtSize i = 0; i < n; i++) {
    if (ids[i] == id) return true;
  }
  return false;
}

static void check_unused(Lint* lint) {
  const mjModel* m = lint->m;
  char name[128];
  for (int i = 0; i < m->nmat; i++) {
    bool seen = used(m->geom_matid, m->ngeom, i) || used(m->site_matid, m->nsite, i) || used(m->tendon_matid, m->ntendon, i) ||
                used(m->skin_matid, m->nskin, i) || used(m->flex_matid, m->nflex, i);
    if (!seen) report(lint, false, mjOBJ_MATERIAL, i, "material %s is not used", name_of(lint, mjOBJ_MATERIAL, i, name));
  }
  for (int i = 0; i < m->nmesh; i++) {
    bool seen = false;
    for (int k = 0; k < m->ngeom; k++)
      seen = seen || ((m->geom_type[k] == mjGEOM_MESH || m->geom_type[k] == mjGEOM_SDF) && m->geom_dataid[k] == i);
    if (!seen) report(lint, false, mjOBJ_MESH, i, "mesh %s is not used by a geom", name_of(lint, mjOBJ_MESH, i, name));
  }
}

// ---- a trial: half a second without controls

static void silent(const char* text) { (void)text; }

static void check_trial(Lint* lint) {
  static const char* const words[mjNWARNING] = {"the inertia matrix is singular",
                                                "contacts do not fit in memory",
                                                "constraint rows do not fit in memory",
                                                "",
                                                "a position is not finite or too large",
                                                "a velocity is not finite or too large",
                                                "an acceleration is not finite or too large",
                                                ""};
  const mjModel* m = lint->m;
  int steps = (int)fmin(1000, ceil(0.5 / m->opt.timestep));
  void (*handler)(const char*) = mju_user_warning;
  mju_user_warning = silent;
  mj_resetData(m, lint->d);
  bool troubled = false;
  for (int i = 0; i < steps && !troubled; i++) {
    double time = lint->d->time;
    mj_step(m, lint->d);
    for (int kind = 0; kind < mjNWARNING; kind++) {
      if (!lint->d->warning[kind].number || !*words[kind]) continue;
      troubled = true;
      report(lint, true, mjOBJ_UNKNOWN, -1, "without controls, at %g s: %s", time, words[kind]);
    }
  }
  mju_user_warning = handler;
}

static const struct {
  const char* name;
  const char* meaning;
  void (*check)(Lint* lint);
} rules[] = {
    {"timestep", "timestep above 0.01 s or below 0.00001 s", check_timestep},
    {"gravity", "gravity above 30 m/s\302\262, or not along z", check_gravity},
    {"obsolete", "attributes that have no effect any more", check_obsolete},
    {"no-ground", "free bodies and nothing to stand on", check_floor},
    {"mass", "moving bodies lighter than 0.00001 kg or heavier than 100000 kg", check_mass},
    {"mass-ratio", "a body a thousand times heavier than the parent that carries it", check_ratio},
    {"angle-unit", "joint ranges that look like the other unit of angles", check_angles},
    {"start-range", "joints that start outside of their range", check_start},
    {"stiffness", "springs and servos too stiff for the timestep", check_stiffness},
    {"actuator", "actuators without effect, without range, servos without damping", check_actuators},
    {"overlap", "geoms that overlap by 5 mm or more at the start", check_overlap},
    {"equality", "equalities violated by 0.01 or more at the start", check_equality},
    {"solref", "time constants that are raised to two timesteps", check_solref},
    {"ghost", "free bodies that collide with nothing", check_ghosts},
    {"visual-mass", "meshes for the eye that count in the mass", check_visual_mass},
    {"unused", "materials and meshes that nothing uses", check_unused},
    {"trial", "warnings within half a second without controls", check_trial},
};
enum { NRULE = sizeof rules / sizeof rules[0] };

void ig_lint(const mjModel* m, mjSpec* spec, const char* path, ig_Findings* findings) {
  void (*handler)(const char*) = mju_user_warning;
  mju_user_warning = silent;
  Lint lint = {m, spec, mj_makeData(m), path, NULL, findings};
  if (!lint.d) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  mj_forward(m, lint.d);
  mju_user_warning = handler;
  for (int i = 0; i < NRULE; i++) {
    lint.rule = rules[i].name;
    rules[i].check(&lint);
  }
  mj_deleteData(lint.d);
}

void ig_lint_free(ig_Findings* findings) {
  free(findings->list);
  *findings = (ig_Findings){0};
}

void ig_lint_rules(FILE* stream) {
  for (int i = 0; i < NRULE; i++) fprintf(stream, "%-12s %s\n", rules[i].name, rules[i].meaning);
}
