// SPDX-License-Identifier: Apache-2.0
// ingot export: a model as one HTML file with the engine inside.
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "page.h"
#include "shown.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot export [options] [model] [states] -o FILE.html\n\n"
    "Write one file that shows the model in any browser: engine, model and page, nothing else is needed and nothing is\n"
    "loaded from elsewhere. States recorded by ingot run with --states are played back; a saved state is where it begins.\n\n"
    "  -o, --output FILE    the file to write\n"
    "  --key NAME|NUMBER    begin with this keyframe\n"
    "  --paused             do not play at once\n\n"
    "Example:\n"
    "  ingot export models/crane.xml --key swing -o crane.html\n";

typedef struct {
  const char *output, *key;
  bool paused;
} Options;

static int read_options(int argc, char** argv, Options* options) {
  static const struct option known[] = {
      {"output", required_argument, 0, 'o'}, {"key", required_argument, 0, 'k'}, {"paused", no_argument, 0, 'p'}, {0, 0, 0, 0}};
  *options = (Options){0};
  for (int found; (found = getopt_long(argc, argv, "o:", known, NULL)) != -1;) {
    switch (found) {
      case 'o': options->output = optarg; break;
      case 'k': options->key = optarg; break;
      case 'p': options->paused = true; break;
      default: return ig_option_unknown(argv, known);
    }
  }
  return options->output ? IG_EXIT_OK : ig_complain(IG_EXIT_USAGE, "-o FILE.html is needed");
}

// a page that is passed on carries these along
static void list_files(const char* output, size_t size, const ig_Files* files) {
  int count = files->count ? files->count : 1;
  printf("%s: %.1f MB, %d file%s of the model\n", output, (double)size / 1e6, count, count > 1 ? "s" : "");
  for (int i = 0; i < files->count; i++) {
    const ig_File* file = &files->files[i];
    printf("  ");
    ig_put_plain(stdout, file->name);
    if (!file->inside) {
      printf(", which is ");
      ig_put_plain(stdout, file->path);
      printf(": the page does not find it there; name it relative to the model");
    }
    printf("\n");
  }
}

static ig_Exit write_page(const void* asked, const ig_Shown* shown, const ig_Bytes* page) {
  const Options* options = asked;
  ig_Files files = {0};
  ig_Bytes bundle = {0}, filled = {0};
  ig_files_find(&files, shown->model);
  ig_PageConfig config = {.mode = "export", .key = shown->key, .play = !options->paused};
  ig_Output output = {0};
  bool good = ig_bundle_make(&bundle, shown->model, &files, shown->states, shown->nstate) &&
              ig_page_fill(&filled, page, &config, &bundle) && ig_output_open(&output, options->output);
  if (good) {
    fwrite(filled.bytes, 1, filled.size, output.stream);
    good = ig_output_commit(&output);
  }
  if (good) list_files(options->output, filled.size, &files);
  ig_bytes_free(&filled);
  ig_bytes_free(&bundle);
  ig_files_free(&files);
  return good ? IG_EXIT_OK : IG_EXIT_FILE;
}

static int export_command(int argc, char** argv) {
  Options options;
  int code = read_options(argc, argv, &options);
  if (code) return code;
  return ig_show(argc - optind, argv + optind, options.key, false, write_page, &options);
}

const ig_Command ig_command_export = {"export", "one HTML file with the model and the engine inside", help, export_command};
