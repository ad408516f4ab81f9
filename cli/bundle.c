// SPDX-License-Identifier: Apache-2.0
#include "bundle.h"

#include <dirent.h>
#include <errno.h>
#include <ingot/status.h>
#include <limits.h>
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

// absolute and without detours; false: it is no regular file
static char* whole_path(const char* path) {
  char folder[PATH_MAX];
  struct stat info;
  if (stat(path, &info) || !S_ISREG(info.st_mode) || !getcwd(folder, sizeof folder)) return NULL;
  return ig_path_make(folder, path);
}

// once each; by_model: its place follows from the model's own
static void add_file(ig_Files* files, const char* path, bool by_model) {
  for (int i = 0; i < files->count; i++) {
    if (!strcmp(files->files[i].path, path)) {
      files->files[i].by_model |= by_model;
      return;
    }
  }
  if (files->count == files->room) {
    files->room = 2 * files->room + 16;
    files->files = grow(files->files, (size_t)files->room * sizeof *files->files);
  }
  char* copy = strdup(path);
  if (!copy) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  files->files[files->count++] = (ig_File){.path = copy, .by_model = by_model};
}

// ------------------------------------------------ names in the bundle

// length of the folder that both are in, with its last slash
static size_t common_folder(const char* a, const char* b) {
  size_t same = 0;
  while (a[same] && a[same] == b[same]) same++;
  while (same && a[same - 1] != '/') same--;
  return same;
}

// may the names begin in the folder? not where that is the root, or a folder around the user's own: these are not the model's
static bool is_models(const char* path, size_t folder) {
  const char* home = getenv("HOME");
  return folder > 1 && !(home && strlen(home) >= folder && !strncmp(home, path, folder));
}

// a file whose folder is not the model's business has its bare name, with a number where that is taken
static char* bare_name(const ig_Files* files, int count, const char* path) {
  const char *file = ig_path_file(path), *suffix = ig_path_suffix(file);
  size_t room = strlen(file) + 20;
  char* name = grow(NULL, room);
  snprintf(name, room, "%s", file);
  for (int number = 2;; number++) {
    bool taken = false;
    for (int i = 0; i < count && !taken; i++) taken = files->files[i].name && !strcmp(files->files[i].name, name);
    if (!taken) return name;
    snprintf(name, room, "%.*s-%d%s", (int)(suffix - file), file, number, suffix);
  }
}

// what the model names by way of its own place keeps its place in the folder that they have in common
static void name_files(ig_Files* files) {
  const char* model = files->files[0].path;
  size_t common = (size_t)(ig_path_file(model) - model);
  for (int i = 1; i < files->count; i++) {
    size_t folder = common_folder(model, files->files[i].path);
    if (files->files[i].by_model && folder < common && is_models(model, folder)) common = folder;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < files->count; i++) {
      ig_File* file = &files->files[i];
      file->inside = file->by_model && !strncmp(file->path, model, common);
      if (file->inside != !pass) continue;
      file->name = file->inside ? strdup(file->path + common) : bare_name(files, files->count, file->path);
      if (!file->name) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
    }
  }
}

// ------------------------------------------------ what is read

// The model is compiled from below a folder that only a file system of ours has. It stands for the root of the disk, so that
// a name that is relative to the model leads to a path below it, and one that is absolute does not.
#define ROOT "/ingot-model"

typedef struct {
  ig_Files* files;
  mjVFS vfs;
  char* model;                    // below ROOT
  mjpResourceProvider providers;  // their data is the search
} Search;

typedef struct {
  ig_Bytes bytes;
  bool read;
} Opened;

static const char* disk_path(const char* name) { return !strncmp(name, ROOT "/", sizeof ROOT) ? name + sizeof ROOT - 1 : name; }

static int open_on_disk(mjResource* resource) {
  ig_FileInfo info;
  int file = ig_open_regular(disk_path(resource->name), &info);
  if (file < 0) return 0;
  ig_file_close(file);
  snprintf(resource->timestamp, sizeof resource->timestamp, "%lld.%09d", (long long)info.seconds, (int)info.nanoseconds);
  Opened* opened = calloc(1, sizeof *opened);
  resource->data = opened;
  return opened != NULL;
}

static void note_file(const mjResource* resource) {
  const Search* search = resource->provider->data;
  const char* path = disk_path(resource->name);
  add_file(search->files, path, path != resource->name);
}

static int read_on_disk(mjResource* resource, const void** buffer) {
  Opened* opened = resource->data;
  if (!opened->read && !ig_bytes_read(&opened->bytes, disk_path(resource->name))) return -1;
  opened->read = true;
  note_file(resource);
  *buffer = opened->bytes.bytes;
  return opened->bytes.size < INT_MAX ? (int)opened->bytes.size : -1;
}

static void close_on_disk(mjResource* resource) {
  Opened* opened = resource->data;
  ig_bytes_free(&opened->bytes);
  free(opened);
}

// what the engine keeps of a file that is as before counts as read
static int changed_on_disk(const mjResource* resource, const char* timestamp) {
  int changed = strcmp(resource->timestamp, timestamp) != 0;
  if (!changed) note_file(resource);
  return changed;
}

static int mount_nothing(mjResource* resource) {
  (void)resource;
  return 1;
}

// ROOT, and every folder of the disk's root for what is named absolutely
static void mount_all(Search* search) {
  search->providers = (mjpResourceProvider){.open = open_on_disk,
                                            .read = read_on_disk,
                                            .close = close_on_disk,
                                            .mount = mount_nothing,
                                            .unmount = mount_nothing,
                                            .modified = changed_on_disk,
                                            .data = search};
  mj_mountVFS(&search->vfs, ROOT, &search->providers);
  DIR* root = opendir("/");
  for (struct dirent* entry; root && (entry = readdir(root));) {
    char path[sizeof entry->d_name + 1];
    snprintf(path, sizeof path, "/%s", entry->d_name);
    if (entry->d_name[0] != '.') mj_mountVFS(&search->vfs, path, &search->providers);
  }
  if (root) closedir(root);
}

static void compile(void* argument) {
  Search* search = argument;
  char error[1000];
  mjSpec* spec = mj_parseXML(search->model, &search->vfs, error, sizeof error);
  mj_deleteModel(spec ? mj_compile(spec, &search->vfs) : NULL);
  mj_deleteSpec(spec);
}

void ig_files_find(ig_Files* files, const char* model) {
  if (ig_own_model(model)) return;
  char* path = whole_path(model);
  if (!path) return;
  add_file(files, path, true);
  if (ig_format_of(model) != IG_FORMAT_MJB) {
    Search search = {.files = files, .model = grow(NULL, sizeof ROOT + strlen(path))};
    strcpy(stpcpy(search.model, ROOT), path);
    mj_defaultVFS(&search.vfs);
    mount_all(&search);
    // a broken model is no failure here: the page shows what is wrong with it
    ingot_guard(compile, &search, NULL);
    mj_deleteVFS(&search.vfs);
    free(search.model);
  }
  ig_free(path);
  name_files(files);
}

void ig_files_free(ig_Files* files) {
  for (int i = 0; i < files->count; i++) {
    free(files->files[i].path);
    free(files->files[i].name);
  }
  free(files->files);
  *files = (ig_Files){0};
}

uint64_t ig_files_version(const ig_Files* files) {
  uint64_t hash = IG_HASH_START;
  for (int i = 0; i < files->count; i++) {
    struct stat info = {0};
    bool there = !stat(files->files[i].path, &info);
    int64_t facts[] = {there, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
    hash = ig_hash_bytes(hash, files->files[i].path, strlen(files->files[i].path));
    hash = ig_hash_bytes(hash, facts, sizeof facts);
  }
  return hash;
}

// ------------------------------------------------ the bundle

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
  size_t* sizes = calloc((size_t)files->count, sizeof *sizes);
  const char** names = calloc((size_t)files->count, sizeof *names);
  if (!sizes || !names) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
  ig_Bytes contents = {0};
  bool good = true;
  for (int i = 0; i < files->count && good; i++) {
    size_t before = contents.size;
    good = ig_bytes_read(&contents, files->files[i].path);
    if (!good) ig_complain(IG_EXIT_FILE, "cannot read '%s': %s", files->files[i].path, strerror(errno));
    names[i] = files->files[i].name;
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
