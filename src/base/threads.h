// SPDX-License-Identifier: Apache-2.0
// Threads of our own, all of which run the same function: workers (base/workers.h) and the pools of the API (base/thread_pool.h)
// stand on these, teams (base/team.h) on a pool.
#ifndef INGOT_BASE_THREADS_H_
#define INGOT_BASE_THREADS_H_

#include <pthread.h>

typedef struct {
  int count;
  pthread_t* thread;
} ig_Threads;

// as many as can be had, up to n. They may begin before *threads is written: what they read of it, another thread tells them.
void ig_threads_start(ig_Threads* threads, int n, void* (*function)(void* argument), void* argument);

// wait for all of them to end
void ig_threads_join(ig_Threads* threads);

#endif  // INGOT_BASE_THREADS_H_
