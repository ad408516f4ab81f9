// SPDX-License-Identifier: Apache-2.0
#include "side_by_side.h"

#include <stdio.h>
#include <string.h>

#include "batch/data.h"
#include "collide/collide_lanes.h"
#include "constrain/rows.h"

#if IG_WIDTH > 1

#define IG_CPU_LEVEL_base IG_CPU_BASE
#define IG_CPU_LEVEL_avx2 IG_CPU_AVX2
#define IG_CPU_LEVEL_avx512 IG_CPU_AVX512
#define LEVEL_OF(level) IG_CPU_LEVEL_##level
#define LEVEL(level) LEVEL_OF(level)

static const double* world_numbers(const mjData* d, int q) {
  static const size_t offsets[] = {
#define X(type, name, rows, columns) offsetof(mjData, name),
      MJDATA_POINTERS
#undef X
  };
  if (q == IG_Q_time) return &d->time;
  if (q == IG_Q_energy) return d->energy;
  return *(double* const*)((const char*)d + offsets[q]);
}

static const mjtNum* model_numbers(const mjModel* m, const char* field, int* n) {
#undef MJ_M
#define MJ_M(n) m->n
#define FIND_mjtNum(name, length) \
  if (!strcmp(field, #name)) return *n = (int)(length), m->name;
#define FIND_int(name, length)
#define FIND_float(name, length)
#define FIND_char(name, length)
#define FIND_mjtByte(name, length)
#define FIND_mjtSize(name, length)
#define X(type, name, rows, columns) FIND_##type(name, m->rows*(columns))
  MJMODEL_POINTERS
#undef X
  *n = 1;
  return &m->opt.timestep;
}

static void load(const mjModel* m, ig_Data* d, mjModel* const* models, const char* const* fields, mjData* const* worlds) {
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    d->world[lane] = worlds[lane];
    for (int q = 0; q < IG_NQ; q++) {
      int n;
      real* to = IG_NAME(ig_lanes_array)(m, d, q, &n);
      if (to) ig_lane_load(to, world_numbers(worlds[lane], q), n, lane);
    }
    for (int eq = 0; eq < m->neq; eq++) d->eq_lanes[eq] |= (uint32_t)(worlds[lane]->eq_active[eq] != 0) << lane;
    for (int f = 0; fields && fields[f]; f++) {
      int n;
      const mjtNum* from = model_numbers(models[lane], fields[f], &n);
      ig_lane_load((real*)IG_NAME(ig_lanes_param)(m, d, fields[f]), from, n, lane);
    }
  }
  IG_NAME(ig_lanes_share_integers)(d);
  d->active = IG_ALL_LANES;
}

static bool same(double a, double b) { return (a != a && b != b) || !memcmp(&a, &b, sizeof a); }

// name of the first number that differs, NULL: none
#define SAME(ours, theirs, n)                                           \
  for (int i_ = 0; i_ < (n); i_++) {                                    \
    if (!same(ig_lane((ours)[i_], lane), (theirs)[i_])) return #theirs; \
  }
#define SAME_INT(ours, theirs) \
  if (ig_ints_lane(ours, lane) != (theirs)) return #theirs

static const char* contact_difference(const ig_Contact* ours, const mjContact* con, int lane) {
  SAME(&ours->dist, &con->dist, 1)
  SAME(ours->pos, con->pos, 3)
  SAME(ours->frame, con->frame, 9)
  SAME(&ours->includemargin, &con->includemargin, 1)
  SAME(ours->friction, con->friction, 5)
  SAME(ours->solref, con->solref, mjNREF)
  SAME(ours->solreffriction, con->solreffriction, mjNREF)
  SAME(ours->solimp, con->solimp, mjNIMP)
  SAME(&ours->mu, &con->mu, 1)
  SAME_INT(ours->dim, con->dim);
  SAME_INT(ours->geom[0], con->geom[0]);
  SAME_INT(ours->geom[1], con->geom[1]);
  SAME_INT(ours->exclude, con->exclude);
  SAME_INT(ours->efc_address, con->efc_address);
  return NULL;
}

static const char* jacobian_difference(const mjModel* m, const ig_Data* d, const mjData* world, int row, int lane) {
  mjtNum dense[400] = {0};
  bool sparse = mj_isSparse(m);
  int n = sparse ? world->efc_J_rownnz[row] : m->nv, adr = sparse ? world->efc_J_rowadr[row] : row * m->nv;
  for (int i = 0; i < n; i++) dense[sparse ? world->efc_J_colind[adr + i] : i] = world->efc_J[adr + i];
  SAME(d->efc_J + row * ig_row_numbers((int)m->nv), dense, m->nv)
  for (int i = 0; i < m->nv; i++) {
    if (dense[i] && !(d->efc_J_chunks[row] >> (i / d->ragged.chunk) & 1)) return "efc_J_chunks";
  }
  return NULL;
}

static const char* row_difference(const mjModel* m, const ig_Data* d, const mjData* world, int row, int lane) {
  SAME_INT(d->efc_type[row], world->efc_type[row]);
  SAME_INT(d->efc_id[row], world->efc_id[row]);
  SAME(d->efc_pos + row, world->efc_pos + row, 1)
  SAME(d->efc_margin + row, world->efc_margin + row, 1)
  SAME(d->efc_frictionloss + row, world->efc_frictionloss + row, 1)
  SAME(d->efc_KBIP + 4 * row, world->efc_KBIP + 4 * row, 4)
  SAME(d->efc_R + row, world->efc_R + row, 1)
  SAME(d->efc_D + row, world->efc_D + row, 1)
  SAME(d->efc_diagApprox + row, world->efc_diagApprox + row, 1)
  return jacobian_difference(m, d, world, row, lane);
}

static const char* count_difference(const ig_Data* d, const mjData* world, int lane) {
  SAME_INT(d->ragged.count.ncon, world->ncon);
  SAME_INT(d->ragged.count.nefc, world->nefc);
  SAME_INT(d->ragged.count.ne, world->ne);
  SAME_INT(d->ragged.count.nf, world->nf);
  SAME_INT(d->ragged.count.nl, world->nl);
  return NULL;
}

static void compare_lane(const mjModel* m, const ig_Data* d, const mjData* world, int lane, ig_SideReport* report) {
  const char* what = count_difference(d, world, lane);
  int at = -1;
  for (int i = 0; i < world->ncon && !what; i++) what = contact_difference(d->contact + i, world->contact + i, lane), at = i;
  for (int i = 0; i < world->nefc && !what; i++) what = row_difference(m, d, world, i, lane), at = i;
  for (int i = 0; i < m->ntendon && !what && world->nefc; i++) {
    if (ig_ints_lane(d->tendon_efcrow[i], lane) != world->tendon_efcadr[i]) what = "tendon_efcadr", at = i;
  }
  report->contacts += world->ncon;
  report->rows += world->nefc;
  if (what && !report->difference[0])
    snprintf(report->difference, sizeof report->difference, "%s [%d] in lane %d", what, at, lane);
}

static void compare(const mjModel* m, mjModel* const* models, const char* const* fields, mjData* const* worlds, int con_room,
                    int row_room, ig_SideReport* report) {
  *report = (ig_SideReport){.left = 0};
  ig_PairTable* pairs = ig_pair_table_make(m);
  ig_Data* d = IG_NAME(ig_lanes_make)(m);
  if (con_room || row_room)
    IG_NAME(ig_ragged_reserve)(m, d, con_room, row_room);
  else
    IG_NAME(ig_ragged_grow)(m, d);
  IG_NAME(ig_lanes_set_pairs)(m, d, pairs);
  load(m, d, models, fields, worlds);
  // twice: what the first run left behind must not be seen
  for (int run = 0; run < 2; run++) {
    d->leaves = ig_false();
    IG_NAME(ig_collide)(m, d);
    IG_NAME(ig_make_rows)(m, d);
  }
  unsigned left = ig_mask_bits(d->leaves);
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    if (left >> lane & 1) {
      report->left++;
    } else {
      compare_lane(m, d, worlds[lane], lane, report);
    }
  }
  // lanes that found no room said how much they need
  if (con_room && left) {
    int con = d->ragged.want_con, rows = d->ragged.want_rows;
    if (con <= con_room && rows <= row_room) snprintf(report->difference, sizeof report->difference, "no need was told");
    if (!IG_NAME(ig_ragged_grow)(m, d) || d->ragged.con_room < con || d->ragged.row_room < rows) {
      snprintf(report->difference, sizeof report->difference, "the room did not grow");
    }
  }
  IG_NAME(ig_lanes_free)(d);
  ig_pair_table_free(pairs);
}

extern const ig_SideBySide IG_NAME(ig_side_by_side);
const ig_SideBySide IG_NAME(ig_side_by_side) = {IG_WIDTH, LEVEL(IG_LEVEL), compare};

#endif
