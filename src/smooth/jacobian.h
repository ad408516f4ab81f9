// Jacobians of points fixed to bodies, dense or over a chain of dofs.
//
// Dense ones are 3 x nv. Sparse ones are 3 x nnz, column k belongs to dof chain[k]; chains are increasing.
// jacp is the translation of the point, jacr the rotation of the body; either may be NULL.
#ifndef INGOT_SMOOTH_JACOBIAN_H_
#define INGOT_SMOOTH_JACOBIAN_H_

#include "lane/data.h"

// constraint Jacobians are sparse by choice or, if the choice is left open, from 60 dofs on
IG_INLINE bool ig_is_sparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= 60);
}

// the last dof that moves the body, -1 when nothing does; dof_parentid leads on from there
IG_INLINE int ig_last_dof(const mjModel* m, int body) {
  int moving = m->body_weldid[body];
  return moving ? m->body_dofadr[moving] + m->body_dofnum[moving] - 1 : -1;
}

// dofs that move the body / either body, at most nv; returns how many
int ig_body_chain(const mjModel* m, int body, int* chain);
int ig_pair_chain(const mjModel* m, int body1, int body2, int* chain);

// dense
void IG_NAME(ig_jac)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body);

// over a chain that contains all dofs of the body
void IG_NAME(ig_jac_sparse)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body,
                            int nnz, const int* chain);

// two points, each on its own body
typedef struct {
  int body[2];
  const real* point[2];
} IG_NAME(ig_PointPair);

// Jacobian of the second point minus that of the first, over the merged chain if sparse. Returns the number of
// columns; 0 when neither body moves (then nothing is written). `chain` (nv ints) is not read or written if dense.
int IG_NAME(ig_jac_dif_pair)(const mjModel* m, const ig_Data* d, const IG_NAME(ig_PointPair) * pair, real* jacp,
                             real* jacr, bool sparse, int* chain);

// the sum of weight[i] times the Jacobian of the same point on body[i], 3 rows, or 6 with rotation
//   returns the number of columns; the chain is written if sparse
int ig_jac_sum(const mjModel* m, mjData* d, int n, const int* body, const mjtNum* weight, const mjtNum point[3],
               bool rotation, mjtNum* jac, bool sparse, int* chain);

// time derivative of the dense Jacobian
void IG_NAME(ig_jac_dot)(const mjModel* m, const ig_Data* d, real* jacp, real* jacr, const real point[3], int body);

// qfrc += jacp' * force + jacr' * torque; force and torque may be NULL
void IG_NAME(ig_apply_wrench)(const mjModel* m, const ig_Data* d, const real* force, const real* torque,
                              const real point[3], int body, real* qfrc);

// the same for xfrc_applied of every body
void IG_NAME(ig_apply_wrenches)(const mjModel* m, const ig_Data* d, real* qfrc);

#endif  // INGOT_SMOOTH_JACOBIAN_H_
