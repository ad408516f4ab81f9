// SPDX-License-Identifier: Apache-2.0
// From text to a model in one go, and back: what joins reading, compiling and writing.
#include <ingot/status.h>
#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "compile/copyback.h"
#include "load/last.h"
#include "load/load.h"
#include "mjcf/text/diag.h"
#include "mjcf/write/save.h"

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return ig_load_xml(filename, vfs, error, error_sz);
}

void mj_freeLastXML(void) { ig_keep_last(NULL); }

// the model's numbers go into the spec that is written
static void copy_back(mjSpec* s, const void* m) { ig_copy_back(s, m); }

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
