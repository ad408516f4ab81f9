// SPDX-License-Identifier: Apache-2.0
#include "world/gate.h"

static ingotStatus refuse(ingotReport* report) {
  return ig_report(
      report, INGOT_BAD_ARGUMENT,
      "these worlds are in a call, which has to return first: no function that runs in it, and no other thread, can call them");
}

// The stack grows down, so that calls within a call stand below its mark: one at `place` or above is not within it, nor is one
// that finds the mark written over. Memory of calls that were left is looked at.
__attribute__((no_sanitize("address"))) static bool was_left(const ig_Gate* gate, const volatile void* place) {
  if (!pthread_equal(gate->owner, pthread_self())) return false;
  return (uintptr_t)place >= (uintptr_t)gate->mark || *gate->mark != gate->number;
}

ingotStatus ig_gate_enter(ig_Gate* gate, volatile uint64_t* mark, bool* left, ingotReport* report) {
  bool free = false;
  *left = false;
  if (!atomic_compare_exchange_strong(&gate->held, &free, true)) {
    if (!was_left(gate, mark)) return refuse(report);
    *left = true;
    ig_set_thread_warning_handler(gate->warning);
    ig_guard_return(gate->guard);
  }
  gate->owner = pthread_self();
  gate->mark = mark;
  *mark = gate->number += UINT64_C(0x9e3779b97f4a7c15);
  gate->warning = ig_thread_warning_handler();
  gate->guard = ig_guard_place();
  return INGOT_OK;
}

void ig_gate_leave(ig_Gate* gate) {
  *(volatile uint64_t*)gate->mark = 0;
  atomic_store(&gate->held, false);
}

ingotStatus ig_gate_check(const ig_Gate* gate, ingotReport* report) {
  return atomic_load(&gate->held) && !was_left(gate, __builtin_frame_address(0)) ? refuse(report) : INGOT_OK;
}
