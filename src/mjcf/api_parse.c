// SPDX-License-Identifier: Apache-2.0
// The entry points of the public API that read specs from XML.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/guard.h"
#include "mjcf/document.h"
#include "mjcf/read/read.h"
#include "spec/spec.h"

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return ig_parse_xml(filename, vfs, error, error_sz);
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz) {
  return ig_parse_any(filename, content_type, vfs, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  return ig_parse_string(xml, vfs, error, error_sz);
}

void ingot_fillLimits(ingotLimits* limits, size_t size) {
  if (!limits || size < sizeof limits->size) return;
  memcpy(limits, &ig_default_limits, size < sizeof *limits ? size : sizeof *limits);
  limits->size = size;
}

ingotStatus ingot_setLimits(mjSpec* s, const ingotLimits* limits, ingotReport* report) {
  if (!s || !limits) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_setLimits: spec and limits must not be NULL");
  ig_Spec* spec = ig_spec(s);
  ingotLimits all = ig_all_limits(limits);
  spec->max_work = all.work;
  spec->max_bytes = (double)all.memory;
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_getCost(const mjSpec* s, double* work, double* memory, ingotReport* report) {
  if (!s) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_getCost: spec must not be NULL");
  if (work) *work = ig_spec(s)->spent_work;
  if (memory) *memory = ig_spec(s)->spent_bytes;
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_parse(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report) {
  return path && spec ? ig_parse_limited(path, NULL, vfs, limits, spec, report) : INGOT_BAD_ARGUMENT;
}

ingotStatus ingot_parseText(const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report) {
  return text && spec ? ig_parse_limited(NULL, text, vfs, limits, spec, report) : INGOT_BAD_ARGUMENT;
}
