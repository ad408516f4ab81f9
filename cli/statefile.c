// SPDX-License-Identifier: Apache-2.0
#include "statefile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/version.h>

#include "base/file.h"
#include "command.h"
#include "model/awake.h"
#include "model/sleep.h"
#include "output.h"
#include "source.h"
#include "terminal.h"

// what decides all that follows; mj_getState's own choice for that
enum { SIGNATURE = mjSTATE_INTEGRATION };

// Format 1 ends with that. Format 2 adds what a step leaves alone while trees sleep: tree_asleep and the readings of
// sensors, which may go to a history later.
enum { FORMAT = 2 };

static int count_numbers(const mjModel* m, int format) {
  return mj_stateSize(m, SIGNATURE) + (format > 1 ? (int)(m->ntree + m->nsensordata) : 0);
}

static double* alloc_numbers(int n) {
  double* numbers = malloc((size_t)(n ? n : 1) * sizeof *numbers);
  if (!numbers) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  return numbers;
}

static uint64_t hash_numbers(const double* numbers, int n) {
  return ig_hash_bytes(IG_HASH_START, numbers, (size_t)n * sizeof *numbers);
}

uint64_t ig_state_hash(const mjModel* m, const mjData* d) {
  int n = mj_stateSize(m, SIGNATURE);
  double* state = alloc_numbers(n);
  mj_getState(m, d, state, SIGNATURE);
  uint64_t hash = hash_numbers(state, n);
  free(state);
  return hash;
}

bool ig_write_statefile(const char* path, const mjModel* m, const mjData* d, uint64_t model_hash, const ig_RunState* run) {
  ig_Output output;
  if (!ig_output_open(&output, path)) return false;
  int n = count_numbers(m, FORMAT);
  double *numbers = alloc_numbers(n), *trees = numbers + mj_stateSize(m, SIGNATURE);
  mj_getState(m, d, numbers, SIGNATURE);
  for (int tree = 0; tree < m->ntree; tree++) trees[tree] = d->tree_asleep[tree];
  mju_copy(trees + m->ntree, d->sensordata, (int)m->nsensordata);
  fprintf(output.stream, "ingot-state %d\nversion %s\nmodel %016" PRIx64 "\ncontrol %s\nseed %d\nkey %d\nstep %lld\nnumbers %d\n",
          FORMAT, INGOT_VERSION, model_hash, run->control, run->seed, run->key, run->step, n);
  for (int i = 0; i < n; i++) fprintf(output.stream, "%a\n", numbers[i]);
  fprintf(output.stream, "sum %016" PRIx64 "\n", hash_numbers(numbers, n));
  free(numbers);
  return ig_output_commit(&output);
}

static bool refuse(const char* path, const char* why) {
  ig_complain(IG_EXIT_FILE, "cannot use the state '%s': %s", path, why);
  return false;
}

// numbers and their sum, after the header
static bool read_numbers(FILE* file, double* numbers, int n) {
  for (int i = 0; i < n; i++) {
    char line[64], *end;
    if (!fgets(line, sizeof line, file)) return false;
    numbers[i] = strtod(line, &end);
    if (end == line || (*end != '\n' && *end != 0)) return false;
  }
  uint64_t sum;
  return fscanf(file, "sum %16" SCNx64, &sum) == 1 && sum == hash_numbers(numbers, n);
}

// tree_asleep from numbers: countdowns of the awake, cycles of sleepers
static bool take_trees(const mjModel* m, int* asleep, const double* trees) {
  for (int tree = 0; tree < m->ntree; tree++) {
    if (!(trees[tree] >= IG_FULLY_AWAKE && trees[tree] < m->ntree)) return false;
    asleep[tree] = (int)trees[tree];
  }
  for (int tree = 0; tree < m->ntree; tree++) {
    if (asleep[tree] >= 0 && ig_sleep_cycle(asleep, (int)m->ntree, tree) < 0) return false;
  }
  return true;
}

// No step computes the poses of sleepers: that is done here, while all are awake. Their accelerations stand in the
// state as the solver's next start.
static void restore_sleep(const mjModel* m, mjData* d, const double* state, const int* asleep, const double* sensors) {
  for (int tree = 0; tree < m->ntree; tree++) d->tree_asleep[tree] = IG_FULLY_AWAKE;
  ig_update_awake(m, d, false);
  mj_forward(m, d);
  mj_setState(m, d, state, SIGNATURE);  // a plugin may have written to its part
  memcpy(d->tree_asleep, asleep, (size_t)m->ntree * sizeof *asleep);
  mju_copy(d->qacc, d->qacc_warmstart, (int)m->nv);
  mju_copy(d->sensordata, sensors, (int)m->nsensordata);
  ig_update_awake(m, d, false);
}

// false when the part about sleep makes no sense; d is unchanged then
static bool apply(const mjModel* m, mjData* d, const double* numbers, int format) {
  const double* trees = numbers + mj_stateSize(m, SIGNATURE);
  int* asleep = malloc((size_t)(m->ntree + 1) * sizeof *asleep);
  if (!asleep) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  bool good = format == 1 || take_trees(m, asleep, trees);
  if (good) mj_setState(m, d, numbers, SIGNATURE);
  if (good && format > 1 && (m->opt.enableflags & mjENBL_SLEEP)) restore_sleep(m, d, numbers, asleep, trees + m->ntree);
  free(asleep);
  return good;
}

static bool read_file(FILE* file, const char* path, const mjModel* m, mjData* d, uint64_t model_hash, ig_RunState* run) {
  int format, n;
  uint64_t hash;
  char version[32];
  if (fscanf(file, "ingot-state %d version %31s", &format, version) != 2) return refuse(path, "it is not a state file");
  if (format < 1 || format > FORMAT) return refuse(path, "it was written by a later version");
  if (format == 1 && (m->opt.enableflags & mjENBL_SLEEP)) {
    return refuse(path, "it was written by an earlier version, which did not record the trees that sleep");
  }
  if (fscanf(file, " model %16" SCNx64 " control %15s seed %d key %d step %lld numbers %d%*1[\n]", &hash, run->control,
             &run->seed, &run->key, &run->step, &n) != 6) {
    return refuse(path, "its header is damaged");
  }
  if (hash != model_hash) return refuse(path, "it belongs to another model");
  if (n != count_numbers(m, format)) return refuse(path, "it has the wrong size");
  if (strcmp(version, INGOT_VERSION)) {
    fprintf(stderr, "warning: the state is from version %s, this is %s: results may differ in the last bits\n", version,
            INGOT_VERSION);
  }
  double* numbers = alloc_numbers(n);
  bool good = read_numbers(file, numbers, n) && apply(m, d, numbers, format);
  free(numbers);
  return good || refuse(path, "its numbers are damaged");
}

bool ig_read_statefile(const char* path, const mjModel* m, mjData* d, uint64_t model_hash, ig_RunState* run) {
  FILE* file = ig_read_regular(path);
  if (!file) return refuse(path, strerror(errno));
  ig_RunState found = {{0}, 0, 0, 0};
  bool good = read_file(file, path, m, d, model_hash, &found);
  fclose(file);
  if (good) *run = found;
  return good;
}
