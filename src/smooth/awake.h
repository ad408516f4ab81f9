// Which objects a stage may skip because their trees sleep.
#ifndef INGOT_SMOOTH_AWAKE_H_
#define INGOT_SMOOTH_AWAKE_H_

#include <stdbool.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

static inline bool ig_sleep_enabled(const mjModel* m) { return m->opt.enableflags & mjENBL_SLEEP; }

// of the trees, bodies and dofs that the awake lists count, some sleep
static inline bool ig_trees_sleep(const mjModel* m, const mjData* d) {
  return ig_sleep_enabled(m) && d->ntree_awake < m->ntree;
}
static inline bool ig_bodies_sleep(const mjModel* m, const mjData* d) {
  return ig_sleep_enabled(m) && d->nbody_awake < m->nbody;
}
static inline bool ig_dofs_sleep(const mjModel* m, const mjData* d) { return ig_sleep_enabled(m) && d->nv_awake < m->nv; }

// of one object; a tendon or actuator between trees is awake as soon as one of them is
mjtSleepState ig_tendon_sleep(const mjModel* m, const mjData* d, int tendon);
mjtSleepState ig_actuator_sleep(const mjModel* m, const mjData* d, int actuator);

#endif  // INGOT_SMOOTH_AWAKE_H_
