// SPDX-License-Identifier: Apache-2.0
// XML text that is being written: elements opened and closed, attributes escaped.
#ifndef INGOT_MJCF_WRITE_OUTPUT_H_
#define INGOT_MJCF_WRITE_OUTPUT_H_

#include <stdbool.h>
#include <stddef.h>

enum { IG_OUTPUT_DEPTH = 600 };

typedef struct ig_Output_ {
  char* text;
  size_t length, room;
  bool failed;  // no memory, or nested too deep
  int depth;
  struct {
    const char* name;
    size_t start;  // where it begins, with what it added to its parent
    bool began;    // it is the first content of its parent
    bool has_attr;
    bool has_content;
    int children;
  } open[IG_OUTPUT_DEPTH];
} ig_MjcfText;

// an empty line comes between the children of the outermost element
void ig_open(ig_MjcfText* out, const char* name);
void ig_close(ig_MjcfText* out);
// as if it had never been opened, unless it has attributes or content
void ig_close_or_drop(ig_MjcfText* out);

void ig_put_text(ig_MjcfText* out, const char* name, const char* value);
void ig_put_reals(ig_MjcfText* out, const char* name, const double* value, int count);
void ig_put_computed(ig_MjcfText* out, const char* name, const double* value, int count);  // whose last digit is rounding
void ig_put_floats(ig_MjcfText* out, const char* name, const float* value, int count);
void ig_put_ints(ig_MjcfText* out, const char* name, const int* value, int count);
void ig_put_comment(ig_MjcfText* out, const char* text);

void ig_output_free(ig_MjcfText* out);

#endif  // INGOT_MJCF_WRITE_OUTPUT_H_
