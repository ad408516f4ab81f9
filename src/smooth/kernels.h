// The smooth stages as tables, one per width and CPU level, so that code outside the kernels can run any of them.
#ifndef INGOT_SMOOTH_KERNELS_H_
#define INGOT_SMOOTH_KERNELS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/cpu.h"

// `lanes` is an mjData at width 1, an ig_Data of that width above
typedef struct {
  const char* name;
  void (*run)(const mjModel* m, void* lanes);
} ig_Stage;

typedef struct {
  int width;
  ig_CpuLevel level;
  const ig_Stage* stages;  // in the order of a step
  int nstage;

  // data for `width` worlds; at width 1 these are NULL and the world itself is the data
  void* (*make)(const mjModel* m);
  void (*free)(void* lanes);
  void (*set_world)(void* lanes, int lane, mjData* world);
  double* (*own)(const mjModel* m, void* lanes, const char* field);  // see ig_lanes_own
  void (*gather)(const mjModel* m, void* lanes);
  void (*scatter)(const mjModel* m, void* lanes);
} ig_Kernels;

// all tables of this build, width 1 first; NULL past the last
const ig_Kernels* ig_kernels(int i);

// the processor can run them
bool ig_kernels_run_here(const ig_Kernels* kernels);

// the widest that are worth it: 8 with AVX-512, 4 with AVX2, else 1
const ig_Kernels* ig_kernels_best(void);

#endif  // INGOT_SMOOTH_KERNELS_H_
