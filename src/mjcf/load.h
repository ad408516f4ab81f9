// The spec behind the model that was loaded last.
#ifndef INGOT_MJCF_LOAD_H_
#define INGOT_MJCF_LOAD_H_

#include <mujoco/mujoco.h>

mjSpec* ig_last_spec(void);

#endif  // INGOT_MJCF_LOAD_H_
