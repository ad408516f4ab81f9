// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan.h"

#include "base/error.h"
#include "gpu/launch.h"
#include "gpu/newton.h"
#include "model/row_kind.h"
#include "sense/sensor.h"
#include "step/stage.h"

enum { WARP = 32 };

static const int kernel_of[IG_NSTAGE] = {
#define STAGE(id, kernel, ...) IG_KERNEL_##kernel,
#define HOST_STAGE(id, ...) -1,
#include "step/stages.def"
};

int ig_gpu_kernel_of(int stage) { return kernel_of[stage]; }

bool ig_gpu_writes(int stage, const ig_Quantities* wanted) {
  for (const uint8_t* q = ig_stages[stage].writes; *q != IG_Q_END; q++) {
    if (ig_has(wanted, *q)) return true;
  }
  return false;
}

bool ig_gpu_wants(const ig_GpuBatch* b, int i) {
  const ig_Stage* stage = ig_stages + i;
  return (!stage->wanted || stage->wanted(b->m)) && (!stage->used || stage->used(b->m));
}

static void add_to_plan(ig_GpuBatch* b, int kernel, bool looks) {
  IG_ASSERT(b->nplan < IG_NKERNEL && b->nquiet < IG_NKERNEL);
  b->plan[b->nplan++] = kernel;
  if (!looks) b->quiet[b->nquiet++] = kernel;
}

// whether the warp's Newton (newton.gpu.c) has the worlds
static bool is_newton(const mjModel* m) {
  bool islands = m->ntree > 1 && !(m->opt.disableflags & mjDSBL_ISLAND);
  return m->opt.solver == mjSOL_NEWTON && m->opt.cone == mjCONE_PYRAMIDAL && m->nv <= IG_NEWTON_DOFS && !islands &&
         !ig_is_dual(m);
}

static void list_kernels(ig_GpuBatch* b) {
  b->nplan = b->nquiet = 0;
  for (int i = 0; i < IG_NSTAGE; i++) {
    int kernel = i == IG_STAGE_COLLISION && b->open ? IG_KERNEL_collision_open : ig_gpu_kernel_of(i);
    if (i == IG_STAGE_SOLVE && ig_is_dual(b->m)) kernel = IG_KERNEL_solve_dual;
    if (i == IG_STAGE_SOLVE && b->crew.threads) {
      kernel = b->crew.threads == WARP && is_newton(b->m) ? IG_KERNEL_solve_newton : IG_KERNEL_solve_crew;
    }
    if (kernel < 0 || !ig_gpu_wants(b, i)) continue;
    add_to_plan(b, kernel, ig_stage_is(i, IG_STAGE_IS_OUTPUT));
    // what the near memory of a crew does not hold is done by others
    if (kernel == IG_KERNEL_solve_crew) add_to_plan(b, IG_KERNEL_solve_far_crew, false);
    if (i == IG_STAGE_COLLISION) add_to_plan(b, IG_KERNEL_place_contacts, false);
    if (kernel == IG_KERNEL_rows) add_to_plan(b, IG_KERNEL_fill_rows, false);
    if (i == IG_STAGE_SENSE_POSITION && ig_sensed(b->m, mjSENS_RANGEFINDER)) add_to_plan(b, IG_KERNEL_sense_rays, true);
  }
}

int ig_gpu_integrator(const ig_GpuBatch* b) {
  switch (b->m->opt.integrator) {
    case mjINT_EULER: return IG_KERNEL_euler;
    case mjINT_RK4: return IG_KERNEL_rk4;
    default: return IG_KERNEL_implicit;
  }
}

static const int always[] = {
#define BASE_KERNEL(name) IG_KERNEL_##name,
#include "gpu/kernels.def"
};

ingotStatus ig_gpu_make_plan(ig_GpuBatch* b, ingotReport* report) {
  bool needed[IG_NKERNEL] = {0};
  list_kernels(b);
  for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) needed[always[i]] = true;
  for (int i = 0; i < b->nplan; i++) needed[b->plan[i]] = true;
  needed[ig_gpu_integrator(b)] = true;
  return ig_gpu_load_kernels(b, needed, report);
}

// ------------------------------------------------ crews

// Near memory of a world is enough for all but a few worlds, and no more: those that are in work on a multiprocessor at the same
// time share what it has. ig_gpu_set_crew is there to measure with others than these.
enum {
  FEW_DOFS = 16,         // worlds of so many have so little to share that a thread each is best
  MANY_WORLDS = 65536,   // then those with many rows are few among them, and more worlds at the same time are worth more
  MOST_NEAR = 36 * 1024  // bytes; beyond, too few worlds are in work at the same time
};

// of chunks of J, as many as are not zero: five eighths
static int full_chunks(int rows, int chunks) { return rows * chunks * 5 / 8; }

// For as many rows as all but few worlds have. The second call, which has the others, takes as long for one as for a thousand.
static int near_newton(int nv, int nworld) {
  int rows = nworld < MANY_WORLDS ? 7 * nv / 3 : 3 * nv / 2;
  return ig_newton_bytes(nv, rows, 0, full_chunks(rows, (nv + 3) / 4));
}

// two matrices of tiles, J and some numbers of half as many rows again as there are dofs, numbers of the dofs, and what is beside
static int near_crew(int nv) {
  enum { TILE_BYTES = 8 * IG_NEWTON_TILE, CHUNK_BYTES = 32, ROW_BYTES = 112, FOUR_DOFS_BYTES = 600, OTHER_BYTES = 1536 };
  int chunks = (nv + 3) / 4, rows = (3 * nv / 2 + 3) / 4 * 4;
  int bytes = 2 * TILE_BYTES * (chunks * (chunks + 1) / 2) + CHUNK_BYTES * full_chunks(rows, chunks) + ROW_BYTES * rows +
              FOUR_DOFS_BYTES * chunks + OTHER_BYTES;
  return bytes < MOST_NEAR ? bytes / 16 * 16 : MOST_NEAR;
}

ig_GpuCrew ig_gpu_choose_crew(const mjModel* m, int nworld) {
  int nv = (int)m->nv;
  if (ig_is_dual(m) || nv <= FEW_DOFS) return (ig_GpuCrew){0};
  return (ig_GpuCrew){.threads = WARP, .worlds = 1, .near = is_newton(m) ? near_newton(nv, nworld) : near_crew(nv)};
}
