// SPDX-License-Identifier: Apache-2.0
// The entry points of the public API that read specs from XML.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/guard.h"
#include "base/resource.h"
#include "base/scope.h"
#include "mjcf/parse.h"
#include "mjcf/read/read.h"
#include "mjcf/text/path.h"
#include "spec/spec.h"

// one document, from a file or a text
typedef struct {
  const char *path, *text;
  const mjVFS* vfs;
  const ingotLimits* limits;
  ig_Diag* diag;
  mjSpec* spec;
} Reading;

static void read_model(void* argument) {
  Reading* r = argument;
  r->spec =
      r->path ? ig_parse_file(r->path, r->vfs, r->limits, NULL, r->diag) : ig_parse_text(r->text, r->vfs, r->limits, r->diag);
}

// An error on the way, such as no memory or no more work, ends the reading with a message; what was made is dropped whole.
static mjSpec* read_guarded(Reading* r) {
  ig_Scope scope;
  ingotReport report;
  ig_scope_enter(&scope, r->limits->work, (double)r->limits->memory);
  ingotStatus status = ingot_guard(read_model, r, &report);
  if (status == INGOT_OK) {
    ig_scope_keep(&scope);
    if (r->spec) {
      ig_Spec* spec = ig_spec(r->spec);
      spec->max_work = r->limits->work;
      spec->max_bytes = (double)r->limits->memory;
      spec->work = spec->spent_work = scope.work;
      spec->spent_bytes = scope.most_bytes;
    }
    return r->spec;
  }
  const char* limit = scope.refused_memory ? "; the limit is ingotLimits.memory" : "";
  ig_fail_node(r->diag, scope.subject, "%s%s", report.text, limit);
  ig_scope_drop(&scope);
  return NULL;
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  ig_Diag diag = {0};
  Reading r = {.path = filename, .vfs = vfs, .limits = &ig_default_limits, .diag = &diag};
  mjSpec* spec = filename ? read_guarded(&r) : NULL;
  if (!filename) ig_fail(&diag, "no model to load: filename argument required\n");
  ig_copy_message(error, error_sz, spec ? "" : diag.message);
  return spec;
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  ig_Diag diag = {0};
  Reading r = {.text = xml, .vfs = vfs, .limits = &ig_default_limits, .diag = &diag};
  mjSpec* spec = xml ? read_guarded(&r) : NULL;
  if (!xml) ig_fail(&diag, "ParseXML: string argument required\n");
  ig_copy_message(error, error_sz, spec ? "" : diag.message);
  return spec;
}

// something that a decoder may be registered for
static mjSpec* decode(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz) {
  mjVFS local;
  if (!vfs) mj_defaultVFS(&local);
  const mjVFS* used = vfs ? vfs : &local;
  mjResource* resource = ig_resource_open("", filename, used, error, error_sz);

  // a decoder may know how to reach what the file system does not
  mjResource bare = {0};
  bare.name = (char*)filename;
  mjSpec* spec = mju_decodeResource(resource ? resource : &bare, content_type, used);
  if (!spec) ig_copy_message(error, error_sz, "the decoder made no model of it");
  if (resource) ig_resource_close(resource);
  if (!vfs) mj_deleteVFS(&local);
  return spec;
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz) {
  const char* extension = filename ? ig_path_suffix(filename) : ".xml";
  bool xml = !strcmp(extension, ".xml") || !strcmp(extension, ".urdf");
  if (xml || (content_type && !strcmp(content_type, "text/xml"))) {
    return mj_parseXML(filename, vfs, error, error_sz);
  }
  return decode(filename, content_type, vfs, error, error_sz);
}

void ingot_fillLimits(ingotLimits* limits, size_t size) {
  memcpy(limits, &ig_default_limits, size < sizeof *limits ? size : sizeof *limits);
  limits->size = size;
}

// what a program that knows fewer limits leaves out is as by default
static ingotLimits whole(const ingotLimits* limits) {
  ingotLimits all = ig_default_limits;
  if (limits && limits->size) memcpy(&all, limits, limits->size < sizeof all ? limits->size : sizeof all);
  return all;
}

ingotStatus ingot_setLimits(mjSpec* s, const ingotLimits* limits, ingotReport* report) {
  if (!s || !limits) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_setLimits: spec and limits must not be NULL");
  ig_Spec* spec = ig_spec(s);
  ingotLimits all = whole(limits);
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

static ingotStatus answer(mjSpec* made, const ig_Diag* diag, mjSpec** spec, ingotReport* report) {
  ingotStatus status = made ? INGOT_OK : INGOT_BAD_MODEL;
  *spec = made;
  if (report) {
    report->status = status;
    ig_copy_message(report->text, sizeof(report->text), made ? "" : diag->message);
  }
  return status;
}

ingotStatus ingot_parse(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report) {
  ig_Diag diag = {0};
  if (!path || !spec) return INGOT_BAD_ARGUMENT;
  ingotLimits all = whole(limits);
  Reading r = {.path = path, .vfs = vfs, .limits = &all, .diag = &diag};
  mjSpec* made = read_guarded(&r);
  return answer(made, &diag, spec, report);
}

ingotStatus ingot_parseText(const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report) {
  ig_Diag diag = {0};
  if (!text || !spec) return INGOT_BAD_ARGUMENT;
  ingotLimits all = whole(limits);
  Reading r = {.text = text, .vfs = vfs, .limits = &all, .diag = &diag};
  mjSpec* made = read_guarded(&r);
  return answer(made, &diag, spec, report);
}
