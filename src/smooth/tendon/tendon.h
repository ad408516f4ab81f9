// SPDX-License-Identifier: Apache-2.0
// Tendons: length, Jacobian, velocity, and the path of the spatial ones.
#ifndef INGOT_SMOOTH_TENDON_TENDON_H_
#define INGOT_SMOOTH_TENDON_TENDON_H_

#include <stdbool.h>

#include "batch/data.h"

// one piece of a spatial tendon's path: from a site to the next, over a wrapping geom or straight
typedef struct {
  int site[2];
  int geom;        // -1: straight
  bool cylinder;   // else the geom is a sphere
  int side;        // side site of the geom, or -1
  mjtNum divisor;  // of the pulley before
} ig_TendonPiece;

// walks the elements of a spatial tendon
typedef struct {
  int next, end;  // elements of the wrap arrays still to come
  mjtNum divisor;
  bool pulley;  // a pulley was passed on the way to the piece
  bool last;    // the branch ends with the piece
} ig_TendonWalk;

ig_TendonWalk ig_tendon_walk(const mjModel* m, int tendon);

// the next thing on the path: a piece, or (return value true, pulley set) a pulley before it; false at the end
bool ig_tendon_step(const mjModel* m, ig_TendonWalk* walk, ig_TendonPiece* piece);

// lengths, Jacobians and paths of all tendons that are awake, of one world
void ig_tendon(const mjModel* m, mjData* d);

// no tendon is spatial
bool ig_tendons_fixed(const mjModel* m);

// the columns of the Jacobians do not depend on the state: it is dense, or no tendon is spatial
bool ig_tendons_alike(const mjModel* m);

// length and Jacobian row of a fixed tendon; a sparse row goes to adr, its length to ten_J_rownnz, a dense one is all zeros
// before
void IG_NAME(ig_fixed_tendon)(const mjModel* m, ig_Data* d, int tendon, int adr);

// all tendons; above width 1 for models whose tendons are all fixed
void IG_NAME(ig_tendons)(const mjModel* m, ig_Data* d);

// ten_velocity = J qvel; above width 1 the columns must be alike
void IG_NAME(ig_tendon_velocities)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_TENDON_TENDON_H_
