// SPDX-License-Identifier: Apache-2.0
#include "gpu/batch.h"

#include "base/guard.h"
#include "base/try.h"
#include "gpu/launch.h"
#include "gpu/plan.h"
#include "step/stage.h"

static bool comes_after(int stage) { return ig_stage_is(stage, IG_STAGE_IS_AFTER_STEP); }

// forces inside of bodies need those outside
static bool has_use(int stage, const ig_Quantities* wanted) {
  return ig_gpu_writes(stage, wanted) || (stage == IG_STAGE_EXTERNAL && ig_gpu_writes(IG_STAGE_INTERNAL, wanted));
}

bool ig_gpu_observes(const ig_GpuBatch* b, int quantity) {
  if (ig_gpu_length(b, quantity) == 0 || quantity == IG_Q_energy) return false;
  if (quantity == IG_Q_actuator_moment && ig_gpu_has_open_moments(b->m)) return false;
  if (quantity == IG_Q_wrap_xpos) return false;  // kernels need the lengths of paths only
  ig_Quantities wanted = {{0, 0}};
  ig_put(&wanted, quantity);
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (!ig_gpu_writes(i, &wanted) || ig_gpu_kernel_of(i) < 0) continue;
    if (comes_after(i) || (!ig_stage_is(i, IG_STAGE_IS_OUTPUT) && ig_gpu_wants(b, i))) return true;
  }
  return false;
}

ingotStatus ig_gpu_observe(ig_GpuBatch* b, const ig_Quantities* wanted, ingotReport* report) {
  if (!b->ahead) IG_TRY(ig_gpu_settle(b, NULL, report));
  bool needed[IG_NKERNEL] = {0}, some = false;
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (comes_after(i) && has_use(i, wanted)) needed[ig_gpu_kernel_of(i)] = some = true;
  }
  IG_TRY(ig_gpu_load_kernels(b, needed, report));
  ig_GpuCall call = ig_gpu_whole(b);
  if (some) IG_TRY(ig_gpu_launch(b, IG_KERNEL_observe, &call, report));
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (comes_after(i) && has_use(i, wanted)) IG_TRY(ig_gpu_launch(b, ig_gpu_kernel_of(i), &call, report));
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
