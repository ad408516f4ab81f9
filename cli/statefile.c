#include "statefile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "source.h"
#include "terminal.h"

// what decides all that follows; mj_getState's own choice for that
enum { SIGNATURE = mjSTATE_INTEGRATION };

static double* copy_state(const mjModel* m, const mjData* d, int* n) {
  *n = mj_stateSize(m, SIGNATURE);
  double* state = malloc((size_t)(*n ? *n : 1) * sizeof *state);
  if (!state) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  if (d) mj_getState(m, d, state, SIGNATURE);
  return state;
}

uint64_t ig_state_hash(const mjModel* m, const mjData* d) {
  int n;
  double* state = copy_state(m, d, &n);
  uint64_t hash = ig_hash_bytes(IG_HASH_START, state, (size_t)n * sizeof *state);
  free(state);
  return hash;
}

bool ig_write_statefile(const char* path, const mjModel* m, const mjData* d, uint64_t model_hash, const ig_RunState* run) {
  ig_Output output;
  if (!ig_output_open(&output, path)) return false;
  int n;
  double* state = copy_state(m, d, &n);
  fprintf(output.stream, "ingot-state 1\nversion %s\nmodel %016" PRIx64 "\ncontrol %s\nseed %d\nkey %d\nstep %lld\nnumbers %d\n",
          INGOT_VERSION, model_hash, run->control, run->seed, run->key, run->step, n);
  for (int i = 0; i < n; i++) fprintf(output.stream, "%a\n", state[i]);
  fprintf(output.stream, "sum %016" PRIx64 "\n", ig_hash_bytes(IG_HASH_START, state, (size_t)n * sizeof *state));
  free(state);
  return ig_output_commit(&output);
}

static bool refuse(const char* path, const char* why) {
  ig_complain(IG_EXIT_FILE, "cannot use the state '%s': %s", path, why);
  return false;
}

// numbers and their sum, after the header
static bool read_numbers(FILE* file, double* state, int n) {
  for (int i = 0; i < n; i++) {
    char line[64], *end;
    if (!fgets(line, sizeof line, file)) return false;
    state[i] = strtod(line, &end);
    if (end == line || (*end != '\n' && *end != 0)) return false;
  }
  uint64_t sum;
  return fscanf(file, "sum %16" SCNx64, &sum) == 1 && sum == ig_hash_bytes(IG_HASH_START, state, (size_t)n * sizeof *state);
}

static bool read_file(FILE* file, const char* path, const mjModel* m, mjData* d, uint64_t model_hash, ig_RunState* run) {
  int format, n;
  uint64_t hash;
  char version[32];
  if (fscanf(file, "ingot-state %d version %31s", &format, version) != 2) return refuse(path, "it is not a state file");
  if (format != 1) return refuse(path, "it was written by a later version");
  if (fscanf(file, " model %16" SCNx64 " control %15s seed %d key %d step %lld numbers %d%*1[\n]", &hash, run->control,
             &run->seed, &run->key, &run->step, &n) != 6) {
    return refuse(path, "its header is damaged");
  }
  if (hash != model_hash) return refuse(path, "it belongs to another model");
  if (n != mj_stateSize(m, SIGNATURE)) return refuse(path, "it has the wrong size");
  if (strcmp(version, INGOT_VERSION)) {
    fprintf(stderr, "warning: the state is from version %s, this is %s: results may differ in the last bits\n", version,
            INGOT_VERSION);
  }
  double* state = copy_state(m, NULL, &n);
  bool good = read_numbers(file, state, n);
  if (good) mj_setState(m, d, state, SIGNATURE);
  free(state);
  return good || refuse(path, "its numbers are damaged");
}

bool ig_read_statefile(const char* path, const mjModel* m, mjData* d, uint64_t model_hash, ig_RunState* run) {
  FILE* file = fopen(path, "r");
  if (!file) return refuse(path, strerror(errno));
  ig_RunState found = {{0}, 0, 0, 0};
  bool good = read_file(file, path, m, d, model_hash, &found);
  fclose(file);
  if (good) *run = found;
  return good;
}
