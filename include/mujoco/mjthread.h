// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// Tasks for a pool of threads.

#ifndef MUJOCO_INCLUDE_MJTHREAD_H_
#define MUJOCO_INCLUDE_MJTHREAD_H_
#define mjMAXTHREAD      128                    // most threads of a pool

// Where a task is.
typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,   // not handed over yet
  mjTASK_QUEUED,    // waiting or running
  mjTASK_COMPLETED  // done
} mjtTaskStatus;

// what a task runs
typedef void* (*mjfTask)(void*);

// A pool of worker threads.
struct mjThreadPool_ {
  int nworker;  // how many workers it has
};
typedef struct mjThreadPool_ mjThreadPool;

// One call that a worker makes.
struct mjTask_ {
  mjfTask func;         // the function
  void* args;           // its argument
  volatile int status;  // mjtTaskStatus; written by the worker
};
typedef struct mjTask_ mjTask;

#endif
