// SPDX-License-Identifier: Apache-2.0
#include "collide/param.h"

#include <stdbool.h>

#include <mujoco/mujoco.h>

// one side of a contact
typedef struct {
  int priority, dim;
  real gap, solmix;
  real solref[mjNREF], solimp[mjNIMP], friction[3];
} Surface;

static void geom_surface(Surface* s, const mjModel* m, const ig_Data* d, int geom) {
  s->priority = m->geom_priority[geom];
  s->dim = m->geom_condim[geom];
  s->gap = ig_param(m, d, geom_gap, geom);
  s->solmix = ig_param(m, d, geom_solmix, geom);
  ig_param_n(s->solref, mjNREF, m, d, geom_solref, mjNREF * geom);
  ig_param_n(s->solimp, mjNIMP, m, d, geom_solimp, mjNIMP * geom);
  ig_param_n(s->friction, 3, m, d, geom_friction, 3 * geom);
}

// sliding and rolling friction are the same in both directions
static void unpack_friction(real r[5], const real friction[3]) {
  r[0] = r[1] = friction[0];
  r[2] = friction[1];
  r[3] = r[4] = friction[2];
}

// the global overrides, and the floor under friction
static void finish(ig_ContactParam* p, const mjModel* m) {
  if (m->opt.enableflags & mjENBL_OVERRIDE) {
    for (int i = 0; i < mjNREF; i++) p->solref[i] = p->solreffriction[i] = ig_broadcast(m->opt.o_solref[i]);
    for (int i = 0; i < mjNIMP; i++) p->solimp[i] = ig_broadcast(m->opt.o_solimp[i]);
    for (int i = 0; i < 5; i++) p->friction[i] = ig_broadcast(m->opt.o_friction[i]);
  }
  for (int i = 0; i < 5; i++) p->friction[i] = ig_max(p->friction[i], ig_broadcast(mjMINMU));
}

static void copy_surface(ig_ContactParam* p, const Surface* s) {
  p->dim = s->dim;
  ig_copy_reals(p->solref, s->solref, mjNREF);
  ig_copy_reals(p->solimp, s->solimp, mjNIMP);
  unpack_friction(p->friction, s->friction);
}

// share of the first side: by solmix, where a value below mjMINVAL counts as none
static real mix_share(real mix1, real mix2) {
  real tiny = ig_broadcast(mjMINVAL);
  mask none1 = ig_lt(mix1, tiny), none2 = ig_lt(mix2, tiny);
  real share = mix1 / (mix1 + mix2);
  share = ig_select(none2, ig_broadcast(1), share);
  return ig_select(none1, ig_select(none2, ig_broadcast(0.5), ig_broadcast(0)), share);
}

static void mix_surfaces(ig_ContactParam* p, const Surface* s1, const Surface* s2) {
  real share = mix_share(s1->solmix, s2->solmix), rest = 1 - share, friction[3], zero = ig_broadcast(0);
  p->dim = s1->dim > s2->dim ? s1->dim : s2->dim;

  // time constant and damping ratio are mixed; stiffness and damping (negative numbers) take the smaller
  mask standard = ig_and(ig_lt(zero, s1->solref[0]), ig_lt(zero, s2->solref[0]));
  for (int i = 0; i < mjNREF; i++) {
    real ref1 = s1->solref[i], ref2 = s2->solref[i];
    p->solref[i] = ig_select(standard, share * ref1 + rest * ref2, ig_min(ref1, ref2));
  }
  for (int i = 0; i < mjNIMP; i++) p->solimp[i] = share * s1->solimp[i] + rest * s2->solimp[i];
  for (int i = 0; i < 3; i++) friction[i] = ig_max(s1->friction[i], s2->friction[i]);
  unpack_friction(p->friction, friction);
}

static void mix(ig_ContactParam* p, const mjModel* m, const Surface* s1, const Surface* s2) {
  p->gap = s1->gap + s2->gap;
  ig_zero_reals(p->solreffriction, mjNREF);
  if (s1->priority == s2->priority) {
    mix_surfaces(p, s1, s2);
  } else {
    copy_surface(p, s1->priority > s2->priority ? s1 : s2);
  }
  finish(p, m);
}

void IG_NAME(ig_mix_geoms)(ig_ContactParam* p, const mjModel* m, const ig_Data* d, int geom1, int geom2) {
  Surface s1, s2;
  geom_surface(&s1, m, d, geom1);
  geom_surface(&s2, m, d, geom2);
  mix(p, m, &s1, &s2);
}

void IG_NAME(ig_pair_param)(ig_ContactParam* p, const mjModel* m, const ig_Data* d, int pair) {
  p->dim = m->pair_dim[pair];
  p->gap = ig_param(m, d, pair_gap, pair);
  ig_param_n(p->solref, mjNREF, m, d, pair_solref, mjNREF * pair);
  ig_param_n(p->solreffriction, mjNREF, m, d, pair_solreffriction, mjNREF * pair);
  ig_param_n(p->solimp, mjNIMP, m, d, pair_solimp, mjNIMP * pair);
  ig_param_n(p->friction, 5, m, d, pair_friction, 5 * pair);
  finish(p, m);
}

#if IG_WIDTH == 1

static void flex_surface(Surface* s, const mjModel* m, int flex) {
  s->priority = m->flex_priority[flex];
  s->dim = m->flex_condim[flex];
  s->gap = m->flex_gap[flex];
  s->solmix = m->flex_solmix[flex];
  ig_copy_reals(s->solref, m->flex_solref + mjNREF * flex, mjNREF);
  ig_copy_reals(s->solimp, m->flex_solimp + mjNIMP * flex, mjNIMP);
  ig_copy_reals(s->friction, m->flex_friction + 3 * flex, 3);
}

void ig_mix_param(ig_ContactParam* p, const mjModel* m, int geom1, int flex1, int geom2, int flex2) {
  int geom[2] = {geom1, geom2}, flex[2] = {flex1, flex2};
  Surface s[2];
  for (int k = 0; k < 2; k++) {
    if (geom[k] >= 0) {
      geom_surface(s + k, m, NULL, geom[k]);
    } else {
      flex_surface(s + k, m, flex[k]);
    }
  }
  mix(p, m, s, s + 1);
  if (p->dim < 1 || p->dim > 6) mju_error("contact dimension %d is not in 1 to 6", p->dim);
}

#endif
