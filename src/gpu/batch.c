// SPDX-License-Identifier: Apache-2.0
#include "gpu/batch.h"

#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/blocks.h"
#include "gpu/launch.h"
#include "gpu/plan.h"
#include "model/data.h"
#include "model/model.h"
#include "model/row_kind.h"
#include "step/reset.h"

void ig_gpu_free(ig_GpuBatch* b) {
  if (!b) return;
  if (b->device) {
    ig_device_wait(b->device, b->stream, NULL);
    ig_device_free(b->device, b->blocks);
    ig_device_free(b->device, b->model);
    ig_device_free(b->device, b->shared);
    ig_device_free(b->device, b->clock);
    ig_device_free(b->device, b->table);
    ig_device_free(b->device, b->stale);
    ig_device_free(b->device, b->lagging);
    ig_device_free_host(b->device, b->seen);
    ig_device_free(b->device, b->packed_at);
    ig_device_close(b->device);
  }
  ig_free(b->packed);
  ig_pair_table_free(b->pairs);
  if (b->spare) ig_delete_data(b->spare);
  if (b->m) ig_delete_model(b->m);
  ig_free(b);
}

static ingotStatus make_host(ig_GpuBatch* b, const mjModel* m, ingotReport* report) {
  b->m = ig_copy_model(NULL, m);
  b->spare = b->m ? ig_make_data(b->m) : NULL;
  b->pairs = b->spare ? ig_pair_table_make(b->m) : NULL;
  return b->pairs ? INGOT_OK : ig_report(report, INGOT_NO_MEMORY, "no memory for the model of %d worlds", b->nworld);
}

static ingotStatus make_device(ig_GpuBatch* b, int device, ingotReport* report) {
  IG_TRY(ig_device_open(device, &b->device, report));
  b->open = ig_gpu_has_open_pairs(b->m, b->pairs);
  IG_TRY(ig_gpu_set_crew(b, ig_gpu_choose_crew(b->m, b->nworld), report));
  IG_TRY(ig_device_alloc(b->device, sizeof(ig_GpuClock), &b->clock, report));
  IG_TRY(ig_device_alloc_host(b->device, sizeof(ig_GpuClock), (void**)&b->seen, report));
  *b->seen = (ig_GpuClock){0};
  IG_TRY(ig_device_zero(b->device, b->clock, sizeof(ig_GpuClock), b->stream, report));
  IG_TRY(ig_gpu_upload_model(b, report));
  IG_TRY(ig_gpu_upload_shared(b, report));
  IG_TRY(ig_gpu_lay_blocks(b, ig_gpu_guess_room(b->m), 0, report));
  return ig_gpu_fill(b, b->spare, report);
}

ingotStatus ig_gpu_make(const mjModel* m, int nworld, int device, ig_GpuBatch** batch, ingotReport* report) {
  *batch = NULL;
  IG_TRY(ig_gpu_check(m, report));
  if (nworld < 1) return ig_report(report, INGOT_BAD_ARGUMENT, "%d worlds: there must be at least one", nworld);
  ig_GpuBatch* b = ig_try_zero(1, sizeof *b);
  if (!b) return ig_report(report, INGOT_NO_MEMORY, "no memory for worlds on a GPU");
  b->nworld = nworld;
  ingotStatus status = make_host(b, m, report);
  if (status == INGOT_OK) status = make_device(b, device, report);
  if (status != INGOT_OK) return ig_gpu_free(b), status;
  *batch = b;
  return ig_report(report, INGOT_OK, "%s", "");
}

static bool is_crew(const ig_GpuCrew* c, const ig_DeviceFacts* facts) {
  enum { MOST_THREADS = 1024, LEAST_NEAR = 4096 };  // of a block of threads; bytes that the solver needs in any case
  bool threads = c->threads == 4 || c->threads == 8 || c->threads == 16 || c->threads == 32;
  return threads && c->worlds > 0 && c->worlds * c->threads <= MOST_THREADS && c->near >= LEAST_NEAR &&
         c->near <= facts->shared / c->worlds;
}

ig_GpuCrew ig_gpu_crew(const ig_GpuBatch* b) { return b->crew; }

ingotStatus ig_gpu_set_crew(ig_GpuBatch* b, ig_GpuCrew crew, ingotReport* report) {
  ig_DeviceFacts facts;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(ig_device_facts(b->device, &facts, report));
  if (crew.threads && (ig_is_dual(b->m) || !is_crew(&crew, &facts))) {
    return ig_report(report, INGOT_BAD_ARGUMENT,
                     "%d threads for a world, %d worlds in a block of threads and %d bytes near: not a crew", crew.threads,
                     crew.worlds, crew.near);
  }
  b->crew = crew;
  IG_TRY(ig_gpu_make_plan(b, report));
  b->near = facts.shared;
  for (int i = 0; crew.threads && i < IG_NKERNEL; i++) {
    int near = i == IG_KERNEL_solve_newton ? b->near : crew.worlds * crew.near;
    if (ig_gpu_has_group(i) && b->kernel[i]) IG_TRY(ig_device_let_share(b->device, b->kernel[i], near, report));
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

void ig_gpu_run_ahead(ig_GpuBatch* b, bool on) { b->ahead = on; }

void ig_gpu_set_stream(ig_GpuBatch* b, ig_Stream stream) { b->stream = stream; }

void ig_gpu_set_owner(ig_GpuBatch* b, ig_GpuAlone alone, ig_GpuMoved moved, void* argument) {
  b->alone = alone;
  b->moved = moved;
  b->alone_argument = argument;
}

ig_Device* ig_gpu_device(ig_GpuBatch* b) { return b->device; }
ig_Stream ig_gpu_stream(const ig_GpuBatch* b) { return b->stream; }
size_t ig_gpu_bytes(const ig_GpuBatch* b) { return b->bytes; }
