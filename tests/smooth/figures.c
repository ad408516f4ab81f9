// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include "scenes.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  double* figures;
  int n;
} Sheet;

// the order is that of ig_figure_name
static void write(Sheet* sheet, const mjtNum* values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] * (1 + (i * 7) % 11);
  sheet->figures[sheet->n++] = sum;
}

static void write_positions(Sheet* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  write(s, d->xpos, 3 * m->nbody);
  write(s, d->xquat, 4 * m->nbody);
  write(s, d->xmat, 9 * m->nbody);
  write(s, d->xipos, 3 * m->nbody);
  write(s, d->ximat, 9 * m->nbody);
  write(s, d->xanchor, 3 * m->njnt);
  write(s, d->xaxis, 3 * m->njnt);
  write(s, d->geom_xpos, 3 * m->ngeom);
  write(s, d->geom_xmat, 9 * m->ngeom);
  write(s, d->site_xpos, 3 * m->nsite);
  write(s, d->site_xmat, 9 * m->nsite);
  write(s, d->cam_xpos, 3 * m->ncam);
  write(s, d->cam_xmat, 9 * m->ncam);
  write(s, d->light_xpos, 3 * m->nlight);
  write(s, d->light_xdir, 3 * m->nlight);
  write(s, d->subtree_com, 3 * m->nbody);
  write(s, d->cinert, 10 * m->nbody);
  write(s, d->cdof, 6 * m->nv);
}

static void write_inertia(Sheet* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum full[ig_scene_dofs * ig_scene_dofs], vec[ig_scene_dofs], root[ig_scene_dofs];
  write(s, d->crb, 10 * m->nbody);
  write(s, d->qM, m->nM);
  write(s, d->M, m->nC);
  write(s, d->qLD, m->nC);
  write(s, d->qLDiagInv, m->nv);
  mj_fullM(m, full, d->qM);
  write(s, full, m->nv * m->nv);
  mj_addM(m, d, full, NULL, NULL, NULL);
  write(s, full, m->nv * m->nv);
  mj_mulM(m, d, vec, d->qvel);
  write(s, vec, m->nv);
  mj_mulM2(m, d, vec, d->qvel);
  write(s, vec, m->nv);
  mj_solveM(m, d, vec, d->qvel, 1);
  write(s, vec, m->nv);
  for (int i = 0; i < m->nv; i++) root[i] = 0.5 + d->qLDiagInv[i];
  mj_solveM2(m, d, vec, d->qvel, root, 1);
  write(s, vec, m->nv);
}

static void write_velocities(Sheet* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum vec[ig_scene_dofs], motion[6];
  write(s, d->cvel, 6 * m->nbody);
  write(s, d->cdof_dot, 6 * m->nv);
  write(s, d->subtree_linvel, 3 * m->nbody);
  write(s, d->subtree_angmom, 3 * m->nbody);
  mj_rne(m, d, 0, vec);
  write(s, vec, m->nv);
  mj_rne(m, d, 1, vec);
  write(s, vec, m->nv);
  write(s, d->cacc, 6 * m->nbody);
  write(s, d->cfrc_int, 6 * m->nbody);
  mj_objectVelocity(m, d, mjOBJ_GEOM, m->ngeom - 1, motion, 1);
  write(s, motion, 6);
  mj_objectAcceleration(m, d, mjOBJ_BODY, m->nbody - 1, motion, 0);
  write(s, motion, 6);
  write(s, d->energy, 2);
}

static void write_jacobians(Sheet* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum jac[6 * ig_scene_dofs], vec[ig_scene_dofs] = {0}, force[3] = {1, 2, 3}, torque[3] = {-1, .5, .2}, axis[3] = {.6, 0, .8};
  int last = m->nbody - 1, nv = m->nv;
  mj_jacDot(m, d, jac, jac + 3 * nv, d->geom_xpos, m->geom_bodyid[0]);
  mj_jacGeom(m, d, jac, jac + 3 * nv, m->ngeom - 1);
  mj_jacPointAxis(m, d, NULL, jac, d->xpos + 3 * last, axis, last);
  write(s, jac, 3 * nv);
  mj_jacSubtreeCom(m, d, jac, 1);
  mj_angmomMat(m, d, jac + 3 * nv, 1);
  write(s, jac, 6 * nv);
  mj_jacDot(m, d, jac, jac + 3 * nv, d->xipos + 3 * last, last);
  write(s, jac, 6 * nv);
  mj_applyFT(m, d, force, torque, d->xpos + 3 * last, last, vec);
  write(s, vec, nv);
}

static void fill(Sheet* s) {
  write_positions(s);
  write_inertia(s);
  write_velocities(s);
  write_jacobians(s);
}

void ig_figures(const mjModel* m, mjData* d, double figures[ig_nfigure]) {
  Sheet sheet = {m, d, figures, 0};
  mj_resetData(m, d);
  ig_scene_state(m, d, 11);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_tendon(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_comVel(m, d);
  mj_subtreeVel(m, d);
  mj_rnePostConstraint(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  fill(&sheet);
}

const char* ig_figure_name(int figure) {
  static const char* names[ig_nfigure] = {"xpos",
                                          "xquat",
                                          "xmat",
                                          "xipos",
                                          "ximat",
                                          "xanchor",
                                          "xaxis",
                                          "geom_xpos",
                                          "geom_xmat",
                                          "site_xpos",
                                          "site_xmat",
                                          "cam_xpos",
                                          "cam_xmat",
                                          "light_xpos",
                                          "light_xdir",
                                          "subtree_com",
                                          "cinert",
                                          "cdof",
                                          "crb",
                                          "qM",
                                          "M",
                                          "qLD",
                                          "qLDiagInv",
                                          "mj_fullM",
                                          "mj_addM",
                                          "mj_mulM",
                                          "mj_mulM2",
                                          "mj_solveM",
                                          "mj_solveM2",
                                          "cvel",
                                          "cdof_dot",
                                          "subtree_linvel",
                                          "subtree_angmom",
                                          "mj_rne",
                                          "mj_rne with acceleration",
                                          "cacc",
                                          "cfrc_int",
                                          "mj_objectVelocity",
                                          "mj_objectAcceleration",
                                          "energy",
                                          "mj_jacPointAxis",
                                          "mj_jacSubtreeCom, mj_angmomMat",
                                          "mj_jacDot",
                                          "mj_applyFT"};
  return names[figure];
}
