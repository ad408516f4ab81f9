#include "smooth/kernels.h"

#include "batch/data.h"
#include "smooth/bias.h"
#include "smooth/force/actuator.h"
#include "smooth/force/energy.h"
#include "smooth/force/fluid.h"
#include "smooth/force/passive.h"
#include "smooth/force/spring.h"
#include "smooth/inertia.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"

#define IG_CPU_LEVEL_base IG_CPU_BASE
#define IG_CPU_LEVEL_avx2 IG_CPU_AVX2
#define IG_CPU_LEVEL_avx512 IG_CPU_AVX512
#define IG_CPU_LEVEL_plain IG_CPU_BASE   // for a test: not optimised
#define IG_CPU_LEVEL_medium IG_CPU_BASE  // for a test: -O2
#define LEVEL_OF(level) IG_CPU_LEVEL_##level
#define LEVEL(level) LEVEL_OF(level)

static void bias(const mjModel* m, void* d) { IG_NAME(ig_newton_euler)(m, d, false, ((ig_Data*)d)->qfrc_bias); }
static void solve(const mjModel* m, void* d) {
  IG_NAME(ig_solve_mass)(m, d, ((ig_Data*)d)->qacc_smooth, ((ig_Data*)d)->qfrc_bias, 1);
}

// all passive forces but those of flexes, contacts, callbacks and plugins
static void passive(const mjModel* m, void* d) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  bool gravcomp = ig_has_gravcomp(m), fluid = ig_has_fluid(m);
  IG_NAME(ig_passive_clear)(m, d);
  if (!springs && !dampers) return;
  if (springs) IG_NAME(ig_joint_springs)(m, d);
  if (dampers) IG_NAME(ig_dof_dampers)(m, d);
  IG_NAME(ig_tendon_springs)(m, d, springs, dampers);
  if (gravcomp) IG_NAME(ig_gravity_compensation)(m, d);
  if (fluid) IG_NAME(ig_fluid)(m, d);
  IG_NAME(ig_passive_sum)(m, d, gravcomp, fluid);
}

// actuators without plugins and user functions
static void actuation(const mjModel* m, void* data) {
  static const ig_ActuatorCalls nobody = {NULL, NULL, NULL};
  ig_Data* d = data;
  ig_zero_reals(d->actuator_force, m->nu);
  ig_zero_reals(d->qfrc_actuator, m->nv);
  if (!m->nu || (m->opt.disableflags & mjDSBL_ACTUATION)) return;
  ig_mark(d);
  real* ctrl = ig_scratch(d, m->nu);
  IG_NAME(ig_read_controls)(m, d, ctrl);
  IG_NAME(ig_activation_rates)(m, d, ctrl, &nobody);
  if (IG_NAME(ig_actuator_forces)(m, d, ctrl, &nobody)) IG_NAME(ig_limit_tendon_forces)(m, d);
  IG_NAME(ig_actuator_joint_forces)(m, d, ig_has_gravcomp(m));
  ig_release(d);
}

#define WRAP(kernel) \
  static void kernel(const mjModel* m, void* d) { IG_NAME(ig_##kernel)(m, d); }
WRAP(pose_bodies)
WRAP(pose_frames)
WRAP(com_positions)
WRAP(pose_views)
WRAP(mass_matrix)
WRAP(factor_mass)
WRAP(potential_energy)
WRAP(com_velocities)
WRAP(subtree_velocities)
WRAP(kinetic_energy)
WRAP(internal_forces)
WRAP(tendons)
WRAP(transmissions)
WRAP(tendon_velocities)
WRAP(actuator_velocities)

static const ig_Stage stages[] = {
    {"bodies", pose_bodies},
    {"frames", pose_frames},
    {"com", com_positions},
    {"views", pose_views},
    {"tendon", tendons},
    {"inertia", mass_matrix},
    {"factor", factor_mass},
    {"transmission", transmissions},
    {"potential", potential_energy},
    {"tendon velocity", tendon_velocities},
    {"actuator velocity", actuator_velocities},
    {"velocity", com_velocities},
    {"subtree", subtree_velocities},
    {"passive", passive},
    {"bias", bias},
    {"kinetic", kinetic_energy},
    {"internal", internal_forces},
    {"actuation", actuation},
    {"solve", solve},
};

#if IG_WIDTH > 1
static void* make(const mjModel* m) { return IG_NAME(ig_lanes_make)(m); }
static void discard(void* d) { IG_NAME(ig_lanes_free)(d); }
static void set_world(void* d, int lane, mjData* world) { ((ig_Data*)d)->world[lane] = world; }
static double* own(const mjModel* m, void* d, const char* field) { return IG_NAME(ig_lanes_own)(m, d, field); }
static void gather(const mjModel* m, void* d) { IG_NAME(ig_lanes_gather)(m, d); }
static void scatter(const mjModel* m, void* d) { IG_NAME(ig_lanes_scatter)(m, d); }
#endif

extern const ig_Kernels IG_NAME(ig_smooth_kernels);
const ig_Kernels IG_NAME(ig_smooth_kernels) = {
    .width = IG_WIDTH,
    .level = LEVEL(IG_LEVEL),
    .stages = stages,
    .nstage = sizeof stages / sizeof stages[0],
#if IG_WIDTH > 1
    .make = make,
    .free = discard,
    .set_world = set_world,
    .own = own,
    .gather = gather,
    .scatter = scatter,
#endif
};
