// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char* ig_colour(FILE* stream, ig_Colour colour) {
  static const char* const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m", "\033[33m"};
  const char* term = getenv("TERM");
  bool wanted = isatty(fileno(stream)) && !getenv("NO_COLOR") && !(term && !strcmp(term, "dumb"));
  return wanted ? codes[colour] : "";
}

static bool bar_shown;
static double bar_time;

double ig_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void ig_show_progress(const char* what, double fraction) {
  enum { WIDTH = 40 };
  if (!isatty(STDERR_FILENO)) return;
  double now = ig_seconds_now();
  if (bar_shown && now - bar_time < 0.1) return;
  bar_time = now;
  bar_shown = true;
  char bar[WIDTH + 1];
  int full = (int)(fraction * WIDTH);
  for (int i = 0; i < WIDTH; i++) bar[i] = i < full ? '#' : '.';
  bar[WIDTH] = 0;
  fprintf(stderr, "\r%s [%s] %3d%%", what, bar, (int)(100 * fraction));
  fflush(stderr);
}

void ig_clear_progress(void) {
  if (!bar_shown) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  bar_shown = false;
}

static void add_cell(ig_Table* table, const char* text) {
  if (table->rows == table->room) {
    table->room = table->room ? 2 * table->room : 64;
    char** cells = realloc(table->cells, (size_t)table->room * sizeof *cells);
    if (!cells) exit(EXIT_FAILURE);
    table->cells = cells;
  }
  table->cells[table->rows++] = strdup(text);
}

void ig_table_start(ig_Table* table, int columns, const char* const* headings) {
  *table = (ig_Table){.columns = columns};
  for (int i = 0; i < columns; i++) add_cell(table, headings[i]);
}

// RFC 3629: no longer forms than needed, no halves of UTF-16, nothing above U+10FFFF
int ig_character_size(const char* text) {
  const unsigned char* c = (const unsigned char*)text;
  int size = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : (c[0] & 0xF0) == 0xE0 ? 3 : c[0] >= 0xF0 && c[0] < 0xF5 ? 4 : 0;
  for (int i = 1; i < size; i++) {
    if ((c[i] & 0xC0) != 0x80) return 0;
  }
  if (size == 3 && ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] >= 0xA0))) return 0;
  if (size == 4 && ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] >= 0x90))) return 0;
  return size;
}

char* ig_make_plain(char* text) {
  for (char* c = text; *c;) {
    int size = ig_character_size(c);
    bool control = size == 1 ? (*c < ' ' && *c != '\n') || *c == 0x7F
                             : size == 2 && (unsigned char)c[0] == 0xC2 && (unsigned char)c[1] < 0xA0;
    if (!control && size) {
      c += size;
      continue;
    }
    for (int i = 0; i < (size ? size : 1); i++) *c++ = '?';
  }
  return text;
}

void ig_put_plain(FILE* stream, const char* text) {
  char* copy = strdup(text);
  fputs(copy ? ig_make_plain(copy) : "", stream);
  free(copy);
}

void ig_table_cell(ig_Table* table, const char* format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (char* end = text; (end = strchr(end, '\n'));) *end = '?';
  add_cell(table, ig_make_plain(text));
}

// columns that a reader sees: bytes that continue a UTF-8 character do not count
static int shown_width(const char* text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
  return width;
}

void ig_table_print(ig_Table* table, FILE* stream) {
  int columns = table->columns, widths[IG_TABLE_COLUMNS] = {0};
  bool left[IG_TABLE_COLUMNS];
  for (int i = 0; i < columns; i++) {
    left[i] = i == 0 || table->cells[i][0] == '<';
    if (table->cells[i][0] == '<') memmove(table->cells[i], table->cells[i] + 1, strlen(table->cells[i]));
  }
  for (int i = 0; i < table->rows; i++) {
    int width = shown_width(table->cells[i]);
    if (width > widths[i % columns]) widths[i % columns] = width;
  }
  for (int i = 0; i < table->rows; i++) {
    int column = i % columns, pad = widths[column] - shown_width(table->cells[i]);
    bool last = column == columns - 1;
    if (i == 0) fputs(ig_colour(stream, IG_BOLD), stream);
    if (!left[column]) fprintf(stream, "%*s", pad, "");
    fputs(table->cells[i], stream);
    if (left[column] && !last) fprintf(stream, "%*s", pad, "");
    fputs(last ? "" : "  ", stream);
    if (i == columns - 1) fputs(ig_colour(stream, IG_PLAIN), stream);
    if (last) fputc('\n', stream);
  }
  ig_table_free(table);
}

void ig_table_free(ig_Table* table) {
  for (int i = 0; i < table->rows; i++) free(table->cells[i]);
  free(table->cells);
  *table = (ig_Table){0};
}

void ig_print_title(const char* title) {
  char text[1024];
  snprintf(text, sizeof text, "%s", title);
  printf("%s%s%s\n", ig_colour(stdout, IG_BOLD), ig_make_plain(text), ig_colour(stdout, IG_PLAIN));
}

void ig_print_pair(const char* name, const char* format, ...) {
  char text[4096];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  printf("  %-20s %s\n", name, ig_make_plain(text));
}
