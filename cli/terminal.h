// SPDX-License-Identifier: Apache-2.0
// What goes to a person: colours, a progress bar, tables. Colours and progress only on a terminal.
#ifndef INGOT_CLI_TERMINAL_H_
#define INGOT_CLI_TERMINAL_H_

#include <stdio.h>

typedef enum { IG_PLAIN, IG_BOLD, IG_DIM, IG_RED, IG_GREEN, IG_YELLOW } ig_Colour;

// an escape sequence, or "" when the stream is no terminal or NO_COLOR is set
const char* ig_colour(FILE* stream, ig_Colour colour);

// Nothing that a terminal acts on: control characters (but ends of lines), and bytes that are no UTF-8, become '?'
char* ig_make_plain(char* text);
void ig_put_plain(FILE* stream, const char* text);
// how many bytes the UTF-8 character at `text` has; 0: it is none, or cut off
int ig_character_size(const char* text);

// of a clock that never goes back
double ig_seconds_now(void);

// a bar on stderr, redrawn a few times a second at most; fraction from 0 to 1
void ig_show_progress(const char* what, double fraction);
void ig_clear_progress(void);

// A table: cells are kept and printed with columns as wide as their longest cell. The first column is aligned to the
// left, others to the right unless the heading begins with '<'.
enum { IG_TABLE_COLUMNS = 8 };
typedef struct {
  int columns, rows, room;
  char** cells;  // rows * columns; row 0 is the heading
} ig_Table;

void ig_table_start(ig_Table* table, int columns, const char* const* headings);
void ig_table_cell(ig_Table* table, const char* format, ...) __attribute__((format(printf, 2, 3)));
void ig_table_print(ig_Table* table, FILE* stream);  // and free
void ig_table_free(ig_Table* table);

// "name   value" lines under a title
void ig_print_title(const char* title);
void ig_print_pair(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));

#endif  // INGOT_CLI_TERMINAL_H_
