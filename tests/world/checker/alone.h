// SPDX-License-Identifier: Apache-2.0
// What a world has to be: an mjModel and an mjData of its own, stepped with mj_step, and the rules of worlds.h about policies,
// statuses and data in few words.
#ifndef INGOT_TESTS_WORLD_CHECKER_ALONE_H_
#define INGOT_TESTS_WORLD_CHECKER_ALONE_H_

#include <stdbool.h>

#include <ingot/worlds.h>

typedef enum { SAW_RESET, SAW_STEP, SAW_FORWARD } Saw;

typedef struct {
  mjModel* m;
  mjData* d;      // the state runs on here
  mjData* seen;   // what the last call saw and computed, from new data; of a resident world a copy of d
  mjData* after;  // the state that the last call left
  mjData* kept;   // the inputs of the last call, and the numbers and the policy that it went by
  mjModel* then;
  ingotPolicy then_policy;
  int then_key;
  bool changed;  // m has other numbers than `then`
  Saw saw;
  bool mixed;     // a function, or another model, has come after what the last call computed
  bool fresh;     // seen has been made
  bool resident;  // d has more than the state: it sleeps, or looks back
  bool own;       // has a model of its own
  ingotPolicy policy;
  int key;
  ingotWorldStatus status;
} Alone;

Alone alone_make(const mjModel* m);
void alone_free(Alone* a);

static inline bool alone_waits(const Alone* a) { return a->status.state >= INGOT_WORLD_FROZEN; }

// controls: a row for each step, NULL: those in the state
void alone_step(Alone* a, int nstep, const double* controls, int width);
void alone_forward(Alone* a);
void alone_reset(Alone* a, int key);
void alone_set_state(Alone* a, const double* state, int sig);
void alone_set_policy(Alone* a, ingotPolicy policy, int key);
void alone_clear(Alone* a);

// what data of the world shows
const mjData* alone_data(Alone* a);

// a function of the API on the data, with the state of now
void alone_call(Alone* a, void (*function)(const mjModel* m, mjData* d));

// from now on the data lives on
void alone_own(Alone* a);

// the state that worlds have as fields, between two data of a model
void alone_copy_inputs(const mjModel* m, const mjData* from, mjData* to);

#endif  // INGOT_TESTS_WORLD_CHECKER_ALONE_H_
