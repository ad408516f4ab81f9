// SPDX-License-Identifier: Apache-2.0
// ingot check: does a model load, and has it one of the usual mistakes?
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "lint.h"
#include "source.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot check [options] [model ...]\n\n"
    "Load each model. Errors are shown with file:line:column and the line itself. A model that loads is searched for\n"
    "mistakes that are legal but rarely meant; docs/guide/check.md explains each rule.\n\n"
    "  --rules    list the rules and stop\n"
    "  --strict   notes count as mistakes\n"
    "  --json     for machines\n\n"
    "Exit code 0: nothing found, 1: mistakes found, 3: a model does not load.\n\n"
    "Example:\n"
    "  ingot check robot.xml scene.xml\n";

typedef struct {
  bool json, strict;
  ig_Json writer;
  int warnings, notes, refused;
} Check;

static const char* severity(const ig_Finding* finding) { return finding->warning ? "warning" : "note"; }

static void print_finding(const char* path, const ig_Finding* finding) {
  ig_put_plain(stdout, finding->line > 0 ? finding->file : path);
  if (finding->line > 0) printf(":%d:%d", finding->line, finding->column);
  printf(": %s%s:%s ", ig_colour(stdout, finding->warning ? IG_YELLOW : IG_GREEN), severity(finding),
         ig_colour(stdout, IG_PLAIN));
  ig_put_plain(stdout, finding->text);
  printf(" %s[%s]%s\n", ig_colour(stdout, IG_DIM), finding->rule, ig_colour(stdout, IG_PLAIN));
}

static void json_finding(ig_Json* json, const ig_Finding* finding) {
  ig_json_open(json, NULL, '{');
  ig_json_text(json, "rule", finding->rule);
  ig_json_text(json, "severity", severity(finding));
  ig_json_text(json, "text", finding->text);
  if (finding->line > 0) {
    ig_json_text(json, "file", finding->file);
    ig_json_count(json, "line", finding->line);
    ig_json_count(json, "column", finding->column);
  }
  ig_json_close(json, '}');
}

static void count_findings(Check* check, const ig_Findings* findings) {
  for (int i = 0; i < findings->count; i++) {
    if (findings->list[i].warning)
      check->warnings++;
    else
      check->notes++;
  }
}

// the place stands in front of the message: its end, which says the same, is cut off
static void cut_place(char* text) {
  char* end = NULL;
  for (char* at = text; (at = strstr(at, "at ")); at++) {
    if (at > text && (at[-1] == '\n' || at[-1] == ' ')) end = at;
  }
  if (!end || strchr(end, '\n')) return;
  while (end > text && strchr(", \n", end[-1])) end--;
  *end = 0;
}

// the first line is the message proper; what follows says where
static void refuse(Check* check, const char* path, char* message) {
  char* error = ig_plain_message(message);
  ig_Where where;
  int placed = ig_find_place(error, path, &where);
  check->refused++;
  if (check->json) {
    ig_json_text(&check->writer, "error", error);
    if (placed) {
      ig_json_text(&check->writer, "file", where.file);
      ig_json_count(&check->writer, "line", where.line);
      ig_json_count(&check->writer, "column", where.column);
    }
    return;
  }
  if (placed && where.column) cut_place(error);
  ig_put_plain(stderr, placed ? where.file : path);
  if (placed) fprintf(stderr, ":%d:%d", where.line, where.column);
  fprintf(stderr, ": %serror:%s ", ig_colour(stderr, IG_RED), ig_colour(stderr, IG_PLAIN));
  ig_put_plain(stderr, error);
  fputc('\n', stderr);
  if (placed) ig_show_line(&where);
}

static void report_findings(Check* check, const char* title, const ig_Findings* findings) {
  if (check->json) ig_json_open(&check->writer, "findings", '[');
  for (int i = 0; i < findings->count; i++) {
    if (check->json)
      json_finding(&check->writer, &findings->list[i]);
    else
      print_finding(title, &findings->list[i]);
  }
  if (check->json)
    ig_json_close(&check->writer, ']');
  else if (!findings->count)
    printf("%s: %sgood%s\n", title, ig_colour(stdout, IG_GREEN), ig_colour(stdout, IG_PLAIN));
}

// the spec knows the lines that the findings point at; a binary model has no text
static void lint_model(Check* check, const char* path, const mjModel* m) {
  char error[1024];
  bool text = !path || ig_own_model(path) || ig_format_of(path) != IG_FORMAT_MJB;
  mjSpec* spec = text ? ig_read_spec(path, error, sizeof error) : NULL;
  ig_Findings findings = {0};
  ig_lint(m, spec, ig_model_title(path), &findings);
  count_findings(check, &findings);
  report_findings(check, ig_model_title(path), &findings);
  ig_lint_free(&findings);
  if (spec) mj_deleteSpec(spec);
}

static void check_model(Check* check, const char* path) {
  char error[1024] = "";
  const char* title = ig_model_title(path);
  if (check->json) {
    ig_json_open(&check->writer, NULL, '{');
    ig_json_text(&check->writer, "model", title);
  }
  mjModel* m = ig_read_model(path, error, sizeof error);
  if (check->json) ig_json_flag(&check->writer, "loads", m != NULL);
  if (m) {
    lint_model(check, path, m);
    mj_deleteModel(m);
  } else {
    refuse(check, title, error);
  }
  if (check->json) ig_json_close(&check->writer, '}');
}

static int check_command(int argc, char** argv) {
  static const struct option known[] = {
      {"json", no_argument, 0, 'j'}, {"strict", no_argument, 0, 's'}, {"rules", no_argument, 0, 'r'}, {0, 0, 0, 0}};
  Check check = {.writer = {.stream = stdout}};
  for (int found; (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (found) {
      case 'j': check.json = true; break;
      case 's': check.strict = true; break;
      case 'r': ig_lint_rules(stdout); return IG_EXIT_OK;
      default: return ig_option_unknown(argv, known);
    }
  }
  if (check.json) ig_json_open(&check.writer, NULL, '[');
  if (optind == argc) check_model(&check, NULL);
  for (int i = optind; i < argc; i++) check_model(&check, argv[i]);
  if (check.json) ig_json_close(&check.writer, ']');
  if (check.refused) return IG_EXIT_MODEL;
  return check.warnings || (check.strict && check.notes) ? IG_EXIT_FOUND : IG_EXIT_OK;
}

const ig_Command ig_command_check = {"check", "load errors with line and column; usual mistakes in models", help, check_command};
