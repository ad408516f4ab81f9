// SPDX-License-Identifier: Apache-2.0
// The library that is raced against, in a namespace of its own: neither sees the functions of the other.
#ifndef INGOT_BENCH_REFERENCE_H_
#define INGOT_BENCH_REFERENCE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef void (*ig_Run)(const mjModel* m, mjData* d);

typedef struct {
  void* handle;
  mjModel* (*load)(const char*, const mjVFS*, char*, int);
  void (*save)(const mjModel*, const char*, void*, int);
  mjtSize (*size)(const mjModel*);
  mjData* (*make)(const mjModel*);
  void (*drop_data)(mjData*);
  void (*drop_model)(mjModel*);
} ig_Reference;

// false with a usage message when there is none; the path comes from the arguments or INGOT_REFERENCE
bool ig_reference_open(ig_Reference* r, int argc, char** argv);
void* ig_reference_find(const ig_Reference* r, const char* name);

// one model on both sides, compiled by the reference; false with a message if it does not compile
bool ig_reference_models(const ig_Reference* r, const char* name, const char* text, mjModel** theirs, mjModel** ours);

// nanoseconds
double ig_bench_now(void);

#endif  // INGOT_BENCH_REFERENCE_H_
