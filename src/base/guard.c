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
  char text[1024];
  struct Guard_* outer;
} Guard;

static _Thread_local Guard* innermost;

static void catch_error(const char* text) {
  Guard* guard = innermost;
  snprintf(guard->text, sizeof guard->text, "%s", text);
  longjmp(guard->back, 1);
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

ingotStatus ingot_guard(void (*function)(void* argument), void* argument, ingotReport* report) {
  Guard guard = {.outer = innermost};
  ig_ErrorHandler before = ig_thread_error_handler();
  volatile bool failed = false;
  const ig_FloatScope state = ig_float_save();
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
  return failed ? ig_report(report, INGOT_ENGINE_ERROR, "%s", guard.text) : ig_report(report, INGOT_OK, "%s", "");
}
