// Sparse algebra that the math layer will provide.
#ifndef INGOT_CONSTRAIN_PENDING_H_
#define INGOT_CONSTRAIN_PENDING_H_

#include <mujoco/mujoco.h>

int mju_superSparse(int nr, int* rowsuper, const int* rownnz, const int* rowadr, const int* colind);

#endif  // INGOT_CONSTRAIN_PENDING_H_
