#include "world/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/memory.h"

struct ig_Crew_ {
  int nthread;  // besides the caller
  pthread_t* threads;
  pthread_mutex_t mutex;
  pthread_cond_t begin, end;
  unsigned round;  // of jobs; a thread takes part once in each
  int busy;
  bool ending;
  void (*work)(int item, void* context);
  void* context;
  int count;
  _Atomic int next;
};

static void take_items(ig_Crew* crew) {
  for (int item; (item = atomic_fetch_add(&crew->next, 1)) < crew->count;) crew->work(item, crew->context);
}

static void* thread_main(void* argument) {
  ig_Crew* crew = argument;
  unsigned seen = 0;
  pthread_mutex_lock(&crew->mutex);
  for (;;) {
    while (crew->round == seen && !crew->ending) pthread_cond_wait(&crew->begin, &crew->mutex);
    if (crew->ending) break;
    seen = crew->round;
    pthread_mutex_unlock(&crew->mutex);
    take_items(crew);
    pthread_mutex_lock(&crew->mutex);
    if (--crew->busy == 0) pthread_cond_signal(&crew->end);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

ig_Crew* ig_crew_make(int threads) {
  ig_Crew* crew = ig_try_alloc(sizeof *crew);
  if (!crew) return NULL;
  *crew = (ig_Crew){0};
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->begin, NULL);
  pthread_cond_init(&crew->end, NULL);
  int others = threads > 1 ? threads - 1 : 0;
  crew->threads = others ? ig_try_alloc(sizeof(pthread_t) * (size_t)others) : NULL;
  for (int i = 0; crew->threads && i < others; i++) {
    if (pthread_create(&crew->threads[i], NULL, thread_main, crew)) break;
    crew->nthread++;
  }
  return crew;
}

void ig_crew_free(ig_Crew* crew) {
  if (!crew) return;
  pthread_mutex_lock(&crew->mutex);
  crew->ending = true;
  pthread_cond_broadcast(&crew->begin);
  pthread_mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->nthread; i++) pthread_join(crew->threads[i], NULL);
  pthread_cond_destroy(&crew->begin);
  pthread_cond_destroy(&crew->end);
  pthread_mutex_destroy(&crew->mutex);
  ig_free(crew->threads);
  ig_free(crew);
}

void ig_crew_run(ig_Crew* crew, void (*work)(int item, void* context), void* context, int count) {
  crew->work = work;
  crew->context = context;
  crew->count = count;
  atomic_store(&crew->next, 0);
  if (crew->nthread) {
    pthread_mutex_lock(&crew->mutex);
    crew->round++;
    crew->busy = crew->nthread;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->mutex);
  }
  take_items(crew);
  if (crew->nthread) {
    pthread_mutex_lock(&crew->mutex);
    while (crew->busy) pthread_cond_wait(&crew->end, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
  }
}
