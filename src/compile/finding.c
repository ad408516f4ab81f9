// SPDX-License-Identifier: Apache-2.0
#include "compile/finding.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "spec/finding.h"

// count 0: nothing to tell
static void note(const ig_Record* r, const double* numbers, int count) {
  ig_value_delete(r->from, IG_FINDING);
  if (!count) return;
  memcpy(ig_value_make(r->from, IG_FINDING, (size_t)count * sizeof(double)), numbers, (size_t)count * sizeof(double));
}

void ig_note_findings(const ig_Compiler* c) {
  const mjModel* m = c->model;
  // stiffness and damping of a joint that has springdamper
  for (int i = 0; i < c->list[mjOBJ_JOINT].n; i++) {
    const ig_CJoint* joint = IG_RECORD(ig_CJoint, c->list[mjOBJ_JOINT], i);
    double spring[2] = {m->jnt_stiffness[joint->r.id], m->dof_damping[m->jnt_dofadr[joint->r.id]]};
    note(&joint->r, spring, joint->s.springdamper[0] > 0 ? 2 : 0);
  }
  // the range that a servo has from its target: of its activation if it integrates, of its control if not
  for (int i = 0; i < c->list[mjOBJ_ACTUATOR].n; i++) {
    const ig_CActuator* actuator = IG_RECORD(ig_CActuator, c->list[mjOBJ_ACTUATOR], i);
    const mjtNum* ranges = actuator->s.dyntype == mjDYN_INTEGRATOR ? m->actuator_actrange : m->actuator_ctrlrange;
    note(&actuator->r, ranges + 2 * actuator->r.id, actuator->s.inheritrange > 0 ? 2 : 0);
  }
  for (int i = 0; i < c->list[mjOBJ_BODY].n; i++) {
    // centre, axes, mass and moments of a body, where saveinertial wants them; in the frame that was written
    const ig_CBody* body = IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], i);
    int id = body->r.id;
    double inertial[11];
    memcpy(inertial, body->aligned ? body->ipos : m->body_ipos + 3 * id, 3 * sizeof(double));
    memcpy(inertial + 3, body->aligned ? body->iquat : m->body_iquat + 4 * id, 4 * sizeof(double));
    inertial[7] = m->body_mass[id];
    memcpy(inertial + 8, m->body_inertia + 3 * id, 3 * sizeof(double));
    note(&body->r, inertial, c->s.compiler.saveinertial && id ? 11 : 0);
  }
}
