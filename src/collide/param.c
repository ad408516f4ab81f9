#include "collide/param.h"

#include <stdbool.h>
#include <string.h>

#include <mujoco/mujoco.h>

// one side of a contact
typedef struct {
  int priority, dim;
  mjtNum gap, solmix;
  const mjtNum *solref, *solimp, *friction;
} ig_Surface;

static ig_Surface geom_surface(const mjModel* m, int geom) {
  return (ig_Surface){.priority = m->geom_priority[geom],
                      .dim = m->geom_condim[geom],
                      .gap = m->geom_gap[geom],
                      .solmix = m->geom_solmix[geom],
                      .solref = m->geom_solref + mjNREF * geom,
                      .solimp = m->geom_solimp + mjNIMP * geom,
                      .friction = m->geom_friction + 3 * geom};
}

static ig_Surface flex_surface(const mjModel* m, int flex) {
  return (ig_Surface){.priority = m->flex_priority[flex],
                      .dim = m->flex_condim[flex],
                      .gap = m->flex_gap[flex],
                      .solmix = m->flex_solmix[flex],
                      .solref = m->flex_solref + mjNREF * flex,
                      .solimp = m->flex_solimp + mjNIMP * flex,
                      .friction = m->flex_friction + 3 * flex};
}

// sliding and rolling friction are the same in both directions
static void unpack_friction(mjtNum r[5], const mjtNum friction[3]) {
  r[0] = r[1] = friction[0];
  r[2] = friction[1];
  r[3] = r[4] = friction[2];
}

// the global overrides, and the floor under friction
static void finish(ig_ContactParam* p, const mjModel* m) {
  if (m->opt.enableflags & mjENBL_OVERRIDE) {
    memcpy(p->solref, m->opt.o_solref, sizeof p->solref);
    memcpy(p->solreffriction, m->opt.o_solref, sizeof p->solreffriction);
    memcpy(p->solimp, m->opt.o_solimp, sizeof p->solimp);
    memcpy(p->friction, m->opt.o_friction, sizeof p->friction);
  }
  for (int i = 0; i < 5; i++) {
    if (!(p->friction[i] > mjMINMU)) p->friction[i] = mjMINMU;
  }
}

static void copy_surface(ig_ContactParam* p, const ig_Surface* s) {
  p->dim = s->dim;
  memcpy(p->solref, s->solref, sizeof p->solref);
  memcpy(p->solimp, s->solimp, sizeof p->solimp);
  unpack_friction(p->friction, s->friction);
}

// share of the first side: by solmix, where a value below mjMINVAL counts as none
static mjtNum mix_share(mjtNum mix1, mjtNum mix2) {
  bool none1 = mix1 < mjMINVAL, none2 = mix2 < mjMINVAL;
  if (none1 && none2) return 0.5;
  if (none1 || none2) return none1 ? 0 : 1;
  return mix1 / (mix1 + mix2);
}

static void mix_surfaces(ig_ContactParam* p, const ig_Surface* s1, const ig_Surface* s2) {
  mjtNum share = mix_share(s1->solmix, s2->solmix), rest = 1 - share, friction[3];
  p->dim = s1->dim > s2->dim ? s1->dim : s2->dim;

  // time constant and damping ratio are mixed; stiffness and damping (negative numbers) take the smaller
  bool standard = s1->solref[0] > 0 && s2->solref[0] > 0;
  for (int i = 0; i < mjNREF; i++) {
    mjtNum ref1 = s1->solref[i], ref2 = s2->solref[i];
    p->solref[i] = standard ? share * ref1 + rest * ref2 : ref1 < ref2 ? ref1 : ref2;
  }
  for (int i = 0; i < mjNIMP; i++) p->solimp[i] = share * s1->solimp[i] + rest * s2->solimp[i];
  for (int i = 0; i < 3; i++) friction[i] = s1->friction[i] > s2->friction[i] ? s1->friction[i] : s2->friction[i];
  unpack_friction(p->friction, friction);
}

void ig_mix_param(ig_ContactParam* p, const mjModel* m, int geom1, int flex1, int geom2, int flex2) {
  ig_Surface s1 = geom1 >= 0 ? geom_surface(m, geom1) : flex_surface(m, flex1);
  ig_Surface s2 = geom2 >= 0 ? geom_surface(m, geom2) : flex_surface(m, flex2);
  p->gap = s1.gap + s2.gap;
  memset(p->solreffriction, 0, sizeof p->solreffriction);
  if (s1.priority == s2.priority) {
    mix_surfaces(p, &s1, &s2);
  } else {
    copy_surface(p, s1.priority > s2.priority ? &s1 : &s2);
  }
  if (p->dim < 1 || p->dim > 6) mju_error("contact dimension %d is not in 1 to 6", p->dim);
  finish(p, m);
}

void ig_pair_param(ig_ContactParam* p, const mjModel* m, int pair) {
  p->dim = m->pair_dim[pair];
  p->gap = m->pair_gap[pair];
  memcpy(p->solref, m->pair_solref + mjNREF * pair, sizeof p->solref);
  memcpy(p->solreffriction, m->pair_solreffriction + mjNREF * pair, sizeof p->solreffriction);
  memcpy(p->solimp, m->pair_solimp + mjNIMP * pair, sizeof p->solimp);
  memcpy(p->friction, m->pair_friction + 5 * pair, sizeof p->friction);
  finish(p, m);
}
