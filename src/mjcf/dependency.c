// SPDX-License-Identifier: Apache-2.0
// mju_getXMLDependencies: the files that a model file names, directly or through others.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/resource.h"
#include "mjcf/include.h"
#include "mjcf/text/path.h"
#include "spec/container.h"

typedef struct File_ {
  const char* name;
  struct File_* next;
} File;

typedef struct Search_ {
  ig_Arena pool;
  File *first, *last;  // in the order they were found
  ig_Diag diag;
} Search;

// directories of one document; NULL: not given
typedef struct Dirs_ {
  const char *model, *asset, *mesh, *texture;
} Dirs;

// false if it was there already: files that include each other end here
static bool add(Search* s, const char* name) {
  for (const File* f = s->first; f; f = f->next) {
    if (!strcmp(f->name, name)) return false;
  }
  File* file = ig_arena_take(&s->pool, sizeof(File));
  file->name = name;
  if (s->last) {
    s->last->next = file;
  } else {
    s->first = file;
  }
  s->last = file;
  return true;
}

// assets: below their own folder, and all below that of the model
static void add_asset(Search* s, const Dirs* dirs, const char* dir, const char* name) {
  if (dir) name = ig_path_join(&s->pool, dir, name);
  add(s, ig_path_join(&s->pool, dirs->model, name));
}

static bool search_file(Search* s, const char* filename);

// of several settings the last one counts, and it may stand behind the assets
static void note_dirs(Dirs* dirs, const ig_Node* node) {
  if (!strcmp(node->name, "compiler")) {
    const char* value;
    if ((value = ig_xml_value(node, "assetdir"))) dirs->asset = value;
    if ((value = ig_xml_value(node, "meshdir"))) dirs->mesh = value;
    if ((value = ig_xml_value(node, "texturedir"))) dirs->texture = value;
  }
  for (const ig_Node* n = node->first; n; n = n->next) note_dirs(dirs, n);
}

static bool search_node(Search* s, const Dirs* dirs, const ig_Node* node) {
  static const char* const faces[] = {"fileright", "fileup", "fileleft", "filedown", "filefront", "fileback"};
  const char* file = ig_xml_value(node, "file");
  const char* name = node->name;
  bool mesh = !strcmp(name, "mesh") || !strcmp(name, "flexcomp") || !strcmp(name, "skin");
  if (file && (!strcmp(name, "include") || !strcmp(name, "model"))) {
    if (!search_file(s, ig_path_join(&s->pool, dirs->model, file))) return false;
  } else if (file && mesh) {
    add_asset(s, dirs, dirs->mesh ? dirs->mesh : dirs->asset, file);
  } else if (file && !strcmp(name, "hfield")) {
    add_asset(s, dirs, dirs->asset, file);
  } else if (!strcmp(name, "texture")) {
    const char* dir = dirs->texture ? dirs->texture : dirs->asset;
    if (file) add_asset(s, dirs, dir, file);
    for (size_t i = 0; i < sizeof(faces) / sizeof(faces[0]); i++) {
      const char* face = ig_xml_value(node, faces[i]);
      if (face) add_asset(s, dirs, dir, face);
    }
  }
  for (const ig_Node* n = node->first; n; n = n->next) {
    if (!search_node(s, dirs, n)) return false;
  }
  return true;
}

static bool search_file(Search* s, const char* filename) {
  if (!add(s, filename)) return true;
  char error[1024] = "";
  mjResource* resource = ig_resource_open("", filename, NULL, error, sizeof(error));
  if (!resource) return ig_fail(&s->diag, "%s", error);
  ig_Reader loader = {.pool = &s->pool, .diag = &s->diag};
  ig_XmlFile* file = ig_arena_take(&s->pool, sizeof(ig_XmlFile));
  bool ok = ig_load_text(&loader, resource, filename, file);
  ig_resource_close(resource);
  const ig_Node* root = ok ? ig_xml_parse(&s->pool, file, &ig_default_limits, &s->diag) : NULL;
  if (!root) return false;
  Dirs dirs = {.model = file->dir};
  note_dirs(&dirs, root);
  return search_node(s, &dirs, root);
}

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  Search s = {.pool = {.raises = true, .small = true}};
  bool ok = search_file(&s, ig_arena_text(&s.pool, filename, strlen(filename)));
  ig_texts_split(dependencies, "");
  for (const File* f = s.first; ok && f; f = f->next) ig_texts_append(dependencies, f->name);
  ig_Diag diag = s.diag;
  ig_arena_drop(&s.pool);
  if (!ok) mju_error("'%s' cannot be searched for the files it needs: %s", filename, diag.message);
}
