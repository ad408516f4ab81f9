#include "smooth/force/passive.h"

#include "smooth/flex/flex_force.h"
#include "smooth/force/fluid.h"
#include "smooth/force/plugin_call.h"
#include "smooth/force/spring.h"

bool ig_has_gravcomp(const mjModel* m) {
  const mjtNum* g = m->opt.gravity;
  return m->ngravcomp && !(m->opt.disableflags & mjDSBL_GRAVITY) && (g[0] || g[1] || g[2]);
}

bool ig_has_fluid(const mjModel* m) { return m->opt.viscosity || m->opt.density; }

void ig_passive(const mjModel* m, mjData* d) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  bool gravcomp = ig_has_gravcomp(m), fluid = ig_has_fluid(m);
  ig_passive_clear(m, d);
  // both switched off means no passive forces of any kind
  if (!springs && !dampers) return;

  if (springs) ig_joint_springs(m, d);
  if (dampers) ig_dof_dampers(m, d);
  if (m->nflex) ig_flex_forces(m, d, springs, dampers);
  if (m->ntendon) ig_tendon_springs(m, d, springs, dampers);
  if (gravcomp) ig_gravity_compensation(m, d);
  if (fluid) ig_fluid(m, d);
  if (m->nflex) ig_contact_springs(m, d);
  ig_passive_sum(m, d, gravcomp, fluid);
  if (mjcb_passive) mjcb_passive(m, d);
  if (m->nplugin) ig_plugins_compute(m, d, mjPLUGIN_PASSIVE);
}

void mj_passive(const mjModel* m, mjData* d) { ig_passive(m, d); }
