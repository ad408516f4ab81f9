// SPDX-License-Identifier: Apache-2.0
// Calls that can be cut short: a flag that any thread may raise, and a question put to the caller now and then.
#ifndef INGOT_WORLD_CANCEL_H_
#define INGOT_WORLD_CANCEL_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  _Atomic bool raised;
  int (*poll)(void* user);  // asked on the caller's thread only, at most every ten milliseconds; may be NULL
  void* user;
  pthread_t caller;
  int64_t next;  // when to ask again, in nanoseconds of the monotonic clock
} ig_Cancel;

// around a call: the flag is down at the beginning; the end tells whether it was raised
void ig_cancel_begin(ig_Cancel* cancel);
bool ig_cancel_end(ig_Cancel* cancel);

// from any thread of the call: is it to end here?
bool ig_cancelled(ig_Cancel* cancel);

#endif  // INGOT_WORLD_CANCEL_H_
