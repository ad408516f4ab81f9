// Forces that depend on position and velocity alone: springs, dampers, gravity compensation, fluid.
#ifndef INGOT_SMOOTH_FORCE_PASSIVE_H_
#define INGOT_SMOOTH_FORCE_PASSIVE_H_

#include "batch/data.h"

// qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid and qfrc_passive of the awake dofs to zero
void IG_NAME(ig_passive_clear)(const mjModel* m, ig_Data* d);

// gravity is there and some body asks for its compensation
bool ig_has_gravcomp(const mjModel* m);
void IG_NAME(ig_gravity_compensation)(const mjModel* m, ig_Data* d);

bool ig_has_fluid(const mjModel* m);

// springs of contacts, into qfrc_spring; the constraint layer defines it, where the Jacobian of a contact is known
void ig_contact_springs(const mjModel* m, mjData* d);

// qfrc_passive from its parts; gravity compensation that actuators provide is not passive
void IG_NAME(ig_passive_sum)(const mjModel* m, ig_Data* d, bool gravcomp, bool fluid);

// all of it, with the callback and the plugins
void ig_passive(const mjModel* m, mjData* d);

#endif  // INGOT_SMOOTH_FORCE_PASSIVE_H_
