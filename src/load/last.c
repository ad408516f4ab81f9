// SPDX-License-Identifier: Apache-2.0
#include "load/last.h"

#include <pthread.h>

#include "spec/copy.h"

// mj_saveLastXML writes the spec of the model that was loaded last; this is the API's own global state
static pthread_mutex_t last_mutex = PTHREAD_MUTEX_INITIALIZER;
static mjSpec* last_spec;

// the old one is deleted outside of the lock: deleting may call back into user code
void ig_keep_last(mjSpec* spec) {
  pthread_mutex_lock(&last_mutex);
  mjSpec* old = last_spec;
  last_spec = spec;
  pthread_mutex_unlock(&last_mutex);
  if (old) ig_delete_spec(old);
}

#ifdef __ELF__
// MuJoCo's own test programs hand over a spec they parsed themselves; its library exports this as a C++ function
MJAPI void ig_set_last(mjSpec* spec) __asm__("_Z16SetGlobalXmlSpecP7mjSpec_");

void ig_set_last(mjSpec* spec) { ig_keep_last(spec); }
#endif

mjSpec* ig_take_last(void) {
  pthread_mutex_lock(&last_mutex);
  mjSpec* spec = last_spec;
  last_spec = NULL;
  pthread_mutex_unlock(&last_mutex);
  return spec;
}

void ig_return_last(mjSpec* spec) {
  pthread_mutex_lock(&last_mutex);
  mjSpec* newer = last_spec;
  if (!newer) last_spec = spec;
  pthread_mutex_unlock(&last_mutex);
  if (newer && spec) ig_delete_spec(spec);
}
