// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/custom.h"

#include <string.h>

#include "model/typename.h"

// size makes room beyond the data, never less
bool ig_compile_numeric(ig_Compiler* c, void* record) {
  ig_CNumeric* numeric = record;
  const mjsNumeric* s = IG_PUBLIC(mjsNumeric, numeric->r.from);
  const char* name = ig_record_name(numeric);
  int given = IG_COUNT(double, s->data);
  if (s->size && given && s->size < given) {
    return ig_refuse(c, numeric, "numeric '%s' (id %d): size %d, but data has %d numbers", name, numeric->r.id, s->size, given);
  }
  numeric->size = s->size ? s->size : given;
  if (!numeric->size) return ig_refuse(c, numeric, "numeric '%s' (id %d): give data or a size", name, numeric->r.id);
  if (numeric->size < 0)
    return ig_refuse(c, numeric, "numeric '%s' (id %d): negative size %d", name, numeric->r.id, numeric->size);
  return true;
}

bool ig_compile_text(ig_Compiler* c, void* record) {
  const ig_Record* text = record;
  if (!ig_text_empty(IG_PUBLIC(mjsText, text->from)->data)) return true;
  return ig_refuse(c, text, "text '%s' (id %d): data is empty", ig_record_name(text), text->id);
}

bool ig_compile_tuple(ig_Compiler* c, void* record) {
  ig_CTuple* tuple = record;
  const mjsTuple* s = IG_PUBLIC(mjsTuple, tuple->r.from);
  const char* name = ig_record_name(tuple);
  tuple->n = IG_COUNT(int, s->objtype);
  if (!tuple->n) return ig_refuse(c, tuple, "tuple '%s' (id %d) has no elements", name, tuple->r.id);
  if (tuple->n != ig_texts_count(s->objname) || tuple->n != IG_COUNT(double, s->objprm)) {
    return ig_refuse(c, tuple, "tuple '%s' (id %d): types, names and numbers differ in length", name, tuple->r.id);
  }
  tuple->obj = IG_NEW(&c->arena, tuple->n, ig_Record*);
  for (int i = 0; i < tuple->n; i++) {
    mjtObj type = IG_ITEMS(int, s->objtype)[i];
    const char* object = ig_texts_at(s->objname, i);
    tuple->obj[i] = *object ? ig_lookup(c, type, object) : NULL;
    if (!tuple->obj[i]) {
      return ig_refuse(c, tuple, "tuple: object '%s' (tuple %d): %s not found", object, tuple->r.id, ig_object_word(type));
    }
    // whatever refers to a geom keeps it from being discarded as a visual
    if (type == mjOBJ_GEOM) ((ig_CGeom*)(void*)tuple->obj[i])->visual = false;
  }
  return true;
}

void ig_count_numeric(mjModel* n, const void* record) { n->nnumericdata += ((const ig_CNumeric*)record)->size; }

void ig_write_numeric(const ig_Compiler* c, const void* record) {
  const ig_CNumeric* numeric = record;
  mjModel* m = c->model;
  int adr = (int)c->at.nnumericdata;
  const mjsNumeric* s = IG_PUBLIC(mjsNumeric, numeric->r.from);
  m->numeric_adr[numeric->r.id] = adr;
  m->numeric_size[numeric->r.id] = numeric->size;
  for (int i = 0; i < IG_COUNT(double, s->data); i++) m->numeric_data[adr + i] = IG_ITEMS(double, s->data)[i];
}

// the final zero is a part of it
static int64_t text_size(const ig_Record* text) { return (int64_t)ig_text_size(IG_PUBLIC(mjsText, text->from)->data) + 1; }

void ig_count_text(mjModel* n, const void* record) { n->ntextdata += text_size(record); }

void ig_write_text(const ig_Compiler* c, const void* record) {
  const ig_Record* text = record;
  mjModel* m = c->model;
  int adr = (int)c->at.ntextdata, size = (int)text_size(text);
  m->text_adr[text->id] = adr;
  m->text_size[text->id] = size;
  strncpy(m->text_data + adr, ig_text(IG_PUBLIC(mjsText, text->from)->data), size);
}

void ig_count_tuple(mjModel* n, const void* record) { n->ntupledata += ((const ig_CTuple*)record)->n; }

void ig_write_tuple(const ig_Compiler* c, const void* record) {
  const ig_CTuple* tuple = record;
  mjModel* m = c->model;
  int adr = (int)c->at.ntupledata;
  const mjsTuple* s = IG_PUBLIC(mjsTuple, tuple->r.from);
  m->tuple_adr[tuple->r.id] = adr;
  m->tuple_size[tuple->r.id] = tuple->n;
  for (int i = 0; i < tuple->n; i++) {
    m->tuple_objtype[adr + i] = IG_ITEMS(int, s->objtype)[i];
    m->tuple_objid[adr + i] = ig_id(tuple->obj[i]);
    m->tuple_objprm[adr + i] = IG_ITEMS(double, s->objprm)[i];
  }
}
