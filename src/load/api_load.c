// SPDX-License-Identifier: Apache-2.0
// From text to a model in one go, and back: what joins reading, compiling and writing.
#include <ingot/status.h>
#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "load/last.h"
#include "mjcf/text/diag.h"
#include "mjcf/write/save.h"

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  if (!spec) return NULL;
  mjModel* m = mj_compile(spec, vfs);
  if (!m) {
    ig_copy_message(error, error_sz, mjs_getError(spec));
    mj_deleteSpec(spec);
    return NULL;
  }

  // a model that compiled with a warning leaves it in the buffer
  ig_copy_message(error, error_sz, mjs_isWarning(spec) ? mjs_getError(spec) : "");
  ig_keep_last(spec);
  return m;
}

void mj_freeLastXML(void) { ig_keep_last(NULL); }

// the model's numbers go into the spec that is written
static void copy_back(mjSpec* s, const void* m) { mj_copyBack(s, m); }

int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  IG_FLOAT_SCOPE;
  ig_Diag diag = {0};
  ig_Writer* w = NULL;
  mjSpec* s = ig_take_last();
  bool ok = s || ig_fail(&diag, "nothing to save: No XML model loaded so far");
  ok = ok && ig_write_guarded(s, m ? copy_back : NULL, m, &diag, &w);
  if (s) ig_return_last(s);
  ok = ok && ig_write_file(filename, w, &diag);
  if (!ok) ig_copy_message(error, error_sz, diag.message);
  ig_drop_writer(w);
  return ok;
}
