// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <inttypes.h>
#include <string.h>

const char* const call_names[CALL_COUNT] = {
#define X(name) #name,
    CALLS
#undef X
};

// ------------------------------------------------ making

// how often each kind is drawn
static const int weights[CALL_COUNT] = {
    [CALL_step] = 30,     [CALL_follow] = 8,    [CALL_rollout] = 6, [CALL_forward] = 4,   [CALL_reset] = 5,
    [CALL_set_state] = 4, [CALL_write] = 24,    [CALL_policy] = 3,  [CALL_parameter] = 7, [CALL_setting] = 4,
    [CALL_choice] = 3,    [CALL_own_model] = 1, [CALL_output] = 6,  [CALL_look] = 8,      [CALL_gather] = 3,
    [CALL_function] = 3,  [CALL_question] = 3,  [CALL_clear] = 1,   [CALL_replace] = 1,   [CALL_move] = 4,
};

static CallKind draw_kind(Random* r, bool device) {
  int all = 0;
  for (int k = 0; k < CALL_COUNT; k++) all += k == CALL_move && !device ? 0 : weights[k];
  int at = random_below(r, all);
  for (int k = 0; k < CALL_COUNT; k++) {
    int weight = k == CALL_move && !device ? 0 : weights[k];
    if (at < weight) return (CallKind)k;
    at -= weight;
  }
  return CALL_step;
}

static uint64_t draw_mask(Random* r) {
  uint64_t all = ((uint64_t)1 << MOST_WORLDS) - 1;
  switch (random_below(r, 4)) {
    case 0: return random_bits(r) & all;
    case 1: return (random_bits(r) | random_bits(r)) & all;
    default: return all;
  }
}

static Call draw_call(Random* r, bool device) {
  Call c = {.kind = draw_kind(r, device), .mask = draw_mask(r), .seed = (uint32_t)random_bits(r)};
  static const int steps[] = {0, 1, 1, 1, 2, 3, 5, 8, 13, 20};
  c.n = steps[random_below(r, 10)];
  c.a = random_below(r, 1000);
  c.b = random_below(r, 1000);
  return c;
}

static Scene draw_scene(Random* r) {
  // half of the features on average, the rare ones less often
  uint32_t features = (uint32_t)random_bits(r);
  static const Feature rare[] = {HAS_MANY, HAS_DELAYS, HAS_HFIELD, HAS_MESH, HAS_SIGHT, HAS_ARENA, HAS_WRAPPING, HAS_MEDIUM};
  static const Feature seldom[] = {HAS_KINETIC, HAS_SLEEP};
  for (int i = 0; i < 8; i++) {
    if (random_below(r, 2)) features &= ~(1u << rare[i]);
  }
  for (int i = 0; i < 2; i++) {
    if (random_below(r, 8)) features &= ~(1u << seldom[i]);
  }
  return (Scene){(uint32_t)random_bits(r), features & ((1u << HAS_COUNT) - 1)};
}

Program program_make(uint32_t seed, int widths, bool device) {
  Random r = random_of(seed, 1);
  static const int counts[] = {1, 3, 4, 5, 8, 8, 9, 11, 16, 19};
  Program p = {.nworld = counts[random_below(&r, 10)], .threads = 1 + random_below(&r, 3)};
  // the last table is the one that users get on this machine
  p.width = random_below(&r, 2) ? widths : random_below(&r, widths + 1);
  p.nscene = random_below(&r, 8) ? 1 : 2;
  for (int i = 0; i < p.nscene; i++) p.scene[i] = draw_scene(&r);
  p.ncall = 4 + random_below(&r, 20);
  for (int i = 0; i < p.ncall; i++) p.call[i] = draw_call(&r, device);
  return p;
}

// ------------------------------------------------ text

void program_print(const Program* p, FILE* to) {
  fprintf(to, "program worlds %d threads %d width %d\n", p->nworld, p->threads, p->width);
  for (int i = 0; i < p->nscene; i++)
    fprintf(to, "scene seed %" PRIu32 " features 0x%" PRIx32 "\n", p->scene[i].seed, p->scene[i].features);
  for (int i = 0; i < p->ncall; i++) {
    const Call* c = &p->call[i];
    fprintf(to, "%s n %d a %d b %d seed %" PRIu32 " mask 0x%" PRIx64 "\n", call_names[c->kind], c->n, c->a, c->b, c->seed,
            c->mask);
  }
}

static bool read_call(const char* line, Call* c) {
  char name[32];
  int n = sscanf(line, "%31s n %d a %d b %d seed %" SCNu32 " mask %" SCNx64, name, &c->n, &c->a, &c->b, &c->seed, &c->mask);
  for (int k = 0; n == 6 && k < CALL_COUNT; k++) {
    if (strcmp(name, call_names[k])) continue;
    c->kind = (CallKind)k;
    return true;
  }
  return false;
}

bool program_read(Program* p, FILE* from) {
  char line[256];
  *p = (Program){.nworld = 0};
  while (fgets(line, sizeof line, from)) {
    Scene scene;
    if (line[0] == '#' || line[0] == '\n') continue;
    if (sscanf(line, "program worlds %d threads %d width %d", &p->nworld, &p->threads, &p->width) == 3) continue;
    if (sscanf(line, "scene seed %" SCNu32 " features %" SCNx32, &scene.seed, &scene.features) == 2 && p->nscene < MOST_SCENES) {
      p->scene[p->nscene++] = scene;
    } else if (p->ncall == MOST_CALLS || !read_call(line, &p->call[p->ncall++])) {
      fprintf(stderr, "not a line of a program: %s", line);
      return false;
    }
  }
  return p->nworld > 0 && p->nworld <= MOST_WORLDS && p->nscene > 0;
}
