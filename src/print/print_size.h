// SPDX-License-Identifier: Apache-2.0
// Memory sizes for people.
#ifndef INGOT_PRINT_PRINT_SIZE_H_
#define INGOT_PRINT_PRINT_SIZE_H_

#include <stddef.h>
#include <stdio.h>

typedef struct {
  char text[32];
} ig_SizeText;

static inline ig_SizeText ig_size_text(size_t bytes) {
  ig_SizeText s;
  if (bytes < 1024)
    snprintf(s.text, sizeof(s.text), "%5zu bytes", bytes);
  else
    snprintf(s.text, sizeof(s.text), "%7.0f KB", (double)bytes / 1024);
  return s;
}

#endif  // INGOT_PRINT_PRINT_SIZE_H_
