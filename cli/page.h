// SPDX-License-Identifier: Apache-2.0
// The viewer's page, which `make viewer` builds: one file that takes a model.
#ifndef INGOT_CLI_PAGE_H_
#define INGOT_CLI_PAGE_H_

#include <stdbool.h>

#include "bundle.h"

// what the page is told besides the model
typedef struct {
  const char* mode;     // "serve" or "export"
  const char* version;  // of the files, for "serve"
  int key;              // keyframe to begin with, -1: none
  bool play;
} ig_PageConfig;

// the built page; complains, says what to run, and returns false when there is none
bool ig_page_find(ig_Bytes* page);

// the page with a model in it (NULL: it asks for it). false after a complaint.
bool ig_page_fill(ig_Bytes* out, const ig_Bytes* page, const ig_PageConfig* config, const ig_Bytes* bundle);

#endif  // INGOT_CLI_PAGE_H_
