// SPDX-License-Identifier: Apache-2.0
// Models and data as memory: copies, resets, state vectors, names, the two ends of the arena.
#include "base/memory.h"
#include "catch.h"
#include "model.h"
#include "model/shard.h"
#include "model/stack.h"

static const char robot[] =
    "<mujoco><size nuserdata='2' memory='1M'/><worldbody><body name='arm'><joint name='j1' axis='0 1 0'/><joint name='j2' "
    "type='slide'/><geom name='g' size='.1'/>"
    "</body><body name='ball' pos='1 0 0'><freejoint name='free'/><geom size='.1'/></body><body name='hand' mocap='true'><geom "
    "size='.1'/></body></worldbody>"
    "<actuator><position name='p' joint='j1' timeconst='.1' delay='.01' nsample='4'/></actuator><equality><joint name='e' "
    "joint1='j1' joint2='j2'/></equality>"
    "<keyframe><key name='k' time='2' qpos='1 2 0 0 0 1 0 0 0' ctrl='.5' mpos='7 8 9'/></keyframe></mujoco>";

TEST(copies_are_equal_and_nothing_leaks) {
  mj_freeLastXML();
  int64_t before = ig_live_bytes();
  mjModel* m = ig_test_model(robot);
  mjModel* copy = mj_copyModel(NULL, m);
  CHECK_INT(mj_sizeModel(copy), mj_sizeModel(m));
  CHECK(!memcmp(copy->buffer, m->buffer, (size_t)m->nbuffer));
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  mjData* twin = mj_copyData(NULL, m, d);
  CHECK_INT(twin->ncon, d->ncon);
  CHECK_INT(twin->nefc, d->nefc);
  CHECK(!memcmp(twin->xpos, d->xpos, sizeof(mjtNum) * 3 * (size_t)m->nbody));
  CHECK(!memcmp(twin->qM, d->qM, sizeof(mjtNum) * (size_t)m->nM));
  for (int i = 0; i < 20; i++) {
    mj_step(m, d);
    mj_step(copy, twin);
  }
  CHECK(!memcmp(d->qpos, twin->qpos, sizeof(mjtNum) * (size_t)m->nq));
  mj_deleteData(twin);
  mj_deleteData(d);
  mj_deleteModel(copy);
  mj_deleteModel(m);
  mj_freeLastXML();
  CHECK_INT(ig_live_bytes(), before);
}

TEST(a_reset_is_a_fresh_start) {
  mjModel* m = ig_test_model(robot);
  mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
  for (int i = 0; i < 30; i++) mj_step(m, d);
  mj_resetData(m, d);
  CHECK_NEAR(d->time, 0, 0);
  for (int i = 0; i < 10; i++) {
    mj_step(m, d);
    mj_step(m, fresh);
  }
  CHECK(!memcmp(d->qpos, fresh->qpos, sizeof(mjtNum) * (size_t)m->nq));
  CHECK(!memcmp(d->qvel, fresh->qvel, sizeof(mjtNum) * (size_t)m->nv));
  mj_resetDataDebug(m, d, 0xC3);
  CHECK(!memcmp(d->qpos, m->qpos0, sizeof(mjtNum) * (size_t)m->nq));
  CHECK_INT(((unsigned char*)d->xpos)[9], 0xC3);
  mj_deleteData(fresh);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(keyframes_set_and_take_the_state) {
  mjModel* m = ig_test_model(robot);
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  CHECK_NEAR(d->time, 2, 0);
  CHECK_NEAR(d->qpos[1], 2, 0);
  CHECK_NEAR(d->ctrl[0], .5, 0);
  CHECK_NEAR(d->mocap_pos[2], 9, 0);
  d->qpos[0] = -3;
  mj_setKeyframe(m, d, 0);
  CHECK_NEAR(m->key_qpos[0], -3, 0);
  CHECK_ERROR(mj_setKeyframe(m, d, 1), "");
  CHECK_ERROR(mj_setKeyframe(m, d, -1), "");
  mj_resetDataKeyframe(m, d, 5);
  CHECK_NEAR(d->time, 0, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// every single part and all sums of two: size adds up, get and set are inverse, extraction picks the part
TEST(state_vectors_of_every_signature) {
  mjModel* m = ig_test_model(robot);
  mjData *d = mj_makeData(m), *to = mj_makeData(m);
  for (int i = 0; i < 7; i++) mj_step(m, d);
  d->userdata[1] = 5;
  d->eq_active[0] = 0;
  int all = (1 << mjNSTATE) - 1, total = mj_stateSize(m, all), sum = 0;
  mjtNum *whole = mju_malloc(sizeof(mjtNum) * (size_t)total), *part = mju_malloc(sizeof(mjtNum) * (size_t)total);
  mjtNum* picked = mju_malloc(sizeof(mjtNum) * (size_t)total);
  mj_getState(m, d, whole, all);
  for (int a = 0; a < mjNSTATE; a++) {
    sum += mj_stateSize(m, 1 << a);
    for (int b = a; b < mjNSTATE; b++) {
      int sig = 1 << a | 1 << b, size = mj_stateSize(m, sig);
      CHECK_INT(size, mj_stateSize(m, 1 << a) + (b > a ? mj_stateSize(m, 1 << b) : 0));
      mj_getState(m, d, part, sig);
      mj_extractState(m, whole, all, picked, sig);
      CHECK(!memcmp(part, picked, sizeof(mjtNum) * (size_t)size));
      mj_setState(m, to, part, sig);
      memset(picked, 0, sizeof(mjtNum) * (size_t)size);
      mj_getState(m, to, picked, sig);
      CHECK(!memcmp(part, picked, sizeof(mjtNum) * (size_t)size));
    }
  }
  CHECK_INT(sum, total);
  mj_resetData(m, to);
  mj_copyState(m, d, to, mjSTATE_INTEGRATION);
  for (int i = 0; i < 5; i++) {
    mj_step(m, d);
    mj_step(m, to);
  }
  CHECK(!memcmp(d->qpos, to->qpos, sizeof(mjtNum) * (size_t)m->nq));
  CHECK_ERROR(mj_stateSize(m, 1 << mjNSTATE), "signature");
  CHECK_ERROR(mj_stateSize(m, -1), "signature");
  CHECK_ERROR(mj_extractState(m, whole, mjSTATE_QPOS, part, mjSTATE_QVEL), "mj_extractState: dstsig is not a subset of srcsig");
  CHECK_ERROR(mj_extractState(m, whole, -1, part, mjSTATE_QVEL), "mj_extractState: invalid srcsig -1 < 0");
  mju_free(whole);
  mju_free(part);
  mju_free(picked);
  mj_deleteData(to);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(names_lead_to_ids_and_back) {
  mjModel* m = ig_test_model(robot);
  static const struct {
    int type;
    const char* name;
    int id;
  } known[] = {{mjOBJ_BODY, "world", 0}, {mjOBJ_BODY, "ball", 2},  {mjOBJ_JOINT, "free", 2}, {mjOBJ_GEOM, "g", 0},
               {mjOBJ_ACTUATOR, "p", 0}, {mjOBJ_EQUALITY, "e", 0}, {mjOBJ_KEY, "k", 0}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    CHECK_INT(mj_name2id(m, known[i].type, known[i].name), known[i].id);
    CHECK_TEXT(mj_id2name(m, known[i].type, known[i].id), known[i].name);
  }
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "nobody"), -1);
  CHECK_INT(mj_name2id(m, mjOBJ_UNKNOWN, "ball"), -1);
  CHECK(mj_id2name(m, mjOBJ_GEOM, 1) == NULL);
  CHECK(mj_id2name(m, mjOBJ_GEOM, 99) == NULL && mj_id2name(m, mjOBJ_GEOM, -1) == NULL);
  mj_deleteModel(m);
}

TEST(stack_and_arena_share_one_block) {
  mjModel* m = ig_test_model(robot);
  mjData* d = mj_makeData(m);
  size_t stack = d->pstack, arena = d->parena, room = (size_t)d->narena;
  mj_markStack(d);
  mjtNum* a = mj_stackAllocNum(d, 10);
  int* b = mj_stackAllocInt(d, 3);
  void* c = mj_stackAllocByte(d, 5, 64);
  CHECK((uintptr_t)c % 64 == 0 && (uintptr_t)a % 8 == 0);
  CHECK((char*)b < (char*)a && (char*)c < (char*)b);
  CHECK(mj_stackAllocNum(d, 0) == NULL);
  void* front = ig_data_arena(d, 100, 8);
  CHECK((char*)front < (char*)c);
  CHECK(ig_data_arena(d, room, 8) == NULL);
  CHECK_ERROR(mj_stackAllocByte(d, room, 8), "stack overflow");
  CHECK_ERROR(mj_stackAllocNum(d, SIZE_MAX / 4), "stack overflow");
  mj_freeStack(d);
  CHECK_INT(d->pstack, stack);
  d->parena = arena;
  CHECK(d->maxuse_stack > 0 && d->maxuse_arena >= 100);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a part of the stack sees the same world, and what is taken of it leaves the stack as it is
TEST(a_shard_is_a_stack_of_its_own) {
  mjModel* m = ig_test_model(robot);
  mjData* d = mj_makeData(m);
  ig_stack_mark(d);
  d->solver_niter[0] = 7;
  mjData* shard = ig_shard_take(d, 4096);
  size_t stack = d->pstack;
  CHECK(shard->qpos == d->qpos && shard->qacc == d->qacc && shard->contact == d->contact);
  CHECK_INT(shard->solver_niter[0], 7);
  CHECK_INT(shard->ncon, d->ncon);
  CHECK(!shard->threadpool);
  CHECK(ig_stack_room(shard) == 4096);
  ig_stack_mark(shard);
  char* block = ig_stack_take(shard, 1000, 8);
  CHECK(block >= (char*)shard->arena && block + 1000 <= (char*)shard->arena + 4096);
  int64_t before = ig_live_bytes();
  // more than it has comes from the heap, and goes when it is cleared
  memset(ig_stack_take(shard, 100000, 8), 1, 100000);
  CHECK(ig_live_bytes() > before);
  ig_shard_clear(shard);
  CHECK_INT(ig_live_bytes(), before);
  CHECK_INT(shard->pstack, 0);
  CHECK_INT(d->pstack, stack);
  ig_stack_free(d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What the engine needs beyond the block comes from the heap and goes with its frame, with the data at the latest.
TEST(the_engine_works_beyond_the_block) {
  mj_freeLastXML();
  int64_t before = ig_live_bytes();
  mjModel* m = ig_test_model(robot);
  mjData* d = mj_makeData(m);
  int64_t with_data = ig_live_bytes();
  size_t room = (size_t)d->narena, stack = d->pstack;
  CHECK_ERROR(ig_stack_take(d, room, 8), "stack overflow");  // outside of frames nothing would free it
  ig_stack_mark(d);
  char* kept = ig_stack_take(d, 100, 8);
  for (int i = 0; i < 3; i++) {
    ig_stack_mark(d);
    char* beyond = ig_stack_take(d, 2 * room, 256);
    CHECK(beyond && (uintptr_t)beyond % 256 == 0);
    memset(beyond, 1, 2 * room);
    mjtNum* second = IG_SCRATCH(d, room, mjtNum);
    second[room - 1] = 1;
    CHECK(ig_live_bytes() > with_data);
    ig_stack_free(d);
    CHECK_INT(ig_live_bytes(), with_data);
  }
  memset(kept, 1, 100);
  ig_stack_free(d);
  CHECK_INT(d->pstack, stack);
  // left behind by an error that a program jumped out of
  ig_stack_mark(d);
  CHECK(ig_stack_take(d, 2 * room, 8));
  mj_resetData(m, d);
  CHECK_INT(ig_live_bytes(), with_data);
  ig_stack_mark(d);
  CHECK(ig_stack_take(d, 2 * room, 8));
  CHECK_ERROR(ig_stack_take(d, SIZE_MAX / 2, 8), "stack overflow");
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_freeLastXML();
  CHECK_INT(ig_live_bytes(), before);
}

TEST(warnings_are_counted_and_reported_once) {
  mjModel* m = ig_test_model(robot);
  mjData* d = mj_makeData(m);
  mju_user_warning = ig_catch_warning;
  ig_catches = 0;
  for (int i = 0; i < 3; i++) mj_warning(d, mjWARN_BADQPOS, i);
  mju_user_warning = NULL;
  CHECK_INT(ig_catches, 1);
  CHECK_INT(d->warning[mjWARN_BADQPOS].number, 3);
  CHECK_INT(d->warning[mjWARN_BADQPOS].lastinfo, 2);
  CHECK_ERROR(mj_warning(d, mjNWARNING, 0), "");
  mj_deleteData(d);
  mj_deleteModel(m);
}

// what makes a NaN decides its sign and payload, and processors differ in it
TEST(nans_of_a_compiled_model_have_one_pattern) {
  static const uint64_t patterns[] = {0xfff8000000000000, 0x7ff8000000000123, 0x7ff0000000000001};
  mjSpec* spec = mj_makeSpec();
  mjsNumeric* numeric = mjs_addNumeric(spec);
  mjs_setName(numeric->element, "n");
  double data[4] = {1};
  memcpy(data + 1, patterns, sizeof patterns);
  mjs_setDouble(numeric->data, data, 4);
  numeric->size = 4;
  mjModel* m = mj_compile(spec, NULL);
  CHECK(m && m->nnumericdata == 4);
  for (int i = 1; m && i < 4; i++) {
    uint64_t bits;
    memcpy(&bits, m->numeric_data + i, sizeof bits);
    CHECK_INT(bits, 0x7ff8000000000000);
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
