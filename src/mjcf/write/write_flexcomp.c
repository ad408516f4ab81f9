// SPDX-License-Identifier: Apache-2.0
// Flexes that <flex> is no way to write, and the <flexcomp> that is.
//
// <flex> says which bodies the nodes of an interpolated flex belong to, but has no attribute for where in them they are,
// as those that are pinned need; and 3.5.0 mistakes its `passive` for another attribute. A flexcomp can say both. So these
// are written as the macro that makes them, with their points as they are now; the bodies of the points or nodes come
// with it. Whether the macro makes the same again is found out by making it, in a spec of its own.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "spec/access.h"
#include "spec/add.h"
#include "spec/copy.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/macro/flexcomp.h"

typedef struct ig_FlexMacro_ {
  const mjsFlex* flex;
  ig_Body* parent;       // what is pinned belongs to it
  ig_Flexcomp f;         // not filled for the one that is made as a trial
  const ig_Body* first;  // of the bodies that it makes, which follow each other in the parent
  int nbody;
  bool written;
  struct ig_FlexMacro_* next;
} ig_FlexMacro;

// ------------------------------------------------ what the macro has to be told

// the points that move by themselves: nodes if there are any, else vertices
static bool interpolated(const ig_FlexMacro* macro) { return ig_texts_count(macro->flex->nodebody) > 0; }

static const void* names_of(const ig_FlexMacro* macro) {
  return interpolated(macro) ? macro->flex->nodebody : macro->flex->vertbody;
}

static int npoint(const ig_FlexMacro* macro) { return ig_texts_count(names_of(macro)); }

// NULL: pinned
static const ig_Body* body_at(const ig_FlexMacro* macro, int i) {
  const char* name = ig_texts_at(names_of(macro), i);
  return strcmp(name, ig_el_name(macro->parent)) ? (ig_Body*)ig_find(macro->parent->el.spec, mjOBJ_BODY, name) : NULL;
}

// in the frame of the parent
static void position_at(double pos[3], const ig_FlexMacro* macro, int i) {
  const void* offsets = interpolated(macro) ? macro->flex->node : macro->flex->vert;
  const ig_Body* body = body_at(macro, i);
  ig_zero3(pos);
  if (IG_COUNT(double, offsets) > 3 * i + 2) ig_copy3(pos, IG_ITEMS(double, offsets) + 3 * i);
  if (body) ig_addto3(pos, body->s.pos);
}

// Numbers that the macro computes come back with other last digits; how much is to be expected depends on the size of
// the numbers around.
static bool near(double a, double b, double size) {
  const double rounding = 1e-12;
  return fabs(a - b) <= rounding * size;
}

// The macro puts its nodes around the box of all points. Where the nodes reach further than the vertices, there were
// points that no element uses.
static void add_corners(ig_FlexMacro* macro) {
  double corner[6];
  const double* point = IG_ITEMS(double, &macro->f.point);
  bool reached = true;
  position_at(corner, macro, 0);
  position_at(corner + 3, macro, npoint(macro) - 1);
  for (int k = 0; k < 3; k++) {
    double lower = mjMAXVAL, upper = -mjMAXVAL, size = fabs(corner[k]) + fabs(corner[3 + k]);
    for (int i = k; i < IG_COUNT(double, &macro->f.point); i += 3) {
      lower = mjMIN(lower, point[i]);
      upper = mjMAX(upper, point[i]);
    }
    reached = reached && near(lower, corner[k], size) && near(upper, corner[3 + k], size);
  }
  if (!reached) ig_vec_append(&macro->f.point, corner, 6, sizeof(double));
}

static void fill_points(ig_FlexMacro* macro) {
  if (interpolated(macro)) {
    ig_container_copy(&macro->f.point, macro->flex->vert, IG_DOUBLES);
    add_corners(macro);
    return;
  }
  ig_vec_resize(&macro->f.point, 3 * (size_t)npoint(macro), sizeof(double));
  for (int i = 0; i < npoint(macro); i++) position_at(IG_ITEMS(double, &macro->f.point) + 3 * i, macro, i);
}

// the whole mass, from that of the first body
static void fill_masses(ig_FlexMacro* macro, int i, const mjsBody* body) {
  static const double simpson[3] = {1.0 / 6, 2.0 / 3, 1.0 / 6};
  ig_Flexcomp* f = &macro->f;
  double share = 1.0 / npoint(macro);
  if (f->dof == IG_FLEXDOF_QUADRATIC) share = simpson[i / 9] * simpson[i / 3 % 3] * simpson[i % 3];
  if (!(body->mass > 0)) return;
  f->mass = body->mass / share;
  f->inertiabox = sqrt(1.5 * body->inertia[0] / body->mass);
}

// bodies of points are called after the flex and the number of the point
static bool is_body_of_point(const char* name, const char* flex, int i) {
  char number[16];
  size_t length = strlen(flex);
  snprintf(number, sizeof(number), "_%d", i);
  return !strncmp(name, flex, length) && !strcmp(name + length, number);
}

// the body around the macro, or NULL
static ig_Body* find_parent(const ig_FlexMacro* macro, ig_Spec* spec) {
  const void* vertbody = macro->flex->vertbody;
  for (int i = 0, n = ig_texts_count(vertbody); i < n; i++) {
    const char* name = ig_texts_at(vertbody, i);
    bool moves = !interpolated(macro) && is_body_of_point(name, ig_el_name(macro->flex->element), i);
    ig_Body* body = interpolated(macro) || moves ? (ig_Body*)ig_find(spec, mjOBJ_BODY, name) : NULL;
    if (body) return moves ? body->el.body : body;
  }
  return NULL;
}

// false: no macro makes flexes of this kind
static bool fill(ig_FlexMacro* macro, ig_Spec* spec) {
  const mjsFlex* flex = macro->flex;
  ig_Flexcomp* f = &macro->f;
  int nnode = ig_texts_count(flex->nodebody), first = -1;
  macro->parent = find_parent(macro, spec);
  if (!macro->parent || !ig_el_name(flex->element)[0] || (nnode && nnode != 8 && nnode != 27)) return false;
  ig_text_set(&f->name, ig_el_name(flex->element));
  ig_container_copy(&f->element, flex->elem, IG_INTS);
  ig_container_copy(&f->texcoord, flex->texcoord, IG_FLOATS);
  for (int i = 0; i < npoint(macro); i++) {
    if (!body_at(macro, i)) {
      ig_vec_append(&f->pinid, &i, 1, sizeof(int));
    } else if (first < 0) {
      first = i;
    }
  }
  const ig_Body* body = first >= 0 ? body_at(macro, first) : NULL;
  bool radial = body && body->joints.count == 1;
  f->type = IG_FLEXCOMP_DIRECT;
  f->dof = nnode == 8 ? IG_FLEXDOF_TRILINEAR : nnode == 27 ? IG_FLEXDOF_QUADRATIC : radial ? IG_FLEXDOF_RADIAL : IG_FLEXDOF_FULL;
  fill_points(macro);
  if (body) fill_masses(macro, first, &body->s);
  return true;
}

// ------------------------------------------------ does it make the same?

static bool same_items(const void* a, const void* b, size_t item) {
  int n = ig_vec_count(a, item);
  return n == ig_vec_count(b, item) && (!n || !memcmp(IG_ITEMS(char, a), IG_ITEMS(char, b), (size_t)n * item));
}

static bool same_texts(const void* a, const void* b) {
  int n = ig_texts_count(a);
  if (n != ig_texts_count(b)) return false;
  for (int i = 0; i < n; i++) {
    if (strcmp(ig_texts_at(a, i), ig_texts_at(b, i)) != 0) return false;
  }
  return true;
}

static bool same_flex(const ig_FlexMacro* mine, const ig_FlexMacro* made) {
  const mjsFlex *a = mine->flex, *b = made->flex;
  if (!same_texts(a->vertbody, b->vertbody) || !same_texts(a->nodebody, b->nodebody)) return false;
  for (int i = 0, n = npoint(mine); i < n; i++) {
    double pos[3], other[3], across[3];
    position_at(pos, mine, i);
    position_at(other, made, i);
    position_at(across, mine, n - 1 - i);
    for (int k = 0; k < 3; k++) {
      if (!near(pos[k], other[k], fabs(pos[k]) + fabs(across[k]))) return false;
    }
  }
  return same_items(a->vert, b->vert, sizeof(double)) && same_items(a->elem, b->elem, sizeof(int)) &&
         same_items(a->texcoord, b->texcoord, sizeof(float)) && same_items(a->elemtexcoord, b->elemtexcoord, sizeof(int));
}

// what would be written for a joint or a geom
static const char* rows_of(ig_Writer* w, const ig_Element* el) {
  w->out.length = 0;
  ig_write_name(w, el);
  ig_write_rows(w, ig_rule_at("worldbody", ig_type(el->base.elemtype)->word), el, IG_PUBLIC(void, el), ig_class_object(w, el));
  return w->out.failed || !w->out.length ? "" : w->out.text;
}

static bool same_children(ig_Writer* w, ig_Writer* trial, ig_Body* mine, ig_Body* made) {
  for (const mjtObj* type = ig_tree_types; *type != mjOBJ_UNKNOWN; type++) {
    const ig_List *a = ig_body_list(mine, *type), *b = ig_body_list(made, *type);
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
      if (!ig_text_same(&a->item[i]->classname, &mine->el.classname)) return false;
      if (strcmp(rows_of(w, a->item[i]), rows_of(trial, b->item[i])) != 0) return false;
    }
  }
  return true;
}

static bool same_mass(const mjsBody* a, const mjsBody* b) {
  bool same =
      a->explicitinertial && isnan(a->fullinertia[0]) && a->ialt.type == mjORIENTATION_QUAT && near(a->mass, b->mass, b->mass);
  for (int k = 0; k < 3; k++) same = same && a->ipos[k] == 0 && near(a->inertia[k], b->inertia[k], b->inertia[k]);
  for (int k = 0; k < 4; k++) same = same && near(a->iquat[k], k == 0, 1) && near(a->quat[k], k == 0, 1);
  return same;
}

static bool same_body(ig_Writer* w, ig_Writer* trial, ig_Body* mine, ig_Body* made) {
  const mjsBody* s = &mine->s;
  bool bare = !mine->el.frame && !mine->frames.count && !s->plugin.active && !s->mocap && s->gravcomp == 0 &&
              s->sleep == made->s.sleep && s->alt.type == mjORIENTATION_QUAT && !IG_COUNT(double, s->userdata);
  return bare && ig_text_same(&mine->el.classname, &mine->el.body->el.classname) && same_mass(s, &made->s) &&
         same_children(w, trial, mine, made);
}

// those that the macro makes follow each other in the parent
static bool same_bodies(ig_Writer* w, ig_Writer* trial, ig_FlexMacro* mine, const ig_FlexMacro* made) {
  const ig_List *a = &mine->parent->bodies, *b = &made->parent->bodies;
  int first = 0;
  if (!b->count) return true;
  while (first < a->count && !ig_text_same(&a->item[first]->name, &b->item[0]->name)) first++;
  if (first + b->count > a->count) return false;
  for (int i = 0; i < b->count; i++) {
    ig_Element *body = a->item[first + i], *other = b->item[i];
    if (!ig_text_same(&body->name, &other->name) || !same_body(w, trial, (ig_Body*)body, (ig_Body*)other)) return false;
  }
  mine->first = (ig_Body*)a->item[first];
  mine->nbody = b->count;
  return true;
}

static bool makes_the_same(ig_Writer* w, ig_FlexMacro* macro) {
  ig_FlexMacro trial = {.flex = macro->flex};
  mjSpec* s = ig_make_spec();
  mjsBody* body = ig_find_body(s, "world");
  if (strcmp(ig_el_name(macro->parent), "world") != 0) {
    body = ig_add_body(body, NULL);
    ig_text_set(&ig_body(body)->el.name, ig_el_name(macro->parent));
  }
  ig_flexcomp_init(&trial.f);
  bool same = fill(&trial, w->spec);
  // settings of the flex that the macro looks at
  mjsFlex* to = trial.f.def->s.flex;
  to->dim = macro->flex->dim;
  to->radius = macro->flex->radius;
  to->margin = macro->flex->margin;
  to->vertcollide = macro->flex->vertcollide;
  same = same && !ig_flexcomp_make(&trial.f, body, NULL);
  if (same) {
    ig_Writer* texts = ig_alloc(2 * sizeof(ig_Writer));
    texts[0] = (ig_Writer){.spec = w->spec};
    texts[1] = (ig_Writer){.spec = ig_spec(s)};
    ig_FlexMacro made = {.flex = IG_ITEM(mjsFlex, ig_spec(s)->list[mjOBJ_FLEX], 0), .parent = ig_body(body)};
    same = same_flex(macro, &made) && same_bodies(&texts[0], &texts[1], macro, &made);
    ig_output_free(&texts[0].out);
    ig_output_free(&texts[1].out);
    ig_free(texts);
  }
  ig_flexcomp_free(&trial.f);
  ig_delete_spec(s);
  return same;
}

// ------------------------------------------------ plan and text

static bool has_offset_nodes(const mjsFlex* flex) {
  for (int i = 0; i < IG_COUNT(double, flex->node); i++) {
    if (IG_ITEMS(double, flex->node)[i] != 0) return true;
  }
  return false;
}

static ig_FlexMacro* macro_for(ig_Writer* w, const mjsFlex* flex) {
  ig_FlexMacro* macro = ig_alloc(sizeof(ig_FlexMacro));
  *macro = (ig_FlexMacro){.flex = flex};
  ig_flexcomp_init(&macro->f);
  if (fill(macro, w->spec) && makes_the_same(w, macro)) return macro;
  ig_flexcomp_free(&macro->f);
  ig_free(macro);
  return NULL;
}

// Readers number the flexes of <deformable> first: after one that is a macro, those that can be are macros too.
void ig_plan_flexcomps(ig_Writer* w) {
  const ig_List* list = &w->spec->list[mjOBJ_FLEX];
  ig_FlexMacro** end = &w->flexcomps;
  for (int i = 0; i < list->count; i++) {
    const mjsFlex* flex = IG_ITEM(mjsFlex, *list, i);
    bool apart = has_offset_nodes(flex), late = w->flexcomps != NULL;
    if (!apart && !late && !flex->passive) continue;
    *end = macro_for(w, flex);
    if (*end) {
      end = &(*end)->next;
    } else if (apart || late) {
      mju_warning("flex '%s': MJCF has no words for the %s; it is another one when it is read back", ig_el_name(flex->element),
                  apart ? "places of its nodes" : "order of the flexes");
    }
  }
}

void ig_drop_flexcomps(ig_Writer* w) {
  while (w->flexcomps) {
    ig_FlexMacro* macro = w->flexcomps;
    w->flexcomps = macro->next;
    ig_flexcomp_free(&macro->f);
    ig_free(macro);
  }
}

bool ig_is_flexcomp(const ig_Writer* w, const ig_Element* flex) {
  for (const ig_FlexMacro* macro = w->flexcomps; macro; macro = macro->next) {
    if (macro->flex->element == &flex->base) return true;
  }
  return false;
}

static void write_flexcomp(ig_Writer* w, ig_FlexMacro* macro) {
  const ig_Rule* rule = ig_rule_at("worldbody", "flexcomp");
  const ig_Rule of_macro = {.table = rule->table, .variant = IG_IN_SPEC},
                of_flex = {.table = rule->table, .variant = IG_IN_COMPOSITE};
  const ig_Flexcomp* f = &macro->f;
  ig_Flexcomp base;
  ig_flexcomp_init(&base);
  macro->written = true;
  ig_open(&w->out, "flexcomp");
  ig_put_text(&w->out, "name", ig_text(&f->name));
  ig_write_rows(w, &of_macro, NULL, f, &base);
  ig_write_rows(w, &of_flex, NULL, macro->flex, base.def->s.flex);
  ig_put_reals(&w->out, "point", IG_ITEMS(double, &f->point), IG_COUNT(double, &f->point));
  ig_put_ints(&w->out, "element", IG_ITEMS(int, &f->element), IG_COUNT(int, &f->element));
  int ntexcoord = IG_COUNT(float, &f->texcoord);
  if (ntexcoord) ig_put_floats(&w->out, "texcoord", IG_ITEMS(float, &f->texcoord), ntexcoord);
  for (int i = 0; i < rule->nchild; i++) {
    if (rule->children[i].table == &ig_table_pin || rule->children[i].table == &ig_table_plugin) continue;
    ig_open(&w->out, rule->children[i].name);
    ig_write_rows(w, &rule->children[i], NULL, macro->flex, base.def->s.flex);
    ig_close_or_drop(&w->out);
  }
  int npin = IG_COUNT(int, &f->pinid);
  if (npin) {
    ig_open(&w->out, "pin");
    ig_put_ints(&w->out, "id", IG_ITEMS(int, &f->pinid), npin);
    ig_close(&w->out);
  }
  ig_close(&w->out);
  ig_flexcomp_free(&base);
}

int ig_write_flexcomp_at(ig_Writer* w, const ig_Body* body) {
  for (ig_FlexMacro* macro = w->flexcomps; macro; macro = macro->next) {
    if (macro->first != body) continue;
    write_flexcomp(w, macro);
    return macro->nbody;
  }
  return 0;
}

void ig_write_flexcomps(ig_Writer* w, const ig_Body* parent) {
  for (ig_FlexMacro* macro = w->flexcomps; macro; macro = macro->next) {
    if (macro->parent == parent && !macro->written) write_flexcomp(w, macro);
  }
}
