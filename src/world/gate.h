// SPDX-License-Identifier: Apache-2.0
// One call at a time: what runs in worlds (a function, a callback, a poll of the caller's) cannot call them, nor can another
// thread meanwhile. A call that was left by longjmp or by an exception of C++ is over, and the next one clears what it had in
// hand.
#ifndef INGOT_WORLD_GATE_H_
#define INGOT_WORLD_GATE_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <ingot/status.h>

#include "base/error.h"
#include "base/guard.h"

typedef struct {
  _Atomic bool held;
  pthread_t owner;
  const volatile uint64_t* mark;  // on the stack of the call
  uint64_t number;                // what stands there as long as the call has not been left
  ig_ErrorHandler warning;        // of the owner's thread before the call
  ig_GuardPlace guard;            // likewise
} ig_Gate;

// `mark` is a variable of the caller's that lives as long as the call. *left: the call before was left, and what it had in hand
// is to be cleared.
ingotStatus ig_gate_enter(ig_Gate* gate, volatile uint64_t* mark, bool* left, ingotReport* report);
void ig_gate_leave(ig_Gate* gate);

// for what changes the worlds without a call over them: refused while one runs
ingotStatus ig_gate_check(const ig_Gate* gate, ingotReport* report);

#endif  // INGOT_WORLD_GATE_H_
