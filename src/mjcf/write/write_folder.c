// SPDX-License-Identifier: Apache-2.0
// Where the files of assets are. An asset that was attached from another model lies in a folder of that model, but a text
// has one meshdir and one texturedir. If one folder holds all files of its kind, that one is written; if not, none is, and
// each file is written with its folder.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/path.h"
#include "mjcf/write/writer.h"
#include "spec/copy.h"
#include "spec/list.h"

// the folder of an asset, seen from the model that is written
static void find_folder(const ig_Writer* w, const ig_Element* el, ig_String* folder) {
  bool texture = el->base.elemtype == mjOBJ_TEXTURE;
  const char* own = ig_text(texture ? el->compiler->texturedir : el->compiler->meshdir);
  ig_text_set(folder, own);
  if (ig_text_empty(&el->filedir) || ig_text_same(&el->filedir, &w->spec->modelfiledir)) return;
  char* path = ig_path_make(ig_text(&el->filedir), own);
  if (path) ig_text_set(folder, path);
  ig_free(path);
}

static bool has_file(const ig_Element* el) {
  bool any = !ig_text_empty(ig_asset_file(el));
  if (el->base.elemtype != mjOBJ_TEXTURE) return any;
  const void* faces = IG_PUBLIC(mjsTexture, el)->cubefiles;
  for (int i = 0; i < ig_texts_count(faces); i++) any = any || ig_texts_at(faces, i)[0];
  return any;
}

static void find_common(ig_Writer* w, ig_Folder* to, mjtObj type, bool* first) {
  ig_String folder = {0};
  for (int i = 0; i < w->spec->list[type].count; i++) {
    const ig_Element* el = w->spec->list[type].item[i];
    if (!has_file(el)) continue;
    find_folder(w, el, &folder);
    if (*first) ig_container_copy(&to->path, &folder, IG_TEXT);
    to->several = to->several || !ig_text_same(&to->path, &folder);
    *first = false;
  }
  ig_text_free(&folder);
}

void ig_plan_folders(ig_Writer* w) {
  const mjsCompiler* compiler = &w->spec->s.compiler;
  bool first[2] = {true, true};
  ig_container_copy(&w->meshes.path, compiler->meshdir, IG_TEXT);
  ig_container_copy(&w->textures.path, compiler->texturedir, IG_TEXT);
  find_common(w, &w->meshes, mjOBJ_MESH, &first[0]);
  find_common(w, &w->meshes, mjOBJ_HFIELD, &first[0]);
  find_common(w, &w->meshes, mjOBJ_SKIN, &first[0]);
  find_common(w, &w->textures, mjOBJ_TEXTURE, &first[1]);
}

void ig_drop_folders(ig_Writer* w) {
  ig_text_free(&w->meshes.path);
  ig_text_free(&w->textures.path);
}

void ig_write_folders(ig_Writer* w) {
  if (!w->meshes.several) ig_put_value(w, "meshdir", &w->meshes.path);
  if (!w->textures.several) ig_put_value(w, "texturedir", &w->textures.path);
}

// a path would be stripped again where paths are
void ig_put_file(ig_Writer* w, const char* name, const ig_Element* el, const char* file) {
  const ig_Folder* folder = el->base.elemtype == mjOBJ_TEXTURE ? &w->textures : &w->meshes;
  ig_String own = {0};
  char* path = NULL;
  if (folder->several && !w->spec->s.strippath) {
    find_folder(w, el, &own);
    path = ig_path_make(ig_text(&own), file);
  }
  ig_put_text(&w->out, name, path ? path : file);
  ig_free(path);
  ig_text_free(&own);
}
