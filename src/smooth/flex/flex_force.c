// SPDX-License-Identifier: Apache-2.0
// Forces of elastic flexes from the matrices of compile/flex/flex_elastic.c, where the energies are derived.
//
//   elements   energy 1/2 e^T W e in the elongations e_k = l_k^2 - L_k^2 (plus damping: their change over a step, scaled). The
//              gradient of l_k^2 by the ends of the edge is +-2 (x_i - x_j), so the force on corner i is
//              -sum over its edges j of (sum_k W_kj e_k) (x_i - x_other), the constant factors being in W.
//   nodes      f = R K (R^T x - x_rest), with R the rotation of the deformation gradient at the centre of the grid
//   bending    f_i = -sum_j Q_ij x_j, plus a multiple of the gradient of the volume spanned by the four vertices when the shell
//              is curved at rest (cubic shells): that gradient is, per vertex, the area vector of the triangle of the other three
#include "smooth/flex/flex_force.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "math/dense.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/flex/flex.h"
#include "smooth/flex/flex_shape.h"
#include "smooth/jacobian.h"
#include "smooth/stages.h"

// edges of a triangle and of a tetrahedron, by corner
typedef struct {
  int count;
  int end[6][2];
} Edges;
static const Edges triangle = {3, {{1, 2}, {2, 0}, {0, 1}}};
static const Edges tetrahedron = {6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

// what a force on a vertex does to the translations of its body: scale * force, for the dofs that it has
static void push_body(const mjModel* m, mjtNum* qfrc, int body, const mjtNum force[3], mjtNum scale) {
  int n = m->body_dofnum[body] < 3 ? m->body_dofnum[body] : 3;
  for (int k = 0; k < n; k++) qfrc[m->body_dofadr[body] + k] += force[k] * scale;
}

// ------------------------------------------------ bending

static void bend(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  static const mjtNum still[3] = {0, 0, 0};
  int first = m->flex_edgeadr[flex], base = m->flex_vertadr[flex];
  for (int edge = first; edge < first + m->flex_edgenum[flex]; edge++) {
    // at the border there is nothing to bend
    if (m->flex_edgeflap[2 * edge + 1] == -1) continue;

    // the four vertices around the edge: its ends and the tips of the two triangles
    const int *end = m->flex_edge + 2 * edge, *tip = m->flex_edgeflap + 2 * edge;
    int vert[4] = {base + end[0], base + end[1], base + tip[0], base + tip[1]}, body[4];
    const mjtNum *xpos[4], *vel[4];
    for (int i = 0; i < 4; i++) {
      body[i] = m->flex_vertbodyid[vert[i]];
      xpos[i] = d->flexvert_xpos + 3 * vert[i];
      vel[i] = m->body_dofnum[body[i]] ? d->qvel + m->body_dofadr[body[i]] : still;
    }

    // a shell that is curved at rest: each vertex is pushed along the area of the triangle of the other three
    mjtNum side[3][3], curved[4][3];
    for (int i = 0; i < 3; i++) ig_sub3(side[i], xpos[i + 1], xpos[0]);
    for (int i = 0; i < 3; i++) ig_cross(curved[i + 1], side[(i + 1) % 3], side[(i + 2) % 3]);
    for (int k = 0; k < 3; k++) curved[0][k] = -(curved[1][k] + curved[2][k] + curved[3][k]);

    const mjtNum* stiffness = m->flex_bending + 17 * edge;
    for (int i = 0; i < 4; i++) {
      mjtNum spring[3] = {0, 0, 0}, damper[3] = {0, 0, 0};
      for (int j = 0; j < 4; j++) {
        ig_addtoscl3(spring, xpos[j], stiffness[4 * i + j]);
        ig_addtoscl3(damper, vel[j], stiffness[4 * i + j]);
      }
      ig_addtoscl3(spring, curved[i], stiffness[16]);
      if (springs) push_body(m, d->qfrc_spring, body[i], spring, -1);
      if (dampers) push_body(m, d->qfrc_damper, body[i], damper, -m->flex_damping[flex]);
    }
  }
}

// ------------------------------------------------ elasticity of interpolated flexes

void ig_flex_rest_frame(const mjModel* m, mjData* d, int flex, mjtNum* xpos, mjtNum* vel, mjtNum quat[4]) {
  static const mjtNum centre[3] = {0.5, 0.5, 0.5};
  int n = m->flex_nodenum[flex];
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  ig_flex_nodes(m, d, flex, xpos);
  for (int i = 0; vel && i < n; i++) {
    mjtNum screw[6];
    if (m->flex_centered[flex] && m->body_dofnum[body[i]] >= 3) {
      ig_copy3(vel + 3 * i, d->qvel + m->body_dofadr[body[i]]);
    } else {
      ig_velocity_of(m, d, mjOBJ_BODY, body[i], false, screw);
      ig_copy3(vel + 3 * i, screw + 3);
    }
  }

  // rotation of the deformation at the centre
  mjtNum gradient[9];
  ig_flex_gradient(gradient, centre, xpos, m->flex_interp[flex]);
  ig_unit4(quat);
  ig_mat2rot(quat, gradient);
  ig_negquat(quat, quat);
  for (int i = 0; i < n; i++) {
    ig_rotvecquat(xpos + 3 * i, xpos + 3 * i, quat);
    ig_addto3(xpos + 3 * i, centre);
    if (vel) ig_rotvecquat(vel + 3 * i, vel + 3 * i, quat);
  }
}

// a linear material in a frame that turns along: one stiffness matrix over all nodes
static void stretch_nodes(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  int n = m->flex_nodenum[flex], adr = m->flex_nodeadr[flex];
  const mjtNum* stiffness = m->flex_stiffness + 21 * m->flex_elemadr[flex];
  mjtNum xpos[3 * mjMAXFLEXNODES], vel[3 * mjMAXFLEXNODES], shift[3 * mjMAXFLEXNODES], frc[3 * mjMAXFLEXNODES], quat[4];
  ig_flex_rest_frame(m, d, flex, xpos, vel, quat);
  for (int i = 0; i < 3 * n; i++) shift[i] = xpos[i] - m->flex_node0[3 * adr + i];
  ig_negquat(quat, quat);
  for (int kind = 0; kind < 2; kind++) {
    if (kind == 0 ? !springs : !dampers) continue;
    ig_mulmatvec(frc, stiffness, kind == 0 ? shift : vel, 3 * n, 3 * n);
    mjtNum *qfrc = kind == 0 ? d->qfrc_spring : d->qfrc_damper, scale = kind == 0 ? 1 : m->flex_damping[flex];
    for (int i = 0; i < n; i++) {
      int body = m->flex_nodebodyid[adr + i];
      mjtNum force[3];
      ig_rotvecquat(force, frc + 3 * i, quat);
      ig_scl3(force, force, scale);
      if (m->flex_centered[flex]) {
        push_body(m, qfrc, body, force, 1);
      } else {
        ig_apply_wrench(m, d, force, NULL, xpos + 3 * i, body, qfrc);
      }
    }
  }
}

// ------------------------------------------------ elasticity of elements

// force on the corners: elongations times the metric (upper triangle, packed) times the gradient of the squared lengths
static void element_force(const Edges* edges, const mjtNum* packed, const mjtNum elongation[6], const mjtNum* const xpos[4],
                          mjtNum force[4][3]) {
  int n = edges->count;
  mjtNum metric[6][6], along[6][3];
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) metric[i][j] = metric[j][i] = *packed++;
    ig_sub3(along[i], xpos[edges->end[i][0]], xpos[edges->end[i][1]]);
  }
  memset(force, 0, 12 * sizeof(mjtNum));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      mjtNum *first = force[edges->end[j][0]], *second = force[edges->end[j][1]];
      for (int k = 0; k < 3; k++) {
        mjtNum pull = elongation[i] * along[j][k] * metric[i][j];
        first[k] -= pull;
        second[k] += pull;
      }
    }
  }
}

static void stretch_elements(const mjModel* m, mjData* d, int flex) {
  const Edges* edges = m->flex_dim[flex] == 2 ? &triangle : &tetrahedron;
  int corners = m->flex_dim[flex] + 1, base = m->flex_vertadr[flex], n = m->flex_vertnum[flex];
  mjtNum step = m->opt.timestep, damping = step > 0 ? m->flex_damping[flex] / step : 0;
  ig_stack_mark(d);
  mjtNum* sum = IG_SCRATCH(d, 3 * n, mjtNum);
  memset(sum, 0, sizeof(mjtNum) * 3 * n);
  for (int elem = 0; elem < m->flex_elemnum[flex]; elem++) {
    const int* vert = m->flex_elem + m->flex_elemdataadr[flex] + corners * elem;
    const mjtNum* xpos[4] = {NULL, NULL, NULL, NULL};
    for (int i = 0; i < corners; i++) xpos[i] = d->flexvert_xpos + 3 * (base + vert[i]);

    // differences of squared edge lengths to those at rest, with damping in proportion to their change over a step
    mjtNum elongation[6], force[4][3];
    const int* own = m->flex_elemedge + m->flex_elemedgeadr[flex] + elem * edges->count;
    for (int e = 0; e < edges->count; e++) {
      int edge = m->flex_edgeadr[flex] + own[e];
      mjtNum now = d->flexedge_length[edge], rest = m->flexedge_length0[edge], before = now - d->flexedge_velocity[edge] * step;
      elongation[e] = now * now - rest * rest + (now * now - before * before) * damping;
    }
    element_force(edges, m->flex_stiffness + 21 * (m->flex_elemadr[flex] + elem), elongation, xpos, force);
    for (int i = 0; i < corners; i++) ig_addto3(sum + 3 * vert[i], force[i]);
  }

  // a vertex has a body of translations to itself, or is pinned to another body
  for (int v = 0; v < n; v++) {
    int body = m->flex_vertbodyid[base + v];
    if (m->body_simple[body] == 2) {
      push_body(m, d->qfrc_spring, body, sum + 3 * v, 1);
    } else {
      ig_apply_wrench(m, d, sum + 3 * v, NULL, d->flexvert_xpos + 3 * (base + v), body, d->qfrc_spring);
    }
  }
  ig_stack_free(d);
}

// ------------------------------------------------ springs along edges

static void edge_springs(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  mjtNum stiffness = springs ? m->flex_edgestiffness[flex] : 0, damping = dampers ? m->flex_edgedamping[flex] : 0;
  if (m->flex_rigid[flex] || (stiffness == 0 && damping == 0)) return;
  int begin = m->flex_edgeadr[flex], end = begin + m->flex_edgenum[flex];
  for (int edge = begin; edge < end; edge++) {
    if (m->flexedge_rigid[edge]) continue;
    mjtNum spring = stiffness * (m->flexedge_length0[edge] - d->flexedge_length[edge]);
    mjtNum damper = -damping * d->flexedge_velocity[edge];
    int adr = m->flexedge_J_rowadr[edge];
    for (int i = adr; i < adr + m->flexedge_J_rownnz[edge]; i++) {
      int dof = m->flexedge_J_colind[i];
      d->qfrc_spring[dof] += d->flexedge_J[i] * spring;
      d->qfrc_damper[dof] += d->flexedge_J[i] * damper;
    }
  }
}

void ig_flex_forces(const mjModel* m, mjData* d, bool springs, bool dampers) {
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_dim[flex] == 1 || m->flex_rigid[flex]) continue;
    if (m->flex_dim[flex] == 2) bend(m, d, flex, springs, dampers);
    // without material there is no elasticity
    if (m->flex_stiffness[21 * m->flex_elemadr[flex]] == 0) continue;
    if (m->flex_interp[flex]) {
      stretch_nodes(m, d, flex, springs, dampers);
    } else {
      stretch_elements(m, d, flex);
    }
  }
  for (int flex = 0; flex < m->nflex; flex++) edge_springs(m, d, flex, springs, dampers);
}
