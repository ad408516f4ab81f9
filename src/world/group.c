// SPDX-License-Identifier: Apache-2.0
#include "world/group.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "batch/array.h"
#include "model/data.h"
#include "model/model.h"
#include "step/reset.h"

static bool make_slot(ig_Group* group, ig_WorkerSlot* slot, bool lanes) {
  slot->spare = ig_make_data(group->model);
  if (!slot->spare) return false;
  if (lanes) slot->lanes = group->width->make(group->model, false, NULL);
  return !lanes || slot->lanes;
}

bool ig_group_make(ig_Group* group, int threads, const ig_Width* width) {
  int worlds = group->fields.worlds;
  const mjModel* m = group->model;
  bool lanes = width && !group->resident && worlds >= IG_LEAST_LANES && !ig_width_refusal(m);
  group->width = lanes ? width : NULL;
  if (!ig_fields_make(&group->fields, m, worlds) || !ig_fields_make(&group->last_inputs, m, worlds)) return false;
  group->params.worlds = worlds;

  // each thread holds one slot at a time, and no more threads work than there are vectors
  int vectors = lanes ? (worlds + width->width - 1) / width->width : worlds;
  int n = vectors < threads ? vectors : threads;
  IG_ASSERT(n > 0);
  group->slots = ig_try_alloc(sizeof(ig_WorkerSlot) * (size_t)n);
  if (!group->slots) return false;
  memset(group->slots, 0, sizeof(ig_WorkerSlot) * (size_t)n);
  group->nslot = n;
  for (int i = 0; i < n; i++) {
    if (!make_slot(group, group->slots + i, lanes)) return false;
  }
  return true;
}

void ig_group_free(ig_Group* group) {
  for (int i = 0; i < group->nslot; i++) {
    ig_WorkerSlot* slot = group->slots + i;
    if (slot->lanes) group->width->free(slot->lanes);
    ig_delete_data(slot->spare);
    for (int lane = 0; lane < 9; lane++) ig_free(slot->model[lane]);
  }
  for (int i = 0; i < group->noutput; i++) ig_free(group->outputs[i].data);
  ig_free(group->outputs);
  ig_free(group->slots);
  ig_params_free(&group->params);
  ig_fields_free(&group->fields);
  ig_fields_free(&group->last_inputs);
  ig_free(group->world);
  ig_delete_model(group->model);
}

ig_WorkerSlot* ig_worker_slot_take(ig_Group* group) {
  IG_ASSERT(group->nslot > 0);
  for (int i = 0;; i = (i + 1) % group->nslot) {
    bool free = false;
    if (atomic_compare_exchange_strong(&group->slots[i].busy, &free, true)) return group->slots + i;
  }
}

void ig_worker_slot_return(ig_WorkerSlot* slot) { atomic_store(&slot->busy, false); }

const mjModel* ig_worker_slot_model(const ig_Group* group, ig_WorkerSlot* slot, int lane, int index, bool last) {
  IG_ASSERT(lane >= 0 && lane < 9 && index >= 0 && index < group->fields.worlds);
  if (!group->params.n) return group->model;
  ig_params_fill(&group->params, group->model, slot->model[lane], index, last);
  return slot->model[lane];
}

// ------------------------------------------------ outputs

ig_Output* ig_group_output(ig_Group* group, int quantity, bool* fresh) {
  *fresh = false;
  for (int i = 0; i < group->noutput; i++) {
    if (group->outputs[i].quantity == quantity) return group->outputs + i;
  }
  // the time is a field of every world
  int count = ig_is_numbers(quantity) && quantity != IG_Q_time ? ig_array_length(group->model, quantity) : 0;
  if (!count) return NULL;
  ig_Output* outputs = ig_try_alloc(sizeof(ig_Output) * (size_t)(group->noutput + 1));
  double* data = ig_try_alloc(sizeof(double) * (size_t)count * (size_t)group->fields.worlds);
  if (!outputs || !data) {
    ig_free(outputs);
    ig_free(data);
    return NULL;
  }
  if (group->noutput) memcpy(outputs, group->outputs, sizeof(ig_Output) * (size_t)group->noutput);
  ig_free(group->outputs);
  group->outputs = outputs;
  outputs[group->noutput] = (ig_Output){quantity, count, data};
  if (quantity == IG_Q_cacc || quantity == IG_Q_cfrc_int || quantity == IG_Q_cfrc_ext) group->calls |= IG_CALL_FORCES;
  if (quantity == IG_Q_subtree_linvel || quantity == IG_Q_subtree_angmom) group->calls |= IG_CALL_SUBTREES;
  *fresh = true;
  return outputs + group->noutput++;
}

void ig_outputs_from_data(const ig_Group* group, int index, const mjData* d) {
  IG_ASSERT(index >= 0 && index < group->fields.worlds);
  for (int k = 0; k < group->noutput; k++) {
    const ig_Output* o = group->outputs + k;
    const double* from = ig_array_of(d, o->quantity);
    for (int i = 0; i < o->count; i++) o->data[(size_t)i * (size_t)group->fields.worlds + (size_t)index] = from[i];
  }
}
