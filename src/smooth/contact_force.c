// SPDX-License-Identifier: Apache-2.0
#include "smooth/contact_force.h"

#include <string.h>

#include "math/scalar.h"
#include "model/row_kind.h"

void ig_contact_force(const mjModel* m, const mjData* d, int contact, mjtNum force[6]) {
  memset(force, 0, 6 * sizeof(mjtNum));
  if (contact < 0 || contact >= d->ncon || d->contact[contact].efc_address < 0) return;
  const mjContact* con = d->contact + contact;
  const mjtNum* row = d->efc_force + con->efc_address;
  if (ig_is_pyramidal(m)) {
    ig_decode_pyramid(force, row, con->friction, con->dim);
  } else {
    memcpy(force, row, (size_t)con->dim * sizeof(mjtNum));
  }
}

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) { ig_contact_force(m, d, id, result); }
