// SPDX-License-Identifier: Apache-2.0
#include "gpu/batch.h"

#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "gpu/layout.h"
#include "gpu/newton.h"
#include "model/data.h"
#include "model/model.h"
#include "sense/sensor.h"
#include "solve/solve.h"
#include "step/reset.h"
#include "step/stage.h"
#include "step/step.h"

enum {
#define X(id, name) KERNEL_##name,
  IG_GPU_STAGES
  IG_GPU_SHARED_STAGES
#undef X
#define X(name) KERNEL_##name,
      IG_GPU_OTHERS
#undef X
          NKERNEL
};
static const char* const kernel_names[] = {
#define X(id, name) #name,
    IG_GPU_STAGES
    IG_GPU_SHARED_STAGES
#undef X
#define X(name) #name,
        IG_GPU_OTHERS
#undef X
};

struct ig_GpuBatch_ {
  mjModel* m;
  mjData* spare;  // one world, for what is done at width 1
  ig_PairTable* pairs;
  bool open;  // some pairs of geoms have no closed formula
  ig_GpuCrew crew;
  int near;  // bytes of it that the device has for a block of threads
  int nworld;
  ig_Device* device;
  ig_Stream stream;
  ig_Function kernel[NKERNEL];

  ig_GpuRoom room;
  ig_GpuOwn own[IG_GPU_NOWN];
  int nown;
  ig_GpuLayout layout;
  mjModel on_device;               // the model with addresses of the device in it
  ig_DeviceAddress model, shared;  // its block with the table of pairs, and integers that worlds share
  ig_DeviceAddress blocks, clock;  // of the worlds; an ig_GpuClock
  ig_GpuClock* seen;               // the clock as it was at the end of the last call that is done, in memory that the device writes
  size_t bytes;

  ig_DeviceAddress table;  // of the fields
  int nfield, field_numbers;
  ig_DeviceAddress kept;     // fields that the last step of a call began with; 0: nobody wants them
  ig_DeviceAddress shown;    // fields that others have seen since worlds may be behind; 0: none
  ig_DeviceAddress shown_in_graph;
  ig_DeviceAddress stale;    // what those were in worlds that are behind
  ig_DeviceAddress lagging;  // a byte per world

  int plan[NKERNEL], nplan;      // kernels of a forward pass
  int quiet[NKERNEL], nquiet;  // without what only looks
  ig_Quantities asked;

  char* packed;  // one world on its way: here, and on the device
  ig_DeviceAddress packed_at;
  size_t packed_room;
  double* times;  // of kernels, while they are measured

  int flat;      // the goal when a flat cost was last warned of
  int goal;       // that the clock had when the host last knew it
  bool pending;   // something was queued that has not been settled
  bool forward;   // it was forward dynamics
  bool replays;   // calls are in a graph, which others replay without telling
  bool settling;
  bool entire;  // a world on its way is more than its state: all that a step leaves
  ig_GpuAlone alone;
  ig_GpuMoved moved;
  void* alone_argument;
};

static size_t rounded(size_t bytes) { return (bytes + 255) & ~(size_t)255; }
static size_t nblock(const ig_GpuBatch* b) { return ((size_t)b->nworld + IG_GPU_ROW - 1) / IG_GPU_ROW; }

// ------------------------------------------------ calls

// where the blocks are, kernels know: a graph of calls goes on when they have moved
static ig_GpuCall whole(const ig_GpuBatch* b) { return (ig_GpuCall){.nworld = b->nworld, .size = 8}; }

// of one world, as if it were the only one
static ig_GpuCall single(const ig_GpuBatch* b, int world) {
  ig_GpuCall call = {.base = (int64_t)b->blocks, .block = b->layout.block, .nworld = 1, .size = 8};
  call.base += (int64_t)(world / IG_GPU_ROW) * call.block + world % IG_GPU_ROW * 8;
  return call;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_crew_kernel(int kernel) { return kernel == KERNEL_solve_crew || kernel == KERNEL_solve_far_crew || kernel == KERNEL_solve_newton; }

// threads of a world
static int shares_of(int kernel) {
  switch (kernel) {
    case KERNEL_collision:
    case KERNEL_place_contacts:
    case KERNEL_fill_rows:
    case KERNEL_reference: return IG_GPU_SHARES;
    case KERNEL_factor: return IG_GPU_FACTORS;
    default: return 1;
  }
}

// for as many rows as there is room for
static int most_near(const ig_GpuBatch* b) {
  int nv = (int)b->m->nv, rows = b->room.rows + 12, bytes = ig_newton_bytes(nv, rows, nv + (int)b->m->ntendon + 4, rows * ((nv + 3) / 4));
  return bytes < b->near ? bytes : b->near;
}

static ingotStatus launch(ig_GpuBatch* b, int kernel, const ig_GpuCall* call, ingotReport* report) {
  double start = b->times ? now() : 0;
  if (is_crew_kernel(kernel)) {
    IG_TRY(ig_device_launch_crews(b->device, b->kernel[kernel], call, call->nworld, b->crew.worlds, b->stream, report));
  } else if (kernel == KERNEL_solve_newton_rest) {
    ig_GpuCall rest = *call;
    rest.near = most_near(b);
    int crews = (call->nworld + IG_GPU_REST - 1) / IG_GPU_REST;
    IG_TRY(ig_device_launch_crews(b->device, b->kernel[kernel], &rest, crews, 1, b->stream, report));
  } else {
    IG_TRY(ig_device_launch(b->device, b->kernel[kernel], call, shares_of(kernel), b->stream, report));
  }
  if (!b->times) return INGOT_OK;
  ingotStatus status = ig_device_wait(b->device, b->stream, report);
  if (status != INGOT_OK) return ig_report(report, status, "kernel %s failed on the device", kernel_names[kernel]);
  b->times[kernel] += now() - start;
  return INGOT_OK;
}

static void head_row(ig_GpuCall* call, int row) {
  call->row = (int64_t)row * IG_GPU_ROW_BYTES;
  call->n = 1;
  call->size = 4;
}

// a row of integers of the head out of all worlds
static ingotStatus read_head(ig_GpuBatch* b, int row, ig_DeviceAddress staging, int* to, ingotReport* report) {
  ig_GpuCall call = whole(b);
  head_row(&call, row);
  call.array = (int64_t)staging;
  IG_TRY(launch(b, KERNEL_gather, &call, report));
  IG_TRY(ig_device_download(b->device, to, staging, sizeof(int) * (size_t)b->nworld, b->stream, report));
  return ig_device_wait(b->device, b->stream, report);
}

// and into it
static ingotStatus write_head(ig_GpuBatch* b, int row, ig_DeviceAddress staging, const int* from, ingotReport* report) {
  ig_GpuCall call = whole(b);
  head_row(&call, row);
  call.array = (int64_t)staging;
  IG_TRY(ig_device_upload(b->device, staging, from, sizeof(int) * (size_t)b->nworld, b->stream, report));
  IG_TRY(launch(b, KERNEL_scatter, &call, report));
  return ig_device_wait(b->device, b->stream, report);
}

// memory of the device for one call
static ingotStatus stage_array(ig_GpuBatch* b, size_t bytes, ig_DeviceAddress* at, ingotReport* report) {
  return ig_device_alloc(b->device, bytes ? bytes : 8, at, report);
}

// ------------------------------------------------ what belongs to the model

// the model's block and the table of pairs, with their pointers moved to the device
static ingotStatus upload_model(ig_GpuBatch* b, ingotReport* report) {
  const mjModel* m = b->m;
  size_t numbers = rounded((size_t)m->nbuffer), bytes = numbers + rounded(b->pairs->bytes);
  IG_TRY(ig_device_alloc(b->device, bytes, &b->model, report));
  b->bytes += bytes;
  IG_TRY(ig_device_upload(b->device, b->model, m->buffer, (size_t)m->nbuffer, b->stream, report));
  b->on_device = *m;
  b->on_device.buffer = (void*)(uintptr_t)b->model;
#define X(type, name, rows, columns) \
  b->on_device.name = (type*)(uintptr_t)(b->model + (ig_DeviceAddress)((const char*)m->name - (const char*)m->buffer));
  MJMODEL_POINTERS
#undef X
  ig_PairTable* moved = ig_try_alloc(b->pairs->bytes);
  if (!moved) return ig_report(report, INGOT_NO_MEMORY, "no memory for the pairs of a model");
  memcpy(moved, b->pairs, b->pairs->bytes);
  ig_DeviceAddress table = b->model + numbers;
#define MOVE(array) moved->array = (void*)(uintptr_t)(table + (ig_DeviceAddress)((char*)b->pairs->array - (char*)b->pairs))
  MOVE(pair);
  MOVE(body_pair);
  MOVE(cell);
  MOVE(dof);
  MOVE(side);
#undef MOVE
  ingotStatus status = ig_device_upload(b->device, table, moved, b->pairs->bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_free(moved);
  b->layout.constants.pairs = (int64_t)table;
  return status;
}

#define SHARED_BYTES_mjtNum(name, rows, columns) 0
#define SHARED_BYTES_int(name, rows, columns) rounded(sizeof(int) * (size_t)(m->rows * (columns)))
#define SHARED_BYTES_mjtByte(name, rows, columns) rounded((size_t)(m->rows * (columns)))
#define SHARED_BYTES_uintptr_t(name, rows, columns) 0
#define UPLOAD_mjtNum(name, rows, columns)
#define UPLOAD_SHARED(name, size, rows, columns)                                                                             \
  b->layout.constants.data.name = (int64_t)at;                                                                               \
  IG_TRY(ig_device_upload(b->device, at, b->spare->name, (size) * (size_t)(m->rows * (columns)), b->stream, report)); \
  at += rounded((size) * (size_t)(m->rows * (columns)));
#define UPLOAD_int(name, rows, columns) UPLOAD_SHARED(name, sizeof(int), rows, columns)
#define UPLOAD_mjtByte(name, rows, columns) UPLOAD_SHARED(name, 1, rows, columns)
#define UPLOAD_uintptr_t(name, rows, columns)

// Integers of mjData that do not differ between worlds. Those of fixed tendons are the same in every state.
static ingotStatus upload_shared(ig_GpuBatch* b, ingotReport* report) {
  const mjModel* m = b->m;
  ig_stages[IG_STAGE_TENDON].run(m, b->spare);
#undef MJ_M
#define MJ_M(n) m->n
#define X(type, name, rows, columns) +SHARED_BYTES_##type(name, rows, columns)
  size_t bytes = 256 MJDATA_POINTERS;
#undef X
  IG_TRY(ig_device_alloc(b->device, bytes, &b->shared, report));
  b->bytes += bytes;
  ig_DeviceAddress at = b->shared;
#define X(type, name, rows, columns) UPLOAD_##type(name, rows, columns)
  MJDATA_POINTERS
#undef X
  ig_GpuConstants* c = &b->layout.constants;
  c->ntree_awake = b->spare->ntree_awake;
  c->nbody_awake = b->spare->nbody_awake;
  c->nparent_awake = b->spare->nparent_awake;
  c->nv_awake = b->spare->nv_awake;
  ig_reset(m, b->spare);
  return INGOT_OK;
}

// ------------------------------------------------ the blocks

// blocks for the room and the fields that worlds have their own of; what the worlds hold goes with them
static ingotStatus lay_blocks(ig_GpuBatch* b, ig_GpuRoom room, int nown, ingotReport* report) {
  ig_GpuLayout layout = b->layout;
  ig_gpu_lay(b->m, b->pairs, room, b->own, nown, &layout);
  size_t bytes = (size_t)layout.block * nblock(b);
  ig_DeviceAddress blocks;
  IG_TRY(ig_device_alloc(b->device, bytes, &blocks, report));
  layout.constants.base = (int64_t)blocks;
  layout.constants.block = layout.block;
  ingotStatus status = ig_device_zero(b->device, blocks, bytes, b->stream, report);
  ig_GpuCall call = {.base = (int64_t)blocks, .block = layout.block, .nworld = b->nworld, .size = 8};
  call.n = (int32_t)((b->layout.main < layout.main ? b->layout.main : layout.main) / IG_GPU_ROW_BYTES);
  call.row = b->layout.block;
  call.array = (int64_t)b->blocks;
  if (status == INGOT_OK && b->blocks) status = launch(b, KERNEL_move, &call, report);
  if (status == INGOT_OK) status = ig_device_set(b->device, &layout.constants, &b->on_device, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  if (status != INGOT_OK) return ig_device_free(b->device, blocks), status;
  if (b->blocks) b->bytes -= (size_t)b->layout.block * nblock(b);
  ig_device_free(b->device, b->blocks);
  b->blocks = blocks;
  b->bytes += bytes;
  b->layout = layout;
  b->room = room;
  b->nown = nown;
  return INGOT_OK;
}

// the same numbers into n rows of each world of the call
static ingotStatus fill(ig_GpuBatch* b, ig_GpuCall call, int64_t row, const mjtNum* from, int n, ingotReport* report) {
  ig_DeviceAddress at;
  if (!n) return INGOT_OK;
  IG_TRY(stage_array(b, sizeof(double) * (size_t)n, &at, report));
  call.row = row;
  call.array = (int64_t)at;
  call.n = n;
  ingotStatus status = ig_device_upload(b->device, at, from, sizeof(double) * (size_t)n, b->stream, report);
  if (status == INGOT_OK) status = launch(b, KERNEL_fill, &call, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

static ingotStatus fill_active(ig_GpuBatch* b, ig_GpuCall call, ig_DeviceAddress at, const mjtByte* active, ingotReport* report) {
  call.row = b->layout.constants.rows.eq_lanes;
  call.n = 1;
  call.size = 4;
  for (int eq = 0; eq < b->m->neq; eq++, call.row += IG_GPU_ROW_BYTES) {
    int on = active[eq] != 0;
    IG_TRY(ig_device_upload(b->device, at, &on, sizeof on, b->stream, report));
    call.array = (int64_t)at;
    IG_TRY(launch(b, KERNEL_fill, &call, report));
    IG_TRY(ig_device_wait(b->device, b->stream, report));
  }
  return INGOT_OK;
}

// every number of mjData into the worlds of a call
static ingotStatus fill_all(ig_GpuBatch* b, const mjData* d, ingotReport* report) {
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    int64_t row;
    if (!ig_gpu_find(b->m, &b->layout, q, &n, &row)) continue;
    IG_TRY(fill(b, whole(b), row, ig_gpu_numbers(d, q), n, report));
  }
  ig_DeviceAddress at;
  IG_TRY(stage_array(b, sizeof(int), &at, report));
  ingotStatus status = fill_active(b, whole(b), at, d->eq_active, report);
  ig_device_free(b->device, at);
  return status;
}

// ------------------------------------------------ the plan of a step

static int kernel_of(int stage) {
  switch (stage) {
#define X(id, name) \
  case IG_STAGE_##id: return KERNEL_##name;
    IG_GPU_STAGES
    IG_GPU_SHARED_STAGES
#undef X
    default: return -1;
  }
}

// whether a stage writes any of them
static bool writes_some(int stage, const ig_Quantities* wanted) {
  for (const uint8_t* q = ig_stages[stage].writes; *q != IG_Q_END; q++) {
    if (ig_has(wanted, *q)) return true;
  }
  return false;
}

// stages that nothing but a user reads
static bool only_looks(int stage) {
  return stage == IG_STAGE_VIEWS || stage == IG_STAGE_POTENTIAL || stage == IG_STAGE_SUBTREE || stage == IG_STAGE_KINETIC ||
         stage == IG_STAGE_EXTERNAL || stage == IG_STAGE_INTERNAL || stage == IG_STAGE_SENSE_POSITION || stage == IG_STAGE_SENSE_VELOCITY ||
         stage == IG_STAGE_SENSE_ACCELERATION;
}

static bool senses_cameras(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_objtype[i] == mjOBJ_CAMERA || m->sensor_reftype[i] == mjOBJ_CAMERA) return true;
  }
  return false;
}

// what only looks is left out unless the model or somebody outside has a use for it
static bool is_wanted(const ig_GpuBatch* b, int i) {
  const ig_Stage* stage = ig_stages + i;
  bool wanted = !stage->wanted || stage->wanted(b->m);
  if (!only_looks(i)) return wanted;
  if (writes_some(i, &b->asked)) return true;
  if (i == IG_STAGE_POTENTIAL) return b->m->opt.enableflags & mjENBL_ENERGY;
  return i == IG_STAGE_VIEWS ? senses_cameras(b->m) : wanted;
}

static void add_to_plan(ig_GpuBatch* b, int kernel, bool looks) {
  b->plan[b->nplan++] = kernel;
  if (!looks) b->quiet[b->nquiet++] = kernel;
}

static bool is_dual(const mjModel* m) { return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0; }

// whether the warp's Newton (newton.gpu.c) has the worlds
static bool is_newton(const mjModel* m) {
  bool islands = m->ntree > 1 && !(m->opt.disableflags & mjDSBL_ISLAND);
  return m->opt.solver == mjSOL_NEWTON && m->opt.cone == mjCONE_PYRAMIDAL && m->nv <= IG_NEWTON_DOFS && !islands && !is_dual(m);
}

static void make_plan(ig_GpuBatch* b) {
  b->nplan = b->nquiet = 0;
  for (int i = 0; i < IG_NSTAGE; i++) {
    int kernel = i == IG_STAGE_COLLISION && b->open ? KERNEL_collision_open : kernel_of(i);
    if (i == IG_STAGE_SOLVE && is_dual(b->m)) kernel = KERNEL_solve_dual;
    if (i == IG_STAGE_SOLVE && b->crew.threads) kernel = b->crew.threads == 32 && is_newton(b->m) ? KERNEL_solve_newton : KERNEL_solve_crew;
    if (kernel < 0 || !is_wanted(b, i)) continue;
    add_to_plan(b, kernel, only_looks(i));
    // what the near memory of a crew does not hold is done by others
    if (kernel == KERNEL_solve_crew) add_to_plan(b, KERNEL_solve_far_crew, false);
    if (i == IG_STAGE_COLLISION) add_to_plan(b, KERNEL_place_contacts, false);
    if (kernel == KERNEL_rows) add_to_plan(b, KERNEL_fill_rows, false);
    if (kernel == KERNEL_solve_newton) add_to_plan(b, KERNEL_solve_newton_rest, false);
    if (i == IG_STAGE_SENSE_POSITION && ig_sensed(b->m, mjSENS_RANGEFINDER)) add_to_plan(b, KERNEL_sense_rays, true);
  }
}

// ------------------------------------------------ making them

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

static int integrator(const ig_GpuBatch* b) {
  switch (b->m->opt.integrator) {
    case mjINT_EULER: return KERNEL_euler;
    case mjINT_RK4: return KERNEL_rk4;
    default: return KERNEL_implicit;
  }
}

static const int always[] = {KERNEL_advance, KERNEL_begin, KERNEL_end,   KERNEL_look,      KERNEL_gather,     KERNEL_scatter, KERNEL_fill,
                             KERNEL_move,    KERNEL_adopt, KERNEL_place, KERNEL_fields_in, KERNEL_fields_out, KERNEL_refresh, KERNEL_observe};

// those that are not there yet, with the constants that they read
static ingotStatus load_kernels(ig_GpuBatch* b, const bool* needed, ingotReport* report) {
  bool some = false;
  for (int i = 0; i < NKERNEL; i++) {
    if (!needed[i] || b->kernel[i]) continue;
    IG_TRY(ig_device_kernel(b->device, kernel_names[i], b->kernel + i, report));
    some = true;
  }
  return some && b->blocks ? ig_device_set(b->device, &b->layout.constants, &b->on_device, b->stream, report) : INGOT_OK;
}

// the kernels of the plan
static ingotStatus ready_kernels(ig_GpuBatch* b, ingotReport* report) {
  bool needed[NKERNEL] = {0};
  for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) needed[always[i]] = true;
  for (int i = 0; i < b->nplan; i++) needed[b->plan[i]] = true;
  needed[integrator(b)] = true;
  return load_kernels(b, needed, report);
}

// Worlds of few dofs have so little to share that a thread each is best; the dual solvers have one always.
static ig_GpuCrew choose_crew(const mjModel* m) {
  if (is_dual(m) || m->nv <= 16) return (ig_GpuCrew){0};
  // five eighths of J for twice as many rows as there are dofs
  if (is_newton(m)) {
    int near = ig_newton_bytes((int)m->nv, 2 * (int)m->nv, 0, 2 * (int)m->nv * (((int)m->nv + 3) / 4) * 5 / 8);
    return (ig_GpuCrew){.threads = 32, .worlds = 1, .near = near};
  }
  // two matrices of tiles, five eighths of J and some numbers of half as many rows again as there are dofs, numbers of the dofs, and
  // what is beside
  int chunks = ((int)m->nv + 3) / 4, rows = (3 * (int)m->nv / 2 + 3) / 4 * 4;
  int bytes = 288 * (chunks * (chunks + 1) / 2) + rows * (20 * chunks + 112) + 600 * chunks + 1536;
  enum { MOST = 36 * 1024 };  // beyond, too few worlds are in work at the same time
  return (ig_GpuCrew){.threads = 32, .worlds = 1, .near = bytes < MOST ? bytes / 16 * 16 : MOST};
}

static bool is_crew(const ig_GpuCrew* c, const ig_DeviceFacts* facts) {
  bool threads = c->threads == 4 || c->threads == 8 || c->threads == 16 || c->threads == 32;
  return threads && c->worlds > 0 && c->worlds * c->threads <= 1024 && c->near >= 4096 && c->near <= facts->shared / c->worlds;
}

ig_GpuCrew ig_gpu_crew(const ig_GpuBatch* b) { return b->crew; }

ingotStatus ig_gpu_set_crew(ig_GpuBatch* b, ig_GpuCrew crew, ingotReport* report) {
  ig_DeviceFacts facts;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(ig_device_facts(b->device, &facts, report));
  if (crew.threads && (is_dual(b->m) || !is_crew(&crew, &facts))) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "%d threads for a world, %d worlds in a block of threads and %d bytes near: not a crew",
                     crew.threads, crew.worlds, crew.near);
  }
  b->crew = crew;
  make_plan(b);
  IG_TRY(ready_kernels(b, report));
  b->near = facts.shared;
  static const int crews[] = {KERNEL_solve_crew, KERNEL_solve_far_crew, KERNEL_solve_newton};
  for (int i = 0; i < 3; i++) {
    if (crew.threads && b->kernel[crews[i]]) IG_TRY(ig_device_let_share(b->device, b->kernel[crews[i]], crew.worlds * crew.near, report));
  }
  ig_Function rest = b->kernel[KERNEL_solve_newton_rest];
  if (crew.threads && rest) IG_TRY(ig_device_let_share(b->device, rest, b->near, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

static ingotStatus make_device(ig_GpuBatch* b, int device, ingotReport* report) {
  IG_TRY(ig_device_open(device, &b->device, report));
  b->open = ig_gpu_has_open_pairs(b->m, b->pairs);
  IG_TRY(ig_gpu_set_crew(b, choose_crew(b->m), report));
  IG_TRY(ig_device_alloc(b->device, sizeof(ig_GpuClock), &b->clock, report));
  IG_TRY(ig_device_alloc_host(b->device, sizeof(ig_GpuClock), (void**)&b->seen, report));
  *b->seen = (ig_GpuClock){0};
  IG_TRY(ig_device_zero(b->device, b->clock, sizeof(ig_GpuClock), b->stream, report));
  IG_TRY(upload_model(b, report));
  IG_TRY(upload_shared(b, report));
  IG_TRY(lay_blocks(b, ig_gpu_guess_room(b->m), 0, report));
  return fill_all(b, b->spare, report);
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

// ------------------------------------------------ steps

static ingotStatus launch_plan(ig_GpuBatch* b, const int* plan, int n, ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.crew = b->crew.threads;
  call.near = b->crew.near;
  for (int i = 0; i < n; i++) IG_TRY(launch(b, plan[i], &call, report));
  return INGOT_OK;
}

static ingotStatus launch_rk4(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = whole(b);
  for (call.part = 0; call.part < 4; call.part++) {
    IG_TRY(launch(b, KERNEL_rk4, &call, report));
    if (call.part < 3) IG_TRY(launch_plan(b, b->quiet, b->nquiet, report));
  }
  return INGOT_OK;
}

// the fields of worlds, one after the other, out of the blocks or into them
static ingotStatus launch_fields(ig_GpuBatch* b, int kernel, ig_DeviceAddress arrays, ig_GpuWhich which, ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.array = (int64_t)arrays;
  call.row = (int64_t)b->table;
  call.n = b->nfield;
  call.mask = (int64_t)b->clock;
  call.part = which;
  return b->nfield ? launch(b, kernel, &call, report) : INGOT_OK;
}

// last: it may be the last of a call, and what it begins with is kept
static ingotStatus launch_step(ig_GpuBatch* b, bool last, ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.array = (int64_t)b->clock;
  IG_TRY(launch(b, KERNEL_begin, &call, report));
  if (last && b->kept) IG_TRY(launch_fields(b, KERNEL_fields_out, b->kept, IG_GPU_AT_LAST, report));
  IG_TRY(launch_plan(b, b->plan, b->nplan, report));
  if (!b->forward) IG_TRY(integrator(b) == KERNEL_rk4 ? launch_rk4(b, report) : launch(b, integrator(b), &call, report));
  return launch(b, KERNEL_end, &call, report);
}

// what the clock says, on its way to the host
static ingotStatus launch_look(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.array = (int64_t)b->clock;
  IG_TRY(launch(b, KERNEL_look, &call, report));
  return ig_device_download(b->device, b->seen, b->clock, sizeof *b->seen, b->stream, report);
}

static ingotStatus launch_advance(ig_GpuBatch* b, int nstep, ingotReport* report) {
  ig_GpuCall call = {.nworld = 1, .array = (int64_t)b->clock, .n = nstep};
  return launch(b, KERNEL_advance, &call, report);
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
    IG_TRY(read_head(b, row[i], staging, arrays[i], report));
  }
  *h = (Heads){arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]};
  return INGOT_OK;
}

// at width 1, for as many steps as it lacks
static ingotStatus step_alone(ig_GpuBatch* b, int world, int made, ingotReport* report) {
  mjData* d = b->spare;
  IG_TRY(ig_gpu_get_world(b, world, d, report));
  int steps = b->forward ? 0 : b->goal - made;
  if (b->alone) {
    b->alone(b->alone_argument, world, steps, b->m, d);
  } else {
    for (int k = 0; k < steps; k++) ig_step(b->m, d, mjSTAGE_NONE, false);
  }
  // what others read after a step is that of this one
  b->entire = true;
  ingotStatus status = ig_gpu_put_world(b, world, d, report);
  b->entire = false;
  return status;
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
  return *behind ? lay_blocks(b, ig_gpu_grow_room(b->m, b->room, con, rows, (size_t)solve), b->nown, report) : INGOT_OK;
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
  if (status == INGOT_OK) status = launch_fields(b, KERNEL_fields_out, b->stale, IG_GPU_EVERY, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_free(mask);
  return status;
}

// and after it, unless somebody has written them since
static ingotStatus refresh(ig_GpuBatch* b, ingotReport* report) {
  ig_GpuCall call = whole(b);
  if (!b->shown) return INGOT_OK;
  call.array = (int64_t)b->shown;
  call.from = (int64_t)b->stale;
  call.mask = (int64_t)b->lagging;
  call.row = (int64_t)b->table;
  call.n = b->nfield;
  return launch(b, KERNEL_refresh, &call, report);
}

// look at the worlds that have left, and set them going again; the first time, others may have seen their fields
static ingotStatus look_after(ig_GpuBatch* b, int* memory, bool first, int* alone, int* behind, ingotReport* report) {
  Heads h = {0};
  ig_DeviceAddress staging;
  IG_TRY(stage_array(b, sizeof(int) * (size_t)b->nworld, &staging, report));
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
    for (int k = 0; k < behind && status == INGOT_OK; k++) status = launch_step(b, true, report);
    if (status == INGOT_OK) status = launch_advance(b, 0, report);
    if (status == INGOT_OK) status = launch_look(b, report);
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

static ingotStatus queue(ig_GpuBatch* b, int nstep, bool forward, ingotReport* report) {
  bool capturing = ig_gpu_capturing(b);
  // other worlds may be behind by steps of the same kind only
  if (!capturing && b->forward != forward) IG_TRY(ig_gpu_settle(b, NULL, report));
  b->forward = forward;
  b->replays = b->replays || capturing;
  if (!capturing) {
    b->goal += nstep;
    b->pending = true;
  }
  IG_TRY(launch_advance(b, nstep, report));
  for (int k = 0; k < nstep; k++) IG_TRY(launch_step(b, k == nstep - 1, report));
  IG_TRY(launch_look(b, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_step(ig_GpuBatch* b, int nstep, ingotReport* report) { return queue(b, nstep, false, report); }

// a step without an end, which counts as one
ingotStatus ig_gpu_forward(ig_GpuBatch* b, ingotReport* report) { return queue(b, 1, true, report); }

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
  ingotStatus status = stage_array(b, sizeof(int) * (size_t)b->nworld, &at, report);
  if (status == INGOT_OK) {
    status = write_head(b, IG_GPU_HEAD_reason, at, words, report);
    if (status == INGOT_OK) status = write_head(b, IG_GPU_HEAD_made, at, words + b->nworld, report);
    ig_device_free(b->device, at);
  }
  ig_free(words);
  return status;
}

void ig_gpu_set_stream(ig_GpuBatch* b, ig_Stream stream) { b->stream = stream; }

void ig_gpu_set_owner(ig_GpuBatch* b, ig_GpuAlone alone, ig_GpuMoved moved, void* argument) {
  b->alone = alone;
  b->moved = moved;
  b->alone_argument = argument;
}

ingotStatus ig_gpu_ask(ig_GpuBatch* b, const ig_Quantities* asked, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  b->asked = *asked;
  make_plan(b);
  IG_TRY(ready_kernels(b, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

// ------------------------------------------------ numbers in and out

// rows, their number and the bytes of one number of a quantity
static bool find(const ig_GpuBatch* b, int quantity, ig_GpuCall* call) {
  int n;
  if (quantity == IG_Q_eq_active) {
    call->row = b->layout.constants.rows.eq_lanes;
    call->n = (int32_t)b->m->neq;
    call->size = IG_GPU_FLAGS;
    return true;
  }
  if (!ig_gpu_find(b->m, &b->layout, quantity, &n, &call->row)) return false;
  call->n = n;
  return true;
}

int ig_gpu_length(const ig_GpuBatch* b, int quantity) {
  ig_GpuCall call = {0};
  return find(b, quantity, &call) ? call.n : 0;
}

static ingotStatus move_numbers(ig_GpuBatch* b, int kernel, int quantity, ig_DeviceAddress array, ig_DeviceAddress mask,
                                ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  ig_GpuCall call = whole(b);
  if (!find(b, quantity, &call)) return ig_report(report, INGOT_BAD_ARGUMENT, "quantity %d is not numbers of the device", quantity);
  call.array = (int64_t)array;
  call.mask = (int64_t)mask;
  IG_TRY(launch(b, kernel, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_gather(ig_GpuBatch* b, int quantity, ig_DeviceAddress array, ingotReport* report) {
  return move_numbers(b, KERNEL_gather, quantity, array, 0, report);
}

ingotStatus ig_gpu_scatter(ig_GpuBatch* b, int quantity, ig_DeviceAddress array, ig_DeviceAddress mask, ingotReport* report) {
  return move_numbers(b, KERNEL_scatter, quantity, array, mask, report);
}

ingotStatus ig_gpu_set_fields(ig_GpuBatch* b, const int* quantities, int n, ig_DeviceAddress kept, ingotReport* report) {
  ig_GpuField table[IG_GPU_MOST_FIELDS];
  if (n > IG_GPU_MOST_FIELDS) return ig_report(report, INGOT_BAD_ARGUMENT, "%d fields are too many", n);
  IG_TRY(ig_gpu_settle(b, NULL, report));
  b->nfield = b->field_numbers = 0;
  for (int i = 0; i < n; i++) {
    ig_GpuCall call = {.size = 8};
    if (!find(b, quantities[i], &call)) return ig_report(report, INGOT_BAD_ARGUMENT, "quantity %d is not numbers of the device", quantities[i]);
    table[i] = (ig_GpuField){call.row, call.n, call.size};
    b->field_numbers += call.n;
  }
  ig_device_free(b->device, b->table);
  IG_TRY(ig_device_alloc(b->device, sizeof table, &b->table, report));
  IG_TRY(ig_device_upload(b->device, b->table, table, sizeof(ig_GpuField) * (size_t)n, b->stream, report));
  b->nfield = n;
  b->kept = kept;
  return ig_device_wait(b->device, b->stream, report);
}

ingotStatus ig_gpu_put_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  return launch_fields(b, KERNEL_fields_in, arrays, IG_GPU_EVERY, report);
}

ingotStatus ig_gpu_get_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  b->shown = 0;
  return launch_fields(b, KERNEL_fields_out, arrays, IG_GPU_EVERY, report);
}

ingotStatus ig_gpu_show_fields(ig_GpuBatch* b, ig_DeviceAddress arrays, ingotReport* report) {
  b->shown = arrays;
  if (ig_gpu_capturing(b)) b->shown_in_graph = arrays;
  return launch_fields(b, KERNEL_fields_out, arrays, IG_GPU_UP_TO_DATE, report);
}

// stages that can be run after a step as well as in it: they read nothing that the end of a step changes, or are meant so
static bool comes_after(int stage) {
  return stage == IG_STAGE_VIEWS || stage == IG_STAGE_SUBTREE || stage == IG_STAGE_EXTERNAL || stage == IG_STAGE_INTERNAL;
}

static bool writes(int stage, int quantity) {
  for (const uint8_t* q = ig_stages[stage].writes; *q != IG_Q_END; q++) {
    if (*q == quantity) return true;
  }
  return false;
}

// forces inside of bodies need those outside
static bool has_use(int stage, const ig_Quantities* wanted) {
  return writes_some(stage, wanted) || (stage == IG_STAGE_EXTERNAL && writes_some(IG_STAGE_INTERNAL, wanted));
}

bool ig_gpu_observes(const ig_GpuBatch* b, int quantity) {
  if (ig_gpu_length(b, quantity) == 0 || quantity == IG_Q_energy) return false;
  if (quantity == IG_Q_actuator_moment && ig_gpu_has_open_moments(b->m)) return false;
  if (quantity == IG_Q_wrap_xpos) return false;  // kernels need the lengths of paths only
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (writes(i, quantity) && kernel_of(i) >= 0 && (comes_after(i) || (!only_looks(i) && is_wanted(b, i)))) return true;
  }
  return false;
}

ingotStatus ig_gpu_observe(ig_GpuBatch* b, const ig_Quantities* wanted, ingotReport* report) {
  IG_TRY(ig_gpu_settle(b, NULL, report));
  bool needed[NKERNEL] = {0}, some = false;
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (comes_after(i) && has_use(i, wanted)) needed[kernel_of(i)] = some = true;
  }
  IG_TRY(load_kernels(b, needed, report));
  ig_GpuCall call = whole(b);
  if (some) IG_TRY(launch(b, KERNEL_observe, &call, report));
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (comes_after(i) && has_use(i, wanted)) IG_TRY(launch(b, kernel_of(i), &call, report));
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

static size_t array_bytes(const ig_GpuBatch* b, int quantity) {
  ig_GpuCall call = {.size = 8};
  return find(b, quantity, &call) ? (size_t)call.size * (size_t)call.n * (size_t)b->nworld : 0;
}

ingotStatus ig_gpu_download(ig_GpuBatch* b, int quantity, void* to, ingotReport* report) {
  size_t bytes = array_bytes(b, quantity);
  ig_DeviceAddress at;
  IG_TRY(stage_array(b, bytes, &at, report));
  ingotStatus status = ig_gpu_gather(b, quantity, at, report);
  if (status == INGOT_OK) status = ig_device_download(b->device, to, at, bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

ingotStatus ig_gpu_upload(ig_GpuBatch* b, int quantity, const void* from, ingotReport* report) {
  size_t bytes = array_bytes(b, quantity);
  ig_DeviceAddress at;
  IG_TRY(stage_array(b, bytes, &at, report));
  ingotStatus status = ig_device_upload(b->device, at, from, bytes, b->stream, report);
  if (status == INGOT_OK) status = ig_gpu_scatter(b, quantity, at, 0, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

// ------------------------------------------------ one world

// what a state is made of
static const uint8_t state[] = {IG_Q_time,           IG_Q_qpos,     IG_Q_qvel,         IG_Q_act,          IG_Q_history,
                                IG_Q_qacc_warmstart, IG_Q_ctrl,     IG_Q_qfrc_applied, IG_Q_xfrc_applied, IG_Q_mocap_pos,
                                IG_Q_mocap_quat,     IG_Q_userdata, IG_Q_plugin_state, IG_Q_sensordata};

static bool is_state(int quantity) { return memchr(state, quantity, sizeof state) != NULL; }

static bool is_given(const ig_GpuBatch* b, int quantity) {
  return b->entire || quantity == IG_Q_eq_active || is_state(quantity) || ig_has(&b->asked, quantity);
}

// What a world is made of lies in one array, on the device and on the host, quantity after quantity: one copy moves all of it.
// Runs a kernel for each of them; returns the bytes in *end.
static ingotStatus each_quantity(ig_GpuBatch* b, int world, int kernel, ig_DeviceAddress at, size_t* end, ingotReport* report) {
  *end = 0;
  for (int q = 0; q < IG_NQ; q++) {
    ig_GpuCall call = single(b, world);
    if (!is_given(b, q) || !find(b, q, &call) || !call.n) continue;
    if (q == IG_Q_eq_active) call.size = 4;  // as they lie there: integers
    call.array = (int64_t)(at + *end);
    *end += 8 * (size_t)call.n;
    if (at) IG_TRY(launch(b, kernel, &call, report));
  }
  return INGOT_OK;
}

// between that array and mjData
static void unpack(const ig_GpuBatch* b, const char* from, mjData* d) {
  for (int q = 0; q < IG_NQ; q++) {
    ig_GpuCall call = {.size = 8};
    if (!is_given(b, q) || !find(b, q, &call)) continue;
    if (q == IG_Q_eq_active) {
      for (int i = 0; i < call.n; i++) d->eq_active[i] = ((const int*)from)[i] != 0;
    } else {
      memcpy(ig_gpu_numbers(d, q), from, sizeof(double) * (size_t)call.n);
    }
    from += 8 * (size_t)call.n;
  }
}

static void pack(const ig_GpuBatch* b, char* to, const mjData* d) {
  for (int q = 0; q < IG_NQ; q++) {
    ig_GpuCall call = {.size = 8};
    if (!is_given(b, q) || !find(b, q, &call)) continue;
    if (q == IG_Q_eq_active) {
      for (int i = 0; i < call.n; i++) ((int*)to)[i] = d->eq_active[i] != 0;
    } else {
      memcpy(to, ig_gpu_numbers(d, q), sizeof(double) * (size_t)call.n);
    }
    to += 8 * (size_t)call.n;
  }
}

// memory for one world on both sides, kept from one to the next
static ingotStatus single_room(ig_GpuBatch* b, size_t* bytes, ingotReport* report) {
  IG_TRY(each_quantity(b, 0, KERNEL_gather, 0, bytes, report));
  if (*bytes <= b->packed_room) return INGOT_OK;
  ig_device_free(b->device, b->packed_at);
  ig_free(b->packed);
  b->packed_at = 0;
  b->packed_room = 0;
  b->packed = ig_try_alloc(*bytes);
  if (!b->packed) return ig_report(report, INGOT_NO_MEMORY, "no memory to look into a world");
  IG_TRY(ig_device_alloc(b->device, *bytes, &b->packed_at, report));
  b->packed_room = *bytes;
  return INGOT_OK;
}

// what was asked for is given beside the state
ingotStatus ig_gpu_get_world(ig_GpuBatch* b, int world, mjData* d, ingotReport* report) {
  size_t bytes;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(single_room(b, &bytes, report));
  IG_TRY(each_quantity(b, world, KERNEL_gather, b->packed_at, &bytes, report));
  IG_TRY(ig_device_download(b->device, b->packed, b->packed_at, bytes, b->stream, report));
  IG_TRY(ig_device_wait(b->device, b->stream, report));
  unpack(b, b->packed, d);
  return INGOT_OK;
}

ingotStatus ig_gpu_put_world(ig_GpuBatch* b, int world, const mjData* d, ingotReport* report) {
  size_t bytes;
  IG_TRY(ig_gpu_settle(b, NULL, report));
  IG_TRY(single_room(b, &bytes, report));
  pack(b, b->packed, d);
  IG_TRY(ig_device_upload(b->device, b->packed_at, b->packed, bytes, b->stream, report));
  IG_TRY(each_quantity(b, world, KERNEL_fill, b->packed_at, &bytes, report));
  return ig_device_wait(b->device, b->stream, report);
}

// ------------------------------------------------ numbers of the model that worlds have their own of

static int own_index(ig_GpuBatch* b, const char* field) {
  for (int i = 0; i < b->nown; i++) {
    if (!strcmp(b->own[i].name, field)) return i;
  }
  return -1;
}

ingotStatus ig_gpu_own(ig_GpuBatch* b, const char* field, const double* from, int* length, ingotReport* report) {
  ig_GpuOwn own;
  if (!ig_gpu_find_own(b->m, field, &own)) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds cannot have their own %s: it has no numbers", field);
  }
  if (length) *length = own.length;
  if (!from) return ig_report(report, INGOT_OK, "%s", "");
  IG_TRY(ig_gpu_settle(b, NULL, report));
  int index = own_index(b, field);
  if (index < 0) {
    if (b->nown == IG_GPU_NOWN) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds have their own numbers of %d fields already", IG_GPU_NOWN);
    b->own[b->nown] = own;
    IG_TRY(lay_blocks(b, b->room, b->nown + 1, report));
  }
  ig_GpuCall call = whole(b);
  size_t bytes = sizeof(double) * (size_t)own.length * (size_t)b->nworld;
  ig_DeviceAddress at;
  IG_TRY(stage_array(b, bytes, &at, report));
  ingotStatus status = ig_device_upload(b->device, at, from, bytes, b->stream, report);
  call.row = *(const int64_t*)((const char*)&b->layout.constants + own.slot);
  call.n = own.length;
  call.array = (int64_t)at;
  if (status == INGOT_OK) status = launch(b, KERNEL_scatter, &call, report);
  if (status == INGOT_OK) status = ig_device_wait(b->device, b->stream, report);
  ig_device_free(b->device, at);
  return status;
}

int ig_gpu_time(ig_GpuBatch* b, int nstep, const char** names, double* seconds, int most, ingotReport* report) {
  double times[NKERNEL] = {0};
  ingotStatus status = ig_gpu_settle(b, NULL, report);
  b->times = times;
  if (status == INGOT_OK) status = ig_gpu_step(b, nstep, report);
  b->times = NULL;
  if (status == INGOT_OK) ig_gpu_settle(b, NULL, report);
  int n = 0;
  for (int i = 0; i < NKERNEL && n < most; i++) {
    if (!times[i]) continue;
    names[n] = kernel_names[i];
    seconds[n++] = times[i];
  }
  return n;
}

ingotStatus ig_gpu_adopt(ig_GpuBatch* b, const ig_GpuAdopt* a, ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.array = (int64_t)a->to;
  call.from = (int64_t)a->from;
  call.floats = a->floats;
  for (int i = 0; i < 3; i++) {
    call.shape[i] = a->shape[i];
    call.from_stride[i] = a->from_stride[i];
    call.stride[i] = a->stride[i];
  }
  IG_TRY(launch(b, KERNEL_adopt, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_gpu_place(ig_GpuBatch* b, ig_DeviceAddress to, ig_DeviceAddress from, int n, ig_DeviceAddress worlds, int columns,
                         ingotReport* report) {
  ig_GpuCall call = whole(b);
  call.array = (int64_t)to;
  call.from = (int64_t)from;
  call.n = n;
  call.mask = (int64_t)worlds;
  call.shape[0] = b->nworld;
  call.nworld = columns;
  IG_TRY(launch(b, KERNEL_place, &call, report));
  return ig_report(report, INGOT_OK, "%s", "");
}

ig_Device* ig_gpu_device(ig_GpuBatch* b) { return b->device; }
ig_Stream ig_gpu_stream(const ig_GpuBatch* b) { return b->stream; }
size_t ig_gpu_bytes(const ig_GpuBatch* b) { return b->bytes; }
