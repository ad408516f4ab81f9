// Stage functions outside the public headers that other layers provide.
#ifndef INGOT_STEP_PENDING_H_
#define INGOT_STEP_PENDING_H_

#include <mujoco/mujoco.h>

void mju_mulMatVecSparse(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, const int* rownnz, const int* rowadr,
                         const int* colind, const int* rowsuper);

#endif  // INGOT_STEP_PENDING_H_
