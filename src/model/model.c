// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "model/defaults.h"
#include "model/field.h"
#include "model/object.h"

bool ig_may_be_unset(const char* size) { return !strcmp(size, "njmax") || !strcmp(size, "nconmax"); }

// the arrays hold fewer than INT_MAX rows, except two, which are plain bytes; and two sizes are bytes
static bool may_be_huge(const char* size) {
  return !strcmp(size, "ntexdata") || !strcmp(size, "ntextdata") || !strcmp(size, "nbuffer") || !strcmp(size, "narena");
}

static bool sizes_are_sane(const mjModel* m, char* error, int error_size) {
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes);
  for (int i = 0; i < count; i++) {
    mjtSize value = ig_size_at(m, sizes[i].offset);
    const char* name = sizes[i].name;
    if (value < 0 && !ig_may_be_unset(name)) {
      snprintf(error, (size_t)error_size, "Invalid model: %s must not be below 0, it is %lld.", name, (long long)value);
      return false;
    }
    if (value >= INT_MAX && !may_be_huge(name)) {
      snprintf(error, (size_t)error_size, "Invalid model: %s is too large (%lld).", name, (long long)value);
      return false;
    }
  }
  if (m->nbody == 0) {
    snprintf(error, (size_t)error_size, "Invalid model: nbody is 0, a model has at least the world body.");
    return false;
  }
  return true;
}

mjModel* ig_make_model(const mjModel* sizes, char* error, int error_size) {
  if (!sizes_are_sane(sizes, error, error_size)) return NULL;
  mjModel* m = ig_try_alloc(sizeof(mjModel));
  if (!m) {
    snprintf(error, (size_t)error_size, "no memory for another mjModel");
    return NULL;
  }
  memset(m, 0, sizeof(mjModel));
  ig_Size list[IG_MAX_FIELDS];
  for (int i = 0, n = ig_model_sizes(list); i < n; i++) *ig_size_pointer(m, &list[i]) = ig_size_at(sizes, list[i].offset);

  // slots of the map of all names; -1 if that does not fit an int
  mjtSize names = 0;
  for (int k = 0; k < IG_NAMED_KINDS; k++) names += ig_size_at(m, ig_named_kinds[k].count);
  m->nnames_map = names < INT_MAX / IG_MAP_LOAD ? names * IG_MAP_LOAD : -1;

  // one block for all arrays
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(m, fields);
  const char* bad = "nnames_map";
  m->nbuffer = m->nnames_map < 0 ? -1 : ig_block_size(fields, count, &bad);
  m->buffer = m->nbuffer < 0 ? NULL : ig_try_zero(1, (size_t)m->nbuffer);
  if (!m->buffer) {
    if (m->nbuffer < 0) {
      snprintf(error, (size_t)error_size, "Invalid model: %s too large.", bad);
    } else {
      snprintf(error, (size_t)error_size, "could not allocate mjModel buffer of %lld bytes", (long long)m->nbuffer);
    }
    ig_free(m);
    return NULL;
  }
  ig_place_fields(m, fields, count, m->buffer);
  ig_default_option(&m->opt);
  ig_default_visual(&m->vis);
  ig_default_statistic(&m->stat);
  return m;
}

void ig_delete_model(mjModel* m) {
  if (!m) return;
  ig_free(m->buffer);
  ig_free(m);
}

// everything but the buffer; arrays that only simulation needs are left alone when visual_only
static void copy_contents(mjModel* dest, const mjModel* src, bool visual_only) {
  void* buffer = dest->buffer;
  *dest = *src;
  dest->buffer = buffer;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(src, fields);
  ig_place_fields(dest, fields, count, buffer);
  for (int i = 0; i < count; i++) {
    if (visual_only && !fields[i].visual) continue;
    memcpy(*ig_field_pointer(dest, &fields[i]), *ig_field_pointer(src, &fields[i]), ig_field_bytes(&fields[i]));
  }
}

mjModel* ig_copy_model(mjModel* dest, const mjModel* src) {
  if (!dest) {
    char error[256] = "";
    dest = ig_make_model(src, error, sizeof error);
    if (!dest) {
      mju_error("mj_copyModel: %s", error);
      return NULL;
    }
  }
  if (dest->nbuffer != src->nbuffer) {
    ig_delete_model(dest);
    mju_error("mj_copyModel: the two models differ in size");
    return NULL;
  }
  copy_contents(dest, src, false);
  return dest;
}

void mjv_copyModel(mjModel* dest, const mjModel* src) {
  if (dest->nbuffer != src->nbuffer) {
    mju_error("mjv_copyModel: the two models differ in size");
    return;
  }
  copy_contents(dest, src, true);
}
