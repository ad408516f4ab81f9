// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <stddef.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

long long compared;

bool same_numbers(const double* a, const double* b, int n) {
  compared += n;
  if (!n || !memcmp(a, b, sizeof(double) * (size_t)n)) return true;
  for (int i = 0; i < n; i++) {
    bool nan = a[i] != a[i] && b[i] != b[i];
    if (!nan && memcmp(a + i, b + i, sizeof(double))) return false;
  }
  return true;
}

static bool same_bytes(const void* a, const void* b, size_t bytes) {
  compared += (long long)bytes;
  return !bytes || (a && b ? !memcmp(a, b, bytes) : a == b);
}

static bool is_of_calls(const char* name) {
  static const char* const names[] = {"cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"};
  for (int i = 0; i < 5; i++) {
    if (!strcmp(name, names[i])) return true;
  }
  return false;
}

#define SAME_mjtNum(name, n) same_numbers(a->name, b->name, (int)(n))
#define SAME_int(name, n) same_bytes(a->name, b->name, sizeof(int) * (size_t)(n))
#define SAME_mjtByte(name, n) same_bytes(a->name, b->name, (size_t)(n))
#define SAME_uintptr_t(name, n) true
#define SAME_mjContact(name, n) same_contacts(a, b)

static bool same_contacts(const mjData* a, const mjData* b) {
  for (int i = 0; i < a->ncon; i++) {
    const mjContact *x = a->contact + i, *y = b->contact + i;
    // numbers first, then the integers behind them
    if (!same_numbers(&x->dist, &y->dist, (int)(offsetof(mjContact, dim) / sizeof(mjtNum)))) return false;
    if (!same_bytes(&x->dim, &y->dim, sizeof x->dim) || !same_bytes(x->geom, y->geom, sizeof x->geom)) return false;
    if (x->exclude != y->exclude || x->efc_address != y->efc_address) return false;
  }
  return true;
}

static const char* arena_difference(const mjData* a, const mjData* b, bool rows) {
#undef MJ_D
#define MJ_D(n) a->n
#define X(type, name, rows, columns) \
  if (a->name && b->name && !SAME_##type(name, (rows) * (columns))) return #name;
  MJDATA_ARENA_POINTERS_CONTACT
#undef X
  if (!rows) return NULL;
#define ROWS(name, columns) \
  if (a->nefc > 0 && !same_numbers(a->name, b->name, a->nefc * (columns))) return #name;
  // what every solver and storage fills in
  ROWS(efc_pos, 1)
  ROWS(efc_margin, 1)
  ROWS(efc_frictionloss, 1)
  ROWS(efc_diagApprox, 1)
  ROWS(efc_KBIP, 4)
  ROWS(efc_D, 1)
  ROWS(efc_R, 1)
  ROWS(efc_vel, 1)
  ROWS(efc_aref, 1)
  ROWS(efc_force, 1)
#undef ROWS
  if (a->nJ != b->nJ || (a->nefc > 0 && !same_numbers(a->efc_J, b->efc_J, a->nJ))) return "efc_J";
  if (a->nefc > 0 && !same_bytes(a->efc_type, b->efc_type, sizeof(int) * (size_t)a->nefc)) return "efc_type";
  if (a->nefc > 0 && !same_bytes(a->efc_id, b->efc_id, sizeof(int) * (size_t)a->nefc)) return "efc_id";
  return NULL;
}

static const char* warning_difference(const mjData* a, const mjData* b) {
  static const char* const names[mjNWARNING] = {"count of inertia",   "count of contactfull", "count of cnstrfull",
                                                "count of vgeomfull", "count of badqpos",     "count of badqvel",
                                                "count of badqacc",   "count of badctrl"};
  for (int k = 0; k < mjNWARNING; k++) {
    if (a->warning[k].number != b->warning[k].number) return names[k];
    if (a->warning[k].number && a->warning[k].lastinfo != b->warning[k].lastinfo) return "lastinfo of a warning";
  }
  return NULL;
}

const char* data_difference(const mjModel* m, const mjData* a, const mjData* b, bool calls, bool rows) {
  if (a->ncon != b->ncon) return "ncon";
  if (a->nefc != b->nefc || a->ne != b->ne || a->nf != b->nf || a->nl != b->nl) return "nefc";
  if (a->nisland != b->nisland) return "nisland";
#undef MJ_M
#define MJ_M(n) m->n
#define X(type, name, rows, columns) \
  if ((calls || !is_of_calls(#name)) && !SAME_##type(name, m->rows * (columns))) return #name;
  MJDATA_POINTERS
#undef X
  const char* in_arena = arena_difference(a, b, rows);
  if (in_arena) return in_arena;
  if (!same_bytes(a->solver_niter, b->solver_niter, sizeof a->solver_niter)) return "solver_niter";
  if (!same_numbers(&a->time, &b->time, 1)) return "time";
  if (!same_numbers(a->energy, b->energy, 2)) return "energy";
  if (!same_numbers(a->solver_fwdinv, b->solver_fwdinv, 2)) return "solver_fwdinv";
  return warning_difference(a, b);
}
