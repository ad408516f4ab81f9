// SPDX-License-Identifier: Apache-2.0
// Flexes: positions, edges, elasticity. Figures: mujoco 3.5.0, mj_forward at the state in the test.
#include "test.h"

#include <stdio.h>

#include "smooth/flex/flex_shape.h"
#include "world.h"

#define FLEX(dim, inner, attributes)                                                  \
  "<mujoco><worldbody><body name='p' pos='0 0 1'><flexcomp name='f' type='grid' " dim \
  " spacing='.1 .1 .1' radius='.01' mass='1' " attributes                             \
  ">"                                                                                 \
  "<contact selfcollide='none' internal='false'/>" inner "</flexcomp></body></worldbody></mujoco>"

// weighted sums of what the flex stages write
typedef struct {
  double vertices, boxes, lengths, jacobian, spring, damper;
} Sums;

static double weighted(const mjtNum* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (1 + .01 * i) * a[i];
  return sum;
}

static Sums sums_of(const ig_World* w) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  return (Sums){
      weighted(d->flexvert_xpos, 3 * m->nflexvert),
      weighted(d->flexelem_aabb, 6 * m->nflexelem),
      weighted(d->flexedge_length, m->nflexedge),
      weighted(d->flexedge_J, m->nJfe) + weighted(d->flexvert_J, 2 * m->nJfv) + weighted(d->flexvert_length, 2 * m->nflexvert),
      weighted(d->qfrc_spring, m->nv),
      weighted(d->qfrc_damper, m->nv)};
}

static const char* const models[] = {
    FLEX("count='4 1 1' dim='1'", "<edge stiffness='50' damping='2'/><pin id='0'/>", ""),
    FLEX("count='3 3 1' dim='2'",
         "<edge damping='.1'/><elasticity young='3e3' poisson='.2' thickness='.02' damping='.002' elastic2d='both'/>", ""),
    FLEX("count='3 3 1' dim='2'", "<edge equality='vert' damping='.1'/><pin id='0'/>", ""),
    FLEX("count='3 3 2' dim='3'", "<elasticity young='4e3' poisson='.1' damping='.01'/><pin id='0 1'/>", ""),
    FLEX("count='4 4 4' dim='3'", "<elasticity young='4e3' poisson='.1' damping='.01'/>", "dof='trilinear'"),
    FLEX("count='5 5 5' dim='3'", "<elasticity young='4e3' poisson='.1' damping='.01'/>", "dof='quadratic'"),
};
enum { count = sizeof models / sizeof models[0] };

TEST(flexes_are_those_of_the_reference) {
  static const Sums figure[count] = {
      {3.731188888549805, 4.334244094371796, 1.4881944584449869, 1.1438663437753982, -23.901802300021025, -0.12146446067551249},
      {12.173407788276673, 19.451629871845252, 10.00477542278295, 0.04464311629687856, -82.19957079807281, -0.010247191802515598},
      {11.955278316020966, 18.922437934637077, 10.784641551511433, 3115.830116501112, 0.0, 0.09500380323773576},
      {25.817939534664145, 75.61045444712636, 39.11809734693978, 5.491537975449225, -5169.956294862389, 0.0},
      {155.41140008926388, 1426.9888890473096, 0.0, 0.0, -24.290674943921413, 0.3451427924978967},
      {397.5245146183298, 7197.710626202525, 0.0, 0.0, -506.0754719425961, -4.622205301052116},
  };
  for (int i = 0; i < count; i++) {
    ig_World w = ig_world(models[i]);
    if (!w.m) continue;
    ig_world_random(&w, 41);
    Sums sums = sums_of(&w);
    CHECK_NEAR(sums.vertices, figure[i].vertices, 1e-12);
    CHECK_NEAR(sums.boxes, figure[i].boxes, 1e-12);
    CHECK_NEAR(sums.lengths, figure[i].lengths, 1e-12);
    CHECK_NEAR(sums.jacobian, figure[i].jacobian, 1e-11);
    CHECK_NEAR(sums.spring, figure[i].spring, 1e-10);
    CHECK_NEAR(sums.damper, figure[i].damper, 1e-10);
    ig_world_free(&w);
  }
}

// rows of edges, and of the strains at vertices
static void check_rows(ig_World* w, int rows, const int* rownnz, const int* rowadr, const int* colind, const mjtNum* J,
                       const mjtNum* value) {
  mjtNum qpos[200], dir[200] = {0}, row[200], change[2];
  mju_copy(qpos, w->d->qpos, w->m->nq);
  for (int r = 0; r < rows; r++) {
    mju_zero(row, w->m->nv);
    for (int k = 0; k < rownnz[r]; k++) row[colind[rowadr[r] + k]] = J[rowadr[r] + k];
    for (int dof = 0; dof < w->m->nv; dof += 4) {
      for (int side = 0; side < 2; side++) {
        dir[dof] = side ? 1 : -1;
        mju_copy(w->d->qpos, qpos, w->m->nq);
        mj_integratePos(w->m, w->d->qpos, dir, 1e-6);
        mj_fwdPosition(w->m, w->d);
        change[side] = value[r];
        dir[dof] = 0;
      }
      CHECK_NEAR((change[1] - change[0]) / 2e-6, row[dof], 1e-5);
    }
    mju_copy(w->d->qpos, qpos, w->m->nq);
    mj_fwdPosition(w->m, w->d);
  }
}

TEST(edge_and_strain_jacobians_are_derivatives) {
  for (int i = 0; i < 3; i++) {
    ig_World w = ig_world(models[i]);
    if (!w.m) continue;
    ig_world_random(&w, 42);
    const mjModel* m = w.m;
    check_rows(&w, m->nflexedge, m->flexedge_J_rownnz, m->flexedge_J_rowadr, m->flexedge_J_colind, w.d->flexedge_J,
               w.d->flexedge_length);
    if (m->nJfv) {
      check_rows(&w, 2 * m->nflexvert, m->flexvert_J_rownnz, m->flexvert_J_rowadr, m->flexvert_J_colind, w.d->flexvert_J,
                 w.d->flexvert_length);
    }
    ig_world_free(&w);
  }
}

// forces inside a body cannot move it as a whole
TEST(elastic_forces_have_no_resultant) {
  static const int free_ones[] = {1, 4, 5};
  for (int i = 0; i < 3; i++) {
    ig_World w = ig_world(models[free_ones[i]]);
    if (!w.m) continue;
    ig_world_random(&w, 43);
    for (int axis = 0; axis < 3; axis++) {
      mjtNum sum = 0, size = 0;
      for (int dof = axis; dof < w.m->nv; dof += 3) {
        sum += w.d->qfrc_spring[dof];
        size += fabs(w.d->qfrc_spring[dof]);
      }
      CHECK(size > 0);
      CHECK_NEAR(sum / size, 0, 1e-12);
    }
    ig_world_free(&w);
  }
}

TEST(shape_functions_are_one_in_sum_and_at_their_node) {
  for (int order = 1; order <= 2; order++) {
    int n = (order + 1) * (order + 1) * (order + 1);
    mjtNum node[81], x[3] = {.3, .7, .2}, result[3], gradient[9], sum = 0;
    for (int i = 0; i < n; i++) {
      sum += ig_flex_weight(x, i, order);
      node[3 * i] = (double)(i / ((order + 1) * (order + 1))) / order;
      node[3 * i + 1] = (double)(i / (order + 1) % (order + 1)) / order;
      node[3 * i + 2] = (double)(i % (order + 1)) / order;
      CHECK_NEAR(ig_flex_weight(node + 3 * i, i, order), 1, 1e-15);
    }
    CHECK_NEAR(sum, 1, 1e-15);
    // nodes at rest: the identity
    ig_flex_interpolate(result, x, node, order);
    ig_flex_gradient(gradient, x, node, order);
    for (int k = 0; k < 3; k++) CHECK_NEAR(result[k], x[k], 1e-15);
    for (int k = 0; k < 9; k++) CHECK_NEAR(gradient[k], k % 4 == 0 ? 1 : 0, 1e-14);
  }
}
