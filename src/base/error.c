// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/platform/calendar.h"
#include "base/platform/files.h"

typedef ig_ErrorHandler handler;

enum { TEXT_SIZE = 1024 };

// the API's own globals: process-wide handlers, and the thread's own that the Python bindings set
void (*mju_user_error)(const char*);
void (*mju_user_warning)(const char*);
static _Thread_local handler thread_error, thread_warning;

MJAPI handler _mjPRIVATE__get_tls_error_fn(void);
MJAPI void _mjPRIVATE__set_tls_error_fn(handler h);
MJAPI handler _mjPRIVATE__get_tls_warning_fn(void);
MJAPI void _mjPRIVATE__set_tls_warning_fn(handler h);

handler ig_thread_error_handler(void) { return thread_error; }
void ig_set_thread_error_handler(handler h) { thread_error = h; }
handler ig_thread_warning_handler(void) { return thread_warning; }
void ig_set_thread_warning_handler(handler h) { thread_warning = h; }

handler _mjPRIVATE__get_tls_error_fn(void) { return ig_thread_error_handler(); }
void _mjPRIVATE__set_tls_error_fn(handler h) { ig_set_thread_error_handler(h); }
handler _mjPRIVATE__get_tls_warning_fn(void) { return ig_thread_warning_handler(); }
void _mjPRIVATE__set_tls_warning_fn(handler h) { ig_set_thread_warning_handler(h); }

void mju_clearHandlers(void) {
  mju_user_error = NULL;
  mju_user_warning = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
}

void mju_writeLog(const char* type, const char* msg) {
  FILE* log = ig_stream_append("MUJOCO_LOG.TXT");
  if (!log) return;
  struct tm parts;
  char when[64] = "";
  if (ig_local_time(time(NULL), &parts)) strftime(when, sizeof when, "%a %b %e %H:%M:%S %Y", &parts);
  fprintf(log, "%s\n%s: %s\n\n", when, type, msg);
  fclose(log);
}

// the thread's handler first, then the process's; without either, the log file and the console
static void deliver(const char* kind, handler own, handler shared, const char* text) {
  if (own || shared) {
    // the host's code runs with its own control word, and may jump away
    ig_FloatScope state = ig_float_lend();
    own ? own(text) : shared(text);
    ig_float_restore(&state);
  } else {
    mju_writeLog(kind, text);
    printf("%s: %s\n\n", kind, text);
  }
}

static void raise_error(const char* format, va_list args) {
  char text[TEXT_SIZE];
  vsnprintf(text, sizeof text, format, args);
  bool handled = thread_error || mju_user_error;
  deliver("ERROR", thread_error, mju_user_error, text);
  // the API's contract: an error without a handler ends the program
  if (!handled) exit(EXIT_FAILURE);
}

void mju_error(const char* msg, ...) {
  va_list args;
  va_start(args, msg);
  raise_error(msg, args);
  va_end(args);
}

void mju_warning(const char* msg, ...) {
  va_list args;
  char text[TEXT_SIZE];
  va_start(args, msg);
  vsnprintf(text, sizeof text, msg, args);
  va_end(args);
  deliver("WARNING", thread_warning, mju_user_warning, text);
}

void mju_error_i(const char* msg, int i) { mju_error(msg, i); }
void mju_error_s(const char* msg, const char* text) { mju_error(msg, text); }
void mju_warning_i(const char* msg, int i) { mju_warning(msg, i); }
void mju_warning_s(const char* msg, const char* text) { mju_warning(msg, text); }

void ig_broken(const char* file, int line, const char* condition) {
  fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  abort();
}
