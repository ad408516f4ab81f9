// SPDX-License-Identifier: Apache-2.0
#include "constrain/sleep.h"

#include "constrain/limit.h"
#include "math/dense.h"
#include "model/sleep.h"

static bool sleep_enabled(const mjModel* m) { return m->opt.enableflags & mjENBL_SLEEP; }

// an awake and a sleeping tree act on each other: the sleeper wakes with the other's count
static int wake_partner(const mjModel* m, mjData* d, int tree1, int tree2) {
  int sleeper = d->tree_awake[tree1] ? tree2 : tree1;
  int waker = d->tree_awake[tree1] ? tree1 : tree2;
  return ig_wake_tree(m, d, sleeper, d->tree_asleep[waker]);
}

int ig_wake_by_tendons(const mjModel* m, mjData* d) {
  int woke = 0;
  for (int tendon = 0; sleep_enabled(m) && tendon < m->ntendon; tendon++) {
    if (m->tendon_treenum[tendon] != 2 || !ig_tendon_limits_hit(m, d, tendon)) continue;
    int tree1 = m->tendon_treeid[2 * tendon], tree2 = m->tendon_treeid[2 * tendon + 1];
    if (d->tree_awake[tree1] != d->tree_awake[tree2]) woke += wake_partner(m, d, tree1, tree2);
  }
  return woke;
}

int ig_wake_by_contacts(const mjModel* m, mjData* d) {
  int woke = 0;
  for (int i = 0; sleep_enabled(m) && i < d->ncon; i++) {
    const int* geom = d->contact[i].geom;
    if (geom[0] < 0 || geom[1] < 0) continue;
    int tree1 = m->body_treeid[m->geom_bodyid[geom[0]]], tree2 = m->body_treeid[m->geom_bodyid[geom[1]]];
    if (tree1 < 0 || tree2 < 0 || (d->tree_awake[tree1] && d->tree_awake[tree2])) continue;
    if (!d->tree_awake[tree1] && !d->tree_awake[tree2]) {
      mju_error("contact %d: both trees, %d and %d, are asleep", i, tree1, tree2);
      continue;
    }
    woke += wake_partner(m, d, tree1, tree2);
  }
  return woke;
}

// the two trees that an equality ties, -1 for a fixed side; false when the kind cannot wake anything
static bool equality_trees(const mjModel* m, int eq, int tree[2]) {
  int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  for (int k = 0; k < 2; k++) {
    int body = 0;
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: body = m->eq_objtype[eq] == mjOBJ_BODY ? id[k] : m->site_bodyid[id[k]]; break;
      case mjEQ_JOINT: body = id[k] >= 0 ? m->jnt_bodyid[id[k]] : 0; break;
      case mjEQ_TENDON:
      case mjEQ_FLEX:
      case mjEQ_FLEXVERT: mju_error("equality %d: sleeping does not work with tendon and flex equalities", eq); return false;
      default: return false;
    }
    tree[k] = m->body_treeid[body];
  }
  return true;
}

int ig_wake_by_equalities(const mjModel* m, mjData* d) {
  int woke = 0, tree[2];
  for (int eq = 0; sleep_enabled(m) && eq < m->neq; eq++) {
    if (!d->eq_active[eq] || !equality_trees(m, eq, tree)) continue;
    if (tree[0] < 0 || tree[1] < 0 || tree[0] == tree[1]) continue;
    bool awake0 = d->tree_awake[tree[0]], awake1 = d->tree_awake[tree[1]];
    if (awake0 && awake1) continue;

    // two sleepers of one cycle went to sleep tied together; of two cycles, the tie is new
    if (!awake0 && !awake1) {
      if (ig_sleep_cycle(d->tree_asleep, m->ntree, tree[0]) == ig_sleep_cycle(d->tree_asleep, m->ntree, tree[1])) continue;
      woke += ig_wake_tree(m, d, tree[0], IG_FULLY_AWAKE);
      woke += ig_wake_tree(m, d, tree[1], IG_FULLY_AWAKE);
    } else {
      woke += ig_wake_tree(m, d, awake0 ? tree[1] : tree[0], IG_FULLY_AWAKE);
    }
  }
  return woke;
}

// link the trees into one cycle and stop them
static void put_to_sleep(const mjModel* m, mjData* d, const int* tree, int n) {
  for (int k = 0; k < n; k++) {
    int dof = m->tree_dofadr[tree[k]], ndof = m->tree_dofnum[tree[k]];
    d->tree_asleep[tree[k]] = tree[(k + 1) % n];
    ig_zero(d->qvel + dof, ndof);
    ig_zero(d->qacc + dof, ndof);
  }
}

// every tree of the island has been quiet long enough
static bool island_is_ready(const mjData* d, int island) {
  const int* tree = d->map_itree2tree + d->island_itreeadr[island];
  for (int k = 0; k < d->island_ntree[island]; k++) {
    if (d->tree_asleep[tree[k]] >= 0) mju_error("island %d contains the sleeping tree %d", island, tree[k]);
    if (d->tree_asleep[tree[k]] != -1) return false;
  }
  return true;
}

int ig_fall_asleep(const mjModel* m, mjData* d) {
  // without the islands of its rows, a world cannot tell which trees hold each other
  if (!sleep_enabled(m) || (d->nefc && !d->nisland)) return 0;

  // a quiet tree counts up to -1, any other starts over
  for (int tree = 0; tree < m->ntree; tree++) {
    int* count = d->tree_asleep + tree;
    if (*count >= 0) continue;
    if (!ig_tree_is_quiet(m, d, tree, m->opt.sleep_tolerance)) {
      *count = IG_FULLY_AWAKE;
    } else if (*count < -1) {
      ++*count;
    }
  }

  int slept = 0, constrained = 0;
  for (int island = 0; island < d->nisland; island++) {
    int n = d->island_ntree[island];
    constrained += n;
    if (!island_is_ready(d, island)) continue;
    put_to_sleep(m, d, d->map_itree2tree + d->island_itreeadr[island], n);
    slept += n;
  }

  // trees without a constraint follow the islands in the map
  for (int k = constrained; k < m->ntree; k++) {
    int tree = d->nisland ? d->map_itree2tree[k] : k;
    if (d->tree_asleep[tree] != -1) continue;
    put_to_sleep(m, d, &tree, 1);
    slept++;
  }
  return slept;
}
