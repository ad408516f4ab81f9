#include "compiled.h"

#include <stdio.h>
#include <string.h>

#include "mjcf/diag.h"
#include "mjcf/parse.h"

static char message[2100];

const char* ig_compiled_error(void) { return message; }

mjModel* ig_compiled(const char* xml) {
  static ig_Diag diag;
  memset(&diag, 0, sizeof(diag));
  *message = 0;
  mjSpec* spec = ig_parse_text(xml, NULL, &diag);
  if (!spec) {
    snprintf(message, sizeof(message), "%s", diag.message);
    return NULL;
  }
  mjModel* m = mj_compile(spec, NULL);
  snprintf(message, sizeof(message), "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

mjModel* ig_compiled_world(const char* before, const char* world, const char* after) {
  static char xml[20000];
  snprintf(xml, sizeof(xml), "<mujoco>%s<worldbody>%s</worldbody>%s</mujoco>", before, world, after);
  return ig_compiled(xml);
}
