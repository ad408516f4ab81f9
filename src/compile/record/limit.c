// SPDX-License-Identifier: Apache-2.0
#include "compile/record/limit.h"

bool ig_check_autolimit(ig_Compiler* c, const void* record, const char* element, const char* prefix, int limited,
                        const double range[2]) {
  bool given = range[0] != 0 || range[1] != 0;
  const ig_Record* r = record;
  if (limited != mjLIMITED_AUTO || !given || r->from->compiler->autolimits) return true;
  return ig_refuse(c, record,
                   "%s: %srange is given, but %slimited is not; without autolimits say whether %slimited is \"true\" or "
                   "\"false\"",
                   element, prefix, prefix, prefix);
}
