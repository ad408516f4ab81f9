// SPDX-License-Identifier: Apache-2.0
// A program run by worlds, and by each world alone beside them.
#ifndef INGOT_TESTS_WORLD_CHECKER_PLAY_H_
#define INGOT_TESTS_WORLD_CHECKER_PLAY_H_

#include "program.h"

typedef struct {
  long long programs, calls, numbers, steps;
  long long made[CALL_COUNT], refused, resets, dropped, failed, left_out;  // kinds of calls, and what happened in worlds
} PlayCounts;

enum { PLAY_TEXT = 512 };

// False: they differ, or the scene does not compile; `text` says where. Adds to the counts.
bool play(const Program* p, PlayCounts* counts, char text[PLAY_TEXT]);

// how many tables of lanes there are
int play_widths(void);
bool play_has_device(void);

#endif  // INGOT_TESTS_WORLD_CHECKER_PLAY_H_
