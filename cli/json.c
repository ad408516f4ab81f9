// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <math.h>

#include "terminal.h"

static void write_string(FILE* stream, const char* text) {
  fputc('"', stream);
  for (int size; *text; text += size ? size : 1) {
    const unsigned char* c = (const unsigned char*)text;
    size = ig_character_size(text);
    // bytes that are no UTF-8 would make all of it unreadable; controls, also those beyond ASCII, go as escapes
    if (!size)
      fputs("\\ufffd", stream);
    else if (*c == '"' || *c == '\\')
      fprintf(stream, "\\%c", *c);
    else if (*c < 0x20 || *c == 0x7F)
      fprintf(stream, "\\u%04x", *c);
    else if (size == 2 && c[0] == 0xC2 && c[1] < 0xA0)
      fprintf(stream, "\\u%04x", c[1]);
    else
      fwrite(text, 1, (size_t)size, stream);
  }
  fputc('"', stream);
}

// comma, line break and name before a value
static void lead(ig_Json* json, const char* name) {
  if (json->depth) {
    fputs(json->started[json->depth] ? ",\n" : "\n", json->stream);
    fprintf(json->stream, "%*s", 2 * json->depth, "");
  }
  json->started[json->depth] = true;
  if (name) {
    write_string(json->stream, name);
    fputs(": ", json->stream);
  }
}

void ig_json_open(ig_Json* json, const char* name, char bracket) {
  lead(json, name);
  fputc(bracket, json->stream);
  json->started[++json->depth] = false;
}

void ig_json_close(ig_Json* json, char bracket) {
  bool filled = json->started[json->depth--];
  if (filled) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  fputc(bracket, json->stream);
  if (!json->depth) fputc('\n', json->stream);
}

void ig_json_text(ig_Json* json, const char* name, const char* text) {
  lead(json, name);
  write_string(json->stream, text);
}

static void write_number(FILE* stream, double value) {
  if (isfinite(value))
    fprintf(stream, "%.17g", value);
  else
    fputs("null", stream);
}

void ig_json_number(ig_Json* json, const char* name, double value) {
  lead(json, name);
  write_number(json->stream, value);
}

void ig_json_count(ig_Json* json, const char* name, long long value) {
  lead(json, name);
  fprintf(json->stream, "%lld", value);
}

void ig_json_flag(ig_Json* json, const char* name, bool value) {
  lead(json, name);
  fputs(value ? "true" : "false", json->stream);
}

void ig_json_numbers(ig_Json* json, const char* name, const double* values, int n) {
  lead(json, name);
  fputc('[', json->stream);
  for (int i = 0; i < n; i++) {
    if (i) fputs(", ", json->stream);
    write_number(json->stream, values[i]);
  }
  fputc(']', json->stream);
}
