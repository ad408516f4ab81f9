// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include "base/memory.h"

void ig_threads_start(ig_Threads* threads, int n, void* (*function)(void* argument), void* argument) {
  *threads = (ig_Threads){.thread = n > 0 ? ig_try_alloc(sizeof(pthread_t) * (size_t)n) : NULL};
  int made = 0;
  while (threads->thread && made < n && !pthread_create(&threads->thread[made], NULL, function, argument)) made++;
  threads->count = made;
}

void ig_threads_join(ig_Threads* threads) {
  for (int i = 0; i < threads->count; i++) pthread_join(threads->thread[i], NULL);
  ig_free(threads->thread);
  *threads = (ig_Threads){0};
}
