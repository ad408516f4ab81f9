// SPDX-License-Identifier: Apache-2.0
#include "compiled.h"

#include <stdio.h>

static char message[2100];

const char* ig_compiled_error(void) { return message; }

mjModel* ig_compiled_vfs(const char* xml, const mjVFS* vfs) {
  *message = 0;
  mjSpec* spec = mj_parseXMLString(xml, vfs, message, sizeof(message));
  if (!spec) return NULL;
  mjModel* m = mj_compile(spec, vfs);
  snprintf(message, sizeof(message), "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

mjModel* ig_compiled(const char* xml) { return ig_compiled_vfs(xml, NULL); }

mjModel* ig_compiled_world(const char* before, const char* world, const char* after) {
  static char xml[20000];
  snprintf(xml, sizeof(xml), "<mujoco>%s<worldbody>%s</worldbody>%s</mujoco>", before, world, after);
  return ig_compiled(xml);
}
