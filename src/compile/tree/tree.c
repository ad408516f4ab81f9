// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/tree.h"

#include <math.h>
#include <string.h>

#include "compile/record/bvh.h"
#include "compile/tree/body.h"
#include "compile/tree/joint.h"
#include "spec/pose.h"

static ig_CBody* body_at(const ig_Compiler* c, int id) { return IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], id); }

// one rotation at most, the last joint, all about the body's origin and along its axes
static bool joints_are_simple(const ig_CBody* body) {
  bool turned = false;
  for (int i = 0; i < body->joints.n; i++) {
    const mjsJoint* s = &IG_RECORD(ig_CJoint, body->joints, i)->s;
    bool scalar = s->type == mjJNT_HINGE || s->type == mjJNT_SLIDE;
    int along = 0;
    for (int k = 0; k < 3; k++) along += fabs(s->axis[k]) > IG_EPS;
    if (turned || !ig_null_pose(s->pos, NULL) || (scalar && along != 1)) return false;
    turned = s->type == mjJNT_BALL || s->type == mjJNT_HINGE;
  }
  return true;
}

// the body's part of the inertia matrix is diagonal (1), and constant as all joints slide (2)
static int simplicity(const ig_CBody* body) {
  const ig_CBody* up = body->parent;
  if (!ig_null_pose(body->s.ipos, body->s.iquat)) return 0;
  if (up && up->r.id > 0 && !(up->parent->r.id == 0 && up->dofnum == 0)) return 0;
  if (up && body->bodies.n) return 0;
  if (!joints_are_simple(body)) return 0;
  for (int i = 0; i < body->joints.n; i++) {
    if (IG_RECORD(ig_CJoint, body->joints, i)->s.type != mjJNT_SLIDE) return 1;
  }
  return body->dofnum ? 2 : 1;
}

// tendons with armature couple the bodies they pass
static void demote_tendon_bodies(const ig_Compiler* c) {
  for (int i = 0; i < c->list[mjOBJ_TENDON].n; i++) {
    const ig_CTendon* tendon = IG_RECORD(ig_CTendon, c->list[mjOBJ_TENDON], i);
    if (tendon->s.armature == 0) continue;
    for (int k = 0; k < tendon->npath; k++) {
      const ig_CWrap* wrap = &tendon->path[k];
      if (wrap->type == mjWRAP_SITE) ((const ig_CSite*)(void*)wrap->obj)->body->simple = 0;
      if (wrap->type == mjWRAP_SPHERE || wrap->type == mjWRAP_CYLINDER) {
        ((const ig_CGeom*)(void*)wrap->obj)->body->simple = 0;
      }
    }
  }
}

bool ig_number_tree(ig_Compiler* c) {
  mjModel* n = &c->n;
  int nbody = c->list[mjOBJ_BODY].n;
  int64_t *chain = IG_NEW(&c->arena, nbody, int64_t), *below = IG_NEW(&c->arena, nbody, int64_t);
  for (int i = 0; i < nbody; i++) body_at(c, i)->simple = simplicity(body_at(c, i));
  demote_tendon_bodies(c);

  // addresses; chain: dofs from the root down to and with the body
  for (int i = 0; i < nbody; i++) {
    ig_CBody *body = body_at(c, i), *up = body->parent;
    body->weldid = !up ? 0 : body->joints.n ? i : up->weldid;
    body->mocapid = body->s.mocap ? (int)n->nmocap++ : -1;
    chain[i] = (up ? chain[up->r.id] : 0) + body->dofnum;
    below[i] = body->dofnum;
    if (body->dofnum && chain[i] == body->dofnum) n->ntree++;
    for (int k = 0; k < body->joints.n; k++) {
      ig_CJoint* joint = IG_RECORD(ig_CJoint, body->joints, k);
      joint->qposadr = (int)n->nq;
      joint->dofadr = (int)n->nv;
      n->nq += ig_joint_nq(joint->s.type);
      n->nv += ig_joint_nv(joint->s.type);
    }
    body->lastdof = body->dofnum ? (int)n->nv - 1 : up ? up->lastdof : -1;
    if (n->nq > INT32_MAX / 8) return ig_refuse(c, body, "too many joints");

    // a dof's row holds its chain: above + 1, above + 2, ... entries
    int64_t above = chain[i] - body->dofnum;
    int64_t rows = body->dofnum * above + (int64_t)body->dofnum * (body->dofnum + 1) / 2;
    n->nM += rows;
    n->nC += body->simple ? body->dofnum : rows;
    n->nB += above;
  }
  n->nD = 2 * n->nM - n->nv;
  for (int i = nbody - 1; i > 0; i--) below[body_at(c, i)->parent->r.id] += below[i];
  for (int i = 0; i < nbody; i++) n->nB += below[i];
  return true;
}

static bool make_bvh(ig_Compiler* c, const ig_CBody* body, ig_Bvh* tree) {
  ig_BvhLeaf* leaves = IG_NEW(&c->arena, body->geoms.n, ig_BvhLeaf);
  int n = 0;
  for (int i = 0; i < body->geoms.n; i++) {
    const ig_CGeom* geom = IG_RECORD(ig_CGeom, body->geoms, i);
    if (!geom->s.contype && !geom->s.conaffinity) continue;
    leaves[n++] = (ig_BvhLeaf){geom->r.id, geom->s.pos, geom->s.quat, geom->box};
  }
  int size = ig_bvh_size(n);
  tree->box = IG_NEW(&c->arena, 6 * size, double);
  tree->child = IG_NEW(&c->arena, 2 * size, int);
  tree->id = IG_NEW(&c->arena, size, int);
  tree->depth = IG_NEW(&c->arena, size, int);
  return ig_bvh_build(tree, body->s.ipos, body->s.iquat, leaves, n) || ig_refuse(c, body, "out of memory");
}

bool ig_make_body_bvhs(ig_Compiler* c) {
  int nbody = c->list[mjOBJ_BODY].n;
  ig_Bvh* trees = IG_NEW(&c->arena, nbody, ig_Bvh);
  for (int i = 0; i < nbody; i++) {
    body_at(c, i)->bvh = &trees[i];
    if (!make_bvh(c, body_at(c, i), &trees[i])) return false;
  }
  return true;
}

void ig_count_body(mjModel* n, const void* record) { n->nbvhstatic += ((const ig_CBody*)record)->bvh->n; }

static void write_dofs(mjModel* m) {
  int tree = -1, adr = 0, run = 0;
  for (int dof = 0; dof < m->nv; dof++) {
    if (m->dof_parentid[dof] == -1) tree++;
    m->dof_treeid[dof] = tree;
    m->dof_Madr[dof] = adr;
    for (int up = dof; up >= 0; up = m->dof_parentid[up]) adr++;
  }
  for (int dof = (int)m->nv - 1; dof >= 0; dof--) {
    run = m->body_simple[m->dof_bodyid[dof]] ? run + 1 : 0;
    m->dof_simplenum[dof] = run;
  }
  for (int body = 0; body < m->nbody; body++) {
    int weld = m->body_weldid[body];
    m->body_treeid[body] = m->body_dofnum[weld] ? m->dof_treeid[m->body_dofadr[weld]] : -1;
  }
}

void ig_write_tree_body(const ig_Compiler* c, const void* record) {
  const ig_CBody* body = record;
  mjModel* m = c->model;
  ig_write_body(c, body);
  // place of a body in the tree, its joints' dofs hanging one from the other
  const ig_CBody* up = body->parent;
  int id = body->r.id, first = body->joints.n ? IG_RECORD(ig_CJoint, body->joints, 0)->dofadr : -1;
  m->body_parentid[id] = up ? up->r.id : 0;
  m->body_rootid[id] = !up || up->r.id == 0 ? id : m->body_rootid[up->r.id];
  m->body_jntnum[id] = body->joints.n;
  m->body_jntadr[id] = body->joints.n ? body->joints.item[0]->id : -1;
  m->body_dofnum[id] = body->dofnum;
  m->body_dofadr[id] = first;
  m->body_geomnum[id] = body->geoms.n;
  m->body_geomadr[id] = body->geoms.n ? body->geoms.item[0]->id : -1;
  m->body_sameframe[id] = ig_frame_shared(body->s.ipos, body->s.iquat, NULL, NULL);
  for (int k = 0; k < body->dofnum; k++) m->dof_parentid[first + k] = k ? first + k - 1 : up ? up->lastdof : -1;
  m->body_simple[body->r.id] = (mjtByte)body->simple;

  // its tree of bounding volumes
  const ig_Bvh* tree = body->bvh;
  mjtSize adr = c->at.nbvhstatic;
  m->body_bvhadr[body->r.id] = tree->n ? (int)adr : -1;
  m->body_bvhnum[body->r.id] = tree->n;
  memcpy(m->bvh_aabb + 6 * adr, tree->box, 6 * tree->n * sizeof(mjtNum));
  memcpy(m->bvh_child + 2 * adr, tree->child, 2 * tree->n * sizeof(int));
  memcpy(m->bvh_depth + adr, tree->depth, tree->n * sizeof(int));
  memcpy(m->bvh_nodeid + adr, tree->id, tree->n * sizeof(int));
}

bool ig_close_tree(ig_Compiler* c) {
  mjModel* m = c->model;
  write_dofs(m);
  // a sleep policy stands at the root of a tree
  for (int tree = 0; tree < m->ntree; tree++) m->tree_sleep_policy[tree] = mjSLEEP_AUTO;
  for (int i = 1; i < m->nbody; i++) {
    const ig_CBody* body = body_at(c, i);
    if (body->s.sleep == mjSLEEP_AUTO) continue;
    int tree = m->body_treeid[i];
    if (tree < 0 || tree == m->body_treeid[i - 1]) {
      return ig_refuse(c, body, "body: a sleep policy is for the first moving body of a tree");
    }
    m->tree_sleep_policy[tree] = body->s.sleep;
  }
  return true;
}
