// SPDX-License-Identifier: Apache-2.0
#include "gpu/batch.h"

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/blocks.h"
#include "gpu/launch.h"
#include "gpu/one_world.h"
#include "gpu/run.h"
#include "solve/solve.h"
#include "step/step.h"

// a row of integers of the head of all worlds, and an array for them on the device
static ig_GpuCall head_call(const ig_GpuBatch* b, int row, ig_DeviceAddress staging) {
  IG_ASSERT(row >= 0 && row < IG_GPU_HEAD_ROWS);
  ig_GpuCall call = ig_gpu_whole(b);
  call.row = (int64_t)row * IG_GPU_ROW_BYTES;
  call.n = 1;
  call.size = 4;
  call.array = (int64_t)staging;
  return call;
}

static ingotStatus write_head(ig_GpuBatch* b, int row, ig_DeviceAddress staging, const int* from, ingotReport* report) {
  ig_GpuCall call = head_call(b, row, staging);
  IG_TRY(ig_device_upload(b->device, staging, from, sizeof(int) * (size_t)b->nworld, b->stream, report));
  IG_TRY(ig_gpu_launch(b, IG_KERNEL_scatter, &call, report));
  return ig_device_wait(b->device, b->stream, report);
}

// what the worlds said of themselves
typedef struct {
  int *reason, *made, *con, *rows, *solve;
} Heads;

static ingotStatus read_heads(ig_GpuBatch* b, Heads* h, int* memory, ig_DeviceAddress staging, ingotReport* report) {
  static const int row[] = {IG_GPU_HEAD_reason, IG_GPU_HEAD_made, IG_GPU_HEAD_want_con, IG_GPU_HEAD_want_rows,
                            IG_GPU_HEAD_want_solve};
  int* arrays[5];
  for (int i = 0; i < 5; i++) {
    arrays[i] = memory + (size_t)i * (size_t)b->nworld;
    ig_GpuCall call = head_call(b, row[i], staging);
    IG_TRY(ig_gpu_launch(b, IG_KERNEL_gather, &call, report));
    IG_TRY(ig_device_download(b->device, arrays[i], staging, sizeof(int) * (size_t)b->nworld, b->stream, report));
    IG_TRY(ig_device_wait(b->device, b->stream, report));
  }
  *h = (Heads){arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]};
  return INGOT_OK;
}

// at width 1, for as many steps as it lacks
static ingotStatus step_alone(ig_GpuBatch* b, int world, int made, ingotReport* report) {
  IG_ASSERT(world >= 0 && world < b->nworld && made >= 0);
  mjData* d = b->spare;
  IG_TRY(ig_gpu_get_world(b, world, d, report));
  int steps = b->goal - made;
  if (b->alone) {
    b->alone(b->alone_argument, world, steps, b->m, d);
  } else {
    for (int k = 0; k < steps; k++) ig_step(b->m, d, mjSTAGE_NONE, false);
  }
  // what others read after a step is that of this one
  return ig_gpu_send_world(b, world, d, true, report);
}

// One look at all worlds that have left: those that lacked room go on when there is more, all others are stepped alone.
// *behind: steps that the slowest of those lacks.
static ingotStatus attend(ig_GpuBatch* b, Heads* h, int* alone, int* behind, ingotReport* report) {
  int con = 0, rows = 0, solve = 0;
  *behind = 0;
  for (int w = 0; w < b->nworld; w++) {
    if (h->reason[w] == IG_GPU_OFF || h->made[w] >= b->goal) continue;
    if (h->reason[w] == IG_GPU_NO_ROOM) {
      con = h->con[w] > con ? h->con[w] : con;
      rows = h->rows[w] > rows ? h->rows[w] : rows;
      solve = h->solve[w] > solve ? h->solve[w] : solve;
      *behind = b->goal - h->made[w] > *behind ? b->goal - h->made[w] : *behind;
    } else {
      IG_TRY(step_alone(b, w, h->made[w], report));
      h->made[w] = b->goal;
      *alone += 1;
    }
    h->reason[w] = IG_GPU_WELL;
  }
  return *behind ? ig_gpu_lay_blocks(b, ig_gpu_grow_room(b->m, b->room, con, rows, (size_t)solve), b->nparam, report) : INGOT_OK;
}

// Fields that others see, in worlds that are behind: what they are before those have made their steps.
static ingotStatus note_stale(ig_GpuBatch* b, const Heads* h, ingotReport* report) {
  size_t n = (size_t)b->nworld;
  if (!b->shown) return INGOT_OK;
  if (!b->lagging) IG_TRY(ig_device_alloc(b->device, n, &b->lagging, report));
  if (!b->stale) IG_TRY(ig_device_alloc(b->device, 8 * (size_t)b->field_numbers * n, &b->stale, report));
  mjtByte* mask = ig_try_zero(n, 1);
  if (!mask) return ig_report(report, INGOT_NO_MEMORY, "no memory to look at %d worlds", b->nworld);
  for (size_t w = 0; w < n; w++) mask[w] = h->reason[w] != IG_GPU_OFF && h->made[w] < b->goal;
  ingotStatus status = ig_device_upload(b->device, b->lagging, mask, n, b->stream, report);
  if (status == INGOT_OK) status = ig_gpu_launch_fields(b, IG_KERNEL_fields_out, b->stale, IG_GPU_EVERY, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_free(mask);
  return status;
}

// and after it, unless they were written since
static ingotStatus refresh(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = ig_gpu_whole(b);
  if (!b->shown) return INGOT_OK;
  call.array = (int64_t)b->shown;
  call.from = (int64_t)b->stale;
  call.mask = (int64_t)b->lagging;
  call.row = (int64_t)b->table;
  call.n = b->nfield;
  return ig_gpu_launch(b, IG_KERNEL_refresh, &call, report);
}

// look at the worlds that have left, and set them going again; the first time, others may have seen their fields
static ingotStatus look_after(ig_GpuBatch* b, int* memory, bool first, int* alone, int* behind, ingotReport* report) {
  Heads h = {0};
  ig_DeviceAddress staging;
  IG_TRY(ig_gpu_stage(b, sizeof(int) * (size_t)b->nworld, &staging, report));
  ingotStatus status = read_heads(b, &h, memory, staging, report);
  if (status == INGOT_OK && first) status = note_stale(b, &h, report);
  if (status == INGOT_OK) status = attend(b, &h, alone, behind, report);
  if (status == INGOT_OK) status = write_head(b, IG_GPU_HEAD_reason, staging, h.reason, report);
  if (status == INGOT_OK) status = write_head(b, IG_GPU_HEAD_made, staging, h.made, report);
  ig_device_free(b->device, staging);
  return status;
}

// until no world is behind
static ingotStatus bring_up(ig_GpuBatch* b, int* alone, ingotReport* report) {
  int* memory = ig_try_alloc(5 * sizeof(int) * (size_t)b->nworld);
  if (!memory) return ig_report(report, INGOT_NO_MEMORY, "no memory to look at %d worlds", b->nworld);
  ingotStatus status = INGOT_OK;
  for (bool first = true; status == INGOT_OK && b->seen->behind; first = false) {
    int behind = 0;
    status = look_after(b, memory, first, alone, &behind, report);
    for (int k = 0; k < behind && status == INGOT_OK; k++) status = ig_gpu_launch_step(b, true, report);
    if (status == INGOT_OK) status = ig_gpu_launch_advance(b, 0, report);
    if (status == INGOT_OK) status = ig_gpu_launch_check(b, report);
    if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  }
  ig_free(memory);
  return status == INGOT_OK ? refresh(b, report) : status;
}

ingotStatus ig_gpu_settle(ig_GpuBatch* b, int* alone, ingotReport* report) {
  int count = 0;
  if (alone) *alone = 0;
  // within a capture nothing has happened yet
  if (b->settling || !(b->pending || b->replays) || ig_gpu_capturing(b)) return ig_report(report, INGOT_OK, "%s", "");
  IG_TRY(ig_device_wait(b->device, b->stream, report));
  b->pending = false;
  if (b->goal != b->seen->goal) {
    // by a graph, which has shown the fields
    b->shown = b->shown_in_graph;
    if (b->moved) b->moved(b->alone_argument);
  }
  b->goal = b->seen->goal;
  if (b->flat != b->seen->flat) mju_warning(IG_FLAT_WARNING);
  b->flat = b->seen->flat;
  if (!b->seen->behind) return ig_report(report, INGOT_OK, "%s", "");
  b->settling = true;
  ingotStatus status = bring_up(b, &count, report);
  b->settling = false;
  if (alone) *alone = count;
  return status;
}

bool ig_gpu_capturing(ig_GpuBatch* b) { return ig_device_capturing(b->device, b->stream); }

bool ig_gpu_replays(const ig_GpuBatch* b) { return b->replays; }

int ig_gpu_goal(const ig_GpuBatch* b) { return b->goal; }

// looked at while the device may be writing it: what is missed now is seen the next time
bool ig_gpu_behind(const ig_GpuBatch* b) { return *(volatile const int32_t*)&b->seen->behind; }

ingotStatus ig_gpu_hold(ig_GpuBatch* b, const mjtByte* hold, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  int* words = ig_try_alloc(2 * sizeof(int) * (size_t)b->nworld);
  if (!words) return ig_report(report, INGOT_NO_MEMORY, "no memory to hold %d worlds", b->nworld);
  // a world that was held has not fallen behind
  for (int w = 0; w < b->nworld; w++) {
    words[w] = hold && hold[w] ? IG_GPU_OFF : IG_GPU_WELL;
    words[b->nworld + w] = b->goal;
  }
  ig_DeviceAddress at;
  ingotStatus status = ig_gpu_stage(b, sizeof(int) * (size_t)b->nworld, &at, report);
  if (status == INGOT_OK) {
    status = write_head(b, IG_GPU_HEAD_reason, at, words, report);
    if (status == INGOT_OK) status = write_head(b, IG_GPU_HEAD_made, at, words + b->nworld, report);
    ig_device_free(b->device, at);
  }
  ig_free(words);
  return status;
}
