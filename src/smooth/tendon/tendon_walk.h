// SPDX-License-Identifier: Apache-2.0
// The path of a spatial tendon, piece by piece.
#ifndef INGOT_SMOOTH_TENDON_TENDON_WALK_H_
#define INGOT_SMOOTH_TENDON_TENDON_WALK_H_

#include <stdbool.h>

#include <mujoco/mjmodel.h>

#include "base/target.h"
#include "lane/num.h"

// one piece of a spatial tendon's path: from a site to the next, over a wrapping geom or straight
typedef struct {
  int site[2];
  int geom;       // -1: straight
  bool cylinder;  // else the geom is a sphere
  int side;       // side site of the geom, or -1
  num divisor;    // of the pulley before
} ig_TendonPiece;

// walks the elements of a spatial tendon
typedef struct {
  int next, end;  // elements of the wrap arrays still to come
  num divisor;
  bool pulley;  // a pulley was passed on the way to the piece
  bool last;    // the branch ends with the piece
} ig_TendonWalk;

IG_LOCAL ig_TendonWalk ig_tendon_walk(const mjModel* m, int tendon);

// the next thing on the path: a piece, or (return value true, pulley set) a pulley before it; false at the end
IG_LOCAL bool ig_tendon_step(const mjModel* m, ig_TendonWalk* walk, ig_TendonPiece* piece);

#endif  // INGOT_SMOOTH_TENDON_TENDON_WALK_H_
