// SPDX-License-Identifier: Apache-2.0
// ingot: the physics engine from the command line.
#include <ingot/plugins.h>
#include <ingot/version.h>
#include <locale.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "embedded.h"
#include "mjcf/text/diag.h"
#include "output.h"
#include "terminal.h"

static const ig_Command* const commands[] = {
    &ig_command_run,     &ig_command_view,  &ig_command_render,  &ig_command_info,   &ig_command_check,
    &ig_command_convert, &ig_command_bench, &ig_command_compare, &ig_command_export,
};
enum { NCOMMAND = sizeof commands / sizeof commands[0] };

static void print_usage(FILE* stream) {
  fprintf(stream, "usage: ingot COMMAND [options] [model]\n\n");
  for (int i = 0; i < NCOMMAND; i++) fprintf(stream, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
  fprintf(stream,
          "\nA model is an MJCF or URDF file, - for such a text from standard input, a binary model (.mjb), or one of the "
          "program's own:\n ");
  for (const ig_Embedded* model = ig_embedded; model->name; model++) fprintf(stream, " %s", model->name);
  fprintf(stream,
          "\nIn URDF, package://NAME is looked for in folders around the file, in ROS_PACKAGE_PATH, and where\n"
          "--package NAME=FOLDER says, with any command."
          "\nWithout a command: ingot run. Each command has --help with an example.\n"
          "Exit codes: 0 done, 1 found something (check, compare), 2 usage, 3 bad model, 4 file, 5 engine error,\n"
          "128 + n ended by signal n.\n");
}

// errors of the engine end the program; nothing was left half-written, see output.h
static void engine_error(const char* text) { exit(ig_complain(IG_EXIT_ENGINE, "engine error: %s", text)); }

static void engine_warning(const char* text) {
  ig_clear_progress();
  fprintf(stderr, "%swarning:%s %s\n", ig_colour(stderr, IG_YELLOW), ig_colour(stderr, IG_PLAIN), text);
}

static const ig_Command* find_command(const char* name) {
  for (int i = 0; i < NCOMMAND; i++) {
    if (!strcmp(commands[i]->name, name)) return commands[i];
  }
  return NULL;
}

// --package NAME=FOLDER may stand anywhere: where package://NAME of a URDF is. The reader takes it from the environment.
static bool take_packages(int* argc, char** argv) {
  int kept = 1;
  for (int i = 1; i < *argc; i++) {
    const char* value = NULL;
    if (!strncmp(argv[i], "--package=", 10)) {
      value = argv[i] + 10;
    } else if (!strcmp(argv[i], "--package")) {
      value = ++i < *argc ? argv[i] : "";
    } else {
      argv[kept++] = argv[i];
      continue;
    }
    if (!strchr(value, '=') || value[0] == '=' || strchr(value, ':')) {
      ig_complain(IG_EXIT_USAGE, "--package wants NAME=FOLDER, not '%s'", value);
      return false;
    }
    const char* before = getenv("INGOT_PACKAGE_PATH");
    char list[8192];
    if (snprintf(list, sizeof list, "%s%s%s", value, before ? ":" : "", before ? before : "") < (int)sizeof list)
      setenv("INGOT_PACKAGE_PATH", list, 1);
  }
  *argc = kept;
  argv[kept] = NULL;
  return true;
}

// the exit code of a program that has said all it had to say: a full disk behind standard output is a failure of its own
static int finish(int code) {
  bool lost = fflush(stdout) || ferror(stdout);
  return lost && code == IG_EXIT_OK ? ig_complain(IG_EXIT_FILE, "cannot write to standard output") : code;
}

static int start(const ig_Command* command, int argc, char** argv) {
  ig_complain_as(command->name);
  for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      fputs(command->help, stdout);
      return finish(IG_EXIT_OK);
    }
  }
  // without them, models that need none still run
  ingot_loadPlugins(NULL, NULL, NULL);
  int code = finish(command->run(argc, argv));
  mj_freeLastXML();
  return code;
}

int main(int argc, char** argv) {
  setlocale(LC_CTYPE, "");
  ig_catch_signals();
  mju_user_error = engine_error;
  mju_user_warning = engine_warning;
  opterr = 0;

  if (!take_packages(&argc, argv)) return IG_EXIT_USAGE;

  // options without a command belong to run
  const char* word = argc > 1 ? argv[1] : NULL;
  if (!word) return start(&ig_command_run, argc, argv);
  if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) {
    const ig_Command* asked = argc > 2 ? find_command(argv[2]) : NULL;
    if (asked)
      fputs(asked->help, stdout);
    else
      print_usage(stdout);
    return finish(IG_EXIT_OK);
  }
  if (!strcmp(word, "--version")) {
    printf("ingot %s, API of MuJoCo %s\n", INGOT_VERSION, mj_versionString());
    return finish(IG_EXIT_OK);
  }
  const ig_Command* command = find_command(word);
  if (command) return start(command, argc - 1, argv + 1);
  if (word[0] == '-') return start(&ig_command_run, argc, argv);
  ig_Hint hint = ig_hint(word);
  for (int i = 0; i < NCOMMAND; i++) ig_hint_offer(&hint, commands[i]->name);
  char text[200];
  ig_complain(IG_EXIT_USAGE, "'%s' is not a command%s", word, ig_hint_text(&hint, text));
  if (!hint.best) print_usage(stderr);
  return IG_EXIT_USAGE;
}
