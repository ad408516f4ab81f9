// The entry points of the public API that write models as XML.
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "mjcf/load.h"
#include "mjcf/write/writer.h"
#include "spec/list.h"

// a reader would refuse what is nested deeper, and writing follows the tree on the stack
enum { MAX_NESTED = 1000 };

static bool nested_too_deep(ig_Spec* spec) {
  // how deep an element stands is the mate of the one above it on the way
  for (ig_Body* body = ig_walk_from(spec->world); body; body = ig_walk_on(body)) {
    const ig_Body* up = body->way.up;
    intptr_t depth = up ? (intptr_t)up->way.mate + 1 : 0;
    body->way.mate = (void*)depth;
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
    intptr_t depth = up ? (intptr_t)up->way.mate + 1 : 0;
    def->way.mate = (void*)depth;
    if (depth > MAX_NESTED) return true;
  }
  return false;
}

// the text in w->out, to be freed with ig_output_free in any case
static bool write_spec(ig_Writer* w, const mjSpec* s, ig_Diag* diag) {
  *w = (ig_Writer){.diag = diag};
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

static bool write_file(const char* filename, const char* text, size_t length, ig_Diag* diag) {
  bool to_screen = !filename || !filename[0];
  FILE* file = to_screen ? stdout : fopen(filename, "w");
  if (!file) return ig_fail(diag, "File not found: could not open '%s' for writing", filename);
  bool ok = fwrite(text, 1, length, file) == length;
  if (!to_screen && fclose(file)) ok = false;
  return ok || ig_fail(diag, "could not write '%s'", filename ? filename : "");
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  ig_Diag diag = {0};
  ig_Writer* w = mju_malloc(sizeof(ig_Writer));
  bool ok = write_spec(w, s, &diag) && write_file(filename, w->out.text, w->out.length, &diag);
  if (!ok) ig_copy_message(error, error_sz, diag.message);
  ig_output_free(&w->out);
  mju_free(w);
  return ok ? 0 : -1;
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  ig_Diag diag = {0};
  ig_Writer* w = mju_malloc(sizeof(ig_Writer));
  int answer = -1;
  if (write_spec(w, s, &diag)) {
    answer = 0;
    if (w->out.length >= (size_t)(xml_sz > 0 ? xml_sz : 0)) {
      ig_fail(&diag, "Output string too short, should be at least %zu", w->out.length + 1);
      answer = (int)w->out.length;
    } else {
      memcpy(xml, w->out.text, w->out.length + 1);
    }
  }
  if (answer) ig_copy_message(error, error_sz, diag.message);
  ig_output_free(&w->out);
  mju_free(w);
  return answer;
}

int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  ig_Diag diag = {0};
  mjSpec* s = ig_take_last();
  bool ok = s || ig_fail(&diag, "nothing to save: No XML model loaded so far");
  if (ok && m) mj_copyBack(s, m);
  ig_Writer* w = mju_malloc(sizeof(ig_Writer));
  *w = (ig_Writer){0};
  ok = ok && write_spec(w, s, &diag);
  if (s) ig_return_last(s);
  ok = ok && write_file(filename, w->out.text, w->out.length, &diag);
  if (!ok) ig_copy_message(error, error_sz, diag.message);
  ig_output_free(&w->out);
  mju_free(w);
  return ok;
}
