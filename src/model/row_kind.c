// SPDX-License-Identifier: Apache-2.0
#include "model/row_kind.h"

int mj_isSparse(const mjModel* m) { return ig_is_sparse(m); }

int mj_isPyramidal(const mjModel* m) { return ig_is_pyramidal(m); }

int mj_isDual(const mjModel* m) { return ig_is_dual(m); }
