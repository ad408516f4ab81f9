// SPDX-License-Identifier: Apache-2.0
// The stiffness of interpolated flexes for the implicit integrators. The force on the nodes is f(x) = R K (R^T x - x_rest); with
// the rotation R held fixed its derivative is R K R^T, and a step with v+ = v + h M^-1 f(x + h v+) needs (h^2 + h damping) J^T R
// K R^T J, either times a vector or subtracted from a dense block of the matrix to be factored. J are the linear Jacobians of the
// nodes' bodies.
#include "derive/flex_stiffness.h"

#include <stdbool.h>

#include "base/error.h"
#include "constrain/support.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/flex/flex_force.h"

// the Jacobians of a flex's nodes, and its stiffness turned into the world
typedef struct {
  int nodes;
  ig_Columns* node;         // columns of each node's Jacobian; only the linear part counts
  const mjtNum* stiffness;  // (3 nodes x 3 nodes), in the rest frame
  mjtNum turn[9];           // world to rest frame
  mjtNum scale;
} FlexBlock;

static bool is_elastic(const mjModel* m, int flex) {
  return m->flex_interp[flex] && !m->flex_rigid[flex] && m->flex_stiffness[21 * m->flex_elemadr[flex]] != 0;
}

static FlexBlock make_block(const mjModel* m, mjData* d, int flex, mjtNum scale) {
  int n = m->flex_nodenum[flex], nv = m->nv;
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  mjtNum* xpos = IG_SCRATCH(d, 3 * n, mjtNum);
  mjtNum quat[4] = {1, 0, 0, 0};
  ig_flex_rest_frame(m, d, flex, xpos, NULL, quat);

  FlexBlock b = {.nodes = n, .node = IG_SCRATCH(d, n, ig_Columns), .scale = scale};
  b.stiffness = m->flex_stiffness + 21 * m->flex_elemadr[flex];
  ig_quat2mat(b.turn, quat);
  for (int i = 0; i < n; i++) {
    ig_Support s = {0};
    ig_support_add(&s, body[i], 1, xpos + 3 * i);
    int count = ig_support_count(m, &s);

    // the columns come to lie at the end of buffers of nv; keep only as much as they need
    int* dof = IG_SCRATCH(d, count, int);
    mjtNum* column = IG_SCRATCH(d, 6 * count, mjtNum);
    ig_stack_mark(d);
    ig_Columns c = ig_support_columns(m, d, &s, IG_SCRATCH(d, nv, int), IG_SCRATCH(d, 6 * nv, mjtNum));
    for (int k = 0; k < count; k++) dof[k] = c.dof[k];
    ig_copy(column, c.column, 6 * count);
    ig_stack_free(d);
    b.node[i] = (ig_Columns){count, dof, column};
  }
  return b;
}

// r = scale * R^T K(i, j) R v: the force on node i when node j moves by v
static void node_force(const FlexBlock* b, int i, int j, const mjtNum v[3], mjtNum r[3]) {
  IG_ASSERT(i >= 0 && j >= 0);
  const mjtNum* K = b->stiffness + 9 * b->nodes * i + 3 * j;
  int stride = 3 * b->nodes;
  mjtNum local[3], force[3];
  ig_mulmatvec3(local, b->turn, v);
  for (int k = 0; k < 3; k++) force[k] = ig_dot3(K + k * stride, local);
  ig_mulmattvec3(r, b->turn, force);
  ig_scl3(r, r, b->scale);
}

static void mul_block(const mjModel* m, mjData* d, const FlexBlock* b, mjtNum* res, const mjtNum* vec) {
  mjtNum* move = IG_SCRATCH(d, 3 * b->nodes, mjtNum);
  ig_zero(move, 3 * b->nodes);
  for (int j = 0; j < b->nodes; j++) {
    const ig_Columns* c = b->node + j;
    for (int k = 0; k < c->n; k++) ig_addtoscl3(move + 3 * j, c->column + 6 * k, vec[c->dof[k]]);
  }
  for (int i = 0; i < b->nodes; i++) {
    mjtNum total[3] = {0, 0, 0}, force[3];
    for (int j = 0; j < b->nodes; j++) {
      node_force(b, i, j, move + 3 * j, force);
      ig_addto3(total, force);
    }
    const ig_Columns* c = b->node + i;
    for (int k = 0; k < c->n; k++) res[c->dof[k]] += ig_dot3(c->column + 6 * k, total);
  }
}

static void subtract_block(const FlexBlock* b, mjtNum* H, const int* local, int n) {
  for (int j = 0; j < b->nodes; j++) {
    for (int q = 0; q < b->node[j].n; q++) {
      int col = local[b->node[j].dof[q]];
      for (int i = 0; col >= 0 && i < b->nodes; i++) {
        mjtNum force[3];
        node_force(b, i, j, b->node[j].column + 6 * q, force);
        for (int p = 0; p < b->node[i].n; p++) {
          int row = local[b->node[i].dof[p]];
          if (row >= 0) H[row * n + col] -= ig_dot3(b->node[i].column + 6 * p, force);
        }
      }
    }
  }
}

// one of the two products for every elastic flex
static void each_flex(const mjModel* m, mjData* d, mjtNum h, mjtNum* res, const mjtNum* vec, const int* local, int n) {
  for (int flex = 0; flex < m->nflex; flex++) {
    mjtNum scale = h * h + h * m->flex_damping[flex];
    if (!is_elastic(m, flex) || !scale) continue;
    ig_stack_mark(d);
    FlexBlock block = make_block(m, d, flex, scale);
    if (local) {
      subtract_block(&block, res, local, n);
    } else {
      mul_block(m, d, &block, res, vec);
    }
    ig_stack_free(d);
  }
}

void ig_flex_stiffness_mul(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum h) {
  each_flex(m, d, h, res, vec, NULL, 0);
}

void ig_flex_stiffness_add(const mjModel* m, mjData* d, mjtNum* H, const int* local, int n, mjtNum h) {
  each_flex(m, d, h, H, NULL, local, n);
}
