// SPDX-License-Identifier: Apache-2.0
// Rows of contacts: frictionless, pyramidal, elliptic.
#ifndef INGOT_CONSTRAIN_CONTACT_ROWS_H_
#define INGOT_CONSTRAIN_CONTACT_ROWS_H_

#include "constrain/rows.h"
#include "constrain/support.h"

// why a contact has no rows (mjContact.exclude): nothing that moves takes part; a flex answers it with springs
enum { IG_CONTACT_NO_DOFS = 3, IG_CONTACT_SPRING = 4 };

#if IG_WIDTH == 1
// the bodies of both sides; those of the first have weights of the given sign
void ig_contact_support(const mjModel* m, const mjData* d, const mjContact* con, mjtNum first_sign, ig_Support* s);

// contacts first to end - 1
void ig_contact_rows_of(ig_RowBuilder* rows, int first, int end);
#endif

void IG_NAME(ig_contact_rows)(ig_RowBuilder* rows);

#ifdef IG_GPU
// a row of a contact that has found its place: see ig_fill_rows
void IG_NAME(ig_fill_contact_row)(ig_RowBuilder* rows, int row);
#endif

#endif  // INGOT_CONSTRAIN_CONTACT_ROWS_H_
