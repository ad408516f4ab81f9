// SPDX-License-Identifier: Apache-2.0
// Failures as values. Every function of Ingot's own API returns one of these codes; none of them calls the error handler
// of mju_user_error or ends the program. Functions may be called from any thread as long as no two work on the same model,
// data, spec or worlds at once; models that are only read may be shared.
#ifndef INGOT_STATUS_H_
#define INGOT_STATUS_H_

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ingotStatus_ {
  INGOT_OK = 0,
  INGOT_BAD_ARGUMENT,  // an index, size, pointer or name that does not fit; nothing was changed
  INGOT_NO_MEMORY,
  INGOT_BAD_MODEL,     // a model file or spec that cannot be read or compiled
  INGOT_ENGINE_ERROR,  // an error that mju_error would have raised
  INGOT_NO_DEVICE,     // no GPU, no driver, or one that cannot run this build
  INGOT_DEVICE_LOST,   // the GPU failed: its memory is gone
  INGOT_CANCELLED,     // the caller cut the call short; what was begun is in a consistent state
} ingotStatus;

// what happened, for people; filled where a function takes one, NULL is allowed
typedef struct ingotReport_ {
  ingotStatus status;
  char text[1024];
} ingotReport;

// a word for a code
MJAPI const char* ingot_statusName(ingotStatus status);

// Run a function of the caller's that uses the MuJoCo API. An error inside it comes back as INGOT_ENGINE_ERROR with its
// text, instead of reaching the handlers; the rest of the function is left out, and what it allocated is not freed.
MJAPI ingotStatus ingot_guard(void (*function)(void* argument), void* argument, ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_STATUS_H_
