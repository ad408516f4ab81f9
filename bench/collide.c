// SPDX-License-Identifier: Apache-2.0
// Collision detection against the reference, in one process and in turns, along the same motion: falling boxes, convex
// meshes, a humanoid on a height field, a cloth.
//   bench_collide path/of/libmujoco.so.3.5.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "reference.h"
#include "scenes.h"

static ig_Reference reference;

// a heap of bodies: place k of a grid with some disorder
static void place(char* text, size_t size, int k, const char* geom) {
  ig_bench_add(text, size, "<body pos='%g %g %g' euler='%d %d 0'><freejoint/>%s</body>", 0.25 * (k % 5) + 0.01 * (k % 3),
               0.25 * (k / 5 % 5) + 0.01 * (k % 7), 0.2 + 0.25 * (k / 25), 17 * k % 90, 31 * k % 90, geom);
}

static void write_boxes(char* text, size_t size) {
  ig_bench_add(text, size, "<mujoco><worldbody><geom type='plane' size='5 5 1'/>");
  for (int k = 0; k < 200; k++) place(text, size, k, "<geom type='box' size='.1 .08 .06'/>");
  ig_bench_add(text, size, "</worldbody></mujoco>");
}

static void write_meshes(char* text, size_t size) {
  srand(1);
  ig_bench_add(text, size, "<mujoco><asset>");
  for (int mesh = 0; mesh < 10; mesh++) {
    ig_bench_add(text, size, "<mesh name='m%d' vertex='", mesh);
    for (int i = 0; i < 40; i++) {
      double x = rand() % 2001 - 1000, y = rand() % 2001 - 1000, z = rand() % 2001 - 1000,
             scale = 0.1 / (sqrt(x * x + y * y + z * z) + 1);
      ig_bench_add(text, size, "%.4f %.4f %.4f ", x * scale, y * scale, z * scale);
    }
    ig_bench_add(text, size, "'/>");
  }
  ig_bench_add(text, size, "</asset><worldbody><geom type='plane' size='5 5 1'/>");
  for (int k = 0; k < 100; k++) {
    char geom[64];
    snprintf(geom, sizeof geom, "<geom type='mesh' mesh='m%d'/>", k % 10);
    place(text, size, k, geom);
  }
  ig_bench_add(text, size, "</worldbody></mujoco>");
}

static void write_terrain(char* text, size_t size) {
  ig_bench_add(text, size, "<mujoco><asset><hfield name='h' nrow='60' ncol='60' size='2 2 .3 .1' elevation='");
  for (int i = 0; i < 3600; i++) ig_bench_add(text, size, "%.3f ", 0.5 + 0.5 * sin(0.5 * (i % 60)) * cos(0.4 * (i / 60)));
  ig_bench_add(text, size, "'/></asset><worldbody><geom type='hfield' hfield='h'/>");
  // the benchmark's humanoid, without its frame and floor
  static char humanoid[100000];
  humanoid[0] = 0;
  ig_bench_scenes[0].write(humanoid, sizeof humanoid);
  const char* body = strstr(humanoid, "<body");
  const char* end = body ? strstr(body, "</worldbody>") : NULL;
  if (end) ig_bench_add(text, size, "%.*s", (int)(end - body), body);
  ig_bench_add(text, size, "</worldbody></mujoco>");
}

static void write_cloth(char* text, size_t size) {
  ig_bench_add(text, size,
               "<mujoco><option timestep='.002' solver='CG'/><size memory='100M'/><worldbody><geom size='.3' pos='0 0 .3'/><geom "
               "type='plane' size='2 2 1'/>"
               "<flexcomp type='grid' count='20 20 1' spacing='.05 .05 .05' pos='0 0 .7' radius='.01' name='c' dim='2'>"
               "<edge equality='true'/><contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
}

static const ig_BenchScene scenes[] = {
    {"200 boxes", write_boxes},
    {"100 convex meshes", write_meshes},
    {"humanoid on terrain", write_terrain},
    {"cloth", write_cloth},
};

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// both sides collide the same poses, which come from our motion
static void bench_scene(const ig_BenchScene* scene) {
  enum { STEPS = 300, EVERY = 10, CALLS = 5 };
  static char text[2000000];
  text[0] = 0;
  scene->write(text, sizeof text);
  mjModel *ref_m, *m;
  if (!ig_reference_models(&reference, scene->name, text, &ref_m, &m)) return;
  mjData *ref_d = reference.make(ref_m), *d = mj_makeData(m);
  ig_Run ref_position, ref_collide;
  *(void**)&ref_position = ig_reference_find(&reference, "mj_fwdPosition");
  *(void**)&ref_collide = ig_reference_find(&reference, "mj_collision");
  double ratios[STEPS / EVERY], sum[2] = {0};
  int turns = 0, contacts = 0;
  for (int step = 0; step < STEPS; step++) {
    mj_step(m, d);
    if (step % EVERY) continue;
    memcpy(ref_d->qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
    ref_position(ref_m, ref_d);
    mj_fwdPosition(m, d);
    double best[2] = {1e30, 1e30};
    for (int call = 0; call < CALLS; call++) {
      double start = ig_bench_now();
      ref_collide(ref_m, ref_d);
      double middle = ig_bench_now();
      mj_collision(m, d);
      double end = ig_bench_now();
      if (middle - start < best[0]) best[0] = middle - start;
      if (end - middle < best[1]) best[1] = end - middle;
    }
    ratios[turns++] = best[0] / best[1];
    sum[0] += best[0];
    sum[1] += best[1];
    contacts += d->ncon;
  }
  qsort(ratios, (size_t)turns, sizeof(double), ascending);
  printf("%-22s %8.1f %10.1f us  %6.2f  %8d\n", scene->name, sum[0] / turns / 1000, sum[1] / turns / 1000, ratios[turns / 2],
         contacts / turns);
  mj_deleteData(d);
  mj_deleteModel(m);
  reference.drop_data(ref_d);
  reference.drop_model(ref_m);
}

int main(int argc, char** argv) {
  if (!ig_reference_open(&reference, argc, argv)) return 1;
  printf("%-22s %9s %9s %9s %9s\n", "mj_collision", "reference", "ours", "ratio", "contacts");
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) bench_scene(&scenes[i]);
  return 0;
}
