// Forward dynamics. The stages run in the order position, velocity, actuation, acceleration, constraint;
// each reads only what the ones before it wrote, so a caller that knows what changed can skip the first ones.
#include "step/forward.h"

#include "constrain/sleep.h"
#include "math/csr.h"
#include "math/dense.h"
#include "model/awake.h"
#include "model/timer.h"
#include "smooth/tendon/tendon_rate.h"

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  if (ig_wake_by_tendons(m, d)) ig_update_awake(m, d, false);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  mjtNum stage = ig_clock(), part = stage;
  d->flg_energypos = 0;
  mj_fwdKinematics(m, d);
  ig_timer_end(d, mjTIMER_POS_KINEMATICS, part);

  // these two keep their own timers
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_collision(m, d);

  // what touches an awake tree wakes up, and then touches others
  if (ig_wake_by_contacts(m, d)) {
    ig_update_awake(m, d, false);
    mj_collision(m, d);
  }
  if (ig_wake_by_equalities(m, d)) ig_update_awake(m, d, false);

  part = ig_clock();
  mj_makeConstraint(m, d);
  mj_island(m, d);
  ig_timer_end(d, mjTIMER_POS_MAKE, part);

  part = ig_clock();
  mj_transmission(m, d);
  ig_timer_add(d, mjTIMER_POS_KINEMATICS, part);

  part = ig_clock();
  mj_projectConstraint(m, d);
  ig_timer_end(d, mjTIMER_POS_PROJECT, part);
  ig_timer_end(d, mjTIMER_POSITION, stage);
}

// res = (sparse rows) * qvel
static void mul_rows(mjtNum* res, const mjtNum* value, const int* rownnz, const int* rowadr, const int* colind, int rows,
                     const mjtNum* qvel) {
  for (int row = 0; row < rows; row++) res[row] = ig_dot_row(value + rowadr[row], colind + rowadr[row], rownnz[row], qvel);
}

// velocities of flex edges, tendons and actuators: their Jacobians times qvel
static void path_velocities(const mjModel* m, mjData* d) {
  mul_rows(d->flexedge_velocity, d->flexedge_J, m->flexedge_J_rownnz, m->flexedge_J_rowadr, m->flexedge_J_colind, m->nflexedge,
           d->qvel);
  if (mj_isSparse(m)) {
    mul_rows(d->ten_velocity, d->ten_J, d->ten_J_rownnz, d->ten_J_rowadr, d->ten_J_colind, m->ntendon, d->qvel);
  } else {
    ig_mulmatvec(d->ten_velocity, d->ten_J, d->qvel, m->ntendon, m->nv);
  }
  if (m->opt.disableflags & mjDSBL_ACTUATION) {
    ig_zero(d->actuator_velocity, m->nu);
  } else {
    mul_rows(d->actuator_velocity, d->actuator_moment, d->moment_rownnz, d->moment_rowadr, d->moment_colind, m->nu, d->qvel);
  }
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  mjtNum start = ig_clock();
  d->flg_subtreevel = d->flg_energyvel = 0;
  path_velocities(m, d);
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_referenceConstraint(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  ig_tendon_bias(m, d, d->qfrc_bias);
  ig_timer_end(d, mjTIMER_VELOCITY, start);
}

void ig_observe_position(const mjModel* m, mjData* d, bool quiet) {
  if (!quiet) mj_sensorPos(m, d);
  if (d->flg_energypos) return;
  if (m->opt.enableflags & mjENBL_ENERGY) {
    mj_energyPos(m, d);
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

void ig_observe_velocity(const mjModel* m, mjData* d, bool quiet) {
  if (!quiet) mj_sensorVel(m, d);
  if ((m->opt.enableflags & mjENBL_ENERGY) && !d->flg_energyvel) mj_energyVel(m, d);
}

void ig_forward(const mjModel* m, mjData* d, mjtStage done, bool quiet) {
  mjtNum start = ig_clock();
  if (done < mjSTAGE_POS) {
    mj_fwdPosition(m, d);
    ig_observe_position(m, d, quiet);
  }
  if (done < mjSTAGE_VEL) {
    mj_fwdVelocity(m, d);
    ig_observe_velocity(m, d, quiet);
  }
  if (mjcb_control && !(m->opt.disableflags & mjDSBL_ACTUATION)) mjcb_control(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  if (!quiet) {
    d->flg_rnepost = 0;
    mj_sensorAcc(m, d);
  }
  ig_timer_end(d, mjTIMER_FORWARD, start);
}

void mj_forward(const mjModel* m, mjData* d) { ig_forward(m, d, mjSTAGE_NONE, false); }

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  ig_forward(m, d, (mjtStage)skipstage, skipsensor != 0);
}
