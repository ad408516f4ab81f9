// SPDX-License-Identifier: Apache-2.0
// Memory of many worlds: what creation and ten steps add to the process, per world, the threads' scratch apart.
//   bench_memory model.xml [worlds [threads]]
#include <stdio.h>
#include <stdlib.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

#include "base/memory.h"

// kilobytes resident and of address space
static void use(double* resident, double* space) {
  long pages, in_memory;
  FILE* file = fopen("/proc/self/statm", "r");
  *resident = *space = 0;
  if (!file) return;
  if (fscanf(file, "%ld %ld", &pages, &in_memory) == 2) *space = 4.0 * pages, *resident = 4.0 * in_memory;
  fclose(file);
}

typedef struct {
  double resident, space, live;
} Use;

static Use now(void) {
  Use u;
  use(&u.resident, &u.space);
  u.live = (double)ig_live_bytes() / 1024;
  return u;
}

static void report(const char* what, Use before, Use after, int worlds) {
  printf("%-44s %8.2f %8.2f %8.2f\n", what, (after.resident - before.resident) / worlds, (after.space - before.space) / worlds,
         (after.live - before.live) / worlds);
}

static ingotWorlds* make(const mjModel* m, int worlds, int threads) {
  const mjModel** models = malloc(sizeof *models * (size_t)worlds);
  for (int e = 0; e < worlds; e++) models[e] = m;
  ingotWorlds* w = NULL;
  ingotReport text;
  if (ingot_worldsCreate(models, worlds, threads, &w, &text) != INGOT_OK) fprintf(stderr, "%s\n", text.text);
  free(models);
  return w;
}

int main(int argc, char** argv) {
  if (argc < 2) return fprintf(stderr, "usage: bench_memory model.xml [worlds [threads]]\n"), 2;
  int worlds = argc > 2 ? atoi(argv[2]) : 4096, threads = argc > 3 ? atoi(argv[3]) : 1;
  ingotReport text;
  mjModel* m;
  if (ingot_load(argv[1], NULL, NULL, &m, &text) != INGOT_OK) return fprintf(stderr, "%s\n", text.text), 1;

  // scratch of threads is what as many worlds need as fill them once
  Use start = now();
  ingotWorlds* few = make(m, 8 * threads, threads);
  if (!few || ingot_worldsStep(few, 10, NULL, &text) != INGOT_OK) return 1;
  Use scratch = now();
  ingot_worldsDelete(few);
  printf("kB                                           resident    space  counted\n");
  report("scratch of the threads, with 8 worlds each", start, scratch, 1);

  Use before = now();
  ingotWorlds* w = make(m, worlds, threads);
  if (!w || ingot_worldsStep(w, 10, NULL, &text) != INGOT_OK) return 1;
  Use after = now();
  report("per world, created and ten steps", before, after, worlds);
  ingotView mass;
  if (ingot_worldsParameter(w, 0, "body_mass", 1, &mass, &text) != INGOT_OK) return 1;
  for (int i = 0; i < mass.count; i++) {
    for (int e = 0; e < worlds; e++) mass.data[i * mass.stride + e * mass.world_stride] *= 1 + 1e-4 * e;
  }
  if (ingot_worldsStep(w, 1, NULL, &text) != INGOT_OK) return 1;
  report("per world, body_mass of its own", after, now(), worlds);
  ingot_worldsDelete(w);
  mj_deleteModel(m);
  return 0;
}
