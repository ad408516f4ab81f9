// SPDX-License-Identifier: Apache-2.0
// What a batch is inside: for the files of this folder. Those that look after a part of it:
//
//   batch.c      making it, and what its owner sets
//   plan.c       which kernels a step takes, and how many threads solve a world
//   launch.c     one kernel, queued
//   blocks.c     the memory of the model and of the worlds
//   run.c        steps
//   settle.c     worlds that have left
//   numbers.c    arrays in and out; observe.c what the last step left beside the state; one_world.c one world
#ifndef INGOT_GPU_BATCH_INSIDE_H_
#define INGOT_GPU_BATCH_INSIDE_H_

#include "gpu/batch.h"
#include "gpu/kernel_list.h"
#include "gpu/layout.h"

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
  ig_Function kernel[IG_NKERNEL];

  ig_GpuRoom room;
  ig_Parameter params[IG_GPU_NPARAM];
  int nparam;
  ig_GpuLayout layout;
  mjModel on_device;               // the model with addresses of the device in it
  ig_DeviceAddress model, shared;  // its block with the table of pairs, and integers that worlds share
  ig_DeviceAddress blocks, clock;  // of the worlds; an ig_GpuClock
  ig_GpuClock* seen;  // the clock as it was at the end of the last call that is done, in memory that the device writes
  size_t bytes;

  ig_DeviceAddress table;  // of the fields
  int nfield, field_numbers;
  ig_DeviceAddress last_inputs;  // fields that the last step of a call began with; 0: not wanted
  ig_DeviceAddress shown;        // fields that others have seen since worlds may be behind; 0: none
  ig_DeviceAddress shown_in_graph;
  ig_DeviceAddress stale;    // what those were in worlds that are behind
  ig_DeviceAddress lagging;  // a byte per world

  int plan[IG_NKERNEL], nplan;    // kernels of a forward pass
  int quiet[IG_NKERNEL], nquiet;  // without what only looks

  char* packed;  // one world on its way: here, and on the device
  ig_DeviceAddress packed_at;
  size_t packed_room;
  double* times;  // of kernels, while they are measured

  int flat;      // the goal when a flat cost was last warned of
  int goal;      // that the clock had when the host last knew it
  bool pending;  // something was queued that has not been settled
  bool replays;  // calls are in a graph, which others replay without telling
  bool settling;
  bool ahead;  // readers do not settle
  ig_GpuAlone alone;
  ig_GpuMoved moved;
  void* alone_argument;
};

#endif  // INGOT_GPU_BATCH_INSIDE_H_
