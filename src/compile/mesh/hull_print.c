// SPDX-License-Identifier: Apache-2.0
// qhull's own way to print, which it lets programs replace: for systems without streams that a function hears
// (base/platform/listener.h). The copy of qhull that is built for them leaves its own out.
#include <stdarg.h>
#include <stdio.h>

#include <libqhull_r/qhull_ra.h>

#include "compile/mesh/hull.h"

// the state of qhull is the first part of a hull
void qh_fprintf(qhT* qh, FILE* stream, int code, const char* format, ...) {
  char text[300];
  va_list args;
  va_start(args, format);
  int numbered = code >= MSG_ERROR && code < MSG_STDERR ? snprintf(text, sizeof text, "QH%.4d ", code) : 0;
  int n = numbered + vsnprintf(text + numbered, sizeof text - (size_t)numbered, format, args);
  va_end(args);
  (void)stream;
  if (qh && n > 0) ig_hull_hear(qh, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}
