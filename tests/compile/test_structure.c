// SPDX-License-Identifier: Apache-2.0
// Sparse patterns and bounding volumes, by their rules.
#include <stdio.h>

#include "compile/record/bvh.h"
#include "compiled.h"
#include "test.h"

static const char tree[] =
    "<body><freejoint/><geom size='.1'/><body><joint/><joint axis='1 0 0'/><geom size='.1'/><body><geom size='.1'/>"
    "<body><joint type='ball'/><geom size='.1'/></body></body></body><body><joint type='slide'/><geom size='.1'/></body></body>"
    "<body><joint type='slide'/><joint type='slide' axis='1 0 0'/><geom size='.1'/></body><body><geom size='.1'/></body>";

static bool is_above(const mjModel* m, int up, int dof) {
  while (dof > up) dof = m->dof_parentid[dof];
  return dof == up;
}

TEST(patterns_hold_the_dofs_on_a_common_path) {
  mjModel* m = ig_compiled_world("", tree, "");
  CHECK(m != NULL);
  if (!m) return;
  int entries = 0;
  for (int i = 0; i < m->nv; i++) {
    for (int j = 0, k = m->D_rowadr[i]; j < m->nv; j++) {
      if (!is_above(m, j < i ? j : i, j < i ? i : j)) continue;
      CHECK_INT(m->D_colind[k++], j);
      entries++;
    }
    CHECK_INT(m->D_colind[m->D_rowadr[i] + m->D_diag[i]], i);

    // the row of a body is that of its last dof
    int body = m->dof_bodyid[i];
    CHECK_INT(m->B_rownnz[body], m->D_rownnz[i]);
    CHECK(!memcmp(m->B_colind + m->B_rowadr[body], m->D_colind + m->D_rowadr[i], m->D_rownnz[i] * sizeof(int)));
  }
  CHECK_INT(entries, m->nD);
  CHECK_INT(m->B_rowadr[m->nbody - 1] + m->B_rownnz[m->nbody - 1], m->nB);
  CHECK_INT(m->M_rowadr[m->nv - 1] + m->M_rownnz[m->nv - 1], m->nC);
  for (int k = 0; k < m->nC; k++) CHECK_INT(m->mapM2D[m->mapD2M[k]], k);
  mj_deleteModel(m);
}

// every box lies in its parent's, every geom is in one leaf
TEST(boxes_of_a_body_are_nested) {
  char world[4000] = "<body><joint/>";
  for (int i = 0; i < 13; i++) {
    char geom[100];
    snprintf(geom, sizeof(geom), "<geom type='box' size='.1 .2 .3' pos='%g %g 0' euler='%d 20 0'/>", .3 * i, .1 * (i * i % 7),
             17 * i);
    strcat(world, geom);
  }
  strcat(world, "</body>");
  mjModel* m = ig_compiled_world("", world, "");
  CHECK(m != NULL);
  if (!m) return;
  int adr = m->body_bvhadr[1], seen = 0;
  CHECK_INT(m->body_bvhnum[1], 25);
  for (int node = adr; node < adr + m->body_bvhnum[1]; node++) {
    if (m->bvh_nodeid[node] >= 0) seen |= 1 << m->bvh_nodeid[node];
    for (int c = 0; c < 2; c++) {
      int child = m->bvh_child[2 * node + c];
      if (child < 0) continue;
      CHECK_INT(m->bvh_depth[adr + child], m->bvh_depth[node] + 1);
      for (int k = 0; k < 3; k++) {
        const mjtNum *outer = m->bvh_aabb + 6 * node, *inner = m->bvh_aabb + 6 * (adr + child);
        CHECK(inner[k] - inner[3 + k] >= outer[k] - outer[3 + k] - 1e-12);
        CHECK(inner[k] + inner[3 + k] <= outer[k] + outer[3 + k] + 1e-12);
      }
    }
  }
  CHECK_INT(seen, (1 << 13) - 1);
  mj_deleteModel(m);
}
