// SPDX-License-Identifier: Apache-2.0
// A stream that is written to by a library and read by a function: what is printed to it is heard at once. The function may leave
// by longjmp.
#ifndef INGOT_BASE_PLATFORM_LISTENER_H_
#define INGOT_BASE_PLATFORM_LISTENER_H_

#include <stddef.h>
#include <stdio.h>

typedef void (*ig_Hear)(void* context, const char* bytes, size_t n);

// What is given is good until the stream is closed; NULL: no memory. On Windows such streams cannot be made: what is printed to
// it is lost, and the library has to be told otherwise (compile/mesh/hull_print.c).
typedef struct {
  ig_Hear hear;
  void* context;
  FILE* stream;
} ig_Listener;
FILE* ig_listener_open(ig_Listener* listener);
void ig_listener_close(ig_Listener* listener);

#endif  // INGOT_BASE_PLATFORM_LISTENER_H_
