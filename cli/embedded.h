// SPDX-License-Identifier: Apache-2.0
// The models in models/, as text inside the program.
#ifndef INGOT_CLI_EMBEDDED_H_
#define INGOT_CLI_EMBEDDED_H_

#include <stddef.h>

typedef struct {
  const char* name;
  const char* text;
  size_t size;
} ig_Embedded;

// ends with a row without a name
extern const ig_Embedded ig_embedded[];

#endif  // INGOT_CLI_EMBEDDED_H_
