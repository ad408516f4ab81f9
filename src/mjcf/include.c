// SPDX-License-Identifier: Apache-2.0
#include "mjcf/include.h"

#include <string.h>

#include "base/resource.h"
#include "base/scope.h"
#include "mjcf/table/attr.h"
#include "mjcf/text/path.h"

enum { FILE_WORK = 50000 };  // opening it, beside its bytes

typedef struct Included_ {
  const char* name;
  struct Included_* next;
} Included;

typedef struct Expansion_ {
  ig_Reader* r;
  Included* seen;
  int files;
  size_t bytes;
} Expansion;

// files that are open around an include: one of them again would never end
typedef struct Chain_ {
  const char* path;
  const struct Chain_* outer;
  int depth;
} Chain;

bool ig_load_text(ig_Reader* r, mjResource* resource, const char* name, ig_XmlFile* file) {
  const void* buffer = NULL;
  int size = ig_resource_read(resource, &buffer);
  ig_spend(FILE_WORK);
  if (size < 0) return ig_fail(r->diag, "nothing could be read from file '%s'", name);

  // a text may be given with the zero that ends it
  size_t length = size ? strnlen(buffer, (size_t)size) : 0;
  if (!length) return ig_fail(r->diag, "file '%s' has nothing in it", name);
  const char* dir = NULL;
  int ndir = 0;
  ig_resource_dir(resource, &dir, &ndir);
  *file = (ig_XmlFile){
      .name = ig_arena_text(r->pool, name, strlen(name)),
      .dir = ig_arena_text(r->pool, dir ? dir : "", dir ? (size_t)ndir : 0),
      .text = ig_arena_text(r->pool, buffer, length),
      .length = length,
  };
  return true;
}

// first in the directory of the model, then in that of the file around the include
static mjResource* open_include(ig_Reader* r, const ig_Node* node, const char* name, const char* dir) {
  char error[1024] = "";
  mjResource* resource = ig_resource_open(r->modeldir, name, r->vfs, error, sizeof(error));
  if (!resource && !ig_path_absolute(name)) {
    resource = ig_resource_open(r->modeldir, ig_path_join(r->pool, dir, name), r->vfs, error, sizeof(error));
  }
  if (!resource) ig_fail_node(r->diag, node, "%s", error);
  return resource;
}

static bool check_repeat(Expansion* e, const ig_Node* node, const char* name, const char* path, const Chain* chain) {
  ig_Reader* r = e->r;
  for (const Included* i = e->seen; i; i = i->next) {
    if (!strcmp(i->name, name)) {
      return ig_fail_node(r->diag, node, "File '%s' already included: a file may be included once", name);
    }
  }
  for (const Chain* c = chain; c; c = c->outer) {
    if (!strcmp(c->path, path)) return ig_fail_node(r->diag, node, "File '%s' already included: it includes itself", name);
  }
  if (++e->files > r->limits->files) {
    return ig_fail_node(r->diag, node, "more than %d files are included", r->limits->files);
  }
  if (chain->depth > r->limits->depth) {
    return ig_fail_node(r->diag, node, "files are included more than %d deep", r->limits->depth);
  }
  return true;
}

static void remember(Expansion* e, const char* name) {
  Included* included = ig_arena_take(e->r->pool, sizeof(Included));
  included->name = name;
  included->next = e->seen;
  e->seen = included;
}

static bool expand(Expansion* e, ig_Node* node, const char* dir, const Chain* chain);

// the root of the included file, with its own includes expanded
static ig_Node* load_included(Expansion* e, const ig_Node* node, const char* dir, const Chain* chain) {
  ig_Reader* r = e->r;
  const char* name = ig_read_file(r, node, "file", r->modeldir);
  if (!name) {
    ig_fail_node(r->diag, node, "an include needs the attribute 'file'");
    return NULL;
  }
  mjResource* resource = open_include(r, node, name, dir);
  if (!resource) return NULL;
  Chain inner = {ig_arena_text(r->pool, resource->name, strlen(resource->name)), chain, chain->depth + 1};
  ig_XmlFile* file = ig_arena_take(r->pool, sizeof(ig_XmlFile));
  bool ok = check_repeat(e, node, name, inner.path, chain) && ig_load_text(r, resource, name, file);
  ig_resource_close(resource);
  if (!ok) return NULL;
  file->name = inner.path;
  e->bytes += file->length;
  if (e->bytes > r->limits->bytes) {
    ig_fail_node(r->diag, node, "included files have more than %zu bytes together", r->limits->bytes);
    return NULL;
  }
  remember(e, ig_path_join(r->pool, dir, name));
  ig_Diag parse = {0};
  ig_Node* root = ig_xml_parse(r->pool, file, r->limits, &parse);
  if (!root) {
    ig_fail_node(r->diag, node, "the included file cannot be read: %s", parse.message);
  } else if (!root->first) {
    ig_fail_node(r->diag, node, "included file '%s' has no elements", name);
  } else if (expand(e, root, file->dir, &inner)) {
    return root;
  }
  return NULL;
}

static bool expand(Expansion* e, ig_Node* node, const char* dir, const Chain* chain) {
  if (!strcmp(node->name, "compiler")) {
    // folders of the files that are named from here on
    const char* asset = ig_xml_value(node, "assetdir");
    const char* texture = ig_xml_value(node, "texturedir");
    const char* mesh = ig_xml_value(node, "meshdir");
    if (asset) e->r->assetdir = ig_path_reduce(e->r->pool, asset);
    if (texture) e->r->texturedir = ig_path_reduce(e->r->pool, texture);
    if (mesh) e->r->meshdir = ig_path_reduce(e->r->pool, mesh);
  }
  ig_Node** link = &node->first;
  ig_Node* last = NULL;
  while (*link) {
    ig_Node* child = *link;
    if (strcmp(child->name, "include")) {
      if (!expand(e, child, dir, chain)) return false;
      last = child;
      link = &child->next;
      continue;
    }
    if (child->first) {
      return ig_fail_node(e->r->diag, child, "Include element cannot have children: what is included stands in its file");
    }
    ig_Node* root = load_included(e, child, dir, chain);
    if (!root) return false;
    for (ig_Node* n = root->first; n; n = n->next) n->parent = node;
    root->last->next = child->next;
    *link = root->first;
    last = root->last;
    link = &last->next;
  }
  node->last = last;
  return true;
}

bool ig_expand_includes(ig_Reader* r, ig_Node* root) {
  Expansion e = {.r = r};
  Chain chain = {root->file->name, NULL, 0};
  remember(&e, root->file->name);
  return expand(&e, root, "", &chain);
}
