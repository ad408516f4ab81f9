// SPDX-License-Identifier: Apache-2.0
#include "mjcf/parse.h"

#include <string.h>
#include <strings.h>

#include "base/float_mode.h"
#include "base/resource.h"
#include "base/scope.h"
#include "mjcf/document.h"
#include "mjcf/include.h"
#include "mjcf/read/read.h"
#include "mjcf/text/path.h"
#include "mjcf/urdf.h"
#include "spec/container.h"
#include "spec/copy.h"

// the first element says what it is; includes are put in place before the schema sees them
static bool read_document(ig_Reader* r, const ig_XmlFile* file) {
  ig_Node* root = ig_xml_parse(r->pool, file, r->limits, r->diag);
  if (!root) return false;
  if (!strcasecmp(root->name, "mujoco")) {
    return ig_expand_includes(r, root) && ig_schema_check(root, r->diag) && ig_read_mujoco(r, root);
  }
  if (!strcasecmp(root->name, "robot")) return ig_read_urdf(r, root);
  return ig_fail_node(r->diag, root, "Unrecognized XML model type: '%s'; expected 'mujoco' or 'robot'", root->name);
}

// text is parsed here, with the reader's limits; anything else by a decoder that a program registered
static mjSpec* parse_for(const ig_Reader* r, const char* path, const char* type, ig_Diag* diag) {
  const char* extension = ig_path_suffix(path);
  if (!strcmp(extension, ".xml") || !strcmp(extension, ".urdf") || (type && !strcmp(type, "text/xml"))) {
    return ig_parse_file(path, r->vfs, r->limits, r->chain, diag);
  }
  return ig_parse_any(path, type ? type : "", r->vfs, diag->message, sizeof(diag->message));
}

// dir: where the model file is; names in the model's own file are looked up there, so the file itself has no dir. Elements point
// to it, and what is said of them when the reading has ended early: it lies with them.
static mjSpec* spec_from(ig_Arena* pool, const ig_XmlFile* from, const mjVFS* vfs, const ingotLimits* limits,
                         const ig_ModelChain* chain, ig_Diag* diag) {
  mjSpec* spec = ig_make_spec();
  const char* dir = from->dir;
  ig_text_set(spec->modelfiledir, dir);
  ig_XmlFile* file = ig_arena_take(pool, sizeof(*file));
  *file = *from;
  file->dir = "";
  ig_Reader r = {
      .spec = spec,
      .vfs = vfs,
      .limits = limits,
      .diag = diag,
      .pool = pool,
      .modeldir = ig_path_reduce(pool, dir),
      .assetdir = "",
      .meshdir = "",
      .texturedir = "",
      .chain = chain,
      .parse = parse_for,
      .factor = 1,
  };
  if (read_document(&r, file)) return spec;
  ig_delete_spec(spec);
  return NULL;
}

mjSpec* ig_parse_text(const char* text, const mjVFS* vfs, const ingotLimits* limits, ig_Diag* diag) {
  IG_FLOAT_SCOPE;
  ig_Arena pool = {.raises = true, .small = true};
  ig_XmlFile file = {"", "", text, strlen(text)};
  ig_ModelChain chain = {"", NULL, 0};
  mjSpec* spec = spec_from(&pool, &file, vfs, limits, &chain, diag);
  // places in the text are gone with it
  ig_scope_subject(NULL);
  ig_arena_drop(&pool);
  return spec;
}

// a model file that is an asset of itself, directly or not, would be read forever
static bool check_chain(const char* filename, const ig_ModelChain* outer, int most, ig_Diag* diag) {
  for (const ig_ModelChain* c = outer; c; c = c->outer) {
    if (!strcmp(c->file, filename)) return ig_fail(diag, "model file '%s' contains itself", filename);
  }
  if (outer && outer->depth >= most) {
    return ig_fail(diag, "model files contain each other more than %d deep", most);
  }
  return true;
}

mjSpec* ig_parse_file(const char* filename, const mjVFS* vfs, const ingotLimits* limits, const ig_ModelChain* outer,
                      ig_Diag* diag) {
  IG_FLOAT_SCOPE;
  if (!check_chain(filename, outer, limits->models, diag)) return NULL;
  char error[1024] = "";
  mjResource* resource = ig_resource_open("", filename, vfs, error, sizeof(error));
  if (!resource) {
    ig_fail(diag, "ParseXML: %s", error);
    return NULL;
  }
  ig_Arena pool = {.raises = true, .small = true};
  ig_Reader loader = {.pool = &pool, .diag = diag};
  ig_XmlFile file;
  mjSpec* spec = NULL;
  bool loaded = ig_load_text(&loader, resource, filename, &file);
  ig_resource_close(resource);
  if (loaded) {
    ig_ModelChain chain = {filename, outer, outer ? outer->depth + 1 : 0};
    spec = spec_from(&pool, &file, vfs, limits, &chain, diag);
  }
  // places in the text are gone with it
  ig_scope_subject(NULL);
  ig_arena_drop(&pool);
  return spec;
}
