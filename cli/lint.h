// SPDX-License-Identifier: Apache-2.0
// Mistakes in models that load: each rule looks at the compiled model or at the spec and reports what it finds.
#ifndef INGOT_CLI_LINT_H_
#define INGOT_CLI_LINT_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
  const char* rule;
  bool warning;  // otherwise a note
  char text[400];
  char file[1024];  // where, if the element's place is known
  int line, column;
} ig_Finding;

typedef struct {
  ig_Finding* list;
  int count, room;
} ig_Findings;

// spec may be NULL: rules that need it are left out
void ig_lint(const mjModel* m, mjSpec* spec, const char* path, ig_Findings* findings);
void ig_lint_free(ig_Findings* findings);
void ig_lint_rules(FILE* stream);

#endif  // INGOT_CLI_LINT_H_
