// SPDX-License-Identifier: Apache-2.0
// Worlds of one model on one device: the boundary between the owner of worlds (src/world) and the kernels.
//
// Worlds lie in blocks of 32 (batch/gpu_layout.h). Outside they are arrays (n, worlds): number i of world w at
// [i * nworld + w], on the device or on the host. A step is a list of kernels, queued on a stream.
//
// Rare things leave: a world that meets bad numbers or anything that width 1 has to decide, or finds too little room, keeps the
// state it has and stands still. ig_gpu_settle waits for what is queued, makes room where it lacked and goes on there, and has
// all others stepped at width 1, one by one, by the owner of the worlds (ig_GpuAlone): bits, warnings and status are
// those of mj_step. Every function here that needs the result of steps settles first, so callers need not, unless they want to
// know now.
#ifndef INGOT_GPU_BATCH_H_
#define INGOT_GPU_BATCH_H_

#include "batch/quantity.h"
#include "gpu/device.h"

typedef struct ig_GpuBatch_ ig_GpuBatch;

// Why worlds of this model do not run on a GPU, as a part of a sentence ("the model has flexes"); NULL when they do.
const char* ig_gpu_refusal(const mjModel* m);

// INGOT_BAD_MODEL with that reason and the way out, or INGOT_OK
ingotStatus ig_gpu_check(const mjModel* m, ingotReport* report);

// nworld worlds on a device (by its index), all as mj_resetData leaves them. The model is copied: the caller may delete his.
// INGOT_BAD_MODEL with the reason for a model that is refused; INGOT_NO_DEVICE, INGOT_NO_MEMORY.
ingotStatus ig_gpu_make(const mjModel* m, int nworld, int device, ig_GpuBatch** batch, ingotReport* report);
void ig_gpu_free(ig_GpuBatch* batch);

// The stream that everything below is queued on; NULL, the default stream, at first. The caller keeps it alive.
void ig_gpu_set_stream(ig_GpuBatch* batch, ig_Stream stream);

// Step a world that has left, or only compute its forward dynamics (nstep 0), at width 1: d holds its state on the way in and
// is what the world becomes. Called by ig_gpu_settle. Without one it is mj_step. The other is called when a graph has made steps.
typedef void (*ig_GpuAlone)(void* argument, int world, int nstep, const mjModel* m, mjData* d);
typedef void (*ig_GpuMoved)(void* argument);
void ig_gpu_set_owner(ig_GpuBatch* batch, ig_GpuAlone alone, ig_GpuMoved moved, void* argument);

// The fields that stand for a world outside, arrays (n, worlds) that lie one after the other. What the last step of each call
// begins with is kept in such arrays too, where given.
enum { IG_GPU_MOST_FIELDS = 32 };
ingotStatus ig_gpu_set_fields(ig_GpuBatch* batch, const int* quantities, int n, ig_DeviceAddress last_inputs,
                              ingotReport* report);

// Fields into the blocks, queued; and out of them, which settles first. To show them is the same without waiting, where it is
// known or not whether worlds are behind: those keep the fields they had, and get theirs when ig_gpu_settle has brought them up,
// but for numbers that were written since.
ingotStatus ig_gpu_put_fields(ig_GpuBatch* batch, ig_DeviceAddress arrays, ingotReport* report);
ingotStatus ig_gpu_get_fields(ig_GpuBatch* batch, ig_DeviceAddress arrays, ingotReport* report);
ingotStatus ig_gpu_show_fields(ig_GpuBatch* batch, ig_DeviceAddress arrays, ingotReport* report);

// Whether what is queued now becomes a part of a graph; whether something has, so that steps can be made without the host's
// knowing; steps that every world has to have made, as far as the host knows after ig_gpu_settle; and whether worlds are known
// to be behind.
bool ig_gpu_capturing(ig_GpuBatch* batch);
bool ig_gpu_replays(const ig_GpuBatch* batch);
int ig_gpu_goal(const ig_GpuBatch* batch);
bool ig_gpu_behind(const ig_GpuBatch* batch);

// n steps, queued. Worlds that are held take no part. Nothing waits: worlds that have left stay behind
// until ig_gpu_settle, and make the steps of all calls since then with the inputs that their blocks have.
ingotStatus ig_gpu_step(ig_GpuBatch* batch, int nstep, ingotReport* report);

// A forward pass without a step, queued, in the worlds whose byte of the mask, on the device, is not 0; `passed` gets a 1 for
// these. Held worlds take no part. A world that has to leave it keeps what it had: *missed says, when it is asked, that some had
// to.
ingotStatus ig_gpu_forward(ig_GpuBatch* batch, ig_DeviceAddress mask, ig_DeviceAddress passed, ingotReport* report);
ingotStatus ig_gpu_missed(ig_GpuBatch* batch, bool* missed, ingotReport* report);

// To run ahead: what is read out of the blocks is what they have when the stream comes to it, without waiting for worlds that are
// behind.
void ig_gpu_run_ahead(ig_GpuBatch* batch, bool on);

// wait until all steps are made in all worlds that are not held; *alone, where given, is how many had to be stepped at width 1
ingotStatus ig_gpu_settle(ig_GpuBatch* batch, int* alone, ingotReport* report);

// hold[w] other than 0: the world stands still from now on (NULL: none does)
ingotStatus ig_gpu_hold(ig_GpuBatch* batch, const mjtByte* hold, ingotReport* report);

// Numbers of a world in a quantity (IG_Q_qpos, ...); 0: it is not an array of numbers that the device has. Numbers are
// doubles, but those of IG_Q_eq_active 32-bit integers, 0 or 1.
int ig_gpu_length(const ig_GpuBatch* batch, int quantity);

// Arrays (n, worlds) of the device, queued: out of the blocks, and into them where the mask (a byte per world on the device,
// 0 for none) is not zero.
ingotStatus ig_gpu_gather(ig_GpuBatch* batch, int quantity, ig_DeviceAddress array, ingotReport* report);
ingotStatus ig_gpu_scatter(ig_GpuBatch* batch, int quantity, ig_DeviceAddress array, ig_DeviceAddress mask, ingotReport* report);

// the same with arrays of the host; these wait
ingotStatus ig_gpu_download(ig_GpuBatch* batch, int quantity, void* to, ingotReport* report);
ingotStatus ig_gpu_upload(ig_GpuBatch* batch, int quantity, const void* from, ingotReport* report);

// Numbers of a foreign array on the device, doubles or floats with strides of its own, into one with an entry
// for each world; queued. Shapes and strides are those of worlds, objects and numbers of one; strides are in elements.
typedef struct {
  ig_DeviceAddress to, from;
  bool floats;
  int shape[3];
  int64_t from_stride[3], stride[3];
} ig_GpuImport;
ingotStatus ig_gpu_import(ig_GpuBatch* batch, const ig_GpuImport* import, ingotReport* report);

// Columns of an array (n, columns) on the device into one (n, worlds), at the worlds that are listed on the device; queued.
ingotStatus ig_gpu_scatter_columns(ig_GpuBatch* batch, ig_DeviceAddress to, ig_DeviceAddress from, int n, ig_DeviceAddress worlds,
                                   int columns, ingotReport* report);

// What the last step of each world left of a quantity, beside the state: whether it is on the device, and have it computed there
// where no step needed it. Forces on bodies and velocities of subtrees are those of mj_rnePostConstraint and mj_subtreeVel called
// after the step. It settles; worlds that were stepped at width 1 do not have it.
bool ig_gpu_observes(const ig_GpuBatch* batch, int quantity);
ingotStatus ig_gpu_observe(ig_GpuBatch* batch, const ig_Quantities* wanted, ingotReport* report);

// One world: what a state is made of (mjSTATE_INTEGRATION), from and to mjData of the model; waits.
ingotStatus ig_gpu_get_world(ig_GpuBatch* batch, int world, mjData* d, ingotReport* report);
ingotStatus ig_gpu_put_world(ig_GpuBatch* batch, int world, const mjData* d, ingotReport* report);

// Give the worlds their own numbers of a model array or an option, by the field's name ("body_mass", "gravity"), as an array
// (n, worlds) of the host; the first time for a field makes room on the device. NULL takes nothing back but tells the
// length: INGOT_BAD_ARGUMENT for a name that has no numbers.
ingotStatus ig_gpu_param(ig_GpuBatch* batch, const char* field, const double* from, int* length, ingotReport* report);

// How worlds are solved: `threads` each (4, 8, 16 or 32; 0: one), `worlds` in a block of threads, each with `near` bytes of the
// multiprocessor's own memory. A batch chooses by itself: this is for measuring. It settles first.
typedef struct {
  int threads, worlds, near;
} ig_GpuCrew;
ig_GpuCrew ig_gpu_crew(const ig_GpuBatch* batch);
ingotStatus ig_gpu_set_crew(ig_GpuBatch* batch, ig_GpuCrew crew, ingotReport* report);

// Seconds that each kernel of a step takes, waiting after each: for measuring. The worlds make `nstep` steps. names and seconds
// have room for `most` kernels; returned is how many there are.
int ig_gpu_time(ig_GpuBatch* batch, int nstep, const char** names, double* seconds, int most, ingotReport* report);

// the device of the batch, for memory on it
ig_Device* ig_gpu_device(ig_GpuBatch* batch);
ig_Stream ig_gpu_stream(const ig_GpuBatch* batch);

// bytes on the device
size_t ig_gpu_bytes(const ig_GpuBatch* batch);

#endif  // INGOT_GPU_BATCH_H_
