// SPDX-License-Identifier: Apache-2.0
// Blocks that a change has taken are noted in a scope. When it ends early, those that can be reached from the specs are spared,
// as a garbage collector marks them, and the scope is dropped with the others: no order of steps in between has to be safe.
#include "spec/edit.h"

#include <math.h>

#include <mujoco/mujoco.h>

#include "base/guard.h"
#include "base/scope.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/names.h"

static void spare_block(void* scope, void* block) { ig_scope_spare_thing(scope, block); }

static void spare_container(ig_Scope* scope, const void* slot, ig_ContainerKind kind) {
  ig_container_blocks(slot, kind, spare_block, scope);
}

static void spare_list(ig_Scope* scope, const ig_List* list) { ig_scope_spare(scope, ig_list_block(list)); }

static void spare_elements(ig_Scope* scope, const ig_List* list);

static void spare_element(ig_Scope* scope, ig_Element* el) {
  const ig_Type* row = el->base.elemtype == mjOBJ_UNKNOWN ? ig_wrap_type() : ig_type(el->base.elemtype);
  ig_scope_spare(scope, el);
  for (int i = 0; i < row->nfield; i++) spare_container(scope, (char*)el + row->size + i * sizeof(ig_String), row->field[i].kind);
  spare_container(scope, &el->name, IG_TEXT);
  spare_container(scope, &el->classname, IG_TEXT);
  spare_container(scope, &el->info, IG_TEXT);
  spare_container(scope, &el->filedir, IG_TEXT);
  for (ig_Saved* s = el->saved; s; s = s->next) {
    ig_scope_spare(scope, s);
    ig_scope_spare(scope, s->name);
    ig_scope_spare(scope, s->act);
  }
  // what only some types have
  const ig_Map* config;
  switch (el->base.elemtype) {
    case mjOBJ_TENDON: spare_elements(scope, &((const ig_Tendon*)el)->path); break;
    case mjOBJ_UNKNOWN: spare_container(scope, &((const ig_Wrap*)el)->sidesite, IG_TEXT); break;
    case mjOBJ_PLUGIN:
      config = &((const ig_Plugin*)el)->config;
      for (const ig_MapNode* node = ig_map_first(config); node; node = ig_map_next(config, node)) {
        ig_scope_spare_thing(scope, (void*)node);
        spare_container(scope, &node->key, IG_TEXT);
        spare_container(scope, &node->value, IG_TEXT);
      }
      break;
    default: break;
  }
}

static void spare_elements(ig_Scope* scope, const ig_List* list) {
  spare_list(scope, list);
  for (int i = 0; i < list->count; i++) spare_element(scope, list->item[i]);
}

static void spare_below(ig_Scope* scope, ig_Body* root) {
  for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) {
    spare_element(scope, &body->el);
    spare_list(scope, &body->bodies);
    for (const mjtObj* t = ig_tree_types; *t != mjOBJ_BODY; t++) spare_elements(scope, ig_body_list(body, *t));
  }
}

// lists of elements outside of the tree; a deleted body or class brings what is below it
static void spare_all(ig_Scope* scope, const ig_List* list) {
  spare_elements(scope, list);
  for (int i = 0; i < list->count; i++) {
    if (list->item[i]->base.elemtype == mjOBJ_BODY) spare_below(scope, (ig_Body*)list->item[i]);
    if (list->item[i]->base.elemtype == mjOBJ_DEFAULT) {
      const ig_Default* def = (const ig_Default*)list->item[i];
      spare_list(scope, &def->children);
      for (int type = 0; type < mjNOBJECT; type++) {
        const ig_Type* row = ig_type((mjtObj)type);
        void* s = row && row->in_default >= 0 ? *(void**)(void*)((char*)&def->s + row->in_default) : NULL;
        if (s) spare_element(scope, *(ig_Element**)s);
      }
    }
  }
}

static void spare_spec(ig_Scope* scope, ig_Spec* spec) {
  if (!spec) return;
  ig_names_drop(spec);
  ig_classes_drop(spec);
  for (int type = 0; type < IG_NLIST; type++) {
    bool borrowed = type == IG_FRAMES || ig_in_tree((mjtObj)type);
    if (borrowed)
      spare_list(scope, &spec->list[type]);
    else
      spare_all(scope, &spec->list[type]);
  }
  spare_all(scope, &spec->defaults);
  spare_all(scope, &spec->detached);
  spare_below(scope, spec->world);
  ig_scope_spare(scope, spec->attached);
  ig_scope_spare(scope, spec->plugin);
  ig_scope_spare(scope, spec->plugin_slot);
  ig_scope_spare(scope, spec->pending);
  for (int i = 0; i < spec->npending; i++) ig_scope_spare(scope, spec->pending[i].name);
}

void ig_edit(ig_Spec* spec, ig_Spec* other, void (*function)(void* argument), void* argument) {
  ig_Scope scope;
  ingotReport report;
  ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
  if (ig_guard(function, argument, &report) == INGOT_OK) {
    ig_scope_keep(&scope);
    return;
  }
  spare_spec(&scope, spec);
  if (other != spec) spare_spec(&scope, other);
  ig_scope_drop(&scope);
  mju_error("%s", report.text);
}
