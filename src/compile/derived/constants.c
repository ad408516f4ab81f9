// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/constants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/scope.h"
#include "compile/derived/statistic.h"
#include "compile/flex/flex_pattern.h"
#include "lane/lane.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/scalar.h"
#include "math/spatial.h"
#include "math/vec3.h"
#include "model/row_kind.h"
#include "model/stack.h"
#include "smooth/factor.h"
#include "smooth/flex/flex.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/stages.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"

// ------------------------------------------------ the tree

static void set_masses(mjModel* m) {
  m->ngravcomp = 0;
  for (int body = 0; body < m->nbody; body++) {
    m->body_subtreemass[body] = m->body_mass[body];
    m->ngravcomp += m->body_gravcomp[body] > 0;
  }
  for (int body = (int)m->nbody - 1; body > 0; body--) {
    m->body_subtreemass[m->body_parentid[body]] += m->body_subtreemass[body];
  }
}

// bodies and dofs of each kinematic tree are ranges
static void set_trees(mjModel* m) {
  for (int tree = 0; tree < m->ntree; tree++) m->tree_bodynum[tree] = m->tree_dofnum[tree] = 0;
  for (int body = 0; body < m->nbody; body++) {
    int weld = m->body_weldid[body];
    m->body_treeid[body] = m->body_dofnum[weld] ? m->dof_treeid[m->body_dofadr[weld]] : -1;
    int tree = body ? m->body_treeid[body] : -1;
    if (tree < 0) continue;
    if (!m->tree_bodynum[tree]++) m->tree_bodyadr[tree] = body;
  }
  for (int dof = 0; dof < m->nv; dof++) {
    int tree = m->dof_treeid[dof];
    if (!m->tree_dofnum[tree]++) m->tree_dofadr[tree] = dof;
  }
}

// tree of the body that a wrap object is on, -1: none
static int wrap_tree(const mjModel* m, int wrap) {
  int object = m->wrap_objid[wrap];
  switch (m->wrap_type[wrap]) {
    case mjWRAP_JOINT: return m->body_treeid[m->jnt_bodyid[object]];
    case mjWRAP_SITE: return m->body_treeid[m->site_bodyid[object]];
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: return m->body_treeid[m->geom_bodyid[object]];
    default: return -1;
  }
}

// the first two trees that a tendon touches and how many there are; seen: one int per tree
static void set_tendon_trees(mjModel* m, int* seen) {
  for (int tree = 0; tree < m->ntree; tree++) seen[tree] = -1;
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    int* pair = m->tendon_treeid + 2 * tendon;
    int count = 0;
    pair[0] = pair[1] = -1;
    for (int i = m->tendon_adr[tendon]; i < m->tendon_adr[tendon] + m->tendon_num[tendon]; i++) {
      int tree = wrap_tree(m, i);
      if (tree < 0 || seen[tree] == tendon) continue;
      seen[tree] = tendon;
      if (count < 2) pair[count] = tree;
      count++;
    }
    m->tendon_treenum[tendon] = count;
  }
}

// ------------------------------------------------ sleeping

static void never_sleeps(mjModel* m, int tree) {
  if (tree >= 0 && m->tree_sleep_policy[tree] == mjSLEEP_AUTO) m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
}

// trees that actuators move stay awake
static void wake_actuated(mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    int target = m->actuator_trnid[2 * i];
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: never_sleeps(m, m->body_treeid[m->jnt_bodyid[target]]); break;
      case mjTRN_SITE:
      case mjTRN_SLIDERCRANK: never_sleeps(m, m->body_treeid[m->site_bodyid[target]]); break;
      case mjTRN_BODY: never_sleeps(m, m->body_treeid[target]); break;
      case mjTRN_TENDON:
        for (int w = m->tendon_adr[target]; w < m->tendon_adr[target] + m->tendon_num[target]; w++)
          never_sleeps(m, wrap_tree(m, w));
        break;
      default: break;
    }
  }
}

// tendons that couple trees by forces, or more than two trees, keep them awake
static void wake_tied(mjModel* m) {
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    int count = m->tendon_treenum[tendon];
    bool force = m->tendon_stiffness[tendon] != 0 || m->tendon_damping[tendon] != 0;
    if (count < 2 || (count == 2 && !force)) continue;
    for (int w = m->tendon_adr[tendon]; w < m->tendon_adr[tendon] + m->tendon_num[tendon]; w++) {
      int tree = wrap_tree(m, w);
      if (tree < 0) continue;
      int policy = m->tree_sleep_policy[tree];
      if (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT) {
        mju_error("tree %d connected to tendon %d which %s, sleeping not allowed", tree, tendon,
                  count > 2 ? "spans more than 2 trees" : "ties two trees by a spring or damper");
      }
      never_sleeps(m, tree);
    }
  }
}

static void set_sleep(mjModel* m) {
  wake_actuated(m);
  wake_tied(m);
  // bodies that carry a flex
  for (int flex = 0; flex < m->nflex; flex++) {
    bool nodes = m->flex_interp[flex] != 0;
    int count = nodes ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
    const int* body = nodes ? m->flex_nodebodyid + m->flex_nodeadr[flex] : m->flex_vertbodyid + m->flex_vertadr[flex];
    for (int i = 0; i < count; i++) never_sleeps(m, m->body_treeid[body[i]]);
  }
  for (int tree = 0; tree < m->ntree; tree++) {
    if (m->tree_sleep_policy[tree] == mjSLEEP_AUTO) m->tree_sleep_policy[tree] = mjSLEEP_AUTO_ALLOWED;
  }
}

// ------------------------------------------------ at qpos0

// cameras and lights as if fixed to their bodies, flexes as if none were rigid: the pose everything is measured in
static void run_reference(mjModel* m, mjData* d, int* modes, mjtByte* rigid) {
  int ncam = (int)m->ncam, nlight = (int)m->nlight;
  memcpy(modes, m->cam_mode, ncam * sizeof(int));
  memcpy(modes + ncam, m->light_mode, nlight * sizeof(int));
  memcpy(rigid, m->flex_rigid, m->nflex);
  for (int i = 0; i < ncam; i++) m->cam_mode[i] = mjCAMLIGHT_FIXED;
  for (int i = 0; i < nlight; i++) m->light_mode[i] = mjCAMLIGHT_FIXED;

  memcpy(d->qpos, m->qpos0, m->nq * sizeof(mjtNum));
  ig_kinematics(m, d);
  ig_com_positions(m, d);
  ig_pose_views(m, d);
  // diagonal of the inertia matrix at qpos0
  ig_composite_bodies(m, d, false);
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum force[6];
    ig_mulinertvec(force, d->crb + 10 * m->dof_bodyid[dof], d->cdof + 6 * dof);
    m->dof_M0[dof] = m->dof_armature[dof] + ig_dot(d->cdof + 6 * dof, force, 6);
  }
  memset(m->flex_rigid, 0, m->nflex);
  ig_tendon(m, d);
  ig_mass_matrix(m, d);
  ig_factor_mass(m, d);
  ig_flex(m, d);
  ig_transmissions(m, d);

  memcpy(m->cam_mode, modes, ncam * sizeof(int));
  memcpy(m->light_mode, modes + ncam, nlight * sizeof(int));
  memcpy(m->flex_rigid, rigid, m->nflex);
}

// Solves with M for vectors that few dofs have a part in. M = L' D L has a row's ancestors in the tree only, so the part of
// x = M^-1 y in a set of dofs that holds the ancestors of each follows from that set alone; and where only J M^-1 J' is
// wanted, nothing else is. The vectors are zero outside of the set. A singular M makes 0 times infinity of every zero, in
// all trees: the set is all then.
typedef struct Solver_ {
  const mjModel* m;
  const mjData* d;
  mjtNum *y, *x;  // up to six vectors of nv
  int *set, n;    // dofs, rising
  int *mark, round;
  const int* all;
  bool singular;
} Solver;

enum { SOLVER_VECTORS = 6 };

// of a dof and of an entry of M that a vector meets, in the units of ig_spend
static const double dof_work = 30, entry_work = .3;

static bool is_singular(const mjData* d, int nv) {
  for (int dof = 0; dof < nv; dof++) {
    if (!isfinite(d->qLDiagInv[dof])) return true;
  }
  return false;
}

static const int* dofs_of(const Solver* s) { return s->singular ? s->all : s->set; }
static int ndof_of(const Solver* s) { return s->singular ? (int)s->m->nv : s->n; }

static void begin_set(Solver* s) {
  s->n = 0;
  s->round++;
}

// with its ancestors
static void add_dof(Solver* s, int dof) {
  for (; dof >= 0 && s->mark[dof] != s->round; dof = s->m->dof_parentid[dof]) {
    s->mark[dof] = s->round;
    s->set[s->n++] = dof;
  }
}

// all of its tree
static void add_tree(Solver* s, int tree) {
  int adr = s->m->tree_dofadr[tree];
  for (int dof = adr; dof < adr + s->m->tree_dofnum[tree]; dof++) add_dof(s, dof);
}

static int compare_ints(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

// whole trees are in order already
static void end_set(Solver* s) {
  bool rising = true;
  for (int i = 1; i < s->n && rising; i++) rising = s->set[i - 1] < s->set[i];
  if (!rising) qsort(s->set, (size_t)s->n, sizeof(int), compare_ints);
}

// x = M^-1 y for n vectors
static void solve(Solver* s, int n) {
  int nv = (int)s->m->nv;
  ig_Subset touched = {dofs_of(s), ndof_of(s)};
  double entries = 0;
  for (int i = 0; i < touched.count; i++) entries += s->m->M_rownnz[touched.index[i]];
  ig_spend((dof_work * touched.count + entry_work * entries) * n);
  for (int row = 0; row < n; row++) {
    for (int i = 0; i < touched.count; i++) s->x[row * nv + touched.index[i]] = s->y[row * nv + touched.index[i]];
  }
  ig_solve_rows(s->x, s->d->qLD, s->d->qLDiagInv, nv, n, touched, ig_mass_pattern(s->m));
}

// as ig_dot adds them up, less the zeros
static mjtNum dot(const Solver* s, const mjtNum* a, const mjtNum* b) {
  int nv = (int)s->m->nv, whole = nv & ~3;
  const int* dof = dofs_of(s);
  mjtNum part[4] = {0};
  for (int i = 0, n = ndof_of(s); i < n && dof[i] < whole; i++) part[dof[i] & 3] += a[dof[i]] * b[dof[i]];
  mjtNum sum = (part[0] + part[2]) + (part[1] + part[3]);
  return nv > whole ? sum + ig_dot(a + whole, b + whole, nv - whole) : sum;
}

// the vectors are all zero again
static void clear(Solver* s, int n) {
  int nv = (int)s->m->nv;
  const int* dof = dofs_of(s);
  for (int row = 0; row < n; row++) {
    for (int i = 0; i < ndof_of(s); i++) s->x[row * nv + dof[i]] = s->y[row * nv + dof[i]] = 0;
  }
}

// mean of J M^-1 J^T over three rows
static mjtNum mean_weight(const Solver* s, int first) {
  int nv = (int)s->m->nv;
  mjtNum sum = 0;
  for (int row = first; row < first + 3; row++) sum += dot(s, s->y + row * nv, s->x + row * nv);
  return sum / 3;
}

static mjtNum inverse_mass(const mjModel* m, int body) {
  if (!m->body_mass[body]) mju_error("body %d moves but has no mass", body);
  return 1 / ig_max(mjMINVAL, m->body_mass[body]);
}

// translation and rotation that a unit force and torque at the body's centre give
static void set_body_weights(mjModel* m, mjData* d, Solver* s) {
  m->body_invweight0[0] = m->body_invweight0[1] = 0;
  for (int body = 1; body < m->nbody; body++) {
    mjtNum *tran = m->body_invweight0 + 2 * body, *rot = tran + 1;
    *tran = *rot = 0;
    if (m->body_weldid[body] == 0) continue;
    if (m->body_simple[body] == 2) {
      *tran = inverse_mass(m, body);
      continue;
    }
    s->n = ig_body_chain(m, body, s->set);
    ig_jac_columns(m, d, s->y, s->y + 3 * m->nv, d->xipos + 3 * body, body);
    solve(s, 6);
    *tran = mean_weight(s, 0);
    *rot = mean_weight(s, 3);
    clear(s, 6);

    // one of them zero would make constraints on it infinitely hard
    if (*tran<mjMINVAL&& * rot> mjMINVAL) {
      *tran = *rot;
    } else if (*rot<mjMINVAL&& * tran> mjMINVAL) {
      *rot = *tran;
    }
  }
}

// diagonal of M^-1, averaged over the translations and rotations of a joint
static void set_dof_weights(mjModel* m, Solver* s) {
  int nv = (int)m->nv;
  for (int joint = 0; joint < m->njnt; joint++) {
    int dof = m->jnt_dofadr[joint], body = m->jnt_bodyid[joint], type = m->jnt_type[joint];
    mjtNum* weight = m->dof_invweight0 + dof;
    if (m->body_simple[body] == 2) {
      *weight = inverse_mass(m, body);
      continue;
    }
    int count = type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1, group = count < 3 ? 1 : 3;
    begin_set(s);
    for (int i = 0; i < count; i++) {
      add_dof(s, dof + i);
      s->y[i * nv + dof + i] = 1;
    }
    end_set(s);
    solve(s, count);
    for (int first = 0; first < count; first += group) {
      mjtNum sum = 0;
      for (int i = first; i < first + group; i++) {
        sum += s->singular ? dot(s, s->y + i * nv, s->x + i * nv) : s->x[i * nv + dof + i];
      }
      for (int i = first; i < first + group; i++) weight[i] = group == 1 ? sum : sum / 3;
    }
    clear(s, count);
  }
}

// J M^-1 J^T of a sparse row
static mjtNum row_weight(Solver* s, const mjtNum* J, const int* colind, int nnz) {
  begin_set(s);
  for (int i = 0; i < nnz; i++) {
    add_dof(s, colind[i]);
    s->y[colind[i]] = J[i];
  }
  end_set(s);
  solve(s, 1);
  mjtNum weight = dot(s, s->y, s->x);
  clear(s, 1);
  return weight;
}

static void set_flex_weights(mjModel* m, mjData* d, Solver* s) {
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_interp[flex]) continue;
    const int* vertbody = m->flex_vertbodyid + m->flex_vertadr[flex];
    for (int edge = m->flex_edgeadr[flex]; edge < m->flex_edgeadr[flex] + m->flex_edgenum[flex]; edge++) {
      mjtNum* weight = m->flexedge_invweight0 + edge;
      *weight = 0;
      if (m->flexedge_rigid[edge]) continue;
      int adr = m->flexedge_J_rowadr[edge], end[2];
      for (int k = 0; k < 2; k++) end[k] = vertbody[m->flex_edge[2 * edge + k]];
      // point masses need no solving
      bool points = m->body_simple[end[0]] == 2 && m->body_simple[end[1]] == 2;
      *weight = points ? (1 / m->body_mass[end[0]] + 1 / m->body_mass[end[1]]) / 2
                       : row_weight(s, d->flexedge_J + adr, m->flexedge_J_colind + adr, m->flexedge_J_rownnz[edge]);
    }
  }
}

static void set_tendon_weights(mjModel* m, mjData* d, Solver* s) {
  int nv = (int)m->nv;
  for (int i = 0; i < m->ntendon; i++) {
    if (ig_is_sparse(m)) {
      int adr = d->ten_J_rowadr[i];
      m->tendon_invweight0[i] = row_weight(s, d->ten_J + adr, d->ten_J_colind + adr, d->ten_J_rownnz[i]);
    } else {
      m->tendon_invweight0[i] = row_weight(s, d->ten_J + i * nv, s->all, nv);
    }
  }
}

// length of the acceleration that a unit force of the actuator gives
static void set_actuator_acc(mjModel* m, mjData* d, Solver* s) {
  for (int i = 0; i < m->nu; i++) {
    int adr = d->moment_rowadr[i], end = adr + d->moment_rownnz[i];
    begin_set(s);
    for (int k = adr; k < end; k++) {
      if (s->mark[d->moment_colind[k]] != s->round) add_tree(s, m->dof_treeid[d->moment_colind[k]]);
      s->y[d->moment_colind[k]] = d->actuator_moment[k];
    }
    end_set(s);
    solve(s, 1);
    m->actuator_acc0[i] = sqrt(dot(s, s->x, s->x));
    clear(s, 1);
  }
}

// anchors and poses of body equalities that follow from the reference pose
static void set_equality(mjModel* m, const mjData* d, int eq) {
  mjtNum *data = m->eq_data + mjNEQDATA * eq, point[3], inverse[4];
  int type = m->eq_type[eq], object = m->eq_objtype[eq];
  if (type != mjEQ_CONNECT && type != mjEQ_WELD) return;
  if (object == mjOBJ_SITE) {
    if (type == mjEQ_CONNECT) memset(data, 0, mjNEQDATA * sizeof(mjtNum));
    return;
  }
  if (object != mjOBJ_BODY) {
    mju_error("objtype of %s equality %d is neither body nor site", type == mjEQ_CONNECT ? "connect" : "weld", eq);
    return;
  }
  if (type == mjEQ_WELD && !ig_is_zero(data + 6, 4)) {
    ig_normalize4(data + 6);
    return;
  }

  // the anchor is given in the first body of a connect, in the second of a weld
  int b1 = m->eq_obj1id[eq], b2 = m->eq_obj2id[eq];
  int from = type == mjEQ_CONNECT ? b1 : b2, to = type == mjEQ_CONNECT ? b2 : b1;
  ig_mulmatvec3(point, d->xmat + 9 * from, data);
  ig_addto3(point, d->xpos + 3 * from);
  ig_subfrom3(point, d->xpos + 3 * to);
  ig_mulmattvec3(data + 3, d->xmat + 9 * to, point);
  if (type == mjEQ_WELD) {
    ig_negquat(inverse, d->xquat + 4 * b1);
    ig_mulquat(data + 6, inverse, d->xquat + 4 * b2);
  }
}

// offsets from the body and from the centre of the subtree that is looked at
static void set_views(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->ncam; i++) {
    int body = m->cam_bodyid[i], target = m->cam_targetbodyid[i] >= 0 ? m->cam_targetbodyid[i] : body;
    ig_sub3(m->cam_pos0 + 3 * i, d->cam_xpos + 3 * i, d->xpos + 3 * body);
    ig_sub3(m->cam_poscom0 + 3 * i, d->cam_xpos + 3 * i, d->subtree_com + 3 * target);
    ig_copy9(m->cam_mat0 + 9 * i, d->cam_xmat + 9 * i);
  }
  for (int i = 0; i < m->nlight; i++) {
    int body = m->light_bodyid[i], target = m->light_targetbodyid[i] >= 0 ? m->light_targetbodyid[i] : body;
    ig_sub3(m->light_pos0 + 3 * i, d->light_xpos + 3 * i, d->xpos + 3 * body);
    ig_sub3(m->light_poscom0 + 3 * i, d->light_xpos + 3 * i, d->subtree_com + 3 * target);
    ig_copy3(m->light_dir0 + 3 * i, d->light_xdir + 3 * i);
  }
}

// a positive biasprm[2] of a servo is a damping ratio: damping = ratio * 2 sqrt(kp * mass seen through the transmission)
static void set_damping(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    mjtNum *bias = m->actuator_biasprm + i * mjNBIAS, gain = m->actuator_gainprm[i * mjNGAIN];
    if (gain != -bias[1] || bias[2] <= 0) continue;
    mjtNum mass = 0;
    for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++) {
      mjtNum square = d->actuator_moment[k] * d->actuator_moment[k];
      if (square > mjMINVAL) mass += m->dof_M0[d->moment_colind[k]] / square;
    }
    bias[2] = -(bias[2] * 2 * mju_sqrt(gain * mass));
  }
}

static void set_reference(mjModel* m, mjData* d) {
  int nv = (int)m->nv;
  ig_set_flex_constants(m, d);
  ig_stack_mark(d);
  Solver s = {.m = m, .d = d};
  s.y = IG_SCRATCH(d, SOLVER_VECTORS * nv + 1, mjtNum);
  s.x = IG_SCRATCH(d, SOLVER_VECTORS * nv + 1, mjtNum);
  memset(s.y, 0, (size_t)(SOLVER_VECTORS * nv) * sizeof(mjtNum));
  memset(s.x, 0, (size_t)(SOLVER_VECTORS * nv) * sizeof(mjtNum));
  s.set = IG_SCRATCH(d, nv + 1, int);
  s.mark = IG_SCRATCH(d, nv + 1, int);
  memset(s.mark, 0, (size_t)nv * sizeof(int));
  int* modes = IG_SCRATCH(d, m->ncam + m->nlight + 1, int);
  mjtByte* rigid = ig_stack_take(d, m->nflex + 1, 1);
  int* all = IG_SCRATCH(d, nv + 1, int);
  for (int dof = 0; dof < nv; dof++) all[dof] = dof;
  s.all = all;
  run_reference(m, d, modes, rigid);

  memcpy(m->flexedge_length0, d->flexedge_length, m->nflexedge * sizeof(mjtNum));
  memcpy(m->tendon_length0, d->ten_length, m->ntendon * sizeof(mjtNum));
  memcpy(m->actuator_length0, d->actuator_length, m->nu * sizeof(mjtNum));
  s.singular = is_singular(d, nv);
  set_body_weights(m, d, &s);
  set_dof_weights(m, &s);
  if (nv) {
    set_flex_weights(m, d, &s);
    set_tendon_weights(m, d, &s);
    set_actuator_acc(m, d, &s);
  } else {
    memset(m->tendon_invweight0, 0, m->ntendon * sizeof(mjtNum));
    memset(m->actuator_acc0, 0, m->nu * sizeof(mjtNum));
  }
  for (int eq = 0; eq < m->neq; eq++) set_equality(m, d, eq);
  set_views(m, d);
  set_damping(m, d);
  ig_stack_free(d);
}

// at qpos_spring: tendons whose spring length is left open rest there
static void set_springs(mjModel* m, mjData* d) {
  memcpy(d->qpos, m->qpos_spring, m->nq * sizeof(mjtNum));
  ig_kinematics(m, d);
  ig_com_positions(m, d);
  ig_tendon(m, d);
  ig_transmissions(m, d);
  for (int i = 0; i < m->ntendon; i++) {
    mjtNum* spring = m->tendon_lengthspring + 2 * i;
    if (spring[0] == -1 && spring[1] == -1) spring[0] = spring[1] = d->ten_length[i];
  }
}

void ig_set_constants(mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_stack_mark(d);
  set_masses(m);
  set_trees(m);
  set_tendon_trees(m, IG_SCRATCH(d, m->ntree + 1, int));
  ig_stack_free(d);
  set_sleep(m);
  set_reference(m, d);
  ig_set_statistics(m, d);
  set_springs(m, d);
}
