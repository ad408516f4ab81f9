// SPDX-License-Identifier: Apache-2.0
// A team of threads that does the same job for many items. The caller is one of them.
#ifndef INGOT_BASE_TEAM_H_
#define INGOT_BASE_TEAM_H_

typedef struct ig_Team_ ig_Team;

// threads counts the caller; NULL when there is no memory. Fewer threads than asked for is not a failure.
ig_Team* ig_team_make(int threads);
void ig_team_free(ig_Team* team);

// do(item, context) for each item in [0, count), in any order, each once; returns when all are done
void ig_team_run(ig_Team* team, void (*work)(int item, void* context), void* context, int count);

// what the caller does every ten milliseconds while it waits for the others to end; NULL: nothing
void ig_team_watch(ig_Team* team, void (*watch)(void* context), void* context);

#endif  // INGOT_BASE_TEAM_H_
