// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/pair.h"

#include <math.h>

#include "base/sort.h"
#include "spec/pose.h"

static ig_CGeom* find_geom(ig_Compiler* c, const ig_CPair* pair, const char* name) {
  ig_Record* geom = ig_lookup(c, mjOBJ_GEOM, name);
  if (!geom) ig_refuse(c, pair, "contact pair: geom '%s' not found (pair %d)", name, pair->r.id);
  return (ig_CGeom*)(void*)geom;
}

// weight of the first geom where the properties of two are mixed
static double mix_of(double mix1, double mix2) {
  if (mix1 >= IG_EPS && mix2 >= IG_EPS) return mix1 / (mix1 + mix2);
  if (mix1 < IG_EPS && mix2 < IG_EPS) return 0.5;
  return mix1 < IG_EPS ? 0.0 : 1.0;
}

// what the pair leaves open comes from the geom of higher priority, or from both
static void inherit(mjsPair* s, const mjsGeom* g1, const mjsGeom* g2) {
  const mjsGeom* first = g1->priority != g2->priority ? (g1->priority > g2->priority ? g1 : g2) : NULL;
  double mix = mix_of(g1->solmix, g2->solmix);
  if (!ig_given(s->margin)) s->margin = mjMAX(g1->margin, g2->margin);
  if (!ig_given(s->gap)) s->gap = mjMAX(g1->gap, g2->gap);
  if (!ig_given(s->friction[0])) {
    static const int source[5] = {0, 0, 1, 2, 2};
    for (int i = 0; i < 5; i++) {
      int k = source[i];
      s->friction[i] = first ? first->friction[k] : mjMAX(g1->friction[k], g2->friction[k]);
    }
  }
  if (!ig_given(s->solref[0])) {
    // not given is NaN, so never "positive": two geoms of one priority give the smaller numbers
    for (int i = 0; i < mjNREF; i++) s->solref[i] = first ? first->solref[i] : mjMIN(g1->solref[i], g2->solref[i]);
  }
  if (!ig_given(s->solimp[0])) {
    for (int i = 0; i < mjNIMP; i++) {
      s->solimp[i] = first ? first->solimp[i] : mix * g1->solimp[i] + (1 - mix) * g2->solimp[i];
    }
  }
}

bool ig_compile_pair(ig_Compiler* c, void* record) {
  ig_CPair* pair = record;
  mjsPair* s = &pair->s;
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    return ig_refuse(c, pair, "contact pair: condim %d, but contacts have 1, 3, 4 or 6 dimensions", s->condim);
  }
  ig_CGeom* g1 = find_geom(c, pair, ig_text(s->geomname1));
  if (!g1) return false;
  ig_CGeom* g2 = find_geom(c, pair, ig_text(s->geomname2));
  if (!g2) return false;

  // their contact would be a row that touches no tree; without any tree there are no rows
  if (c->list[mjOBJ_JOINT].n && !g1->body->moving && !g2->body->moving) {
    return ig_refuse(c, pair, "contact pair: geoms '%s' and '%s' cannot move: neither belongs to a kinematic tree",
                     ig_text(s->geomname1), ig_text(s->geomname2));
  }

  // the body of lower id comes first
  bool swap = g1->body->r.id > g2->body->r.id;
  pair->geom1 = swap ? g2 : g1;
  pair->geom2 = swap ? g1 : g2;
  pair->signature = ((unsigned)pair->geom1->body->r.id << 16) + (unsigned)pair->geom2->body->r.id;
  g1->visual = g2->visual = false;
  inherit(s, &pair->geom1->s, &pair->geom2->s);
  return true;
}

bool ig_compile_exclude(ig_Compiler* c, void* record) {
  ig_CExclude* exclude = record;
  const mjsExclude* s = IG_PUBLIC(mjsExclude, exclude->r.from);
  const char* name[2] = {ig_text(s->bodyname1), ig_text(s->bodyname2)};
  int id[2];
  for (int i = 0; i < 2; i++) {
    ig_Record* body = ig_lookup(c, mjOBJ_BODY, name[i]);
    if (!body) return ig_refuse(c, exclude, "exclude: body '%s' not found (exclude %d)", name[i], exclude->r.id);
    id[i] = body->id;
  }
  bool swap = id[0] > id[1];
  exclude->signature = ((unsigned)id[swap] << 16) + (unsigned)id[!swap];
  return true;
}

static bool pair_before(ig_Record** a, ig_Record** b) {
  return ((const ig_CPair*)(void*)*a)->signature < ((const ig_CPair*)(void*)*b)->signature;
}

static bool exclude_before(ig_Record** a, ig_Record** b) {
  return ((const ig_CExclude*)(void*)*a)->signature < ((const ig_CExclude*)(void*)*b)->signature;
}

IG_DEFINE_STABLE_SORT(sort_pairs, ig_Record*, pair_before)
IG_DEFINE_STABLE_SORT(sort_excludes, ig_Record*, exclude_before)

void ig_sort_pairs(ig_Compiler* c) {
  ig_Records *pairs = &c->list[mjOBJ_PAIR], *excludes = &c->list[mjOBJ_EXCLUDE];
  pairs->item = sort_pairs(pairs->item, IG_NEW(&c->arena, pairs->n, ig_Record*), pairs->n);
  excludes->item = sort_excludes(excludes->item, IG_NEW(&c->arena, excludes->n, ig_Record*), excludes->n);
  ig_renumber(pairs);
  ig_renumber(excludes);
}

void ig_write_pair(const ig_Compiler* c, const void* record) {
  const ig_CPair* pair = record;
  mjModel* m = c->model;
  const mjsPair* s = &pair->s;
  int id = pair->r.id;
  m->pair_dim[id] = s->condim;
  m->pair_geom1[id] = pair->geom1->r.id;
  m->pair_geom2[id] = pair->geom2->r.id;
  m->pair_signature[id] = (int)pair->signature;
  IG_PUT(m->pair_solref, id, s->solref, mjNREF);
  IG_PUT(m->pair_solreffriction, id, s->solreffriction, mjNREF);
  IG_PUT(m->pair_solimp, id, s->solimp, mjNIMP);
  m->pair_margin[id] = s->margin;
  m->pair_gap[id] = s->gap;
  IG_PUT(m->pair_friction, id, s->friction, 5);
}

void ig_write_exclude(const ig_Compiler* c, const void* record) {
  const ig_CExclude* exclude = record;
  c->model->exclude_signature[exclude->r.id] = (int)exclude->signature;
}
