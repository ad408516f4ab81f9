// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/actuator.h"

#include "compile/record/instance.h"
#include "compile/record/limit.h"
#include "compile/relation/history.h"
#include "compile/tree/joint.h"
#include "model/typename.h"

enum { MAX_SAMPLES = 1 << 24 };  // the cursor of a history is stored as a number

// slider-cranks have a base, site transmissions a frame to be measured in
static bool resolve_second(ig_Compiler* c, ig_CActuator* actuator, const char* site, const char* role) {
  actuator->second = ig_lookup(c, mjOBJ_SITE, site);
  return actuator->second || ig_refuse(c, actuator, "actuator: %s site '%s' not found (actuator %d)", role, site, actuator->r.id);
}

// the element that the actuator drives, and the second site of some transmissions
static bool resolve_target(ig_Compiler* c, ig_CActuator* actuator) {
  const mjsActuator* s = &actuator->s;
  const char *target = ig_text(s->target), *name = ig_record_name(actuator);
  int id = actuator->r.id;
  mjtObj type = mjOBJ_SITE;
  if (!*target)
    return ig_refuse(c, actuator,
                     "actuator: no transmission: it needs a joint, jointinparent, tendon, cranksite, site or body to act on");
  switch (s->trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: type = mjOBJ_JOINT; break;
    case mjTRN_TENDON: type = mjOBJ_TENDON; break;
    case mjTRN_BODY: type = mjOBJ_BODY; break;
    case mjTRN_SLIDERCRANK:
      if (ig_text_empty(s->slidersite)) {
        return ig_refuse(c, actuator, "actuator '%s' (id %d): a slider-crank needs a slidersite", name, id);
      }
      if (!resolve_second(c, actuator, ig_text(s->slidersite), "base")) return false;
      if (s->cranklength <= 0) {
        return ig_refuse(c, actuator, "actuator '%s' (id %d): cranklength %g must be positive", name, id, s->cranklength);
      }
      break;
    case mjTRN_SITE:
      if (!ig_text_empty(s->refsite) && !resolve_second(c, actuator, ig_text(s->refsite), "reference")) return false;
      break;
    default: return ig_refuse(c, actuator, "actuator: no such transmission: %d", (int)s->trntype);
  }
  actuator->target = ig_lookup(c, type, target);
  if (actuator->target) return true;
  if (type == mjOBJ_JOINT) {
    return ig_refuse(c, actuator, "actuator: target '%s' (actuator %d): joint not found", target, id);
  }
  return ig_refuse(c, actuator, "actuator: target '%s' not found (actuator %d): there is no such %s", target, id,
                   ig_object_word(type));
}

// servos may take their range from the joint or tendon they drive
static bool inherit_range(ig_Compiler* c, ig_CActuator* actuator) {
  mjsActuator* s = &actuator->s;
  // the form of a position servo: force = k (x - length) ..., whichever way it was written
  bool servo = s->gaintype == mjGAIN_FIXED && s->biastype == mjBIAS_AFFINE && s->gainprm[0] == -s->biasprm[1];
  if (!servo || !(s->inheritrange > 0)) return true;

  // what is bounded is the set point: the control itself, or the activation that integrates it
  double* range;
  if (s->dyntype == mjDYN_NONE || s->dyntype == mjDYN_FILTEREXACT) {
    range = s->ctrlrange;
  } else if (s->dyntype == mjDYN_INTEGRATOR) {
    range = s->actrange;
  } else {
    return ig_refuse(c, actuator, "actuator: inheritrange is for position and intvelocity");
  }
  const double* given;
  if (s->trntype == mjTRN_JOINT) {
    const ig_CJoint* joint = (const ig_CJoint*)(void*)actuator->target;
    if (joint->s.type != mjJNT_HINGE && joint->s.type != mjJNT_SLIDE) {
      return ig_refuse(c, actuator, "actuator: inheritrange needs a hinge or slide joint");
    }
    given = joint->s.range;
  } else if (s->trntype == mjTRN_TENDON) {
    given = ((const ig_CTendon*)(void*)actuator->target)->s.range;
  } else {
    return ig_refuse(c, actuator, "actuator: inheritrange needs a joint or tendon");
  }
  if (given[0] == given[1]) {
    return ig_refuse(c, actuator, "actuator: inheritrange, but target '%s' has no range defined (actuator %d)",
                     ig_text(s->target), actuator->r.id);
  }
  // inheritrange scales the range about its middle
  double mean = 0.5 * (given[1] + given[0]), radius = 0.5 * (given[1] - given[0]) * s->inheritrange;
  range[0] = mean - radius;
  range[1] = mean + radius;
  return true;
}

// a limit of "auto" holds when there is a range; ranges that count must rise
static bool check_limits(ig_Compiler* c, const ig_CActuator* actuator) {
  const mjsActuator* s = &actuator->s;
  const struct {
    const char *prefix, *name;
    int limited;
    const double* range;
  } limit[3] = {{"force", "force range", s->forcelimited, s->forcerange},
                {"ctrl", "control range", s->ctrllimited, s->ctrlrange},
                {"act", "actrange", s->actlimited, s->actrange}};
  for (int i = 0; i < 3; i++) {
    if (!ig_check_autolimit(c, actuator, "actuator", limit[i].prefix, limit[i].limited, limit[i].range)) return false;
  }
  for (int i = 0; i < 3; i++) {
    const double* range = limit[i].range;
    if (ig_is_limited(limit[i].limited, range) && range[0] >= range[1]) {
      return ig_refuse(c, actuator, "invalid %s for actuator: %g %g must rise", limit[i].name, range[0], range[1]);
    }
  }
  if (ig_is_limited(s->actlimited, s->actrange) && s->dyntype == mjDYN_NONE) {
    return ig_refuse(c, actuator, "actuator: actrange specified but dyntype is 'none'");
  }
  return true;
}

// how many activations: as many as the dynamics has, unless a plugin or user dynamics says otherwise
static bool set_actdim(ig_Compiler* c, ig_CActuator* actuator) {
  mjsActuator* s = &actuator->s;
  bool stateful = s->dyntype != mjDYN_NONE;
  if (!s->plugin.active) {
    if (s->actdim > 1 && s->dyntype != mjDYN_USER) {
      return ig_refuse(c, actuator, "actuator: actdim > 1 is only allowed for dyntype 'user', is %d", s->actdim);
    }
    if (s->actdim == 1 && !stateful) return ig_refuse(c, actuator, "invalid actdim 1 in stateless actuator");
    if (s->actdim == 0 && stateful) return ig_refuse(c, actuator, "invalid actdim 0 in stateful actuator");
  }
  if (s->actdim < 0) s->actdim = stateful;
  return true;
}

// the curves are normalised: length 1 is where the muscle is strongest, so its bounds lie around it
static bool check_muscle(ig_Compiler* c, const ig_CActuator* actuator, const double* prm) {
  if (prm[0] >= prm[1]) return ig_refuse(c, actuator, "muscle: range %g %g must rise", prm[0], prm[1]);
  if (prm[4] >= 1 || prm[5] <= 1)
    return ig_refuse(c, actuator, "muscle: 1 must lie between lmin and lmax, which are %g %g", prm[4], prm[5]);
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0) {
    return ig_refuse(c, actuator, "muscle '%s' (id %d): scale, vmax, fpmax and fvmax must be positive, not %g %g %g %g",
                     ig_record_name(actuator), actuator->r.id, prm[3], prm[6], prm[7], prm[8]);
  }
  return true;
}

bool ig_compile_actuator(ig_Compiler* c, void* record) {
  ig_CActuator* actuator = record;
  mjsActuator* s = &actuator->s;
  if (!ig_check_user(c, actuator, s->userdata, c->s.nuser_actuator, "nuser_actuator")) return false;
  if (!resolve_target(c, actuator) || !inherit_range(c, actuator)) return false;
  if (!check_limits(c, actuator) || !set_actdim(c, actuator)) return false;
  if (s->gaintype == mjGAIN_MUSCLE && !check_muscle(c, actuator, s->gainprm)) return false;
  if (s->biastype == mjBIAS_MUSCLE && !check_muscle(c, actuator, s->biasprm)) return false;
  if (s->plugin.active && !ig_use_plugin(c, actuator, "actuator", &s->plugin, mjPLUGIN_ACTUATOR, &actuator->plugin)) return false;
  if (s->delay > 0 && s->nsample <= 0)
    return ig_refuse(c, actuator, "actuator: setting delay > 0 without a history buffer, nsample is %d", s->nsample);
  if (s->nsample > MAX_SAMPLES) return ig_refuse(c, actuator, "actuator: nsample %d is more than 2^24", s->nsample);
  return true;
}

// most transmissions may touch any dof; a joint touches its own only
static int moment_size(const ig_Compiler* c, const ig_CActuator* actuator) {
  if (actuator->s.trntype != mjTRN_JOINT && actuator->s.trntype != mjTRN_JOINTINPARENT) return (int)c->n.nv;
  return ig_joint_nv(((const ig_CJoint*)(void*)actuator->target)->s.type);
}

void ig_count_moments(ig_Compiler* c) {
  const ig_Records* list = &c->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < list->n; i++) c->n.nJmom += moment_size(c, IG_RECORD(ig_CActuator, *list, i));
}

void ig_count_actuator(mjModel* n, const void* record) {
  const mjsActuator* s = &((const ig_CActuator*)record)->s;
  n->na += s->actdim;
  n->nhistory += ig_history_size(s->nsample, 1);
}

void ig_write_actuator(const ig_Compiler* c, const void* record) {
  const ig_CActuator* actuator = record;
  int actadr = (int)c->at.na, historyadr = (int)c->at.nhistory;
  mjModel* m = c->model;
  const mjsActuator* s = &actuator->s;
  int id = actuator->r.id;
  m->actuator_trntype[id] = s->trntype;
  m->actuator_dyntype[id] = s->dyntype;
  m->actuator_gaintype[id] = s->gaintype;
  m->actuator_biastype[id] = s->biastype;
  m->actuator_trnid[2 * id] = ig_id(actuator->target);
  m->actuator_trnid[2 * id + 1] = ig_id(actuator->second);
  m->actuator_actnum[id] = s->actdim;
  m->actuator_actadr[id] = s->actdim ? actadr : -1;
  m->actuator_group[id] = s->group;
  m->actuator_delay[id] = s->delay;
  m->actuator_history[2 * id] = s->nsample;
  m->actuator_history[2 * id + 1] = s->interp;
  m->actuator_historyadr[id] = s->nsample > 0 ? historyadr : -1;
  m->actuator_ctrllimited[id] = ig_is_limited(s->ctrllimited, s->ctrlrange);
  m->actuator_forcelimited[id] = ig_is_limited(s->forcelimited, s->forcerange);
  m->actuator_actlimited[id] = ig_is_limited(s->actlimited, s->actrange);
  m->actuator_actearly[id] = s->actearly;
  m->actuator_cranklength[id] = s->cranklength;
  m->actuator_plugin[id] = ig_id(actuator->plugin);
  IG_PUT(m->actuator_gear, id, s->gear, 6);
  IG_PUT(m->actuator_dynprm, id, s->dynprm, mjNDYN);
  IG_PUT(m->actuator_gainprm, id, s->gainprm, mjNGAIN);
  IG_PUT(m->actuator_biasprm, id, s->biasprm, mjNBIAS);
  IG_PUT(m->actuator_ctrlrange, id, s->ctrlrange, 2);
  IG_PUT(m->actuator_forcerange, id, s->forcerange, 2);
  IG_PUT(m->actuator_actrange, id, s->actrange, 2);
  IG_PUT(m->actuator_lengthrange, id, s->lengthrange, 2);
  ig_put_user(m->actuator_user, id, m->nuser_actuator, s->userdata);
}
