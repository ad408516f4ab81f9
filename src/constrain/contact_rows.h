// Rows of contacts: frictionless, pyramidal, elliptic.
#ifndef INGOT_CONSTRAIN_CONTACT_ROWS_H_
#define INGOT_CONSTRAIN_CONTACT_ROWS_H_

#include "constrain/rows.h"

void ig_contact_rows(ig_RowBuilder* rows);

#endif  // INGOT_CONSTRAIN_CONTACT_ROWS_H_
