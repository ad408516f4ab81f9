// The thread pool of the API, and what the stack of mjData needs to know of it.
#ifndef INGOT_BASE_THREAD_POOL_H_
#define INGOT_BASE_THREAD_POOL_H_

// 0: not a worker of any pool; workers count from 1
int ig_worker_id(void);

#endif  // INGOT_BASE_THREAD_POOL_H_
