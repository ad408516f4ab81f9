// SPDX-License-Identifier: Apache-2.0
// Quaternions and poses: identities.
#include "case.h"
#include "model.h"
#include "test.h"

static void random_quat(mjtNum q[4], unsigned* seed) {
  for (int i = 0; i < 4; i++) q[i] = ig_test_random(seed);
  mju_normalize4(q);
}

TEST(quaternions_and_matrices_are_one_rotation) {
  unsigned seed = 1;
  for (int round = 0; round < 100; round++) {
    mjtNum q[4], back[4], mat[9], v[3] = {1, -2, .5}, a[3], b[3];
    random_quat(q, &seed);
    mju_quat2Mat(mat, q);
    mju_rotVecQuat(a, v, q);
    mju_mulMatVec3(b, mat, v);
    mju_mat2Quat(back, mat);
    mjtNum sign = mju_dot(q, back, 4) < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], b[i], 1e-14);
    for (int i = 0; i < 4; i++) CHECK_NEAR(sign * back[i], q[i], 1e-12);
  }
}

TEST(integration_undoes_subtraction) {
  unsigned seed = 2;
  for (int round = 0; round < 100; round++) {
    mjtNum a[4], b[4], v[3];
    random_quat(a, &seed);
    random_quat(b, &seed);
    mju_subQuat(v, a, b);
    mju_quatIntegrate(b, v, 1);
    mjtNum sign = mju_dot(a, b, 4) < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) CHECK_NEAR(sign * b[i], a[i], 1e-12);
  }
}

TEST(a_pose_times_its_opposite_is_nothing) {
  unsigned seed = 3;
  mjtNum pos[3] = {1, 2, 3}, quat[4], inverse_pos[3], inverse_quat[4], p[3], q[4];
  random_quat(quat, &seed);
  mju_negPose(inverse_pos, inverse_quat, pos, quat);
  mju_mulPose(p, q, pos, quat, inverse_pos, inverse_quat);
  for (int i = 0; i < 3; i++) CHECK_NEAR(p[i], 0, 1e-14);
  CHECK_NEAR(q[0], 1, 1e-14);
}

TEST(z_turns_to_any_vector_even_the_opposite) {
  mjtNum vectors[][3] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -3, 0}, {1, 2, 3}};
  for (int i = 0; i < 5; i++) {
    mjtNum q[4], z[3] = {0, 0, 1}, turned[3];
    mju_quatZ2Vec(q, vectors[i]);
    mju_rotVecQuat(turned, z, q);
    mju_normalize3(vectors[i]);
    for (int k = 0; k < 3; k++) CHECK_NEAR(turned[k], vectors[i][k], 1e-14);
  }
}

TEST(short_vectors_normalise_to_the_first_axis) {
  mjtNum v[3] = {0, 1e-20, 0}, q[4] = {0, 0, 0, 0};
  CHECK_NEAR(mju_normalize3(v), 0, 1e-15);
  CHECK_NEAR(v[0], 1, 0);
  mju_normalize4(q);
  CHECK_NEAR(q[0], 1, 0);
}

// the order written out here; tests/reference compares the bits with those of 3.5.0
TEST(the_inner_product_adds_in_four_parts) {
  mjtNum a[11], b[11];
  for (int i = 0; i < 11; i++) {
    a[i] = 1.0 / (i + 3);
    b[i] = i - 4.5;
  }
  mjtNum part[4] = {0, 0, 0, 0};
  for (int i = 0; i < 8; i++) part[i % 4] += a[i] * b[i];
  mjtNum expected = (part[0] + part[2]) + (part[1] + part[3]) + (a[8] * b[8] + a[9] * b[9] + a[10] * b[10]);
  CHECK(mju_dot(a, b, 11) == expected);
}
