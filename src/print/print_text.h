// SPDX-License-Identifier: Apache-2.0
// Text files of numbers for people to read: mjModel, mjData, mjvScene.
#ifndef INGOT_PRINT_PRINT_TEXT_H_
#define INGOT_PRINT_PRINT_TEXT_H_

#include <stdbool.h>
#include <stdio.h>

#include <mujoco/mujoco.h>

#define IG_FLOAT_FORMAT "% -9.2g"
#define IG_NAME_FORMAT "%-21s"

typedef struct {
  FILE* file;
  const char* format;  // of one number
  bool wide;           // it asks for a long double
  int width;           // characters of a zero
} ig_Print;

// Open a file (NULL: standard output) to be printed with a format for one number, which must be a % with flags, width,
// precision and one of fgGeE; another one gives a warning and the usual format. False with a warning if it cannot be opened.
bool ig_print_open(ig_Print* p, const char* filename, const char* format);
void ig_print_close(ig_Print* p, const char* filename);

// why a text is no format of one number, NULL if it is one
const char* ig_bad_float_format(const char* format);

// one number as the format says, nothing around it
void ig_print_num(const ig_Print* p, double value);

// a name, padded
void ig_print_name(const ig_Print* p, const char* name);

// title, rows, empty line; nothing at all when there are no numbers
void ig_print_table(const ig_Print* p, const char* title, int rows, int cols, const mjtNum* data);
void ig_print_int_table(const ig_Print* p, const char* title, int rows, int cols, const int* data);

// label and n numbers on one line
void ig_print_vector(const ig_Print* p, const char* label, const mjtNum* data, int n);

// rows of a sparse matrix; diag and super may be NULL
typedef struct {
  int rows, cols;
  const int *nnz, *adr, *col, *diag, *super;
} ig_PrintPattern;

// matrices with more rows or columns than can be looked at are left out
enum { IG_PRINT_MAX = 300 };

// picture of the non-zeros; the numbers with their columns
void ig_print_pattern(const ig_Print* p, const char* title, const ig_PrintPattern* pattern);
void ig_print_sparse(const ig_Print* p, const char* title, const ig_PrintPattern* pattern, const mjtNum* data);

#endif  // INGOT_PRINT_PRINT_TEXT_H_
