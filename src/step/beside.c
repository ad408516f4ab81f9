// SPDX-License-Identifier: Apache-2.0
#include "step/beside.h"

#include "base/guard.h"
#include "base/team.h"
#include "collide/table.h"
#include "model/callback.h"
#include "smooth/awake.h"

const ig_StageId ig_stages_beside[] = {IG_STAGE_COM, IG_STAGE_VIEWS, IG_STAGE_INERTIA, IG_STAGE_FACTOR};
const int ig_nstages_beside = sizeof ig_stages_beside / sizeof ig_stages_beside[0];

typedef struct {
  const mjModel* m;
  mjData* d;
} World;

static void run_beside(void* context, int piece, int member) {
  const World* w = context;
  (void)piece, (void)member;
  for (int i = 0; i < ig_nstages_beside; i++) ig_stages[ig_stages_beside[i]].run(w->m, w->d);
}

static void collide(void* context) {
  const World* w = context;
  ig_stages[IG_STAGE_COLLISION].run(w->m, w->d);
}

// Flexes and tendons come between the two, trees that wake up change what is run over, and colliders and filters of the user's
// may look at anything.
static bool independent(const mjModel* m) {
  bool own = !ig_contact_filter() && ig_colliders_untouched();
  return own && m->nflex == 0 && m->ntendon == 0 && m->nplugin == 0 && !ig_sleep_enabled(m);
}

// microseconds of the stages beside
static double work_of(const mjModel* m) { return 0.1 * (double)m->nbody; }

// Errors and warnings, which may leave by longjmp, wait until the helper is done.
bool ig_walk_beside(const mjModel* m, mjData* d) {
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  if (!pool || !independent(m)) return false;
  ig_Team team = ig_team_for(pool, ig_team_useful(pool), work_of(m));
  if (!team.helpers) return false;
  World world = {m, d};
  ig_Caught caught;
  ig_Aside aside = ig_team_begin(&team, 1, run_beside, &world);
  bool good = ig_catch(collide, &world, &caught);
  ig_team_end(&aside);
  if (*caught.warning) mju_warning("%s", caught.warning);
  if (!good) mju_error("%s", caught.error);
  return true;
}
