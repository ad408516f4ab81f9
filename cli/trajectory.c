// SPDX-License-Identifier: Apache-2.0
#include "trajectory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "bundle.h"
#include "command.h"
#include "source.h"

static const char magic[] = "ingot-states 1\n";
enum { SIGNATURE = mjSTATE_INTEGRATION };

void ig_trajectory_start(FILE* stream, const char* model, uint64_t hash, const mjModel* m) {
  char* whole = ig_own_model(model) ? NULL : realpath(model, NULL);
  fprintf(stream, "%smodel %s\nhash %016" PRIx64 "\nnumbers %d\n\n", magic, whole ? whole : ig_model_title(model), hash,
          mj_stateSize(m, SIGNATURE));
  free(whole);
}

void ig_trajectory_add(FILE* stream, const mjModel* m, const mjData* d) {
  int width = mj_stateSize(m, SIGNATURE);
  double* state = malloc((size_t)width * sizeof *state);
  if (!state) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  mj_getState(m, d, state, SIGNATURE);
  fwrite(state, sizeof *state, (size_t)width, stream);
  free(state);
}

bool ig_is_trajectory(const char* path) {
  char begin[sizeof magic] = "";
  FILE* file = ig_read_regular(path);
  size_t n = file ? fread(begin, 1, sizeof magic - 1, file) : 0;
  if (file) fclose(file);
  return n == sizeof magic - 1 && !memcmp(begin, magic, n);
}

static bool refuse(const char* path, const char* why) {
  ig_complain(IG_EXIT_FILE, "cannot use the recorded states '%s': %s", path, why);
  return false;
}

// the header's lines; returns where the numbers begin, 0 for a damaged one
static size_t read_header(ig_Trajectory* trajectory, const ig_Bytes* bytes) {
  char head[sizeof trajectory->model + 200];
  size_t size = bytes->size < sizeof head - 1 ? bytes->size : sizeof head - 1;
  memcpy(head, bytes->bytes, size);
  head[size] = 0;
  const char* end = strstr(head, "\n\n");
  if (!end || sscanf(head, "ingot-states 1\nmodel %4095[^\n]\nhash %16" SCNx64 "\nnumbers %d\n", trajectory->model,
                     &trajectory->hash, &trajectory->width) != 3) {
    return 0;
  }
  return trajectory->width > 0 ? (size_t)(end + 2 - head) : 0;
}

bool ig_trajectory_read(ig_Trajectory* trajectory, const char* path) {
  *trajectory = (ig_Trajectory){0};
  ig_Bytes bytes = {0};
  if (!ig_bytes_read(&bytes, path)) return refuse(path, "it cannot be read");
  size_t at = read_header(trajectory, &bytes), row = sizeof(double) * (size_t)trajectory->width;
  bool good = at && bytes.size > at && (bytes.size - at) % row == 0;
  if (good) {
    trajectory->count = (bytes.size - at) / row;
    trajectory->numbers = malloc(bytes.size - at);
    if (!trajectory->numbers) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
    memcpy(trajectory->numbers, bytes.bytes + at, bytes.size - at);
  }
  ig_bytes_free(&bytes);
  return good || refuse(path, "it is damaged or has no states");
}

void ig_trajectory_free(ig_Trajectory* trajectory) {
  free(trajectory->numbers);
  *trajectory = (ig_Trajectory){0};
}
