// SPDX-License-Identifier: Apache-2.0
// ingot bench: time per step and per stage; a race against another library, turn by turn.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "engine.h"
#include "json.h"
#include "output.h"
#include "source.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot bench [options] [model]\n\n"
    "Time per step and per stage, with random controls. With another library, the two take turns within one run: each\n"
    "turn starts both from the same state, so that both do the same work under the same load of the machine.\n\n"
    "  --against LIB.so   another library of the C API, such as libmujoco.so.3.5.0\n"
    "  --seconds S        time to spend on each engine (default 2)\n"
    "  --steps N          steps per turn (default 100)\n"
    "  --key N            start from this keyframe\n"
    "  --seed N           of the controls (default 1)\n"
    "  --json             for machines\n\n"
    "Example:\n"
    "  ingot bench models/quadruped.xml --against /path/to/libmujoco.so.3.5.0\n";

// one engine in the race
typedef struct {
  ig_Engine engine;
  mjModel* m;
  mjData* d;
  double* turns;            // seconds of each turn
  double stages[mjNTIMER];  // microseconds per step, from the pass with timers
} Runner;

typedef struct {
  const char *model, *against;
  double seconds;
  int steps, key, seed;
  bool json;
  Runner runners[2];
  int nrunner, nturn, room;
  double* state;
} Bench;

static mjtNum microseconds_now(void) { return 1e6 * ig_seconds_now(); }

enum { OPTION_AGAINST = 256, OPTION_SECONDS, OPTION_STEPS, OPTION_KEY, OPTION_SEED, OPTION_JSON };

static int read_options(int argc, char** argv, Bench* bench) {
  static const struct option known[] = {{"against", required_argument, 0, OPTION_AGAINST},
                                        {"seconds", required_argument, 0, OPTION_SECONDS},
                                        {"steps", required_argument, 0, OPTION_STEPS},
                                        {"key", required_argument, 0, OPTION_KEY},
                                        {"seed", required_argument, 0, OPTION_SEED},
                                        {"json", no_argument, 0, OPTION_JSON},
                                        {0, 0, 0, 0}};
  *bench = (Bench){.seconds = 2, .steps = 100, .key = -1, .seed = 1};
  bool good = true;
  for (int found; good && (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (found) {
      case OPTION_AGAINST: bench->against = optarg; break;
      case OPTION_SECONDS: good = ig_option_number("seconds", optarg, 0.01, 1e6, &bench->seconds); break;
      case OPTION_STEPS: good = ig_option_count("steps", optarg, 1, 1000000, &bench->steps); break;
      case OPTION_KEY: good = ig_option_count("key", optarg, 0, 1000000, &bench->key); break;
      case OPTION_SEED: good = ig_option_count("seed", optarg, 0, 2147483647, &bench->seed); break;
      case OPTION_JSON: bench->json = true; break;
      default: return ig_option_unknown(argv, known);
    }
  }
  if (!good) return IG_EXIT_USAGE;
  if (argc - optind > 1) return ig_complain(IG_EXIT_USAGE, "one model at a time, not also '%s'", argv[optind + 1]);
  bench->model = argc > optind ? argv[optind] : NULL;
  return IG_EXIT_OK;
}

static int prepare(Bench* bench) {
  bench->runners[0].engine = ig_own_engine();
  bench->nrunner = 1;
  if (bench->against) {
    if (!ig_open_engine(bench->against, &bench->runners[1].engine)) return IG_EXIT_FILE;
    bench->nrunner = 2;
  }
  for (int i = 0; i < bench->nrunner; i++) {
    Runner* runner = &bench->runners[i];
    // our own reader shows the line of an error
    runner->m = i ? ig_engine_model(&runner->engine, bench->model) : ig_open_model(bench->model);
    if (!runner->m) return IG_EXIT_MODEL;
    runner->d = runner->engine.mj_makeData(runner->m);
    if (!runner->d) return ig_complain(IG_EXIT_ENGINE, "out of memory");
  }
  const mjModel *own = bench->runners[0].m, *other = bench->runners[1].m;
  if (bench->key >= own->nkey) return ig_complain(IG_EXIT_USAGE, "--key: the model has %d keyframes", (int)own->nkey);
  if (other && (own->nq != other->nq || own->nv != other->nv || own->nu != other->nu || own->na != other->na)) {
    return ig_complain(IG_EXIT_ENGINE, "the libraries compile this model to different sizes");
  }
  bench->state = malloc((size_t)(mj_stateSize(own, mjSTATE_INTEGRATION) + 1) * sizeof(double));
  return bench->state ? IG_EXIT_OK : ig_complain(IG_EXIT_ENGINE, "out of memory");
}

// one turn of one engine from the given state; controls change every tenth step, the same for both
static double take_turn(const Bench* bench, Runner* runner, uint64_t seed) {
  runner->engine.mj_setState(runner->m, runner->d, bench->state, mjSTATE_INTEGRATION);
  double start = ig_seconds_now();
  for (int step = 0; step < bench->steps; step++) {
    if (step % 10 == 0) ig_random_controls(runner->m, runner->d, &seed);
    runner->engine.mj_step(runner->m, runner->d);
  }
  return ig_seconds_now() - start;
}

// both engines start from one state vector, which ours makes
static void restart(Bench* bench) {
  Runner* own = &bench->runners[0];
  mj_resetData(own->m, own->d);
  if (bench->key >= 0) mj_resetDataKeyframe(own->m, own->d, bench->key);
  mj_getState(own->m, own->d, bench->state, mjSTATE_INTEGRATION);
}

static void keep_turn(Bench* bench, const double times[2]) {
  if (bench->nturn == bench->room) {
    bench->room = bench->room ? 2 * bench->room : 256;
    for (int i = 0; i < bench->nrunner; i++) {
      double* turns = realloc(bench->runners[i].turns, (size_t)bench->room * sizeof *turns);
      if (!turns) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
      bench->runners[i].turns = turns;
    }
  }
  for (int i = 0; i < bench->nrunner; i++) bench->runners[i].turns[bench->nturn] = times[i];
  bench->nturn++;
}

// Turns until the time is used up. Every 20 turns start over, so that the work stays comparable; the order changes from
// turn to turn.
static void race(Bench* bench) {
  double spent = 0, budget = bench->seconds * bench->nrunner;
  for (int turn = 0; spent < budget || turn < 3; turn++) {
    if (turn % 20 == 0) restart(bench);
    double times[2] = {0, 0};
    for (int k = 0; k < bench->nrunner; k++) {
      int i = bench->nrunner == 2 ? (turn + k) % 2 : 0;
      times[i] = take_turn(bench, &bench->runners[i], (uint64_t)bench->seed * 1000003 + (uint64_t)turn);
      spent += times[i];
    }
    keep_turn(bench, times);
    mj_getState(bench->runners[0].m, bench->runners[0].d, bench->state, mjSTATE_INTEGRATION);
    ig_show_progress("measuring", fmin(1, 0.8 * spent / budget));
  }
}

// the clock callback costs time of its own, so stages are measured in a pass of their own
static void time_stages(Bench* bench) {
  int turns = bench->nturn < 20 ? bench->nturn : 20;
  for (int i = 0; i < bench->nrunner; i++) {
    Runner* runner = &bench->runners[i];
    restart(bench);
    *runner->engine.mjcb_time = microseconds_now;
    memset(runner->d->timer, 0, sizeof runner->d->timer);
    for (int turn = 0; turn < turns; turn++) {
      take_turn(bench, runner, (uint64_t)bench->seed * 1000003 + (uint64_t)turn);
      runner->engine.mj_getState(runner->m, runner->d, bench->state, mjSTATE_INTEGRATION);
    }
    *runner->engine.mjcb_time = NULL;
    double steps = (double)turns * bench->steps;
    for (int k = 0; k < mjNTIMER; k++) runner->stages[k] = runner->d->timer[k].duration / steps;
  }
}

static int by_size(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

// the middle of the turns: what else ran on the machine disturbs a few of them
static double median(const double* values, int n) {
  double* sorted = malloc((size_t)n * sizeof *sorted);
  if (!sorted) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  memcpy(sorted, values, (size_t)n * sizeof *sorted);
  qsort(sorted, (size_t)n, sizeof *sorted, by_size);
  double middle = n % 2 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
  free(sorted);
  return middle;
}

static double least(const double* values, int n) {
  double best = values[0];
  for (int i = 1; i < n; i++) best = fmin(best, values[i]);
  return best;
}

// time of the other divided by ours, turn by turn; the middle one
static double speed_ratio(const Bench* bench) {
  double* ratios = malloc((size_t)bench->nturn * sizeof *ratios);
  if (!ratios) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  for (int i = 0; i < bench->nturn; i++) ratios[i] = bench->runners[1].turns[i] / bench->runners[0].turns[i];
  double ratio = median(ratios, bench->nturn);
  free(ratios);
  return ratio;
}

// inverse dynamics is not part of a step; indented by their place in the step
static const struct {
  mjtTimer timer;
  const char *name, *shown;
} stage_rows[] = {
    {mjTIMER_STEP, "step", "step"},
    {mjTIMER_POSITION, "position", "  position"},
    {mjTIMER_POS_KINEMATICS, "kinematics", "    kinematics"},
    {mjTIMER_POS_INERTIA, "inertia", "    inertia"},
    {mjTIMER_POS_COLLISION, "collision", "    collision"},
    {mjTIMER_COL_BROAD, "broad phase", "      broad phase"},
    {mjTIMER_COL_NARROW, "narrow phase", "      narrow phase"},
    {mjTIMER_POS_MAKE, "constraint rows", "    constraint rows"},
    {mjTIMER_POS_PROJECT, "projection", "    projection"},
    {mjTIMER_VELOCITY, "velocity", "  velocity"},
    {mjTIMER_ACTUATION, "actuation", "  actuation"},
    {mjTIMER_CONSTRAINT, "constraint solver", "  constraint solver"},
    {mjTIMER_ADVANCE, "integration", "  integration"},
};
enum { NSTAGE = sizeof stage_rows / sizeof stage_rows[0] };

static void print_stages(const Bench* bench) {
  bool two = bench->nrunner == 2;
  const char* const headings[] = {"stage, with timers on", "\302\265s per step", "share", two ? "other \302\265s" : "",
                                  two ? "other / ingot" : ""};
  ig_Table table;
  ig_table_start(&table, two ? 5 : 3, headings);
  const double *own = bench->runners[0].stages, *other = bench->runners[1].stages;
  for (int i = 0; i < NSTAGE; i++) {
    int timer = stage_rows[i].timer;
    ig_table_cell(&table, "%s", stage_rows[i].shown);
    ig_table_cell(&table, "%.3f", own[timer]);
    ig_table_cell(&table, "%.1f %%", own[mjTIMER_STEP] > 0 ? 100 * own[timer] / own[mjTIMER_STEP] : 0);
    if (!two) continue;
    ig_table_cell(&table, "%.3f", other[timer]);
    if (own[timer] > 0)
      ig_table_cell(&table, "%.2f", other[timer] / own[timer]);
    else
      ig_table_cell(&table, "-");
  }
  printf("\n");
  ig_table_print(&table, stdout);
}

static void print_bench(const Bench* bench) {
  static const char* const headings[] = {"engine", "steps/s, median", "steps/s, best", "\302\265s per step"};
  char title[300];
  snprintf(title, sizeof title, "%s: %d turns of %d steps", ig_model_title(bench->model), bench->nturn, bench->steps);
  ig_print_title(title);
  ig_Table table;
  ig_table_start(&table, 4, headings);
  for (int i = 0; i < bench->nrunner; i++) {
    const Runner* runner = &bench->runners[i];
    double middle = median(runner->turns, bench->nturn), best = least(runner->turns, bench->nturn);
    ig_table_cell(&table, "%s", runner->engine.label);
    ig_table_cell(&table, "%.0f", bench->steps / middle);
    ig_table_cell(&table, "%.0f", bench->steps / best);
    ig_table_cell(&table, "%.2f", 1e6 * middle / bench->steps);
  }
  ig_table_print(&table, stdout);
  if (bench->nrunner == 2) printf("ingot is %.2f times as fast (median over turns)\n", speed_ratio(bench));
  print_stages(bench);
}

static void json_bench(const Bench* bench) {
  ig_Json json = {.stream = stdout};
  ig_json_open(&json, NULL, '{');
  ig_json_text(&json, "model", ig_model_title(bench->model));
  ig_json_count(&json, "turns", bench->nturn);
  ig_json_count(&json, "steps_per_turn", bench->steps);
  if (bench->nrunner == 2) ig_json_number(&json, "ratio", speed_ratio(bench));
  ig_json_open(&json, "engines", '[');
  for (int i = 0; i < bench->nrunner; i++) {
    const Runner* runner = &bench->runners[i];
    ig_json_open(&json, NULL, '{');
    ig_json_text(&json, "name", runner->engine.label);
    ig_json_number(&json, "steps_per_second_median", bench->steps / median(runner->turns, bench->nturn));
    ig_json_number(&json, "steps_per_second_best", bench->steps / least(runner->turns, bench->nturn));
    ig_json_open(&json, "microseconds", '{');
    for (int k = 0; k < NSTAGE; k++) ig_json_number(&json, stage_rows[k].name, runner->stages[stage_rows[k].timer]);
    ig_json_close(&json, '}');
    ig_json_close(&json, '}');
  }
  ig_json_close(&json, ']');
  ig_json_close(&json, '}');
}

static int bench_command(int argc, char** argv) {
  Bench bench;
  int code = read_options(argc, argv, &bench);
  if (code) return code;
  code = prepare(&bench);
  if (!code) {
    race(&bench);
    time_stages(&bench);
    ig_clear_progress();
    if (bench.json)
      json_bench(&bench);
    else
      print_bench(&bench);
  }
  for (int i = 0; i < bench.nrunner; i++) {
    Runner* runner = &bench.runners[i];
    if (runner->d) runner->engine.mj_deleteData(runner->d);
    if (runner->m) runner->engine.mj_deleteModel(runner->m);
    free(runner->turns);
  }
  free(bench.state);
  return code;
}

const ig_Command ig_command_bench = {"bench", "time per step and stage; a race against another library", help, bench_command};
