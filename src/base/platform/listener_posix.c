// SPDX-License-Identifier: Apache-2.0
// Linux and WebAssembly
#include "base/platform/listener.h"

#include <stdio_ext.h>
#include <sys/types.h>

static ssize_t pass(void* listener, const char* bytes, size_t n) {
  const ig_Listener* l = listener;
  l->hear(l->context, bytes, n);
  return (ssize_t)n;
}

FILE* ig_listener_open(ig_Listener* listener) {
  const cookie_io_functions_t functions = {.write = pass};
  listener->stream = fopencookie(listener, "w", functions);
  if (!listener->stream) return NULL;
  // a jump out of the stream leaves it usable: nothing is held back in it, and nothing locked
  setvbuf(listener->stream, NULL, _IONBF, 0);
  __fsetlocking(listener->stream, FSETLOCKING_BYCALLER);
  return listener->stream;
}

void ig_listener_close(ig_Listener* listener) { fclose(listener->stream); }
