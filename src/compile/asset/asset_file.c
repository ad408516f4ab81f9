// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/asset_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/content_type.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/resource.h"
#include "model/typename.h"

const char* ig_asset_path(ig_Compiler* c, const void* file) {
  if (ig_text_empty(file)) return NULL;
  const char* text = c->s.strippath ? ig_path_file(ig_text(file)) : ig_text(file);
  char* path = ig_arena_take(&c->arena, strlen(text) + 1);
  return path && *text ? strcpy(path, text) : NULL;
}

bool ig_asset_open(ig_Compiler* c, const void* record, const void* folder, const char* path, ig_AssetFile* file) {
  const ig_Element* el = ((const ig_Record*)record)->from;
  const char* base = ig_text(ig_text_empty(&el->filedir) ? &c->spec->modelfiledir : &el->filedir);
  const char* kind = ig_object_word(el->base.elemtype);
  char error[1024] = "";
  char* full = ig_path_make(ig_text(folder), path);
  if (!full) return ig_refuse(c, record, "out of memory");
  file->resource = ig_resource_open(base, full, c->vfs, error, sizeof(error));
  ig_free(full);
  if (!file->resource) return ig_refuse(c, record, "%s '%s': %s", kind, ig_el_name(el), error);

  const void* bytes = NULL;
  file->size = ig_resource_read(file->resource, &bytes);
  file->bytes = bytes;
  file->name = file->resource->name;
  if (file->size > 0) return true;
  ig_refuse(c, record, "%s '%s': file '%s' %s", kind, ig_el_name(el), file->name, file->size ? "could not be read" : "is empty");
  ig_asset_close(file);
  return false;
}

void ig_asset_close(ig_AssetFile* file) {
  ig_resource_close(file->resource);
  file->resource = NULL;
}

// length of type/subtype in "type/subtype[;parameter=value]", 0: malformed
static size_t type_length(const char* text) {
  const char *slash = strchr(text, '/'), *semicolon = strchr(text, ';'), *equals = strchr(text, '=');
  if (!slash || !slash[1]) return 0;
  if (!semicolon) return strlen(text);
  return semicolon > slash && equals > semicolon ? (size_t)(semicolon - text) : 0;
}

ig_ContentType ig_content_type(const void* given, const char* path) {
  ig_ContentType type = {""};
  if (!ig_text_empty(given)) {
    snprintf(type.text, sizeof(type.text), "%.*s", (int)type_length(ig_text(given)), ig_text(given));
    return type;
  }
  snprintf(type.text, sizeof(type.text), "%s", ig_type_of_file(path));
  return type;
}
