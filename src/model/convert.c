// SPDX-License-Identifier: Apache-2.0
#include "model/convert.h"

#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "model/model.h"

enum {
  OPTION_NUMBERS = offsetof(mjOption, integrator) / sizeof(mjtNum),  // all in front of the integers
  OPTION_REST = sizeof(mjOption) - offsetof(mjOption, integrator),
  STATISTIC_NUMBERS = sizeof(mjStatistic) / sizeof(mjtNum),
};
_Static_assert((int)OPTION_NUMBERS <= (int)IG_OPTION_NUMBERS && (int)STATISTIC_NUMBERS <= (int)IG_STATISTIC_NUMBERS,
               "room for the settings of a model");

void ig_model_describe(ig_ModelView* view, const mjModel* m) {
  ig_Size sizes[IG_MAX_FIELDS];
  ig_Field fields[IG_MAX_FIELDS];
  view->nsize = ig_model_sizes(sizes);
  for (int i = 0; i < view->nsize; i++) view->size[i] = ig_size_at(m, sizes[i].offset);
  view->narray = ig_model_fields(m, fields);
  for (int i = 0; i < view->narray; i++) {
    view->array[i].data = *ig_field_pointer(m, fields + i);
    view->array[i].count = (size_t)fields[i].rows * (size_t)fields[i].cols;
    view->array[i].bytes = fields[i].size;
  }
  const mjtNum *option = (const mjtNum*)&m->opt, *statistic = (const mjtNum*)&m->stat;
  for (int i = 0; i < OPTION_NUMBERS; i++) view->option[i] = (double)option[i];
  for (int i = 0; i < STATISTIC_NUMBERS; i++) view->statistic[i] = (double)statistic[i];
  view->option_rest = &m->opt.integrator;
  view->option_rest_bytes = OPTION_REST;
  view->visual = &m->vis;
  view->signature = m->signature;
}

// elements of different size are numbers
static void convert_array(void* to, size_t bytes, const void* from, size_t from_bytes, size_t count) {
  if (bytes == from_bytes) {
    if (count) memcpy(to, from, bytes * count);
  } else if (bytes == sizeof(float)) {
    for (size_t i = 0; i < count; i++) ((float*)to)[i] = (float)((const double*)from)[i];
  } else {
    for (size_t i = 0; i < count; i++) ((double*)to)[i] = (double)((const float*)from)[i];
  }
}

mjModel* ig_model_convert(const ig_ModelView* view) {
  ig_Size sizes[IG_MAX_FIELDS];
  ig_Field fields[IG_MAX_FIELDS];
  mjModel wanted = {0};
  char error[200];
  int n = ig_model_sizes(sizes);
  IG_ASSERT(n == view->nsize);
  for (int i = 0; i < n; i++) *ig_size_pointer(&wanted, sizes + i) = view->size[i];
  mjModel* m = ig_make_model(&wanted, error, sizeof error);
  if (!m) return NULL;
  n = ig_model_fields(m, fields);
  IG_ASSERT(n == view->narray);
  for (int i = 0; i < n; i++) {
    convert_array(*ig_field_pointer(m, fields + i), fields[i].size, view->array[i].data, view->array[i].bytes,
                  view->array[i].count);
  }
  mjtNum *option = (mjtNum*)&m->opt, *statistic = (mjtNum*)&m->stat;
  for (int i = 0; i < OPTION_NUMBERS; i++) option[i] = (mjtNum)view->option[i];
  for (int i = 0; i < STATISTIC_NUMBERS; i++) statistic[i] = (mjtNum)view->statistic[i];
  // what differs between the builds is padding behind the integers
  memcpy(&m->opt.integrator, view->option_rest, OPTION_REST < view->option_rest_bytes ? OPTION_REST : view->option_rest_bytes);
  memcpy(&m->vis, view->visual, sizeof m->vis);
  m->signature = view->signature;
  return m;
}
