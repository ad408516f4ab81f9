// SPDX-License-Identifier: Apache-2.0
#include "bundle.h"

#include <errno.h>
#include <ingot/status.h>
#include <mujoco/mujoco.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "command.h"
#include "json.h"
#include "source.h"
#include "spec/container.h"

// ------------------------------------------------ bytes

static void* grow(void* old, size_t size) {
  void* memory = realloc(old, size);
  if (!memory) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  return memory;
}

void ig_bytes_add(ig_Bytes* bytes, const void* more, size_t size) {
  if (bytes->size + size > bytes->room) {
    bytes->room = 2 * bytes->room + size + 256;
    bytes->bytes = grow(bytes->bytes, bytes->room);
  }
  if (size) memcpy(bytes->bytes + bytes->size, more, size);
  bytes->size += size;
}

void ig_bytes_print(ig_Bytes* bytes, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (length > 0) ig_bytes_add(bytes, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

void ig_bytes_free(ig_Bytes* bytes) {
  free(bytes->bytes);
  *bytes = (ig_Bytes){0};
}

bool ig_bytes_read(ig_Bytes* bytes, const char* path) {
  FILE* file = ig_read_regular(path);
  if (!file) return false;
  char part[1 << 16];
  for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) ig_bytes_add(bytes, part, n);
  bool good = !ferror(file);
  fclose(file);
  return good;
}

// ------------------------------------------------ the files of a model

// once each, if it is a file that can be read; absolute and without detours
static void add_file(ig_Files* files, const char* path) {
  char folder[4096];
  struct stat info;
  if (stat(path, &info) || !S_ISREG(info.st_mode) || !getcwd(folder, sizeof folder)) return;
  char* whole = ig_path_make(folder, path);
  if (!whole) return;
  for (int i = 0; i < files->count; i++) {
    if (!strcmp(files->paths[i], whole)) {
      ig_free(whole);
      return;
    }
  }
  if (files->count == files->room) {
    files->room = 2 * files->room + 16;
    files->paths = grow(files->paths, (size_t)files->room * sizeof *files->paths);
  }
  files->paths[files->count++] = whole;
}

// as the model's folder, the folder of its kind and the file's name say; URDF looks for the bare name as well
static void add_asset(ig_Files* files, const char* folder, const char* kind, const char* name) {
  if (!name || !*name) return;
  char* below = ig_path_make(folder, kind && *kind ? kind : "");
  const char* names[] = {name, ig_path_file(name)};
  for (int i = 0; below && i < 2; i++) {
    char* path = ig_path_make(below, names[i]);
    if (path) add_file(files, path);
    ig_free(path);
  }
  ig_free(below);
}

static void add_assets(ig_Files* files, mjSpec* spec, const char* folder) {
  const char *meshes = ig_text(spec->compiler.meshdir), *textures = ig_text(spec->compiler.texturedir);
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_MESH); e; e = mjs_nextElement(spec, e)) {
    add_asset(files, folder, meshes, ig_text(mjs_asMesh(e)->file));
  }
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_SKIN); e; e = mjs_nextElement(spec, e)) {
    add_asset(files, folder, meshes, ig_text(mjs_asSkin(e)->file));
  }
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_HFIELD); e; e = mjs_nextElement(spec, e)) {
    add_asset(files, folder, meshes, ig_text(mjs_asHField(e)->file));
    add_asset(files, folder, textures, ig_text(mjs_asHField(e)->file));
  }
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_TEXTURE); e; e = mjs_nextElement(spec, e)) {
    const mjsTexture* texture = mjs_asTexture(e);
    add_asset(files, folder, textures, ig_text(texture->file));
    for (int i = 0; i < ig_texts_count(texture->cubefiles); i++) {
      add_asset(files, folder, textures, ig_texts_at(texture->cubefiles, i));
    }
  }
}

typedef struct {
  ig_Files* files;
  const char* model;
} Search;

// text that names other files: includes by their names, assets by what the reader makes of them
static void search_text(void* argument) {
  const Search* search = argument;
  ig_Vector names = {0};
  mju_getXMLDependencies(search->model, &names);
  for (int i = 0; i < ig_texts_count(&names); i++) add_file(search->files, ig_texts_at(&names, i));
  ig_texts_free(&names);
}

static void search_spec(void* argument) {
  const Search* search = argument;
  char error[1000], *folder = ig_path_make("", search->model);
  mjSpec* spec = mj_parseXML(search->model, NULL, error, sizeof error);
  if (folder) folder[strlen(folder) - strlen(ig_path_file(folder))] = 0;
  if (spec && folder) add_assets(search->files, spec, folder);
  ig_free(folder);
  if (spec) mj_deleteSpec(spec);
}

void ig_files_find(ig_Files* files, const char* model) {
  if (ig_own_model(model)) return;
  add_file(files, model);
  if (ig_format_of(model) == IG_FORMAT_MJB) return;
  // a broken model is no failure here: the page shows what is wrong with it
  Search search = {files, model};
  ingot_guard(search_text, &search, NULL);
  ingot_guard(search_spec, &search, NULL);
}

void ig_files_free(ig_Files* files) {
  for (int i = 0; i < files->count; i++) ig_free(files->paths[i]);
  free(files->paths);
  *files = (ig_Files){0};
}

uint64_t ig_files_version(const ig_Files* files) {
  uint64_t hash = IG_HASH_START;
  for (int i = 0; i < files->count; i++) {
    struct stat info = {0};
    bool there = !stat(files->paths[i], &info);
    int64_t facts[] = {there, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
    hash = ig_hash_bytes(hash, files->paths[i], strlen(files->paths[i]));
    hash = ig_hash_bytes(hash, facts, sizeof facts);
  }
  return hash;
}

// ------------------------------------------------ the bundle

// length of the folder that all of the files are in, with its last slash
static size_t common_folder(const ig_Files* files) {
  size_t common = strlen(files->paths[0]);
  for (int i = 0; i < files->count; i++) {
    size_t same = 0;
    while (same < common && files->paths[i][same] == files->paths[0][same]) same++;
    common = same;
  }
  while (common && files->paths[0][common - 1] != '/') common--;
  return common;
}

// the header as one line: names may hold anything that JSON has to escape
static void add_header(ig_Bytes* bundle, const char* const* names, const size_t* sizes, int count, size_t states) {
  char* text = NULL;
  size_t size = 0;
  FILE* stream = open_memstream(&text, &size);
  if (!stream) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  ig_Json json = {.stream = stream};
  ig_json_open(&json, NULL, '{');
  ig_json_text(&json, "main", names[0]);
  ig_json_open(&json, "files", '[');
  for (int i = 0; i < count; i++) {
    ig_json_open(&json, NULL, '{');
    ig_json_text(&json, "name", names[i]);
    ig_json_count(&json, "size", (long long)sizes[i]);
    ig_json_close(&json, '}');
  }
  ig_json_close(&json, ']');
  ig_json_count(&json, "states", (long long)states);
  ig_json_close(&json, '}');
  fclose(stream);
  // line breaks stand between values only: those inside of names are escaped
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '\n') text[i] = ' ';
  }
  ig_bytes_add(bundle, text, size);
  ig_bytes_add(bundle, "\n", 1);
  free(text);
}

static void add_own(ig_Bytes* bundle, const ig_Embedded* own, size_t states) {
  char name[80];
  snprintf(name, sizeof name, "%s.xml", own->name);
  const char* names[] = {name};
  add_header(bundle, names, &own->size, 1, states);
  ig_bytes_add(bundle, own->text, own->size);
}

static bool add_files(ig_Bytes* bundle, const char* model, const ig_Files* files, size_t states) {
  if (!files->count) {
    ig_complain(IG_EXIT_FILE, "cannot read '%s': %s", model, strerror(errno ? errno : ENOENT));
    return false;
  }
  size_t common = common_folder(files), *sizes = calloc((size_t)files->count, sizeof *sizes);
  const char** names = calloc((size_t)files->count, sizeof *names);
  if (!sizes || !names) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  ig_Bytes contents = {0};
  bool good = true;
  for (int i = 0; i < files->count && good; i++) {
    size_t before = contents.size;
    good = ig_bytes_read(&contents, files->paths[i]);
    if (!good) ig_complain(IG_EXIT_FILE, "cannot read '%s': %s", files->paths[i], strerror(errno));
    names[i] = files->paths[i] + common;
    sizes[i] = contents.size - before;
  }
  if (good) {
    add_header(bundle, names, sizes, files->count, states);
    ig_bytes_add(bundle, contents.bytes, contents.size);
  }
  ig_bytes_free(&contents);
  free(sizes);
  free(names);
  return good;
}

bool ig_bundle_make(ig_Bytes* bundle, const char* model, const ig_Files* files, const double* states, size_t nstate) {
  const ig_Embedded* own = ig_own_model(model);
  size_t size = nstate * sizeof *states;
  bool good = true;
  if (own)
    add_own(bundle, own, size);
  else
    good = add_files(bundle, model, files, size);
  if (good && size) ig_bytes_add(bundle, states, size);
  return good;
}
