// SPDX-License-Identifier: Apache-2.0
// Errors caught where they are wanted as values.
#ifndef INGOT_BASE_GUARD_H_
#define INGOT_BASE_GUARD_H_

#include <stdbool.h>

#include <ingot/status.h>

#include "base/error.h"

// texts that were raised on the way; empty: none
typedef struct ig_Caught_ {
  char error[1024], warning[500];  // the warning is the last one
} ig_Caught;

// Run a function; an error ends it, and the floating point mode is that of before. False: there was one. Warnings are caught too,
// and the function may look at caught->warning and write on.
bool ig_catch(void (*function)(void* argument), void* argument, ig_Caught* caught);

// fill a report (which may be NULL) and return its status
ingotStatus ig_report(ingotReport* report, ingotStatus status, const char* format, ...) __attribute__((format(printf, 3, 4)));

// run a function; an error ends it and becomes a status with its text
ingotStatus ig_guard(void (*function)(void* argument), void* argument, ingotReport* report);

// How far into guards this thread is. A jump out of them, which none of ours makes, leaves them in place: a caller that has
// noticed goes back to where it was.
typedef struct {
  void *innermost, *warned;
  ig_ErrorHandler handler;
} ig_GuardPlace;
ig_GuardPlace ig_guard_place(void);
void ig_guard_return(ig_GuardPlace place);

#endif  // INGOT_BASE_GUARD_H_
