// SPDX-License-Identifier: Apache-2.0
// Threads of its own that do the same job for many items, woken for each list of them; the caller is one of them. For lists
// that take tens of microseconds, on threads of a pool: base/team.h.
#ifndef INGOT_BASE_WORKERS_H_
#define INGOT_BASE_WORKERS_H_

typedef struct ig_Workers_ ig_Workers;

// threads counts the caller; NULL when there is no memory. Fewer threads than asked for is not a failure.
ig_Workers* ig_workers_make(int threads);
void ig_workers_free(ig_Workers* workers);

// do(item, context) for each item in [0, count), in any order, each once; returns when all are done
void ig_workers_run(ig_Workers* workers, void (*work)(int item, void* context), void* context, int count);

// what the caller does every ten milliseconds while it waits for the others to end; NULL: nothing
void ig_workers_watch(ig_Workers* workers, void (*watch)(void* context), void* context);

// The caller has left ig_workers_run by a jump: wait until the others have ended the items they had, and forget the rest.
void ig_workers_abandon(ig_Workers* workers);

#endif  // INGOT_BASE_WORKERS_H_
