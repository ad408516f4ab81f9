// SPDX-License-Identifier: Apache-2.0
// ingot render: a picture of a model.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "picture.h"
#include "sheet.h"
#include "source.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot render [options] [model]\n\n"
    "Draw a model into a PNG file. No display, driver or OpenGL is needed, and the picture is the same on every machine.\n\n"
    "  -o, --output FILE.png  where the picture goes (default: picture.png)\n"
    "  --camera NAME|NUMBER   one of the model's cameras (default: the free camera)\n"
    "  --size WxH             in pixels (default 640x480)\n"
    "  --key NAME|NUMBER      start from this keyframe\n"
    "  --time S               simulate so many seconds before (default 0)\n"
    "  --depth                distance along the sight in millimetres, 16 bits of grey\n"
    "  --segmentation         each object in a colour of its own, and a list of the colours\n"
    "  --quality NAME         match (default): as MuJoCo draws; fast: one sample a pixel, no shadows and reflections; "
    "fast-shadows\n"
    "  --worlds N             a contact sheet of so many worlds, each WxH (default 128x96)\n"
    "  --noise X              how far their starts lie from the model's, in radians and metres (default 0.1)\n\n"
    "Example:\n"
    "  ingot render quadruped --time 1 --size 800x600 -o quadruped.png\n"
    "  ingot render quadruped --worlds 64 --time 1 -o sheet.png\n";

typedef struct {
  const char *model, *output, *camera, *key;
  int width, height;
  double time;
  bool depth, segmentation;
  ingotQuality quality;
  int worlds;  // 0: one picture
  double noise;
} Options;

enum { MAX_WORLDS = 4096 };
enum {
  OPTION_CAMERA = 256,
  OPTION_SIZE,
  OPTION_KEY,
  OPTION_TIME,
  OPTION_DEPTH,
  OPTION_SEGMENTATION,
  OPTION_QUALITY,
  OPTION_WORLDS,
  OPTION_NOISE
};

static bool read_quality(const char* text, Options* options) {
  static const char* const words[] = {"match", "fast", "fast-shadows", NULL};
  int found = ig_option_word("quality", text, words);
  options->quality = (ingotQuality)found;
  return found >= 0;
}

// what no option said, and what options say against each other
static int settle(Options* options) {
  bool sheet = options->worlds > 1;
  if (!options->width) options->width = sheet ? 128 : 640, options->height = sheet ? 96 : 480;
  if (options->depth && options->segmentation) return ig_complain(IG_EXIT_USAGE, "--depth and --segmentation are two pictures");
  if ((options->depth || options->segmentation) && (options->worlds || options->quality))
    return ig_complain(IG_EXIT_USAGE, "--worlds and --quality are for colours, not for --depth and --segmentation");
  return IG_EXIT_OK;
}

static int read_options(int argc, char** argv, Options* options) {
  static const struct option known[] = {{"output", required_argument, 0, 'o'},
                                        {"camera", required_argument, 0, OPTION_CAMERA},
                                        {"size", required_argument, 0, OPTION_SIZE},
                                        {"key", required_argument, 0, OPTION_KEY},
                                        {"time", required_argument, 0, OPTION_TIME},
                                        {"depth", no_argument, 0, OPTION_DEPTH},
                                        {"segmentation", no_argument, 0, OPTION_SEGMENTATION},
                                        {"quality", required_argument, 0, OPTION_QUALITY},
                                        {"worlds", required_argument, 0, OPTION_WORLDS},
                                        {"noise", required_argument, 0, OPTION_NOISE},
                                        {0, 0, 0, 0}};
  *options = (Options){.output = "picture.png", .noise = 0.1};
  bool good = true;
  for (int found; good && (found = getopt_long(argc, argv, "o:", known, NULL)) != -1;) {
    switch (found) {
      case 'o': good = ig_option_png("-o", options->output = optarg); break;
      case OPTION_CAMERA: options->camera = optarg; break;
      case OPTION_SIZE: good = ig_option_size(optarg, &options->width, &options->height); break;
      case OPTION_KEY: options->key = optarg; break;
      case OPTION_TIME: good = ig_option_number("time", optarg, 0, 1e9, &options->time); break;
      case OPTION_DEPTH: options->depth = true; break;
      case OPTION_SEGMENTATION: options->segmentation = true; break;
      case OPTION_QUALITY: good = read_quality(optarg, options); break;
      case OPTION_WORLDS: good = ig_option_count("worlds", optarg, 1, MAX_WORLDS, &options->worlds); break;
      case OPTION_NOISE: good = ig_option_number("noise", optarg, 0, 1e9, &options->noise); break;
      default: return ig_option_unknown(argv, known);
    }
  }
  if (!good) return IG_EXIT_USAGE;
  int code = settle(options);
  if (code) return code;
  if (argc - optind > 1) return ig_complain(IG_EXIT_USAGE, "one model at a time, not also '%s'", argv[optind + 1]);
  options->model = argc > optind ? argv[optind] : NULL;
  return IG_EXIT_OK;
}

static int set_state(const Options* options, const mjModel* m, mjData* d) {
  if (options->key) {
    int id = ig_option_object(m, mjOBJ_KEY, "key", options->key);
    if (id < 0) return IG_EXIT_USAGE;
    mj_resetDataKeyframe(m, d, id);
  }
  long long steps = llround(options->time / m->opt.timestep);
  for (long long i = 0; i < steps; i++) {
    mj_step(m, d);
    if (i % 16 == 0) ig_show_progress("simulating", (double)i / (double)steps);
  }
  ig_clear_progress();
  mj_forward(m, d);
  return IG_EXIT_OK;
}

static bool write_depth(const Options* options, const ig_Picture* p) {
  size_t n = (size_t)p->width * (size_t)p->height;
  unsigned short* grey = malloc(n * sizeof *grey);
  if (!grey) return false;
  for (size_t i = 0; i < n; i++) {
    double mm = p->depth[i] * 1000.0 + 0.5;
    grey[i] = (unsigned short)(mm < 65535 ? mm : 65535);
  }
  bool fine = ig_write_png(options->output, grey, p->width, p->height, 1);
  free(grey);
  return fine;
}

// which object has which colour, and how many pixels of it are seen
static void list_segments(const ig_Picture* p) {
  static const char* const headings[] = {"colour", "<object", "pixels"};
  ig_Table table;
  ig_table_start(&table, 3, headings);
  for (int i = 0; i < p->scene.ngeom; i++) {
    const mjvGeom* g = &p->scene.geoms[i];
    if (g->segid < 0) continue;
    unsigned char rgb[3];
    for (int k = 0; k < 3; k++) {
      static const int base[3] = {2, 3, 5};
      rgb[k] = (unsigned char)floor((0.1f + 0.8f * (float)mju_Halton(g->segid + 10, base[k])) * 255 + 0.5f);
    }
    int seen = 0;
    for (size_t at = 0; at < (size_t)p->width * (size_t)p->height; at++) seen += !memcmp(p->rgb + 3 * at, rgb, 3);
    if (!seen) continue;
    char name[128];
    const char* kind = mju_type2Str(g->objtype);
    ig_table_cell(&table, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    ig_table_cell(&table, "%s %s", kind ? kind : "decor", g->objid >= 0 ? ig_shown_name(p->m, g->objtype, g->objid, name) : "");
    ig_table_cell(&table, "%d", seen);
  }
  ig_table_print(&table, stdout);
}

static int draw(const Options* options, mjModel* m, mjData* d) {
  ig_Picture p;
  int code = ig_picture_open(&p, m, options->camera, options->width, options->height);
  bool written = true;
  if (!code && options->segmentation) {
    ig_picture_segments(&p, d);
    list_segments(&p);
    written = ig_write_png(options->output, p.rgb, p.width, p.height, 3);
  } else if (!code) {
    ig_picture_take(&p, d, options->depth);
    written = options->depth ? write_depth(options, &p) : ig_write_png(options->output, p.rgb, p.width, p.height, 3);
  }
  ig_picture_close(&p);
  return code ? code : written ? IG_EXIT_OK : IG_EXIT_FILE;
}

static int draw_sheet(const Options* options, mjModel* m) {
  ig_Sheet sheet = {.worlds = options->worlds ? options->worlds : 1,
                    .width = options->width,
                    .height = options->height,
                    .camera = -1,
                    .key = -1,
                    .time = options->time,
                    .noise = options->noise,
                    .quality = options->quality};
  if (options->camera && (sheet.camera = ig_option_object(m, mjOBJ_CAMERA, "camera", options->camera)) < 0) return IG_EXIT_USAGE;
  if (options->key && (sheet.key = ig_option_object(m, mjOBJ_KEY, "key", options->key)) < 0) return IG_EXIT_USAGE;
  int width, height, code;
  unsigned char* pixels = ig_draw_sheet(&sheet, m, &width, &height, &code);
  if (pixels && !ig_write_png(options->output, pixels, width, height, 3)) code = IG_EXIT_FILE;
  free(pixels);
  return code;
}

static int draw_one(const Options* options, mjModel* m) {
  mjData* d = mj_makeData(m);
  int code = d ? set_state(options, m, d) : ig_complain(IG_EXIT_ENGINE, "out of memory");
  if (!code) code = draw(options, m, d);
  mj_deleteData(d);
  return code;
}

static int run_command(int argc, char** argv) {
  Options options;
  int code = read_options(argc, argv, &options);
  if (code) return code;
  mjModel* m = ig_open_model(options.model);
  if (!m) return IG_EXIT_MODEL;
  code = options.worlds || options.quality ? draw_sheet(&options, m) : draw_one(&options, m);
  mj_deleteModel(m);
  return code;
}

const ig_Command ig_command_render = {"render", "draw a model into a picture file", help, run_command};
