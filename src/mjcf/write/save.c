// SPDX-License-Identifier: Apache-2.0
// The entry points of the public API that write specs as XML.
#include "mjcf/write/save.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ingot/status.h>
#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/scope.h"
#include "mjcf/write/writer.h"
#include "spec/list.h"

// a reader would refuse what is nested deeper, and writing follows the tree on the stack
enum { MAX_NESTED = 1000 };

static bool nested_too_deep(ig_Spec* spec) {
  // how deep an element stands is the walk data of the one above it
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) {
    const ig_Body* up = body->way.up;
    intptr_t depth = up ? (intptr_t)up->way.data + 1 : 0;
    body->way.data = (void*)depth;
    if (depth > MAX_NESTED) return true;
    for (int i = 0; i < body->frames.count; i++) {
      int frames = 0;
      for (const ig_Frame* frame = (ig_Frame*)body->frames.item[i]; frame; frame = frame->el.frame) {
        if (++frames > MAX_NESTED) return true;
      }
    }
  }
  for (ig_Default* def = ig_walk_classes_from((ig_Default*)spec->defaults.item[0]); def; def = ig_walk_classes_on(def)) {
    const ig_Default* up = def->way.up;
    intptr_t depth = up ? (intptr_t)up->way.data + 1 : 0;
    def->way.data = (void*)depth;
    if (depth > MAX_NESTED) return true;
  }
  return false;
}

// the text in w->out, to be freed with ig_output_free in any case
static bool write_spec(ig_Writer* w, const mjSpec* s, ig_Diag* diag) {
  if (!s) return ig_fail(diag, "Cannot write empty model");
  w->spec = ig_spec(s);
  if (w->spec->npending) {
    return ig_fail(diag, "XML Write error: Model has pending keyframes, Only compiled model can be written");
  }
  if (nested_too_deep(w->spec)) {
    return ig_fail(diag, "XML Write error: bodies, frames or classes are nested more than %d deep", MAX_NESTED);
  }
  return ig_write_mujoco(w);
}

// a writing, and what it has come to
typedef struct {
  const mjSpec* s;
  void (*change)(mjSpec* s, const void* by);  // what the spec goes through first, or NULL
  const void* by;
  ig_Writer* w;
  ig_Diag* diag;
  bool ok;
} Writing;

// what the spec makes for itself when it is asked, and keeps
static void prepare(void* argument) {
  const Writing* writing = argument;
  if (!writing->s) return;
  ig_Spec* spec = ig_spec(writing->s);
  if (writing->change) writing->change(&spec->s, writing->by);
  ig_tree_lists(spec);
  ig_find(spec, mjOBJ_BODY, "world");
  ig_class_of(spec, "main");
}

static void write_text(void* argument) {
  Writing* writing = argument;
  writing->ok = write_spec(writing->w, writing->s, writing->diag);
}

// an error on the way, such as no memory, is a message; what the writing has made is dropped whole then
static bool run_guarded(Writing* writing, void (*function)(void*), void (*leave)(ig_Scope*)) {
  ig_Scope scope;
  ingotReport report;
  ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
  if (ig_guard(function, writing, &report) == INGOT_OK) {
    ig_scope_keep(&scope);
    return true;
  }
  ig_fail(writing->diag, "XML Write error: %s", report.text);
  leave(&scope);
  return false;
}

bool ig_write_guarded(const mjSpec* s, void (*change)(mjSpec*, const void*), const void* by, ig_Diag* diag, ig_Writer** w) {
  *w = ig_try_alloc(sizeof(ig_Writer));
  if (!*w) return ig_fail(diag, "XML Write error: out of memory");
  **w = (ig_Writer){.diag = diag};
  Writing writing = {s, change, by, *w, diag, false};
  if (!run_guarded(&writing, prepare, ig_scope_close)) return false;
  if (run_guarded(&writing, write_text, ig_scope_drop)) return writing.ok;
  (*w)->out.text = NULL;
  return false;
}

void ig_drop_writer(ig_Writer* w) {
  if (!w) return;
  ig_output_free(&w->out);
  ig_free(w);
}

bool ig_write_file(const char* filename, const ig_Writer* w, ig_Diag* diag) {
  bool to_screen = !filename || !filename[0];
  FILE* file = to_screen ? stdout : ig_stream_open(filename, "w");
  if (!file) return ig_fail(diag, "File not found: could not open '%s' for writing", filename);
  bool ok = fwrite(w->out.text, 1, w->out.length, file) == w->out.length;
  if (to_screen ? fflush(file) : fclose(file)) ok = false;
  return ok || ig_fail(diag, "could not write '%s'", filename ? filename : "");
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  IG_FLOAT_SCOPE;
  ig_Diag diag = {0};
  ig_Writer* w;
  bool ok = ig_write_guarded(s, NULL, NULL, &diag, &w) && ig_write_file(filename, w, &diag);
  if (!ok) ig_copy_message(error, error_sz, diag.message);
  ig_drop_writer(w);
  return ok ? 0 : -1;
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  IG_FLOAT_SCOPE;
  ig_Diag diag = {0};
  ig_Writer* w;
  int answer = -1;
  if (ig_write_guarded(s, NULL, NULL, &diag, &w)) {
    answer = 0;
    if (w->out.length >= (size_t)(xml_sz > 0 ? xml_sz : 0)) {
      ig_fail(&diag, "Output string too short, should be at least %zu", w->out.length + 1);
      answer = (int)w->out.length;
    } else {
      memcpy(xml, w->out.text, w->out.length + 1);
    }
  }
  if (answer) ig_copy_message(error, error_sz, diag.message);
  ig_drop_writer(w);
  return answer;
}
