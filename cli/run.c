// SPDX-License-Identifier: Apache-2.0
// ingot run: simulate, then say how it went.
#include <inttypes.h>
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include <ingot/version.h>

#include "command.h"
#include "figure.h"
#include "json.h"
#include "output.h"
#include "picture.h"
#include "record.h"
#include "source.h"
#include "statefile.h"
#include "svg.h"
#include "terminal.h"
#include "trajectory.h"

static const char help[] =
    "usage: ingot run [options] [model]\n\n"
    "Simulate a model and print how fast and how well it went. Without a model: the built-in crane.\n\n"
    "  --seconds S          simulated time (default 5)\n"
    "  --control WHAT       zero, random (new values ten times a second) or keyframe (default: zero;\n"
    "                       keyframe for the built-in models that have one)\n"
    "  --key NAME|NUMBER    start from this keyframe; its controls are those of --control keyframe\n"
    "  --seed N             of the random controls (default 1)\n"
    "  --csv FILE           quantities over time as a table\n"
    "  --plot FILE          quantities over time as a drawing, .svg or .png\n"
    "  --quantities LIST    which ones, separated by commas:\n" IG_QUANTITY_HELP
    "                       (default: qpos,qvel,ctrl,sensor for CSV, energy,contacts for plots)\n"
    "  --every N            record every Nth step (default 1)\n"
    "  --states FILE        the states over time, for 'ingot view' and 'ingot export' to play back\n"
    "  --video FILE         moving pictures, 30 a second: .gif, .png (animated), or .mp4, .webm, .mkv with ffmpeg\n"
    "  --picture FILE.png   the state at the end\n"
    "  --camera NAME|NUMBER of video and picture (default: the free camera)\n"
    "  --size WxH           of video and picture (default 640x480)\n"
    "  --save-state FILE    the state at the end, exact to the bit\n"
    "  --load-state FILE    go on from there, with the same controls\n"
    "  --json               the result for machines\n\n"
    "Example:\n"
    "  ingot run models/gripper.xml --seconds 2 --control keyframe --plot grip.svg --quantities tendon,contacts\n";

typedef enum { CONTROL_ZERO, CONTROL_RANDOM, CONTROL_KEYFRAME } Control;
static const char* const control_names[] = {"zero", "random", "keyframe", NULL};

typedef struct {
  const char *model, *csv, *plot, *quantities, *states, *save, *load, *key_name, *video, *picture, *camera;
  int width, height;
  double seconds;
  int control, seed, every;  // control and seed: -1 when not given
  bool json;
} Options;

// the first time that a warning of a kind came up, and how often
typedef struct {
  int count;
  double time;
  char where[300];
} Trouble;

typedef struct {
  Options options;
  mjModel* m;
  mjData* d;
  mjData* shadow;  // RK4 only: its steps end with numbers of their last stage, so what is shown is computed beside them
  uint64_t model_hash;
  ig_RunState state;  // control, seed, key, steps since the beginning
  Control control;
  ig_Recorder csv, plot;
  ig_Output states;  // the states as they come
  ig_Picture picture;
  ig_Video* video;
  mjData* pose;  // for pictures: the state as it is, without touching the step's own numbers
  long long shots;
  Trouble troubles[mjNWARNING];
  int warned[mjNWARNING];
  // sums and largest values over the steps
  long long steps, contacts, rows, iterations;
  int max_contacts, max_rows, max_iterations;
  double wall, first_energy, last_energy, start_time;
} Run;

enum {
  OPTION_SECONDS = 256,
  OPTION_CONTROL,
  OPTION_KEY,
  OPTION_SEED,
  OPTION_CSV,
  OPTION_PLOT,
  OPTION_QUANTITIES,
  OPTION_EVERY,
  OPTION_STATES,
  OPTION_SAVE,
  OPTION_LOAD,
  OPTION_JSON,
  OPTION_VIDEO,
  OPTION_PICTURE,
  OPTION_CAMERA,
  OPTION_SIZE
};

static int read_options(int argc, char** argv, Options* options) {
  static const struct option known[] = {{"seconds", required_argument, 0, OPTION_SECONDS},
                                        {"control", required_argument, 0, OPTION_CONTROL},
                                        {"key", required_argument, 0, OPTION_KEY},
                                        {"seed", required_argument, 0, OPTION_SEED},
                                        {"csv", required_argument, 0, OPTION_CSV},
                                        {"plot", required_argument, 0, OPTION_PLOT},
                                        {"quantities", required_argument, 0, OPTION_QUANTITIES},
                                        {"every", required_argument, 0, OPTION_EVERY},
                                        {"states", required_argument, 0, OPTION_STATES},
                                        {"save-state", required_argument, 0, OPTION_SAVE},
                                        {"load-state", required_argument, 0, OPTION_LOAD},
                                        {"json", no_argument, 0, OPTION_JSON},
                                        {"video", required_argument, 0, OPTION_VIDEO},
                                        {"picture", required_argument, 0, OPTION_PICTURE},
                                        {"camera", required_argument, 0, OPTION_CAMERA},
                                        {"size", required_argument, 0, OPTION_SIZE},
                                        {0, 0, 0, 0}};
  *options = (Options){.seconds = 5, .control = -1, .seed = -1, .every = 1, .width = 640, .height = 480};
  bool good = true;
  for (int found; good && (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (found) {
      case OPTION_SECONDS: good = ig_option_number("seconds", optarg, 0, 1e9, &options->seconds); break;
      case OPTION_CONTROL: good = (options->control = ig_option_word("control", optarg, control_names)) >= 0; break;
      case OPTION_KEY: options->key_name = optarg; break;
      case OPTION_SEED: good = ig_option_count("seed", optarg, 0, 2147483647, &options->seed); break;
      case OPTION_CSV: options->csv = optarg; break;
      case OPTION_PLOT: options->plot = optarg; break;
      case OPTION_QUANTITIES: options->quantities = optarg; break;
      case OPTION_EVERY: good = ig_option_count("every", optarg, 1, 2147483647, &options->every); break;
      case OPTION_STATES: options->states = optarg; break;
      case OPTION_SAVE: options->save = optarg; break;
      case OPTION_LOAD: options->load = optarg; break;
      case OPTION_JSON: options->json = true; break;
      case OPTION_VIDEO: options->video = optarg; break;
      case OPTION_PICTURE: good = ig_option_png("--picture", options->picture = optarg); break;
      case OPTION_CAMERA: options->camera = optarg; break;
      case OPTION_SIZE: good = ig_option_size(optarg, &options->width, &options->height); break;
      default: return ig_option_unknown(argv, known);
    }
  }
  if (!good) return IG_EXIT_USAGE;
  if (argc - optind > 1) return ig_complain(IG_EXIT_USAGE, "one model at a time, not also '%s'", argv[optind + 1]);
  options->model = argc > optind ? argv[optind] : NULL;
  return IG_EXIT_OK;
}

// state, controls and seed that the run starts from
static int set_start(Run* run) {
  const Options* options = &run->options;
  // the program's own models show what they are for: they start at their first keyframe and are driven by it
  bool own = !options->model || (ig_own_model(options->model) && strcmp(options->model, "-"));
  bool demo = own && run->m->nkey && !options->key_name;
  snprintf(run->state.control, sizeof run->state.control, "%s", control_names[demo ? CONTROL_KEYFRAME : CONTROL_ZERO]);
  run->state.seed = 1;
  run->state.key = -1;
  if (options->load && !ig_read_statefile(options->load, run->m, run->d, run->model_hash, &run->state)) return IG_EXIT_FILE;
  if (options->control >= 0) snprintf(run->state.control, sizeof run->state.control, "%s", control_names[options->control]);
  if (options->seed >= 0) run->state.seed = options->seed;
  if (options->key_name && (run->state.key = ig_option_object(run->m, mjOBJ_KEY, "key", options->key_name)) < 0)
    return IG_EXIT_USAGE;

  // a state names its controls by word, so that files stay readable
  run->control = CONTROL_ZERO;
  for (int i = 0; control_names[i]; i++) {
    if (!strcmp(run->state.control, control_names[i])) run->control = (Control)i;
  }
  if (run->control == CONTROL_KEYFRAME && run->m->nkey == 0) {
    return ig_complain(IG_EXIT_USAGE, "--control keyframe: the model has no keyframe");
  }
  if (run->control == CONTROL_KEYFRAME && run->state.key < 0) run->state.key = 0;
  if (run->state.key >= run->m->nkey) return ig_complain(IG_EXIT_FILE, "the state names a keyframe that the model does not have");
  if (!options->load && run->state.key >= 0) mj_resetDataKeyframe(run->m, run->d, run->state.key);
  return IG_EXIT_OK;
}

// a number in [0, 1) that depends on nothing but its arguments: the random controls need no state of their own
static double scatter(uint64_t seed, uint64_t turn, uint64_t which) {
  uint64_t z = seed * 0x9e3779b97f4a7c15u + turn * 0xbf58476d1ce4e5b9u + which * 0x94d049bb133111ebu;
  for (int i = 0; i < 2; i++) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
  }
  return (double)(z >> 11) * 0x1p-53;
}

static void set_controls(Run* run) {
  const mjModel* m = run->m;
  mjtNum* ctrl = run->d->ctrl;
  if (run->control == CONTROL_KEYFRAME) {
    memcpy(ctrl, m->key_ctrl + run->state.key * m->nu, (size_t)m->nu * sizeof *ctrl);
  } else if (run->control == CONTROL_RANDOM) {
    // ten times a second, counted in steps: the same values come up wherever a run was stopped and resumed
    double per_turn = round(0.1 / m->opt.timestep);
    uint64_t turn = (uint64_t)run->state.step / (uint64_t)fmax(1, per_turn);
    for (int i = 0; i < m->nu; i++) {
      double low = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i] : -1;
      double high = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i + 1] : 1;
      ctrl[i] = low + (high - low) * scatter((uint64_t)run->state.seed, turn, (uint64_t)i);
    }
  } else {
    memset(ctrl, 0, (size_t)m->nu * sizeof *ctrl);
  }
}

// the joint whose numbers contain the place
static int joint_at(const mjModel* m, const int* addresses, int place) {
  int joint = -1;
  for (int i = 0; i < m->njnt && addresses[i] <= place; i++) joint = i;
  return joint;
}

static void describe_joint(const mjModel* m, int joint, const char* what, int place, char text[300]) {
  char name[128], body[128];
  if (joint < 0)
    snprintf(text, 300, "%s %d", what, place);
  else
    snprintf(text, 300, "%s %d, joint %s, body %s", what, place, ig_shown_name(m, mjOBJ_JOINT, joint, name),
             ig_shown_name(m, mjOBJ_BODY, m->jnt_bodyid[joint], body));
}

// a full buffer: the deepest contact is the likely culprit
static void describe_contacts(const mjModel* m, const mjData* d, char text[300]) {
  const mjContact* deepest = NULL;
  for (int i = 0; i < d->ncon; i++) {
    if (!deepest || d->contact[i].dist < deepest->dist) deepest = &d->contact[i];
  }
  char one[128], two[128];
  if (!deepest)
    snprintf(text, 300, "no contact fits");
  else
    snprintf(text, 300, "%d contacts kept; deepest between geoms %s and %s", d->ncon,
             ig_shown_name(m, mjOBJ_GEOM, deepest->geom[0], one), ig_shown_name(m, mjOBJ_GEOM, deepest->geom[1], two));
}

// what the number that comes with a warning means, in names of the model
static void describe(const mjModel* m, const mjData* d, mjtWarning kind, char text[300]) {
  int info = d->warning[kind].lastinfo;
  char name[128];
  switch (kind) {
    case mjWARN_BADQPOS: describe_joint(m, joint_at(m, m->jnt_qposadr, info), "qpos", info, text); break;
    case mjWARN_INERTIA:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC: describe_joint(m, joint_at(m, m->jnt_dofadr, info), "dof", info, text); break;
    case mjWARN_BADCTRL: snprintf(text, 300, "actuator %s", ig_shown_name(m, mjOBJ_ACTUATOR, info, name)); break;
    default: describe_contacts(m, d, text);
  }
}

// counters that grew, or that a reset inside of the step cleared and set again
static void note_troubles(Run* run, double before) {
  for (int kind = 0; kind < mjNWARNING; kind++) {
    int number = run->d->warning[kind].number;
    bool restarted = run->d->time < before && number > 0;
    if (number > run->warned[kind] || restarted) {
      Trouble* trouble = &run->troubles[kind];
      if (!trouble->count++) {
        trouble->time = before;
        describe(run->m, run->d, (mjtWarning)kind, trouble->where);
      }
    }
    run->warned[kind] = number;
  }
}

static int larger(int a, int b) { return a > b ? a : b; }

// averages and largest values for the report
static void count_step(Run* run) {
  const mjData* d = run->d;
  int iterations = ig_total_iterations(d);
  run->steps++;
  run->state.step++;
  run->contacts += d->ncon;
  run->rows += d->nefc;
  run->iterations += iterations;
  run->max_contacts = larger(run->max_contacts, d->ncon);
  run->max_rows = larger(run->max_rows, d->nefc);
  run->max_iterations = larger(run->max_iterations, iterations);
}

// where the quantities are found that are recorded
static const mjData* shown_data(const Run* run) { return run->shadow ? run->shadow : run->d; }

// the numbers at the start of the step, computed on the side
static void fill_shadow(Run* run) {
  if (!run->shadow) return;
  mj_copyState(run->m, run->d, run->shadow, mjSTATE_INTEGRATION);
  mj_forward(run->m, run->shadow);
}

static void one_step(Run* run, bool record, bool first, bool last) {
  bool csv = record && run->csv.ncolumn, plot = record && run->plot.ncolumn, shown = csv || plot || first || last;
  double before = run->d->time;
  set_controls(run);

  // energy costs time and changes nothing else: ask for it where it is shown
  int flags = run->m->opt.enableflags;
  if (shown) {
    run->m->opt.enableflags |= mjENBL_ENERGY;
    fill_shadow(run);
  }
  if (csv) ig_record_before(&run->csv, shown_data(run));
  if (plot) ig_record_before(&run->plot, shown_data(run));
  if (record && run->states.stream) ig_trajectory_add(run->states.stream, run->m, run->d);
  double start = ig_seconds_now();
  mj_step(run->m, run->d);
  run->wall += ig_seconds_now() - start;
  run->m->opt.enableflags = flags;

  const mjData* d = shown_data(run);
  if (first) run->first_energy = d->energy[0] + d->energy[1];
  if (last) run->last_energy = d->energy[0] + d->energy[1];
  if (csv) ig_record_after(&run->csv, d);
  if (plot) ig_record_after(&run->plot, d);
  note_troubles(run, before);
  count_step(run);
}

enum { VIDEO_RATE = 30 };  // pictures a second

// what video and picture are drawn with
static int open_pictures(Run* run) {
  const Options* options = &run->options;
  if (!options->video && !options->picture) return IG_EXIT_OK;
  int code = ig_picture_open(&run->picture, run->m, options->camera, options->width, options->height);
  if (code) return code;
  run->pose = mj_makeData(run->m);
  if (!run->pose) return ig_complain(IG_EXIT_ENGINE, "out of memory");
  if (options->video) run->video = ig_video_open(options->video, options->width, options->height, VIDEO_RATE);
  return options->video && !run->video ? IG_EXIT_FILE : IG_EXIT_OK;
}

// the state as it is now
static void take_picture(Run* run) {
  mj_copyState(run->m, run->d, run->pose, mjSTATE_INTEGRATION);
  mj_kinematics(run->m, run->pose);
  mj_comPos(run->m, run->pose);
  mj_camlight(run->m, run->pose);
  mj_flex(run->m, run->pose);
  mj_tendon(run->m, run->pose);
  ig_picture_take(&run->picture, run->pose, false);
}

// the pictures of the video that are due
static void film(Run* run) {
  while (run->video && (run->d->time - run->start_time) * VIDEO_RATE >= (double)run->shots) {
    take_picture(run);
    run->shots++;
    if (!ig_video_add(run->video, run->picture.rgb)) return;
  }
}

static bool write_picture(Run* run) {
  if (!run->options.picture) return true;
  take_picture(run);
  return ig_write_png(run->options.picture, run->picture.rgb, run->picture.width, run->picture.height, 3);
}

static void silent(const char* text) { (void)text; }

// warnings of the steps are counted and shown in the table, not as they come
static void simulate(Run* run) {
  long long total = llround(run->options.seconds / run->m->opt.timestep);
  void (*warning)(const char*) = mju_user_warning;
  mju_user_warning = silent;
  ig_signals_wait(true);
  run->start_time = run->d->time;
  for (long long step = 0; step < total && !ig_signal_noted(); step++) {
    film(run);
    one_step(run, step % run->options.every == 0, step == 0, step == total - 1);
    if (step % 16 == 0) ig_show_progress("simulating", (double)step / (double)total);
  }
  ig_signals_wait(false);
  ig_clear_progress();
  mju_user_warning = warning;
}

static const char* const trouble_names[mjNWARNING] = {"inertia matrix singular", "contacts dropped", "rows dropped",
                                                      "geoms not drawn",         "bad position",     "bad velocity",
                                                      "bad acceleration",        "bad control"};

static double mean(const Run* run, long long sum) { return run->steps ? (double)sum / (double)run->steps : 0; }

static void print_troubles(const Run* run) {
  bool any = false;
  for (int kind = 0; kind < mjNWARNING; kind++) {
    const Trouble* trouble = &run->troubles[kind];
    if (!trouble->count) continue;
    any = true;
    printf("  %-20s %s%s, %d times; first at %g s: %s%s\n", "warning", ig_colour(stdout, IG_YELLOW), trouble_names[kind],
           trouble->count, trouble->time, trouble->where, ig_colour(stdout, IG_PLAIN));
  }
  if (!any) ig_print_pair("warnings", "none");
}

// for people; json_result says the same for machines
static void print_result(const Run* run) {
  const mjModel* m = run->m;
  double simulated = (double)run->steps * m->opt.timestep, wall = run->wall > 0 ? run->wall : 1e-9;
  char title[300];
  snprintf(title, sizeof title, "%s: %lld steps of %g s, control %s", ig_model_title(run->options.model), run->steps,
           m->opt.timestep, run->state.control);
  ig_print_title(title);
  ig_print_pair("simulated time", "%g s to %g s", run->start_time, run->d->time);
  ig_print_pair("steps per second", "%.0f", (double)run->steps / wall);
  ig_print_pair("real-time factor", "%.1f", simulated / wall);
  ig_print_pair("contacts", "%.1f mean, %d most", mean(run, run->contacts), run->max_contacts);
  ig_print_pair("constraint rows", "%.1f mean, %d most", mean(run, run->rows), run->max_rows);
  ig_print_pair("solver iterations", "%.2f mean, %d most", mean(run, run->iterations), run->max_iterations);
  double drift = run->last_energy - run->first_energy, scale = fmax(fabs(run->first_energy), fabs(run->last_energy));
  if (!ig_signal_noted() && run->steps) {
    ig_print_pair("energy", "%.6g J to %.6g J, drift %.3g J (%.2g %%)", run->first_energy, run->last_energy, drift,
                  scale > 0 ? 100 * drift / scale : 0.0);
  }
  print_troubles(run);
  ig_print_pair("state hash", "%016" PRIx64, ig_state_hash(run->m, run->d));
}

static void json_hash(ig_Json* json, const char* name, uint64_t hash) {
  char text[20];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  ig_json_text(json, name, text);
}

static void json_spread(ig_Json* json, const char* name, double average, int most) {
  ig_json_open(json, name, '{');
  ig_json_number(json, "mean", average);
  ig_json_count(json, "max", most);
  ig_json_close(json, '}');
}

static void json_result(const Run* run) {
  ig_Json json = {.stream = stdout};
  double wall = run->wall > 0 ? run->wall : 1e-9;
  ig_json_open(&json, NULL, '{');
  ig_json_text(&json, "model", ig_model_title(run->options.model));
  ig_json_text(&json, "version", INGOT_VERSION);
  ig_json_text(&json, "control", run->state.control);
  ig_json_count(&json, "seed", run->state.seed);
  ig_json_count(&json, "steps", run->steps);
  ig_json_number(&json, "timestep", run->m->opt.timestep);
  ig_json_number(&json, "start_time", run->start_time);
  ig_json_number(&json, "end_time", run->d->time);
  ig_json_number(&json, "steps_per_second", (double)run->steps / wall);
  ig_json_number(&json, "real_time_factor", (double)run->steps * run->m->opt.timestep / wall);
  json_spread(&json, "contacts", mean(run, run->contacts), run->max_contacts);
  json_spread(&json, "rows", mean(run, run->rows), run->max_rows);
  json_spread(&json, "iterations", mean(run, run->iterations), run->max_iterations);
  ig_json_open(&json, "energy", '{');
  ig_json_number(&json, "first", run->first_energy);
  ig_json_number(&json, "last", ig_signal_noted() ? NAN : run->last_energy);
  ig_json_close(&json, '}');
  ig_json_open(&json, "warnings", '[');
  for (int kind = 0; kind < mjNWARNING; kind++) {
    const Trouble* trouble = &run->troubles[kind];
    if (!trouble->count) continue;
    ig_json_open(&json, NULL, '{');
    ig_json_text(&json, "what", trouble_names[kind]);
    ig_json_count(&json, "count", trouble->count);
    ig_json_number(&json, "first_time", trouble->time);
    ig_json_text(&json, "where", trouble->where);
    ig_json_close(&json, '}');
  }
  ig_json_close(&json, ']');
  json_hash(&json, "state_hash", ig_state_hash(run->m, run->d));
  json_hash(&json, "model_hash", run->model_hash);
  ig_json_flag(&json, "interrupted", ig_signal_noted() != 0);
  ig_json_close(&json, '}');
}

typedef void (*Writer)(const Run* run, FILE* stream);
static void write_csv(const Run* run, FILE* stream) { ig_write_csv(&run->csv, stream); }
static void write_plot(const Run* run, FILE* stream) { ig_write_svg(&run->plot, ig_model_title(run->options.model), stream); }

// by the file's ending; checked when the options are read
static bool is_png(const char* path) {
  size_t length = path ? strlen(path) : 0;
  return length > 4 && !strcasecmp(path + length - 4, ".png");
}

static bool is_drawing(const char* path) {
  struct stat info;
  size_t length = strlen(path);
  bool special = !stat(path, &info) && !S_ISREG(info.st_mode);
  return special || is_png(path) || !strchr(path, '.') || (length > 4 && !strcasecmp(path + length - 4, ".svg"));
}

static bool write_file(const Run* run, const char* path, Writer writer) {
  ig_Output output;
  if (!path) return true;
  if (!ig_output_open(&output, path)) return false;
  writer(run, output.stream);
  return ig_output_commit(&output);
}

static bool write_drawing(const Run* run) {
  if (!is_png(run->options.plot)) return write_file(run, run->options.plot, write_plot);
  return ig_write_figure(&run->plot, ig_model_title(run->options.model), run->m, run->options.plot);
}

static bool choose_quantities(Run* run) {
  const Options* options = &run->options;
  const char* csv = options->quantities ? options->quantities : "qpos,qvel,ctrl,sensor";
  const char* plot = options->quantities ? options->quantities : "energy,contacts";
  if (options->plot && !is_drawing(options->plot)) {
    ig_complain(IG_EXIT_USAGE, "--plot: '%s' does not end in .svg or .png", options->plot);
    return false;
  }
  if (options->quantities && !options->csv && !options->plot) {
    ig_complain(IG_EXIT_USAGE, "--quantities says what --csv and --plot record; neither is given");
    return false;
  }
  return (!options->csv || ig_record_choose(&run->csv, run->m, shown_data(run), csv)) &&
         (!options->plot || ig_record_choose(&run->plot, run->m, shown_data(run), plot));
}

static int go(Run* run) {
  int code = set_start(run);
  if (code) return code;
  if (!choose_quantities(run)) return IG_EXIT_USAGE;
  if (run->options.states) {
    if (!ig_output_open(&run->states, run->options.states)) return IG_EXIT_FILE;
    ig_trajectory_start(run->states.stream, run->options.model, run->model_hash, run->m);
  }
  if ((code = open_pictures(run))) return code;
  simulate(run);
  // the state at the end closes the record
  if (run->states.stream) ig_trajectory_add(run->states.stream, run->m, run->d);
  bool filmed = !run->video || ig_video_close(run->video, !ig_signal_noted());
  if (run->options.json)
    json_result(run);
  else
    print_result(run);
  if (ig_signal_noted()) {
    ig_complain(IG_EXIT_OK, "interrupted at %g s; no files were written", run->d->time);
    return 128 + ig_signal_noted();
  }
  bool written = write_file(run, run->options.csv, write_csv) && write_drawing(run) &&
                 (!run->states.stream || ig_output_commit(&run->states)) && write_picture(run) &&
                 (!run->options.save || ig_write_statefile(run->options.save, run->m, run->d, run->model_hash, &run->state));
  // where to look
  if (written && run->options.picture && !run->options.json) ig_print_pair("picture", "%s", run->options.picture);
  if (filmed && run->options.video && !run->options.json) ig_print_pair("video", "%s", run->options.video);
  return written && filmed ? IG_EXIT_OK : IG_EXIT_FILE;
}

static int run_command(int argc, char** argv) {
  Run run = {0};
  int code = read_options(argc, argv, &run.options);
  if (code) return code;
  run.m = ig_open_model(run.options.model);
  if (!run.m) return IG_EXIT_MODEL;
  run.d = mj_makeData(run.m);
  bool shadowed = run.m->opt.integrator == mjINT_RK4;
  if (shadowed) run.shadow = mj_makeData(run.m);
  run.model_hash = ig_model_hash(run.m);
  code = run.d && (run.shadow || !shadowed) ? go(&run) : ig_complain(IG_EXIT_ENGINE, "out of memory");
  ig_output_drop(&run.states);
  ig_record_free(&run.csv);
  ig_record_free(&run.plot);
  mj_deleteData(run.d);
  mj_deleteData(run.shadow);
  mj_deleteData(run.pose);
  if (run.picture.m) ig_picture_close(&run.picture);
  mj_deleteModel(run.m);
  return code;
}

const ig_Command ig_command_run = {"run", "simulate a model, print speed and quality, record quantities", help, run_command};
