// SPDX-License-Identifier: Apache-2.0
// Where a model comes from: a file (MJCF, URDF, MJB) or the program itself.
#ifndef INGOT_CLI_SOURCE_H_
#define INGOT_CLI_SOURCE_H_

#include <mujoco/mujoco.h>
#include <stdint.h>

#include "embedded.h"

// the name of one of our own models stands for its text unless a file is called so, "-" for standard input; NULL stands for
// the first choice.
// Returns NULL for a file.
const ig_Embedded* ig_own_model(const char* path);

typedef enum { IG_FORMAT_MJCF, IG_FORMAT_URDF, IG_FORMAT_MJB, IG_FORMAT_UNKNOWN } ig_Format;
ig_Format ig_format_of(const char* path);  // by extension

// the model, or NULL with the message in error; path may be NULL, see above
mjModel* ig_read_model(const char* path, char* error, int size);
// the same, with a complaint on stderr that shows the line
mjModel* ig_open_model(const char* path);
// the spec of MJCF or URDF
mjSpec* ig_read_spec(const char* path, char* error, int size);

// what to call it
const char* ig_model_title(const char* path);

// Place of an error: the message of a load contains file:line:column. Returns 0 when it has none.
typedef struct {
  char file[1024];
  int line, column;
} ig_Where;
// The message of a load as a person reads it: without what is said twice or says nothing. Changes the text; returns where it
// begins.
char* ig_plain_message(char* message);
int ig_find_place(const char* message, const char* path, ig_Where* where);
// the line of the file with a caret below the column, on stderr
void ig_show_line(const ig_Where* where);

// one number for everything in the model: two models with the same hash step the same
uint64_t ig_model_hash(const mjModel* m);
uint64_t ig_hash_bytes(uint64_t hash, const void* bytes, size_t n);
enum { IG_HASH_START = 0 };

// The object that an option names, or gives the number of; -1 after a complaint that says which there are.
int ig_option_object(const mjModel* m, int type, const char* option, const char* text);

// the name of an object or "kind 3"
const char* ig_shown_name(const mjModel* m, int type, int id, char text[128]);

#endif  // INGOT_CLI_SOURCE_H_
