// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include "base/memory.h"

// Some C libraries give a thread 128 kB, in which the collision of two meshes does not fit. A thread never has less than this.
static void ask_for_stack(pthread_attr_t* attributes) {
  enum { LEAST_STACK = 4 << 20 };
  size_t bytes = 0;
  if (!pthread_attr_getstacksize(attributes, &bytes) && bytes < LEAST_STACK) pthread_attr_setstacksize(attributes, LEAST_STACK);
}

void ig_threads_start(ig_Threads* threads, int n, void* (*function)(void* argument), void* argument) {
  *threads = (ig_Threads){.thread = n > 0 ? ig_try_alloc(sizeof(pthread_t) * (size_t)n) : NULL};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes)) return;
  ask_for_stack(&attributes);
  int made = 0;
  while (threads->thread && made < n && !pthread_create(&threads->thread[made], &attributes, function, argument)) made++;
  threads->count = made;
  pthread_attr_destroy(&attributes);
}

void ig_threads_join(ig_Threads* threads) {
  for (int i = 0; i < threads->count; i++) pthread_join(threads->thread[i], NULL);
  ig_free(threads->thread);
  *threads = (ig_Threads){0};
}
