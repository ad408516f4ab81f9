// SPDX-License-Identifier: Apache-2.0
// Errors and warnings that leave the library: handlers, log file, formatted raising.
#ifndef INGOT_BASE_ERROR_H_
#define INGOT_BASE_ERROR_H_

#include "base/target.h"

// an invariant of ours; checked in debug and sanitizer builds only
#ifdef IG_CHECKED
#define IG_ASSERT(condition)                                     \
  do {                                                           \
    if (!(condition)) ig_broken(__FILE__, __LINE__, #condition); \
  } while (0)
#else
#define IG_ASSERT(condition) ((void)0)
#endif

void ig_broken(const char* file, int line, const char* condition) __attribute__((noreturn, cold));

// the thread's own handlers, which come before the process's
typedef void (*ig_ErrorHandler)(const char* text);
ig_ErrorHandler ig_thread_error_handler(void);
void ig_set_thread_error_handler(ig_ErrorHandler handler);
ig_ErrorHandler ig_thread_warning_handler(void);
void ig_set_thread_warning_handler(ig_ErrorHandler handler);

#endif  // INGOT_BASE_ERROR_H_
