// SPDX-License-Identifier: Apache-2.0
// Lengths and Jacobians of tendons of a world alone; fixed tendons at every width, and all of them in lanes: tendon.lane.c.
//   fixed:   length = sum of coefficient * joint position, the Jacobian is the coefficients
//   spatial: a path of sites, bent around geoms, in branches; what follows a pulley counts divided by its divisor
// Path points (wrap_obj, wrap_xpos) of all tendons lie one after the other: sites are -1, pulleys -2 at the origin,
// and a geom stands there twice, with the points where the path meets and leaves it.
#include "smooth/tendon/tendon.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/gradient_row.h"
#include "smooth/tendon/tendon_wrap.h"

// appends path points of one tendon
typedef struct {
  mjData* d;
  int tendon;
  int next;
} Path;

static void add_point(Path* path, int obj, const mjtNum pos[3]) {
  path->d->wrap_obj[path->next] = obj;
  ig_copy3(path->d->wrap_xpos + 3 * path->next, pos);
  path->d->ten_wrapnum[path->tendon]++;
  path->next++;
}

static mjtNum wrap_piece(const mjModel* m, const mjData* d, const ig_TendonPiece* piece, mjtNum touch[6]) {
  if (piece->geom < 0) return -1;
  if (piece->side < -1 || piece->side >= m->nsite) {
    mju_error("mj_tendon: there is no side site %d", piece->side);
    return -1;
  }
  ig_WrapGeom geom = {d->geom_xpos + 3 * piece->geom, d->geom_xmat + 9 * piece->geom, m->geom_size[3 * piece->geom],
                      piece->cylinder};
  return ig_wrap(touch, &geom, d->site_xpos + 3 * piece->site[0], d->site_xpos + 3 * piece->site[1],
                 piece->side >= 0 ? d->site_xpos + 3 * piece->side : NULL);
}

// length of the piece; adds its gradient to the row and its points to the path
static mjtNum add_piece(const mjModel* m, const mjData* d, const ig_TendonPiece* piece, ig_GradientRow* row, Path* path) {
  mjtNum touch[6], arc = wrap_piece(m, d, piece, touch);
  ig_BodyPoint point[4];
  int n = 0;
  point[n++] = (ig_BodyPoint){d->site_xpos + 3 * piece->site[0], m->site_bodyid[piece->site[0]]};
  if (arc >= 0) {
    point[n++] = (ig_BodyPoint){touch, m->geom_bodyid[piece->geom]};
    point[n++] = (ig_BodyPoint){touch + 3, m->geom_bodyid[piece->geom]};
  }
  point[n++] = (ig_BodyPoint){d->site_xpos + 3 * piece->site[1], m->site_bodyid[piece->site[1]]};

  // the points of one body keep their distance: no gradient
  for (int i = 0; i + 1 < n; i++) {
    add_point(path, i == 0 ? -1 : piece->geom, point[i].pos);
    if (point[i].body != point[i + 1].body) ig_row_add_distance(m, d, row, point[i], point[i + 1], 1 / piece->divisor);
  }
  mjtNum length = ig_dist3(point[0].pos, point[1].pos);
  if (arc >= 0) length = length + arc + ig_dist3(point[2].pos, point[3].pos);
  return length / piece->divisor;
}

static mjtNum spatial_tendon(const mjModel* m, const mjData* d, ig_GradientRow* row, Path* path) {
  static const mjtNum origin[3] = {0, 0, 0};
  mjtNum length = 0;
  ig_TendonWalk walk = ig_tendon_walk(m, path->tendon);
  ig_TendonPiece piece;
  while (ig_tendon_step(m, &walk, &piece)) {
    if (walk.pulley) {
      add_point(path, -2, origin);
      continue;
    }
    length += add_piece(m, d, &piece, row, path);
    if (walk.last) add_point(path, -1, d->site_xpos + 3 * piece.site[1]);
  }
  return length;
}

bool ig_tendons_fixed(const mjModel* m) {
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->wrap_type[m->tendon_adr[tendon]] != mjWRAP_JOINT) return false;
  }
  return true;
}

bool ig_tendons_alike(const mjModel* m) { return !ig_is_sparse(m) || ig_tendons_fixed(m); }

void ig_tendon(const mjModel* m, mjData* d) {
  if (!m->ntendon) return;
  bool sparse = ig_is_sparse(m), some_sleep = ig_some_asleep(m, d);
  int points = 0, adr = 0;
  ig_stack_mark(d);
  ig_GradientRow row = {NULL, NULL, 0, 0};
  if (sparse) {
    row = ig_gradient_row(m, d);
    memset(d->ten_J_rownnz, 0, sizeof(int) * m->ntendon);
  } else {
    memset(d->ten_J, 0, sizeof(mjtNum) * m->ntendon * m->nv);
  }
  memset(d->ten_length, 0, sizeof(mjtNum) * m->ntendon);

  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (sparse) d->ten_J_rowadr[tendon] = adr;
    if (some_sleep && ig_sleep_state(m, d, mjOBJ_TENDON, tendon) == mjS_ASLEEP) continue;
    d->ten_wrapadr[tendon] = points;
    d->ten_wrapnum[tendon] = 0;
    if (!sparse) row.value = d->ten_J + (size_t)tendon * m->nv;
    if (m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT) {
      ig_fixed_tendon(m, d, tendon, adr);
    } else {
      Path path = {d, tendon, points};
      d->ten_length[tendon] = spatial_tendon(m, d, &row, &path);
      points = path.next;
      if (sparse) d->ten_J_rownnz[tendon] = ig_row_pack(&row, true, d->ten_J + adr, d->ten_J_colind + adr);
    }
    if (sparse) adr += d->ten_J_rownnz[tendon];
  }
  ig_stack_free(d);
}
