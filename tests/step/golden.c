// SPDX-License-Identifier: Apache-2.0
#include "golden.h"

#include <stdio.h>

#include "scenes.h"

// runs: 19 disable flags, 6 enable flags, then whole settings
enum { DISABLE = 19, ENABLE = 6 };

static const struct {
  const char* name;
  const char* scene;
  int integrator, solver, cone, noslip, jacobian;
} settings[] = {
    {"euler", ig_scene_flags, mjINT_EULER, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"rk4", ig_scene_flags, mjINT_RK4, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"implicit", ig_scene_flags, mjINT_IMPLICIT, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"implicitfast", ig_scene_flags, mjINT_IMPLICITFAST, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"sparse", ig_scene_flags, mjINT_EULER, mjSOL_NEWTON, mjCONE_ELLIPTIC, 0, mjJAC_SPARSE},
    {"elliptic cg", ig_scene_flags, mjINT_EULER, mjSOL_CG, mjCONE_ELLIPTIC, 0, mjJAC_AUTO},
    {"pgs", ig_scene_flags, mjINT_EULER, mjSOL_PGS, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"pgs elliptic sparse", ig_scene_flags, mjINT_EULER, mjSOL_PGS, mjCONE_ELLIPTIC, 0, mjJAC_SPARSE},
    {"noslip", ig_scene_flags, mjINT_EULER, mjSOL_NEWTON, mjCONE_ELLIPTIC, 4, mjJAC_AUTO},
    {"fluid euler", ig_scene_fluid, mjINT_EULER, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"fluid implicit", ig_scene_fluid, mjINT_IMPLICIT, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"fluid implicitfast", ig_scene_fluid, mjINT_IMPLICITFAST, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_SPARSE},
    {"soft implicitfast", ig_scene_soft, mjINT_IMPLICITFAST, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"soft implicit", ig_scene_soft, mjINT_IMPLICIT, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
    {"sleep", ig_scene_sleep, mjINT_EULER, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 0, mjJAC_AUTO},
};

static ig_Case configured(int run, ig_Golden* g) {
  int k = run < DISABLE + ENABLE ? 0 : run - DISABLE - ENABLE;
  ig_Case c = ig_case(settings[k].scene);
  if (!c.d) return c;
  c.m->opt.integrator = settings[k].integrator;
  c.m->opt.solver = settings[k].solver;
  c.m->opt.cone = settings[k].cone;
  c.m->opt.noslip_iterations = settings[k].noslip;
  c.m->opt.jacobian = settings[k].jacobian;

  // so tight that the figures do not depend on where a solver stops
  c.m->opt.tolerance = 0;
  c.m->opt.iterations = c.m->opt.solver == mjSOL_NEWTON ? 30 : 200;
  snprintf(g->name, sizeof g->name, "%s", settings[k].name);
  if (run < DISABLE) {
    c.m->opt.disableflags |= 1 << run;
    snprintf(g->name, sizeof g->name, "disable %d", run);
  } else if (run < DISABLE + ENABLE) {
    c.m->opt.enableflags |= 1 << (run - DISABLE);
    snprintf(g->name, sizeof g->name, "enable %d", run - DISABLE);
  }
  return c;
}

ig_Golden ig_golden(int run) {
  static const int when[3] = {1, 10, 50};
  ig_Golden g = {0};
  ig_Case c = configured(run, &g);
  if (!c.d) return g;
  mj_resetData(c.m, c.d);
  for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] = 0.1;
  for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = i == 0 ? 3 : 0.5 + 0.1 * i;
  for (int k = 0, step = 0; k < 3; k++) {
    for (; step < when[k]; step++) mj_step(c.m, c.d);
    g.at[k] = ig_case_sum(c.d->qpos, c.m->nq) + 3 * ig_case_sum(c.d->qvel, c.m->nv) + 5 * ig_case_sum(c.d->act, c.m->na);
  }
  ig_case_free(&c);
  return g;
}
