// SPDX-License-Identifier: Apache-2.0
// A walk over the rows of all lanes that checks their rules; in checked builds only.
#ifndef INGOT_CONSTRAIN_CHECK_RAGGED_H_
#define INGOT_CONSTRAIN_CHECK_RAGGED_H_

#include "batch/data.h"

#if defined(IG_CHECKED) && IG_WIDTH > 1 && !defined(IG_GPU)
void IG_NAME(ig_check_ragged)(const mjModel* m, const ig_Data* d);
#define ig_check_ragged(m, d) IG_NAME(ig_check_ragged)(m, d)
#else
#define ig_check_ragged(m, d) ((void)0)
#endif

#endif  // INGOT_CONSTRAIN_CHECK_RAGGED_H_
