#ifndef MUJOCO_INCLUDE_MJTHREAD_H_
#define MUJOCO_INCLUDE_MJTHREAD_H_ 
#define mjMAXTHREAD 128
typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,
  mjTASK_QUEUED,
  mjTASK_COMPLETED
} mjtTaskStatus;
typedef void* (*mjfTask)(void*);
struct mjThreadPool_ {
  int nworker;
};
typedef struct mjThreadPool_ mjThreadPool;
struct mjTask_ {
  mjfTask func;
  void* args;
  volatile int status;
};
typedef struct mjTask_ mjTask;
#endif
