// SPDX-License-Identifier: Apache-2.0
// Contacts and rows of several worlds side by side, against those of each world alone.
#ifndef INGOT_TESTS_CONSTRAIN_SIDE_BY_SIDE_H_
#define INGOT_TESTS_CONSTRAIN_SIDE_BY_SIDE_H_

#include <mujoco/mujoco.h>

#include "base/cpu.h"

typedef struct {
  char difference[200];  // "": none
  int left;              // lanes that left the vector
  int contacts, rows;    // of all lanes that stayed
} ig_SideReport;

typedef struct {
  int width;
  ig_CpuLevel level;
  // The worlds have been through mj_fwdPosition; models[lane] differs from m in the numbers of `fields` (NULL at the end).
  // con_room and row_room of 0 leave the first guess.
  void (*compare)(const mjModel* m, mjModel* const* models, const char* const* fields, mjData* const* worlds, int con_room,
                  int row_room, ig_SideReport* report);
} ig_SideBySide;

#ifdef IG_BASE_WIDTHS
extern const ig_SideBySide ig_side_by_side_w4_base, ig_side_by_side_w8_base;
#endif
#ifdef IG_X86_LEVELS
extern const ig_SideBySide ig_side_by_side_w4_avx2, ig_side_by_side_w8_avx512;
#endif

#endif  // INGOT_TESTS_CONSTRAIN_SIDE_BY_SIDE_H_
