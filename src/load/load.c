// SPDX-License-Identifier: Apache-2.0
#include "load/load.h"

#include "compile/compiler.h"
#include "load/last.h"
#include "mjcf/document.h"
#include "mjcf/text/diag.h"
#include "spec/access.h"
#include "spec/copy.h"

mjModel* ig_load_xml(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  mjSpec* spec = ig_parse_xml(filename, vfs, error, error_sz);
  if (!spec) return NULL;
  mjModel* m = ig_compile_spec(spec, vfs);
  if (!m) {
    ig_copy_message(error, error_sz, ig_spec_error(spec));
    ig_delete_spec(spec);
    return NULL;
  }

  // a model that compiled with a warning leaves it in the buffer
  ig_copy_message(error, error_sz, ig_spec_warned(spec) ? ig_spec_error(spec) : "");
  ig_keep_last(spec);
  return m;
}
