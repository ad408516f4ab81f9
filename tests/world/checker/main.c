// SPDX-License-Identifier: Apache-2.0
// The checker of worlds: random programs over many worlds, each world beside an mjData that mj_step steps alone. Every number of
// every field, status and output is compared after every call. A program that fails is made smaller and printed as text, which
// --replay runs.
//
//   check_worlds                     a thousand programs
//   check_worlds --seeds 5000:25000  others; more at any time
//   check_worlds --replay FILE       one program, from its text; --model prints its models
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "play.h"
#include "scene.h"

enum { LIMIT_S = 120 };  // a program takes some hundredths of a second

typedef struct {
  PlayCounts counts;
  char text[PLAY_TEXT];
  bool good, done;
} Shared;

static Shared* shared;

// in a process of its own, since it may end there
static bool run_apart(const Program* p) {
  shared->done = shared->good = false;
  shared->text[0] = 0;
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    alarm(LIMIT_S);
    shared->good = play(p, &shared->counts, shared->text);
    shared->done = true;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (shared->done && WIFEXITED(status) && !WEXITSTATUS(status)) return shared->good;
  int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  snprintf(shared->text, PLAY_TEXT, "the process ended with status %d, signal %d%s", WIFEXITED(status) ? WEXITSTATUS(status) : -1,
           signal_number, signal_number == SIGALRM ? " (it takes too long)" : "");
  return false;
}

// ------------------------------------------------ smaller

typedef bool (*Change)(Program* p, int number);

static bool drop_call(Program* p, int number) {
  if (number >= p->ncall) return false;
  memmove(p->call + number, p->call + number + 1, sizeof(Call) * (size_t)(p->ncall - number - 1));
  p->ncall--;
  return true;
}

static bool drop_tail(Program* p, int number) {
  int left = p->ncall >> (number + 1);
  if (number > 4 || left == p->ncall) return false;
  p->ncall -= left;
  return true;
}

static bool drop_worlds(Program* p, int number) {
  static const int counts[] = {1, 3, 4, 8};
  if (number >= 4) return false;
  if (counts[number] < p->nworld) p->nworld = counts[number];
  return true;
}

static bool drop_scene(Program* p, int number) {
  if (p->nscene == 1 || number > 1) return false;
  if (number) p->scene[0] = p->scene[1];
  p->nscene = 1;
  return true;
}

static bool drop_feature(Program* p, int number) {
  if (number >= HAS_COUNT * p->nscene) return false;
  p->scene[number / HAS_COUNT].features &= ~(1u << number % HAS_COUNT);
  return true;
}

static bool drop_threads(Program* p, int number) {
  if (number) return false;
  p->threads = 1;
  return true;
}

static bool shorten(Program* p, int number) {
  if (number >= 2 * p->ncall) return false;
  Call* c = &p->call[number / 2];
  if (c->n > 1) c->n = number % 2 ? c->n - 1 : c->n / 2;
  return true;
}

static bool narrow_mask(Program* p, int number) {
  if (number >= p->ncall * p->nworld) return false;
  p->call[number / p->nworld].mask &= ~((uint64_t)1 << number % p->nworld);
  return true;
}

static bool simpler_width(Program* p, int number) {
  if (number) return false;
  p->width = 0;
  return true;
}

// each change is kept if the program still fails; over again until none is
static Program shrink(Program p) {
  static const Change changes[] = {drop_tail,    drop_call,     drop_worlds, drop_scene, drop_feature,
                                   drop_threads, simpler_width, shorten,     narrow_mask};
  bool smaller = true;
  for (int round = 0; smaller && round < 8; round++) {
    smaller = false;
    for (int k = 0; k < (int)(sizeof changes / sizeof changes[0]); k++) {
      for (int number = 0;;) {
        Program less = p;
        if (!changes[k](&less, number)) break;
        bool same = !memcmp(&less, &p, sizeof p);
        // what takes the place of something dropped has its number
        if (!same && !run_apart(&less)) {
          p = less;
          smaller = true;
          if (changes[k] == drop_call) continue;
        }
        number++;
      }
    }
  }
  run_apart(&p);
  return p;
}

// ------------------------------------------------ the program

static void print_failure(const Program* p, uint32_t seed) {
  printf("# seed %u fails. The smallest program found that does, for --replay:\n# %s\n", seed, shared->text);
  program_print(p, stdout);
  printf("\n");
}

static void print_counts(const PlayCounts* c) {
  printf(
      "%lld programs, %lld calls, %lld numbers compared; %lld divergences, %lld steps with a full arena, %lld worlds failed, "
      "%lld calls refused\n",
      c->programs, c->calls, c->numbers, c->resets, c->dropped, c->failed, c->refused);
  for (int k = 0; k < CALL_COUNT; k++) printf("%s%s %lld", k ? ", " : "", call_names[k], c->made[k]);
  printf("\n");
}

static int replay(const char* path, bool model) {
  FILE* file = strcmp(path, "-") ? fopen(path, "r") : stdin;
  Program p;
  char text[PLAY_TEXT] = "";
  if (!file || !program_read(&p, file)) return fprintf(stderr, "%s is not a program\n", path), 2;
  fclose(file);
  for (int i = 0; model && i < p.nscene; i++) {
    static char xml[SCENE_BYTES];
    scene_text(p.scene[i], xml);
    printf("%s\n", xml);
  }
  bool good = play(&p, &shared->counts, text);
  printf("%s\n", good ? "the worlds are those of mj_step" : text);
  return !good;
}

int main(int argc, char** argv) {
  unsigned first = 1, last = 1001, most = 3;
  bool device = play_has_device(), small = true, model = false;
  const char* path = NULL;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 2;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--seeds") && i + 1 < argc && sscanf(argv[i + 1], "%u:%u", &first, &last) == 2)
      i++;
    else if (!strcmp(argv[i], "--failures") && i + 1 < argc && sscanf(argv[i + 1], "%u", &most) == 1)
      i++;
    else if (!strcmp(argv[i], "--replay") && i + 1 < argc)
      path = argv[++i];
    else if (!strcmp(argv[i], "--no-device"))
      device = false;
    else if (!strcmp(argv[i], "--as-is"))
      small = false;
    else if (!strcmp(argv[i], "--model"))
      model = true;
    else
      return fprintf(stderr,
                     "check_worlds [--seeds FIRST:END] [--failures MOST] [--no-device] [--as-is] [--replay FILE [--model]]\n"),
             2;
  }
  if (path) return replay(path, model);
  unsigned failures = 0;
  for (unsigned seed = first; seed < last && failures < most; seed++) {
    Program p = program_make(seed, play_widths(), device);
    if (run_apart(&p)) continue;
    failures++;
    PlayCounts counts = shared->counts;
    if (small) p = shrink(p);
    print_failure(&p, seed);
    shared->counts = counts;
  }
  print_counts(&shared->counts);
  return failures > 0;
}
