// SPDX-License-Identifier: Apache-2.0
#include "mjcf/document.h"

#include <string.h>

#include "base/content_type.h"
#include "base/guard.h"
#include "base/resource.h"
#include "base/scope.h"
#include "mjcf/parse.h"
#include "mjcf/read/read.h"
#include "mjcf/text/diag.h"
#include "mjcf/text/path.h"
#include "spec/spec.h"

// from a file, or a text where there is no path
typedef struct {
  const char *path, *text;
  const mjVFS* vfs;
  const ingotLimits* limits;
  ig_Diag* diag;
  mjSpec* spec;
} Document;

static void read_model(void* argument) {
  Document* r = argument;
  r->spec =
      r->path ? ig_parse_file(r->path, r->vfs, r->limits, NULL, r->diag) : ig_parse_text(r->text, r->vfs, r->limits, r->diag);
}

// An error on the way, such as no memory or no more work, ends the reading with a message; what was made is dropped whole.
static mjSpec* read_document(Document* r) {
  ig_Scope scope;
  ingotReport report;
  ig_scope_enter(&scope, r->limits->work, (double)r->limits->memory);
  ingotStatus status = ig_guard(read_model, r, &report);
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

// a path or a text within the usual limits; `missing`: what is said where there is neither
static mjSpec* parse(Document r, const char* missing, char* error, int error_sz) {
  ig_Diag diag = {0};
  r.limits = &ig_default_limits;
  r.diag = &diag;
  mjSpec* spec = NULL;
  if (r.path || r.text)
    spec = read_document(&r);
  else
    ig_fail(&diag, "%s", missing);
  ig_copy_message(error, error_sz, spec ? "" : diag.message);
  return spec;
}

mjSpec* ig_parse_xml(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return parse((Document){.path = filename, .vfs = vfs}, "no model to load: filename argument required\n", error, error_sz);
}

mjSpec* ig_parse_string(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  return parse((Document){.text = xml, .vfs = vfs}, "ParseXML: string argument required\n", error, error_sz);
}

mjSpec* ig_parse_any(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz) {
  const char* extension = filename ? ig_path_suffix(filename) : ".xml";
  bool xml = !strcmp(extension, ".xml") || !strcmp(extension, ".urdf");
  if (xml || (content_type && !strcmp(content_type, "text/xml"))) {
    return ig_parse_xml(filename, vfs, error, error_sz);
  }

  // something that a decoder may be registered for
  mjVFS local;
  if (!vfs) ig_vfs_start(&local);
  const mjVFS* used = vfs ? vfs : &local;
  mjResource* resource = ig_resource_open("", filename, used, error, error_sz);

  // a decoder may know how to reach what the file system does not
  mjResource bare = {0};
  bare.name = (char*)filename;
  mjSpec* spec = ig_decode_resource(resource ? resource : &bare, content_type, used);
  if (!spec) ig_copy_message(error, error_sz, "the decoder made no model of it");
  if (resource) ig_resource_close(resource);
  if (!vfs) ig_vfs_end(&local);
  return spec;
}

// what a program that knows fewer limits leaves out is as by default
ingotLimits ig_all_limits(const ingotLimits* limits) {
  ingotLimits all = ig_default_limits;
  if (limits && limits->size) memcpy(&all, limits, limits->size < sizeof all ? limits->size : sizeof all);
  return all;
}

ingotStatus ig_parse_limited(const char* path, const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec,
                             ingotReport* report) {
  ig_Diag diag = {0};
  ingotLimits all = ig_all_limits(limits);
  Document r = {.path = path, .text = text, .vfs = vfs, .limits = &all, .diag = &diag};
  mjSpec* made = read_document(&r);
  ingotStatus status = made ? INGOT_OK : INGOT_BAD_MODEL;
  *spec = made;
  if (report) {
    report->status = status;
    ig_copy_message(report->text, sizeof(report->text), made ? "" : diag.message);
  }
  return status;
}
