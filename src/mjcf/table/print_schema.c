// SPDX-License-Identifier: Apache-2.0
// mj_printSchema: the rules as text or as an HTML table.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/platform/files.h"
#include "mjcf/table/schema.h"

enum { INDENT = 3, NAMES_END = 30, LINE_END = 60, ROWS_MAX = 100 };

// text that is counted, and kept as far as the buffer reaches
typedef struct Output_ {
  char* text;
  size_t size, length;
} Output;

static void put(Output* out, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void put(Output* out, const char* format, ...) {
  size_t room = out->length < out->size ? out->size - out->length : 0;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(room ? out->text + out->length : NULL, room, format, arguments);
  va_end(arguments);
  if (length > 0) out->length += (size_t)length;
}

static int by_name(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

// the attributes in alphabetical order
static int attributes(const ig_Rule* rule, const char* names[ROWS_MAX]) {
  int n = 0;
  for (int i = 0; i < rule->table->nrow && n < ROWS_MAX; i++) {
    if (ig_rule_has(rule, &rule->table->rows[i])) names[n++] = rule->table->rows[i].name;
  }
  qsort(names, (size_t)n, sizeof(names[0]), by_name);
  return n;
}

// the world is the outermost body: both share one rule
static const char* shown_name(const ig_Rule* rule) { return strcmp(rule->name, "worldbody") ? rule->name : "(world)body"; }

static void put_text(Output* out, const ig_Rule* rule, int level) {
  const char* names[ROWS_MAX];
  int n = attributes(rule, names);
  int column = INDENT * level + (int)strlen(shown_name(rule)) + 4;
  int start = column > NAMES_END ? column : NAMES_END;
  put(out, "%*s%s (%c)%*s", INDENT * level, "", shown_name(rule), rule->occurs, start - column, "");
  column = start;
  for (int i = 0; i < n; i++) {
    if (column > LINE_END) {
      put(out, "\n%*s", start, "");
      column = start;
    }
    put(out, "%s ", names[i]);
    column += (int)strlen(names[i]) + 1;
  }
  put(out, "\n");
  for (int i = 0; i < rule->nchild; i++) put_text(out, &rule->children[i], level + 1);
}

static void put_html(Output* out, const ig_Rule* rule, int level, bool pad) {
  const char* names[ROWS_MAX];
  int n = attributes(rule, names);
  put(out, "<tr>\n\t<td ");
  if (pad) put(out, "style=\"padding-left:%d\" ", 5 + 15 * level);
  put(out, "bgcolor=\"#EEEEEE\" class=\"el\">");
  for (int i = 0; i < 4 * level && !pad; i++) put(out, "&nbsp;");
  put(out, "%s</td>\n\t<td class=\"ty\">%c</td>\n\t<td class=\"at\">", shown_name(rule), rule->occurs);
  for (int i = 0; i < n; i++) put(out, "%s ", names[i]);
  if (!n) put(out, "<span style=\"color:black\"><i>no attributes</i></span>");
  put(out, "</td>\n</tr>\n");
  for (int i = 0; i < rule->nchild; i++) put_html(out, &rule->children[i], level + 1, pad);
}

static void put_schema(Output* out, bool html, bool pad) {
  if (!html) {
    put_text(out, &ig_rule_mujoco, 0);
    return;
  }
  put(out, "<table border=\"1\">\n");
  put_html(out, &ig_rule_mujoco, 0, pad);
  put(out, "</table>\n");
}

int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  Output out = {buffer, buffer && buffer_sz > 0 ? (size_t)buffer_sz : 0, 0};
  put_schema(&out, flg_html != 0, flg_pad != 0);
  if (filename) {
    Output whole = {ig_user_alloc(out.length + 1), out.length + 1, 0};
    put_schema(&whole, flg_html != 0, flg_pad != 0);
    FILE* file = ig_stream_open(filename, "w");
    if (file) {
      fwrite(whole.text, 1, whole.length, file);
      fclose(file);
    } else {
      mju_warning("could not open '%s' to write the schema", filename);
    }
    ig_free(whole.text);
  }
  return (int)out.length;
}
