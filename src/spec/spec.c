// SPDX-License-Identifier: Apache-2.0
#include "spec/spec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/scope.h"
#include "spec/builtin.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/names.h"

// ------------------------------------------------ memory

void* ig_spec_alloc(size_t bytes) {
  void* memory = ig_try_zero(1, bytes ? bytes : 1);
  if (!memory) mju_error("Could not allocate memory: %zu bytes", bytes);
  return memory;
}

void* ig_spec_grow(void* old, size_t old_bytes, size_t bytes) {
  void* memory = ig_spec_alloc(bytes);
  if (!memory) return NULL;
  if (old_bytes) memcpy(memory, old, old_bytes);
  ig_free(old);
  return memory;
}

char* ig_spec_text(const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = ig_spec_alloc(size);
  if (copy) memcpy(copy, text, size);
  return copy;
}

// ------------------------------------------------ messages

static void set_message(ig_Spec* spec, const ig_Element* el, const char* kind, const char* format, va_list args) {
  int room = (int)sizeof(spec->message);
  int n = snprintf(spec->message, (size_t)room, "%s", kind);
  n += vsnprintf(spec->message + n, (size_t)(room - n), format, args);
  if (!el || n >= room) return;
  n += snprintf(spec->message + n, (size_t)(room - n), "\nElement name '%s', id %d", ig_el_name(el), el->id);
  if (n >= room || ig_text_empty(&el->info)) return;
  snprintf(spec->message + n, (size_t)(room - n), ", %s", ig_text(&el->info));
}

bool ig_spec_fail(ig_Spec* spec, const void* element, const char* format, ...) {
  va_list args;
  va_start(args, format);
  set_message(spec, element, "Error: ", format, args);
  va_end(args);
  spec->is_warning = false;
  return false;
}

void ig_spec_warn(ig_Spec* spec, const void* element, const char* format, ...) {
  if (spec->message[0] && !spec->is_warning) return;
  va_list args;
  va_start(args, format);
  set_message(spec, element, "", format, args);
  va_end(args);
  spec->is_warning = true;
}

void ig_spec_clear_message(ig_Spec* spec) {
  spec->message[0] = 0;
  spec->is_warning = false;
}

// ------------------------------------------------ life

enum { SPEC_WORK = 30000 };  // with the elements of its first class

// a spec with neither world nor classes
static ig_Spec* bare_spec(void) {
  ig_spend(SPEC_WORK);
  ig_Spec* spec = ig_spec_alloc(sizeof(*spec));
  if (!spec) return NULL;
  ig_builtin_spec(&spec->s);
  spec->base.elemtype = mjOBJ_MODEL;
  spec->references = 1;
  spec->max_work = IG_DEFAULT_WORK;
  spec->max_bytes = IG_DEFAULT_MEMORY;
  spec->s.element = &spec->base;
  spec->s.modelname = &spec->modelname;
  spec->s.comment = &spec->comment;
  spec->s.modelfiledir = &spec->modelfiledir;
  spec->s.compiler.meshdir = &spec->meshdir;
  spec->s.compiler.texturedir = &spec->texturedir;
  return spec;
}

ig_Spec* ig_spec_new(void) {
  ig_Spec* spec = bare_spec();
  if (!spec) return NULL;
  ig_text_set(&spec->modelname, "MuJoCo Model");
  ig_default_root(spec);
  spec->world = ig_element_new(spec, ig_type(mjOBJ_BODY));
  ig_text_set(&spec->world->el.name, "world");
  ig_text_set(&spec->world->el.classname, "main");
  ig_sign(spec);
  spec->base.signature = 0;
  return spec;
}

ig_Spec* ig_spec_bare_copy(const ig_Spec* other) {
  ig_Spec* spec = bare_spec();
  if (!spec) return NULL;
  spec->max_work = other->max_work;
  spec->max_bytes = other->max_bytes;
  spec->work = other->work;
  mjSpec own = spec->s;
  spec->s = other->s;
  spec->s.element = own.element;
  spec->s.modelname = own.modelname;
  spec->s.comment = own.comment;
  spec->s.modelfiledir = own.modelfiledir;
  spec->s.compiler.meshdir = own.compiler.meshdir;
  spec->s.compiler.texturedir = own.compiler.texturedir;
  ig_container_copy(&spec->modelname, &other->modelname, IG_TEXT);
  ig_container_copy(&spec->comment, &other->comment, IG_TEXT);
  ig_container_copy(&spec->modelfiledir, &other->modelfiledir, IG_TEXT);
  ig_container_copy(&spec->meshdir, &other->meshdir, IG_TEXT);
  ig_container_copy(&spec->texturedir, &other->texturedir, IG_TEXT);
  return spec;
}

void ig_spec_retain(ig_Spec* spec) { spec->references++; }

static void cut_classes(const ig_List* list) {
  for (int i = 0; i < list->count; i++) {
    if (list->item[i]->base.elemtype != mjOBJ_DEFAULT) continue;
    ig_List* children = &((ig_Default*)list->item[i])->children;
    for (int k = 0; k < children->count; k++) children->item[k]->references--;
    children->count = 0;
  }
}

void ig_spec_release(ig_Spec* spec) {
  if (!spec || --spec->references > 0) return;
  ig_names_drop(spec);
  for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) {
    ig_List* borrowed = *t == mjOBJ_FRAME ? &spec->list[IG_FRAMES] : &spec->list[*t];
    borrowed->count = 0;
  }
  ig_element_release(spec->world);
  // classes hold those below them: taken apart first, so that none frees the next
  cut_classes(&spec->defaults);
  cut_classes(&spec->detached);
  ig_classes_drop(spec);
  for (int i = 0; i < IG_NLIST; i++) ig_list_free(&spec->list[i]);
  ig_list_free(&spec->defaults);
  ig_list_free(&spec->detached);
  for (int i = 0; i < spec->nattached; i++) ig_spec_release(spec->attached[i]);
  ig_free(spec->attached);
  for (int i = 0; i < spec->npending; i++) ig_free(spec->pending[i].name);
  ig_free(spec->pending);
  ig_free(spec->plugin);
  ig_free(spec->plugin_slot);
  ig_text_free(&spec->modelname);
  ig_text_free(&spec->comment);
  ig_text_free(&spec->modelfiledir);
  ig_text_free(&spec->meshdir);
  ig_text_free(&spec->texturedir);
  ig_free(spec);
}
