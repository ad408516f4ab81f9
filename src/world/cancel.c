// SPDX-License-Identifier: Apache-2.0
#include "world/cancel.h"

#include "base/clock.h"

enum { POLL_NANOSECONDS = 10000000 };

// a flag raised before the call is an answer to an earlier one that was over by then
void ig_cancel_begin(ig_Cancel* cancel) {
  cancel->caller = pthread_self();
  cancel->next = cancel->poll ? ig_nanoseconds() + POLL_NANOSECONDS : 0;
  atomic_store(&cancel->raised, false);
}

bool ig_cancel_end(ig_Cancel* cancel) { return atomic_exchange(&cancel->raised, false); }

bool ig_cancelled(ig_Cancel* cancel) {
  if (atomic_load_explicit(&cancel->raised, memory_order_relaxed)) return true;
  if (!cancel->poll || !pthread_equal(cancel->caller, pthread_self())) return false;
  int64_t time = ig_nanoseconds();
  if (time < cancel->next) return false;
  if (cancel->poll(cancel->user)) atomic_store(&cancel->raised, true);
  cancel->next = ig_nanoseconds() + POLL_NANOSECONDS;
  return atomic_load(&cancel->raised);
}
