// SPDX-License-Identifier: Apache-2.0
// A problem where it lies: in mjData (strides of 1) or in one lane of lanes (strides of their width). Plain numbers and
// pointers, the same at every width, so that problems from anywhere can be laid side by side.
#ifndef INGOT_SOLVE_PROBLEM_VIEW_H_
#define INGOT_SOLVE_PROBLEM_VIEW_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "lane/lane.h"
#include "lane/slot.h"
#include "solve/mj_problem.h"

typedef struct {
  int nv, ne, nf, nefc;
  int stride, int_stride;             // between entries: number i of an array is at [i * stride]
  const ig_Index *dof, *local, *row;  // of an island: its dofs, their numbers in it (by dof), its rows; NULL: all
  const num *qfrc_smooth, *qacc_smooth;
  num *qacc, *qfrc_constraint;
  const int *M_rownnz, *M_rowadr, *M_colind;  // of all dofs
  const num *M, *qLD, *qLDiagInv;
  const num *D, *R, *frictionloss, *aref;
  num* force;
  int* state;  // NULL: not wanted
  const int *type, *id;
  bool cones;  // some rows may be of elliptic cones

  // contacts, those of id i `step` numbers after those of 0
  const int* contact_dim;
  const num *contact_mu, *contact_friction;
  num* contact_H;
  int contact_step, contact_int_step;

  // J: rows of ncolumn entries, or sparse rows
  bool sparse;
  int ncolumn;
  const num* J;
  const int *J_rownnz, *J_rowadr, *J_colind;

  num scale;           // makes costs comparable
  mjSolverStat* stat;  // of the first `nstat` iterations
  int nstat;

  // results
  int iterations;
  bool flat;
} ig_ProblemView;

ig_ProblemView ig_problem_view(const ig_MjProblem* source);

#endif  // INGOT_SOLVE_PROBLEM_VIEW_H_
