// Forward dynamics: the stages in their order, and the drivers that run them.
#ifndef INGOT_STEP_FORWARD_H_
#define INGOT_STEP_FORWARD_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// stages past `done` are computed; sensors and the energies that belong to them are left alone when `quiet`
void ig_forward(const mjModel* m, mjData* d, mjtStage done, bool quiet);

// sensors and energy of the position and of the velocity stage
void ig_observe_position(const mjModel* m, mjData* d, bool quiet);
void ig_observe_velocity(const mjModel* m, mjData* d, bool quiet);

#endif  // INGOT_STEP_FORWARD_H_
