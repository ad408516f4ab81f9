// Each smooth stage against the reference, in one process and in turns: at width 1 through the public functions,
// and at the widest width of this processor, per world.
//   bench_smooth path/of/libmujoco.so.3.5.0
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <mujoco/mujoco.h>

#include "scenes.h"
#include "smooth/kernels.h"

// the functions of the reference that are needed
typedef struct {
  void* handle;
  mjModel* (*load)(const char*, const mjVFS*, char*, int);
  void (*save)(const mjModel*, const char*, void*, int);
  mjtSize (*size)(const mjModel*);
  mjData* (*make)(const mjModel*);
  void (*drop_data)(mjData*);
  void (*drop_model)(mjModel*);
} Reference;

typedef void (*Run)(const mjModel* m, mjData* d);

// a public stage, and the kernels that make it up
typedef struct {
  const char* name;
  Run ours;
  const char* kernels[3];
} Stage;

static void run_rne(const mjModel* m, mjData* d) { mj_rne(m, d, 0, d->qfrc_bias); }
static void run_solve(const mjModel* m, mjData* d) { mj_solveM(m, d, d->qacc_smooth, d->qfrc_bias, 1); }

static const Stage stages[] = {
    {"mj_kinematics", mj_kinematics, {"bodies", "frames"}},
    {"mj_comPos", mj_comPos, {"com"}},
    {"mj_camlight", mj_camlight, {"views"}},
    {"mj_makeM", mj_makeM, {"inertia"}},
    {"mj_factorM", mj_factorM, {"factor"}},
    {"mj_comVel", mj_comVel, {"velocity"}},
    {"mj_subtreeVel", mj_subtreeVel, {"subtree"}},
    {"mj_rne", run_rne, {"bias"}},
    {"mj_solveM", run_solve, {"solve"}},
};
enum { nstage = sizeof stages / sizeof stages[0] };

static Reference reference;
static void ref_rne(const mjModel* m, mjData* d) {
  static void (*f)(const mjModel*, mjData*, int, mjtNum*);
  if (!f) *(void**)&f = dlsym(reference.handle, "mj_rne");
  f(m, d, 0, d->qfrc_bias);
}
static void ref_solve(const mjModel* m, mjData* d) {
  static void (*f)(const mjModel*, mjData*, mjtNum*, const mjtNum*, int);
  if (!f) *(void**)&f = dlsym(reference.handle, "mj_solveM");
  f(m, d, d->qacc_smooth, d->qfrc_bias, 1);
}

static Run find(const char* name) {
  if (!strcmp(name, "mj_rne")) return ref_rne;
  if (!strcmp(name, "mj_solveM")) return ref_solve;
  Run run;
  *(void**)&run = dlsym(reference.handle, name);
  return run;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const ig_Stage* kernel(const ig_Kernels* kernels, const char* name) {
  for (int i = 0; i < kernels->nstage; i++) {
    if (!strcmp(kernels->stages[i].name, name)) return kernels->stages + i;
  }
  return NULL;
}

static void random_state(const mjModel* m, mjData* d, unsigned seed) {
  srand(seed);
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + (double)rand() / RAND_MAX - 0.5;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = (double)rand() / RAND_MAX - 0.5;
}

static void lower(double* best, double value) {
  if (value < *best) *best = value;
}

// nanoseconds per call: best of the turns
static void measure(const mjModel* ref_m, mjData* ref_d, const mjModel* m, mjData* d, const ig_Kernels* wide, void* lanes,
                    double best[nstage][3]) {
  enum { turns = 60, calls = 60 };
  for (int turn = 0; turn < turns; turn++) {
    for (int s = 0; s < nstage; s++) {
      Run ref = find(stages[s].name);
      double start = now();
      for (int k = 0; k < calls; k++) ref(ref_m, ref_d);
      lower(&best[s][0], (now() - start) / calls);
      start = now();
      for (int k = 0; k < calls; k++) stages[s].ours(m, d);
      lower(&best[s][1], (now() - start) / calls);
      start = now();
      for (int part = 0; part < 3 && stages[s].kernels[part]; part++) {
        const ig_Stage* stage = kernel(wide, stages[s].kernels[part]);
        for (int k = 0; k < calls; k++) stage->run(m, lanes);
      }
      lower(&best[s][2], (now() - start) / calls / wide->width);
    }
  }
}

static void report(const char* scene, int nv, const ig_Kernels* wide, double best[nstage][3]) {
  double sum[3] = {0};
  printf("\n%s (%d dofs)%*s reference    width 1  ratio   width %d/world  ratio   [ns]\n", scene, nv, (int)(14 - strlen(scene)), "", wide->width);
  for (int s = 0; s <= nstage; s++) {
    const double* t = s < nstage ? best[s] : sum;
    printf("  %-22s %10.0f %10.0f %6.2f %12.0f %9.2f\n", s < nstage ? stages[s].name : "sum", t[0], t[1], t[1] / t[0], t[2], t[2] / t[0]);
    for (int k = 0; k < 3 && s < nstage; k++) sum[k] += t[k];
  }
}

static void bench_scene(const ig_BenchScene* scene) {
  static char text[100000];
  char path[] = "/tmp/ingot_bench_XXXXXX", error[500] = "";
  text[0] = 0;
  scene->write(text, sizeof text);
  int file = mkstemp(path);
  if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text)) return;
  close(file);
  mjModel* ref_m = reference.load(path, NULL, error, sizeof error);
  unlink(path);
  if (!ref_m) {
    printf("%s: %s\n", scene->name, error);
    return;
  }

  // the same compiled model on both sides
  int bytes = (int)reference.size(ref_m);
  void* buffer = malloc((size_t)bytes);
  reference.save(ref_m, NULL, buffer, bytes);
  mjModel* m = mj_loadModelBuffer(buffer, bytes);
  free(buffer);
  mjData *ref_d = reference.make(ref_m), *d = mj_makeData(m), *worlds[8];
  const ig_Kernels* wide = ig_kernels_best();
  void* lanes = wide->make ? wide->make(m) : d;
  random_state(m, ref_d, 1);
  random_state(m, d, 1);
  for (int lane = 0; lane < wide->width && wide->make; lane++) {
    worlds[lane] = mj_makeData(m);
    random_state(m, worlds[lane], (unsigned)lane);
    wide->set_world(lanes, lane, worlds[lane]);
  }
  if (wide->make) wide->gather(m, lanes);
  double best[nstage][3];
  for (int s = 0; s < nstage; s++) best[s][0] = best[s][1] = best[s][2] = 1e30;
  measure(ref_m, ref_d, m, d, wide, lanes, best);
  report(scene->name, m->nv, wide, best);
  for (int lane = 0; lane < wide->width && wide->make; lane++) mj_deleteData(worlds[lane]);
  if (wide->make) wide->free(lanes);
  mj_deleteData(d);
  mj_deleteModel(m);
  reference.drop_data(ref_d);
  reference.drop_model(ref_m);
}

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : getenv("INGOT_REFERENCE");
  // a namespace of its own: neither library sees the functions of the other
  reference.handle = path ? dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!reference.handle) {
    fprintf(stderr, "usage: bench_smooth libmujoco.so.3.5.0 (or set INGOT_REFERENCE)\n");
    return 1;
  }
  *(void**)&reference.load = dlsym(reference.handle, "mj_loadXML");
  *(void**)&reference.save = dlsym(reference.handle, "mj_saveModel");
  *(void**)&reference.size = dlsym(reference.handle, "mj_sizeModel");
  *(void**)&reference.make = dlsym(reference.handle, "mj_makeData");
  *(void**)&reference.drop_data = dlsym(reference.handle, "mj_deleteData");
  *(void**)&reference.drop_model = dlsym(reference.handle, "mj_deleteModel");
  for (int i = 0; i < ig_nbench_scene; i++) bench_scene(ig_bench_scenes + i);
  return 0;
}
