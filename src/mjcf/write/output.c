// SPDX-License-Identifier: Apache-2.0
#include "mjcf/write/output.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mjexport.h>

#include "base/memory.h"
#include "base/number.h"

static void put(ig_MjcfText* out, const char* text, size_t length) {
  if (out->failed) return;
  if (out->length + length + 1 > out->room) {
    size_t room = 2 * out->room + length + 4096;
    char* more = ig_try_realloc(out->text, room);
    if (!more) {
      out->failed = true;
      return;
    }
    out->text = more;
    out->room = room;
  }
  memcpy(out->text + out->length, text, length);
  out->length += length;
  out->text[out->length] = 0;
}

static void puts_(ig_MjcfText* out, const char* text) { put(out, text, strlen(text)); }

static void indent(ig_MjcfText* out, int depth) {
  for (int i = 0; i < depth; i++) puts_(out, "  ");
}

// content begins in the innermost element: its start tag ends
static void begin_content(ig_MjcfText* out) {
  if (!out->depth || out->open[out->depth - 1].has_content) return;
  out->open[out->depth - 1].has_content = true;
  puts_(out, ">\n");
}

void ig_open(ig_MjcfText* out, const char* name) {
  int i = out->depth;
  if (out->failed || i >= IG_OUTPUT_DEPTH) {
    out->failed = true;
    return;
  }
  out->open[i].name = name;
  out->open[i].start = out->length;
  out->open[i].began = i && !out->open[i - 1].has_content;
  out->open[i].has_attr = out->open[i].has_content = false;
  out->open[i].children = 0;
  begin_content(out);
  if (i == 1 && out->open[0].children) puts_(out, "\n");
  if (i) out->open[i - 1].children++;
  indent(out, out->depth++);
  puts_(out, "<");
  puts_(out, name);
}

void ig_close(ig_MjcfText* out) {
  if (out->failed) return;
  out->depth--;
  if (!out->open[out->depth].has_content) {
    puts_(out, "/>\n");
    return;
  }
  indent(out, out->depth);
  puts_(out, "</");
  puts_(out, out->open[out->depth].name);
  puts_(out, ">\n");
}

void ig_close_or_drop(ig_MjcfText* out) {
  if (out->failed) return;
  int i = out->depth - 1;
  if (out->open[i].has_attr || out->open[i].has_content) {
    ig_close(out);
    return;
  }
  out->length = out->open[i].start;
  out->text[out->length] = 0;
  out->depth--;
  if (i) out->open[i - 1].children--;
  if (out->open[i].began) out->open[i - 1].has_content = false;
}

static void put_escaped(ig_MjcfText* out, const char* text) {
  for (; *text; text++) {
    char number[8];
    switch (*text) {
      case '&': puts_(out, "&amp;"); break;
      case '<': puts_(out, "&lt;"); break;
      case '>': puts_(out, "&gt;"); break;
      case '"': puts_(out, "&quot;"); break;
      case '\n':
      case '\r':
      case '\t':
        snprintf(number, sizeof(number), "&#%d;", *text);
        puts_(out, number);
        break;
      default: put(out, text, 1);
    }
  }
}

static void start_attr(ig_MjcfText* out, const char* name) {
  if (out->depth) out->open[out->depth - 1].has_attr = true;
  puts_(out, " ");
  puts_(out, name);
  puts_(out, "=\"");
}

void ig_put_text(ig_MjcfText* out, const char* name, const char* value) {
  start_attr(out, name);
  put_escaped(out, value);
  puts_(out, "\"");
}

// significant digits that the thread asked for; the initial value and those that a double cannot use mean: as many as
// give the value back
enum { INITIAL_DIGITS = 6, MOST_DIGITS = 17 };
static _Thread_local int xml_precision = INITIAL_DIGITS;

MJAPI int _mjPRIVATE__get_xml_precision(void);
MJAPI void _mjPRIVATE__set_xml_precision(int digits);
int _mjPRIVATE__get_xml_precision(void) { return xml_precision; }
void _mjPRIVATE__set_xml_precision(int digits) { xml_precision = digits; }

static int chosen_digits(void) {
  return xml_precision > 0 && xml_precision != INITIAL_DIGITS && xml_precision < MOST_DIGITS ? xml_precision : 0;
}

static void put_number(ig_MjcfText* out, double value, bool single) {
  char text[40];
  int length = 0;
  if (value == floor(value) && fabs(value) < INT_MAX && !(value == 0 && signbit(value))) {
    length = snprintf(text, sizeof(text), "%d", (int)value);
  } else if (!single || chosen_digits()) {
    length = ig_print_real(text, sizeof(text), value, chosen_digits());
  } else {
    for (int digits = 6; digits <= 9; digits++) {
      length = ig_print_real(text, sizeof(text), value, digits);
      const char* p = text;
      float back;
      if (ig_scan_float(&p, &back) != IG_NUMBER_BAD && back == (float)value) break;
    }
  }
  put(out, text, (size_t)length);
}

void ig_put_reals(ig_MjcfText* out, const char* name, const double* value, int count) {
  start_attr(out, name);
  for (int i = 0; i < count; i++) {
    if (i) puts_(out, " ");
    put_number(out, value[i], false);
  }
  puts_(out, "\"");
}

// 15 digits: 1 and not 1.0000000000000002
void ig_put_computed(ig_MjcfText* out, const char* name, const double* value, int count) {
  start_attr(out, name);
  for (int i = 0; i < count; i++) {
    char number[40];
    if (i) puts_(out, " ");
    put(out, number, (size_t)ig_print_real(number, sizeof(number), value[i], chosen_digits() ? chosen_digits() : 15));
  }
  puts_(out, "\"");
}

void ig_put_floats(ig_MjcfText* out, const char* name, const float* value, int count) {
  start_attr(out, name);
  for (int i = 0; i < count; i++) {
    if (i) puts_(out, " ");
    put_number(out, (double)value[i], true);
  }
  puts_(out, "\"");
}

void ig_put_ints(ig_MjcfText* out, const char* name, const int* value, int count) {
  char text[20];
  start_attr(out, name);
  for (int i = 0; i < count; i++) {
    snprintf(text, sizeof(text), i ? " %d" : "%d", value[i]);
    puts_(out, text);
  }
  puts_(out, "\"");
}

void ig_put_comment(ig_MjcfText* out, const char* text) {
  begin_content(out);
  indent(out, out->depth);
  puts_(out, "<!--");
  // two dashes would end it
  for (; *text; text++) {
    if (!(text[0] == '-' && (text[1] == '-' || !text[1]))) put(out, text, 1);
  }
  puts_(out, "-->\n");
}

void ig_output_free(ig_MjcfText* out) {
  ig_free(out->text);
  out->text = NULL;
}
