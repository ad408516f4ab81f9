// SPDX-License-Identifier: Apache-2.0
// The binary format: what is written is read, everything else is refused without a crash or a leak.
#include <stdlib.h>

#include "base/memory.h"
#include "catch.h"
#include "model.h"
#include "model/model.h"

static const char scene[] =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/><hfield name='h' nrow='3' ncol='3' size='1 1 1 "
    "1'/></asset><worldbody>"
    "<geom type='hfield' hfield='h'/><body name='b'><joint name='j'/><geom type='mesh' mesh='m'/><site "
    "name='s'/></body></worldbody>"
    "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon><actuator><motor tendon='t'/></actuator>"
    "<sensor><jointpos joint='j'/><accelerometer site='s'/></sensor></mujoco>";

typedef struct {
  unsigned char* bytes;
  int size;
} Saved;

static Saved save(const mjModel* m) {
  Saved s = {NULL, (int)mj_sizeModel(m)};
  s.bytes = malloc((size_t)s.size);
  mj_saveModel(m, NULL, s.bytes, s.size);
  return s;
}

static char refusal[500];
static void keep(const char* text) { snprintf(refusal, sizeof refusal, "%s", text); }

static void check_refused(const Saved* s, int size, const char* part) {
  int64_t before = ig_live_bytes();
  refusal[0] = 0;
  mju_user_warning = keep;
  mjModel* m = mj_loadModelBuffer(s->bytes, size);
  mju_user_warning = NULL;
  CHECK(m == NULL);
  mj_deleteModel(m);
  CHECK_HAS(refusal, part);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(a_saved_model_loads_and_saves_the_same_bytes) {
  mjModel* m = ig_test_model(scene);
  Saved s = save(m);
  mjModel* back = mj_loadModelBuffer(s.bytes, s.size);
  CHECK(back != NULL);
  Saved again = save(back);
  CHECK(again.size == s.size && !memcmp(again.bytes, s.bytes, (size_t)s.size));
  free(again.bytes);
  free(s.bytes);
  mj_deleteModel(back);
  mj_deleteModel(m);
}

TEST(every_truncation_is_refused) {
  mjModel* m = ig_test_model(scene);
  Saved s = save(m);
  for (int size = 0; size < s.size; size += size < 1000 ? 1 : 97) check_refused(&s, size, "");
  check_refused(&s, s.size - 1, "missing");
  free(s.bytes);
  mj_deleteModel(m);
}

TEST(foreign_headers_are_refused_by_name) {
  static const char* part[] = {"header", "precision", "sizes", "version", "pointers"};
  mjModel* m = ig_test_model(scene);
  Saved s = save(m);
  for (int i = 0; i < 5; i++) {
    ((int*)(void*)s.bytes)[i] += 1;
    check_refused(&s, s.size, part[i]);
    ((int*)(void*)s.bytes)[i] -= 1;
  }
  free(s.bytes);
  mj_deleteModel(m);
}

TEST(sizes_that_do_not_add_up_are_refused) {
  mjModel* m = ig_test_model(scene);
  Saved s = save(m);
  static const int64_t values[] = {-1, 1, INT32_MAX, INT64_MAX, INT64_MIN, 1LL << 40};
  int nsize = ((int*)(void*)s.bytes)[2], changed = 0;
  for (int i = 0; i < nsize; i++) {
    unsigned char* at = s.bytes + 20 + 8 * i;
    int64_t old, value;
    memcpy(&old, at, 8);
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
      value = values[k] == 1 ? old + 1 : values[k];
      memcpy(at, &value, 8);
      mju_user_warning = keep;
      int64_t before = ig_live_bytes();
      mjModel* loaded = mj_loadModelBuffer(s.bytes, s.size);
      changed += loaded == NULL;
      mj_deleteModel(loaded);
      CHECK_INT(ig_live_bytes(), before);
    }
    memcpy(at, &old, 8);
  }
  mju_user_warning = NULL;
  CHECK(changed > 4 * nsize);
  free(s.bytes);
  mj_deleteModel(m);
}

// one entry of an index array set to values outside of what it points into
static void check_index(const mjModel* m, int* entry, const char* part) {
  int old = *entry;
  static const int values[] = {-2, 1 << 20, INT32_MAX, INT32_MIN};
  for (int k = 0; k < 4; k++) {
    *entry = values[k];
    const char* trouble = ig_check_model(m);
    CHECK_HAS(trouble, part);
    *entry = old;
  }
  CHECK(ig_check_model(m) == NULL);
}

TEST(ids_out_of_range_are_refused) {
  mjModel* m = ig_test_model(scene);
  check_index(m, m->body_parentid + 1, "parentid");
  check_index(m, m->jnt_qposadr, "jnt_qposadr");
  check_index(m, m->dof_bodyid, "dof_bodyid");
  check_index(m, m->geom_dataid, "geom_dataid");
  check_index(m, m->geom_type, "geom_type");
  check_index(m, m->geom_condim, "condim");
  check_index(m, m->mesh_face + 2, "mesh_face");
  check_index(m, m->mesh_graph + m->mesh_graphadr[0], "mesh_graph");
  check_index(m, m->mesh_graph + m->mesh_graphadr[0] + 3, "mesh_graph");
  check_index(m, m->mesh_polyvert, "polygons");
  check_index(m, m->bvh_child, "tree");
  check_index(m, m->hfield_adr, "hfield");
  check_index(m, m->wrap_objid, "wrap_objid");
  check_index(m, m->actuator_trnid, "trnid");
  check_index(m, m->sensor_objid, "sensor_objid");
  check_index(m, m->sensor_adr, "sensor_adr");
  check_index(m, m->sensor_dim, "sensor");
  check_index(m, m->M_colind, "M_colind");
  check_index(m, m->D_diag, "D_colind");
  check_index(m, m->name_bodyadr, "name");
  mj_deleteModel(m);
}

// an error of the API is an answer too
static void step_once(const mjModel* m) {
  mjData* volatile d = NULL;
  mju_user_error = ig_catch_error;
  if (!setjmp(ig_catch_point)) {
    d = mj_makeData(m);
    mj_step(m, d);
  }
  mju_user_error = NULL;
  mj_deleteData(d);
}

// every third byte of the arrays in turn: refused, or accepted and then safe to step
TEST(changed_bytes_are_refused_or_harmless) {
  mjModel* m = ig_test_model(scene);
  Saved s = save(m);
  int64_t before = ig_live_bytes();
  mju_user_warning = keep;
  int refused = 0, tried = 0;
  for (int i = 20 + 8 * ((int*)(void*)s.bytes)[2]; i < s.size; i += 3) {
    unsigned char old = s.bytes[i];
    s.bytes[i] ^= (unsigned char)(1 + i * 37 % 255);
    mjModel* loaded = mj_loadModelBuffer(s.bytes, s.size);
    tried++;
    refused += loaded == NULL;
    const mjOption* opt = loaded ? &loaded->opt : NULL;
    if (opt && opt->iterations < 1000 && opt->ccd_iterations < 1000 && opt->ls_iterations < 1000 && opt->noslip_iterations < 10) {
      step_once(loaded);
    }
    mj_deleteModel(loaded);
    s.bytes[i] = old;
  }
  mju_user_warning = NULL;
  CHECK(refused > tried / 10);
  CHECK_INT(ig_live_bytes(), before);
  free(s.bytes);
  mj_deleteModel(m);
}

// a model's file holds these structs as they lie in memory, gaps and all
TEST(defaults_leave_nothing_of_what_was_there) {
  mjOption options[2];
  mjVisual visuals[2];
  for (int i = 0; i < 2; i++) {
    memset(&options[i], i ? 0xaa : 0x55, sizeof options[i]);
    memset(&visuals[i], i ? 0xaa : 0x55, sizeof visuals[i]);
    mj_defaultOption(&options[i]);
    mj_defaultVisual(&visuals[i]);
  }
  CHECK(memcmp(&options[0], &options[1], sizeof(mjOption)) == 0);
  CHECK(memcmp(&visuals[0], &visuals[1], sizeof(mjVisual)) == 0);
}
