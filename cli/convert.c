// SPDX-License-Identifier: Apache-2.0
// ingot convert: MJCF, URDF and MJB into each other.
#include <libgen.h>
#include <limits.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "command.h"
#include "decompile.h"
#include "output.h"
#include "robot.h"
#include "source.h"
#include "terminal.h"
#include "urdf_writer.h"

static const char help[] =
    "usage: ingot convert [options] INPUT OUTPUT\n\n"
    "Read a model and write it in another format: MJCF (.xml), URDF (.urdf) or binary (.mjb), by the extension.\n"
    "Text from text keeps defaults, frames and names. MJCF from a binary model has the compiled numbers; textures are\n"
    "left out, and models with flexes, skins, plugins or delays are refused. URDF holds links, joints, inertias, limits and\n"
    "simple shapes; what it cannot express is named.\n\n"
    "  --to FORMAT   mjcf, urdf or mjb, whatever the extension\n"
    "  --force       replace OUTPUT if it exists\n\n"
    "Example:\n"
    "  ingot convert robot.urdf robot.xml\n";

static const char* const format_names[] = {"mjcf", "urdf", "mjb", NULL};

// by the first element: URDF files are often called .xml
static ig_Format find_format(const char* path) {
  if (ig_own_model(path)) return IG_FORMAT_MJCF;
  ig_Format format = ig_format_of(path);
  if (format != IG_FORMAT_MJCF && format != IG_FORMAT_UNKNOWN) return format;
  char start[4096] = "";
  FILE* file = ig_read_regular(path);
  size_t length = file ? fread(start, 1, sizeof start - 1, file) : 0;
  if (file) fclose(file);
  start[length] = 0;
  return strstr(start, "<robot") ? IG_FORMAT_URDF : IG_FORMAT_MJCF;
}

static int write_mjb(const char* input, const char* path) {
  mjModel* m = ig_open_model(input);
  if (!m) return IG_EXIT_MODEL;
  mjtSize size = mj_sizeModel(m);
  char* bytes = size <= INT_MAX ? malloc((size_t)size) : NULL;
  ig_Output output;
  bool good = false;
  if (!bytes) ig_complain(IG_EXIT_FILE, "the model is too large to write");
  if (bytes && ig_output_open(&output, path)) {
    mj_saveModel(m, NULL, bytes, (int)size);
    fwrite(bytes, 1, (size_t)size, output.stream);
    good = ig_output_commit(&output);
  }
  free(bytes);
  mj_deleteModel(m);
  return good ? IG_EXIT_OK : IG_EXIT_FILE;
}

// The text must load where it will stand. Relative names of meshes and other files are looked for beside it, so text
// written into another folder may need them copied: that is said, and the file is kept.
static int verify(const char* text, const char* path, const char* input) {
  char error[1024] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, path, text, (int)strlen(text));
  mjModel* m = mj_loadXML(path, &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (m) return mj_deleteModel(m), IG_EXIT_OK;
  if (ig_format_of(input) == IG_FORMAT_MJB) return ig_complain(IG_EXIT_MODEL, "%s cannot be written as MJCF: %s", input, error);
  fprintf(stderr, "note: the file does not load yet, probably since it refers to files beside %s: %s\n", input, error);
  return IG_EXIT_OK;
}

// the spec as text, to be freed; NULL with a message
static char* text_of(const mjSpec* spec, char* error, int size) {
  char none[1];
  int length = mj_saveXMLString(spec, none, 0, error, size);
  char* text = length > 0 ? malloc((size_t)length + 1) : NULL;
  if (length > 0 && !text) snprintf(error, (size_t)size, "out of memory");
  if (text && mj_saveXMLString(spec, text, length + 1, error, size)) {
    free(text);
    text = NULL;
  }
  return text;
}

// names of files need no change between files that lie side by side
static bool same_folder(const char* a, const char* b) {
  char first[PATH_MAX], second[PATH_MAX], one[PATH_MAX], other[PATH_MAX];
  snprintf(first, sizeof first, "%s", a);
  snprintf(second, sizeof second, "%s", b);
  return realpath(dirname(first), one) && realpath(dirname(second), other) && !strcmp(one, other);
}

// the spec compiles before it is written: a file that does not load is not worth writing
static int write_spec(mjSpec* spec, const char* input, const char* path) {
  mjModel* m = mj_compile(spec, NULL);
  if (!m) return ig_complain(IG_EXIT_MODEL, "%s: %s", input, mjs_getError(spec));
  mj_deleteModel(m);
  if (!ig_own_model(input) && ig_format_of(input) != IG_FORMAT_MJB && !same_folder(input, path)) ig_move_files(spec, input, path);
  char error[1024] = "";
  char* text = text_of(spec, error, sizeof error);
  if (!text) return ig_complain(IG_EXIT_MODEL, "%s cannot be written as MJCF: %s", input, error);
  int code = verify(text, path, input);
  ig_Output output;
  if (!code && !ig_output_open(&output, path)) {
    code = IG_EXIT_FILE;
  } else if (!code) {
    fputs(text, output.stream);
    if (!ig_output_commit(&output)) code = IG_EXIT_FILE;
  }
  free(text);
  return code;
}

static int write_mjcf_from_binary(const char* input, const char* path) {
  mjModel* m = ig_open_model(input);
  if (!m) return IG_EXIT_MODEL;
  const char* obstacle;
  int left_out;
  mjSpec* spec = ig_decompile(m, &obstacle, &left_out);
  mj_deleteModel(m);
  if (!spec) return ig_complain(IG_EXIT_MODEL, "%s has %s: they cannot be written as MJCF from a binary model", input, obstacle);
  if (left_out) fprintf(stderr, "note: %d textures and tuples of the binary model are left out\n", left_out);
  int code = write_spec(spec, input, path);
  mj_deleteSpec(spec);
  return code;
}

// transmissions are read here and not by the engine, which says that it leaves them out
static void (*shown_warning)(const char*);
static void warn_of_the_rest(const char* text) {
  if (!strstr(text, "element 'transmission'")) shown_warning(text);
}

static int write_mjcf(const char* input, ig_Format from, const char* path) {
  if (from == IG_FORMAT_MJB) return write_mjcf_from_binary(input, path);
  shown_warning = mju_user_warning;
  mju_user_warning = warn_of_the_rest;
  // complain with the line first
  mjModel* m = ig_open_model(input);
  if (!m) return IG_EXIT_MODEL;
  mj_deleteModel(m);
  char error[1024] = "";
  mjSpec* spec = ig_read_spec(input, error, sizeof error);
  if (!spec) return ig_complain(IG_EXIT_MODEL, "%s", error);
  if (from == IG_FORMAT_URDF) {
    int motors = ig_add_transmissions(spec, input);
    if (motors) fprintf(stderr, "note: %d motor%s for the transmissions\n", motors, motors > 1 ? "s" : "");
  }
  int code = write_spec(spec, input, path);
  mj_deleteSpec(spec);
  return code;
}

static int write_urdf(const char* input, const char* path) {
  mjModel* m = ig_open_model(input);
  if (!m) return IG_EXIT_MODEL;
  ig_Output output;
  int code = IG_EXIT_FILE;
  const char* obstacle = ig_urdf_obstacle(m);
  if (obstacle) {
    code = ig_complain(IG_EXIT_MODEL, "%s cannot be written as URDF: %s", input, obstacle);
  } else if (ig_output_open(&output, path)) {
    ig_write_urdf(m, output.stream, stderr);
    if (ig_output_commit(&output)) code = IG_EXIT_OK;
  }
  mj_deleteModel(m);
  return code;
}

static int convert_command(int argc, char** argv) {
  static const struct option known[] = {{"to", required_argument, 0, 't'}, {"force", no_argument, 0, 'f'}, {0, 0, 0, 0}};
  int to = IG_FORMAT_UNKNOWN;
  bool force = false;
  for (int found; (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    if (found == 'f')
      force = true;
    else if (found != 't')
      return ig_option_unknown(argv, known);
    else if ((to = ig_option_word("to", optarg, format_names)) < 0)
      return IG_EXIT_USAGE;
  }
  if (argc - optind != 2) return ig_complain(IG_EXIT_USAGE, "needed: INPUT and OUTPUT; see 'ingot convert --help'");
  const char *input = argv[optind], *output = argv[optind + 1];
  if (to == IG_FORMAT_UNKNOWN) to = ig_format_of(output);
  if (to == IG_FORMAT_UNKNOWN) return ig_complain(IG_EXIT_USAGE, "'%s' does not say the format; use --to", output);
  struct stat info;
  if (!force && !stat(output, &info) && S_ISREG(info.st_mode)) {
    return ig_complain(IG_EXIT_FILE, "'%s' exists; use --force to replace it", output);
  }
  switch (to) {
    case IG_FORMAT_MJB: return write_mjb(input, output);
    case IG_FORMAT_URDF: return write_urdf(input, output);
    default: return write_mjcf(input, find_format(input), output);
  }
}

const ig_Command ig_command_convert = {"convert", "MJCF, URDF and binary models into each other", help, convert_command};
