// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"

// the innermost guard of this thread
typedef struct Guard_ {
  jmp_buf back;
  ig_Caught* caught;
  struct Guard_* outer;
} Guard;

static _Thread_local Guard* innermost;

// the guard that catches warnings: not every guard does
static _Thread_local ig_Caught* warned;

static void catch_error(const char* text) {
  ig_Caught* caught = innermost->caught;
  snprintf(caught->error, sizeof caught->error, "%s", text);
  longjmp(innermost->back, 1);
}

static void catch_warning(const char* text) { snprintf(warned->warning, sizeof warned->warning, "%s", text); }

// false: an error, which is in caught
static bool run_guarded(void (*function)(void* argument), void* argument, ig_Caught* caught) {
  Guard guard = {.caught = caught, .outer = innermost};
  ig_ErrorHandler before = ig_thread_error_handler();
  volatile bool failed = false;
  const ig_FloatScope state = ig_float_save();
  *caught->error = 0;
  innermost = &guard;
  ig_set_thread_error_handler(catch_error);
  if (setjmp(guard.back)) {
    failed = true;
    ig_float_restore(&state);
  } else {
    function(argument);
  }
  innermost = guard.outer;
  ig_set_thread_error_handler(before);
  return !failed;
}

bool ig_catch(void (*function)(void* argument), void* argument, ig_Caught* caught) {
  ig_ErrorHandler before = ig_thread_warning_handler();
  ig_Caught* outer = warned;
  *caught->warning = 0;
  warned = caught;
  ig_set_thread_warning_handler(catch_warning);
  bool good = run_guarded(function, argument, caught);
  ig_set_thread_warning_handler(before);
  warned = outer;
  return good;
}

ig_GuardPlace ig_guard_place(void) { return (ig_GuardPlace){innermost, warned, ig_thread_error_handler()}; }

void ig_guard_return(ig_GuardPlace place) {
  innermost = place.innermost;
  warned = place.warned;
  ig_set_thread_error_handler(place.handler);
}

ingotStatus ig_report(ingotReport* report, ingotStatus status, const char* format, ...) {
  if (report) {
    va_list args;
    va_start(args, format);
    report->status = status;
    vsnprintf(report->text, sizeof report->text, format, args);
    va_end(args);
  }
  return status;
}

const char* ingot_statusName(ingotStatus status) {
  static const char* const names[] = {"ok",           "bad argument", "no memory",   "bad model",
                                      "engine error", "no device",    "device lost", "cancelled"};
  return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown";
}

ingotStatus ig_guard(void (*function)(void* argument), void* argument, ingotReport* report) {
  ig_Caught caught;
  if (run_guarded(function, argument, &caught)) return ig_report(report, INGOT_OK, "%s", "");
  return ig_report(report, INGOT_ENGINE_ERROR, "%s", caught.error);
}
