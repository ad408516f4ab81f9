// SPDX-License-Identifier: Apache-2.0
// The virtual file system: what is mounted where, and the resources that are open.
//
// A path is looked up among the mounts, itself and its folders first, then by the scheme of a registered provider,
// then by its bare file name in any case, and at last on the disk. Without a file system from the caller, a resource
// brings one of its own, which goes away with it.
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <mujoco/mujoco.h>

#include "base/base64.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/registry.h"
#include "base/resource.h"
#include "base/scope.h"

enum { DONE = 0, REPEATED_NAME = 2, FAILED = -1 };

// mounts and open resources are lists of these
typedef struct Entry_ {
  mjResource resource;
  struct Entry_* next;
} Entry;

typedef struct {
  Entry *mounts, *open;
  bool temporary;  // belongs to its one resource
  pthread_mutex_t mutex;
} Vfs;

// ------------------------------------------------ files on the disk

typedef struct {
  void* bytes;
  int count;
  bool is_read;
  int64_t modified[2];  // seconds and nanoseconds
} File;

// whole file; false with nothing allocated if it cannot be read or has 2 GiB and more
static bool slurp(const char* name, void** bytes, int* count) {
  *bytes = NULL;
  *count = 0;
  ig_FileInfo info;
  int file = ig_open_regular(name, &info);
  if (file < 0) return false;
  // the text or the numbers that are made of it take room too
  bool good = info.size < INT_MAX && ig_scope_allows(2 * (size_t)info.size);
  ig_Scope* paused = ig_scope_pause();
  void* buffer = good && info.size ? ig_try_alloc((size_t)info.size) : NULL;
  ig_scope_resume(paused);
  good = good && (buffer || !info.size);

  // a file that shrinks meanwhile ends where it ends; one that grows is read up to its size of before
  int length = 0;
  while (good && length < info.size) {
    ptrdiff_t n = ig_file_read(file, (char*)buffer + length, (size_t)(info.size - length));
    if (n < 0) good = false;
    if (n <= 0) break;
    length += (int)n;
  }
  ig_file_close(file);
  if (!good) {
    ig_free(buffer);
    return false;
  }
  *bytes = buffer;
  *count = length;
  return true;
}

// the bytes are read when they are asked for; the time of change is known at once
static int open_file(mjResource* resource) {
  ig_FileInfo info;
  if (!ig_file_info(resource->name, &info) || info.kind != IG_FILE_REGULAR) return 0;
  File* file = ig_try_alloc(sizeof *file);
  if (!file) return 0;
  *file = (File){.modified = {info.seconds, info.nanoseconds}};
  resource->data = file;
  ig_encode64(resource->timestamp, file->modified, sizeof file->modified);
  return 1;
}

static int read_file(mjResource* resource, const void** buffer) {
  File* file = resource->data;
  if (!file->is_read) file->is_read = slurp(resource->name, &file->bytes, &file->count);
  *buffer = file->bytes;
  return file->is_read ? file->count : -1;
}

static void close_file(mjResource* resource) {
  File* file = resource->data;
  ig_free(file->bytes);
  ig_free(file);
  resource->data = NULL;
}

// later: 1, the same: 0; without a time to compare with, count as changed
static int file_modified(const mjResource* resource, const char* timestamp) {
  int64_t then[2];
  const int64_t* now = ((const File*)resource->data)->modified;
  if (ig_decode64(then, sizeof then, timestamp) != sizeof then) return 1;
  if (now[0] != then[0]) return now[0] > then[0] ? 1 : -1;
  return (now[1] > then[1]) - (now[1] < then[1]);
}

static const mjpResourceProvider disk = {.open = open_file, .read = read_file, .close = close_file, .modified = file_modified};

// ------------------------------------------------ bytes in memory

// a provider of its own for each buffer, so that the mount finds the bytes through it
typedef struct {
  mjpResourceProvider provider;
  void* bytes;
  int count;
  uint64_t hash;
} Buffer;

static int mount_buffer(mjResource* resource) {
  (void)resource;
  return DONE;
}

static int unmount_buffer(mjResource* resource) {
  Buffer* buffer = (Buffer*)resource->provider;
  ig_free(buffer->bytes);
  ig_free(buffer);
  return DONE;
}

static int open_buffer(mjResource* resource) {
  const Buffer* buffer = (const Buffer*)resource->provider;
  ig_encode64(resource->timestamp, &buffer->hash, sizeof buffer->hash);
  return 1;
}

static int read_buffer(mjResource* resource, const void** bytes) {
  const Buffer* buffer = (const Buffer*)resource->provider;
  *bytes = buffer->bytes;
  return buffer->count;
}

static void close_buffer(mjResource* resource) { (void)resource; }

// a buffer has no time: other bytes are another hash
static int buffer_modified(const mjResource* resource, const char* timestamp) {
  uint64_t hash = 0;
  return ig_decode64(&hash, sizeof hash, timestamp) < 0 || hash != ((const Buffer*)resource->provider)->hash;
}

// takes the bytes over; NULL when there is no memory, then they are freed
static Buffer* make_buffer(void* bytes, int count) {
  Buffer* buffer = ig_try_alloc(sizeof *buffer);
  if (!buffer) {
    ig_free(bytes);
    return NULL;
  }
  *buffer = (Buffer){.provider = {.mount = mount_buffer,
                                  .unmount = unmount_buffer,
                                  .open = open_buffer,
                                  .read = read_buffer,
                                  .close = close_buffer,
                                  .modified = buffer_modified},
                     .bytes = bytes,
                     .count = count,
                     .hash = count ? 0xcbf29ce484222325 : 0};
  for (int i = 0; i < count; i++) buffer->hash = (buffer->hash ^ ((const uint8_t*)bytes)[i]) * 0x100000001b3;
  return buffer;
}

// ------------------------------------------------ the system

// the public struct holds a pointer to ours, NULL before mj_defaultVFS and after mj_deleteVFS
static Vfs* vfs_of(const mjVFS* vfs) { return vfs ? vfs->impl_ : NULL; }

static Entry* make_entry(mjVFS* vfs, const char* name, const mjpResourceProvider* provider) {
  Entry* entry = ig_try_alloc(sizeof *entry);
  char* copy = ig_try_copy_text(name);
  if (!entry || !copy) {
    ig_free(entry);
    ig_free(copy);
    return NULL;
  }
  memset(entry, 0, sizeof *entry);
  entry->resource.name = copy;
  entry->resource.vfs = vfs;
  entry->resource.provider = provider;
  return entry;
}

static void free_entry(Entry* entry) {
  ig_free(entry->resource.name);
  ig_free(entry);
}

static void set_up(mjVFS* vfs, Vfs* impl) {
  memset(impl, 0, sizeof *impl);
  pthread_mutex_init(&impl->mutex, NULL);
  vfs->impl_ = impl;
}

void ig_vfs_start(mjVFS* vfs) {
  if (!vfs) {
    mju_error("mjVFS is null.");
    return;
  }
  // the user's, whatever load it is made in
  Vfs* impl = ig_user_alloc(sizeof *impl);
  vfs->impl_ = NULL;
  if (impl) set_up(vfs, impl);
}

void ig_vfs_end(mjVFS* vfs) {
  Vfs* impl = vfs_of(vfs);
  if (!impl) return;
  if (impl->open) mju_warning("a VFS is deleted while some of its resources are open: they end with it");
  for (Entry *entry = impl->open, *next; entry; entry = next) {
    next = entry->next;
    if (entry->resource.provider->close) entry->resource.provider->close(&entry->resource);
    free_entry(entry);
  }
  for (Entry *entry = impl->mounts, *next; entry; entry = next) {
    next = entry->next;
    if (entry->resource.provider->unmount) entry->resource.provider->unmount(&entry->resource);
    free_entry(entry);
  }
  pthread_mutex_destroy(&impl->mutex);
  ig_free(impl);
  vfs->impl_ = NULL;
}

// the caller holds the mutex
static Entry* find_mount(const Vfs* impl, const char* name, size_t length) {
  for (Entry* entry = impl->mounts; entry; entry = entry->next) {
    if (strlen(entry->resource.name) == length && !memcmp(entry->resource.name, name, length)) return entry;
  }
  return NULL;
}

// providers are called without the mutex, since they may open resources themselves
static int mount(mjVFS* vfs, const char* path, const mjpResourceProvider* provider) {
  Vfs* impl = vfs_of(vfs);
  pthread_mutex_lock(&impl->mutex);
  bool repeated = find_mount(impl, path, strlen(path));
  pthread_mutex_unlock(&impl->mutex);
  if (repeated) return REPEATED_NAME;
  Entry* entry = make_entry(vfs, path, provider);
  if (!entry) return FAILED;
  if (provider->mount) provider->mount(&entry->resource);
  pthread_mutex_lock(&impl->mutex);
  entry->next = impl->mounts;
  impl->mounts = entry;
  pthread_mutex_unlock(&impl->mutex);
  return DONE;
}

static bool is_usable(const mjVFS* vfs) {
  if (vfs_of(vfs)) return true;
  mju_error("mjVFS is null.");
  return false;
}

int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  if (!is_usable(vfs) || !filepath || !provider) return FAILED;
  char* path = ig_path_make("", filepath);
  int status = path ? mount(vfs, path, provider) : FAILED;
  ig_free(path);
  return status;
}

static int unmount(mjVFS* vfs, const char* path) {
  Vfs* impl = vfs_of(vfs);
  pthread_mutex_lock(&impl->mutex);
  Entry **link = &impl->mounts, *entry;
  while ((entry = *link) && strcmp(entry->resource.name, path)) link = &entry->next;
  if (entry) *link = entry->next;
  pthread_mutex_unlock(&impl->mutex);
  if (!entry) return FAILED;
  if (entry->resource.provider->unmount) entry->resource.provider->unmount(&entry->resource);
  free_entry(entry);
  return DONE;
}

int mj_unmountVFS(mjVFS* vfs, const char* filename) {
  if (!is_usable(vfs) || !filename) return FAILED;
  char* path = ig_path_make("", filename);
  int status = path ? unmount(vfs, path) : FAILED;
  ig_free(path);
  return status;
}

// mount a buffer, or free it
static int mount_bytes(mjVFS* vfs, const char* path, void* bytes, int count) {
  Buffer* buffer = make_buffer(bytes, count);
  if (!buffer) return FAILED;
  int status = mount(vfs, path, &buffer->provider);
  if (status != DONE) {
    ig_free(buffer->bytes);
    ig_free(buffer);
  }
  return status;
}

int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  if (!is_usable(vfs) || !name || nbuffer < 0 || (nbuffer && !buffer)) return FAILED;
  char* path = ig_path_make("", name);
  void* copy = ig_try_alloc((size_t)nbuffer);
  int status = FAILED;
  if (path && copy) {
    if (nbuffer) memcpy(copy, buffer, (size_t)nbuffer);
    status = mount_bytes(vfs, path, copy, nbuffer);
  } else {
    ig_free(copy);
  }
  ig_free(path);
  return status;
}

// a file is found by its lower-case name alone, in whatever folder it was
int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  if (!is_usable(vfs) || !filename) return FAILED;
  char* path = ig_path_make(directory ? directory : "", filename);
  char* name = path ? ig_try_copy_text(ig_path_file(path)) : NULL;
  int status = FAILED, count = 0;
  if (name) {
    ig_lower(name);
    void* bytes = NULL;
    Vfs* impl = vfs_of(vfs);
    if (find_mount(impl, name, strlen(name)))
      status = REPEATED_NAME;
    else if (slurp(path, &bytes, &count))
      status = mount_bytes(vfs, name, bytes, count);
  }
  ig_free(name);
  ig_free(path);
  return status;
}

// by its whole path first, then as mj_addFileVFS named it
int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  if (!filename || !is_usable(vfs)) return FAILED;
  if (mj_unmountVFS(vfs, filename) == DONE) return DONE;
  char* name = ig_try_copy_text(ig_path_file(filename));
  if (!name) return FAILED;
  ig_lower(name);
  int status = mj_unmountVFS(vfs, name);
  ig_free(name);
  return status;
}

// ------------------------------------------------ resources

// the mount that serves a path; NULL: the disk. Called with the mutex held.
static const mjResource* serving_mount(mjVFS* vfs, const char* path) {
  Vfs* impl = vfs_of(vfs);
  // the path itself, then each folder above it
  for (size_t length = strlen(path); length > 0;) {
    const Entry* entry = find_mount(impl, path, length);
    if (entry) return &entry->resource;
    while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\') length--;
    if (length > 0) length--;
  }
  const mjpResourceProvider* provider = ig_find_provider(path);
  if (provider) {
    Entry* entry = find_mount(impl, provider->prefix, strlen(provider->prefix));
    if (!entry && (entry = make_entry(vfs, provider->prefix, provider))) {
      entry->next = impl->mounts;
      impl->mounts = entry;
      if (provider->mount) provider->mount(&entry->resource);
    }
    return entry ? &entry->resource : NULL;
  }
  for (const Entry* entry = impl->mounts; entry; entry = entry->next) {
    if (!strcasecmp(ig_path_file(entry->resource.name), ig_path_file(path))) return &entry->resource;
  }
  return NULL;
}

static mjResource* open_in(mjVFS* vfs, const char* path) {
  Vfs* impl = vfs_of(vfs);
  pthread_mutex_lock(&impl->mutex);
  const mjResource* served = serving_mount(vfs, path);
  pthread_mutex_unlock(&impl->mutex);
  Entry* entry = make_entry(vfs, path, served ? served->provider : &disk);
  if (!entry) return NULL;
  // the provider finds its mount's data here, and may leave its own for this resource
  void* mount_data = served ? served->data : NULL;
  entry->resource.data = mount_data;
  int opened = entry->resource.provider->open(&entry->resource);
  if (entry->resource.data == mount_data) entry->resource.data = NULL;
  if (!opened) {
    free_entry(entry);
    return NULL;
  }
  pthread_mutex_lock(&impl->mutex);
  entry->next = impl->open;
  impl->open = entry;
  pthread_mutex_unlock(&impl->mutex);
  return &entry->resource;
}

// a system that was made for one resource goes with it
static void drop_temporary(mjVFS* vfs) {
  if (!vfs_of(vfs)->temporary) return;
  ig_vfs_end(vfs);
  ig_free(vfs);
}

// a system that was made for one resource; NULL: no memory
static mjVFS* make_temporary(void) {
  mjVFS* vfs = ig_try_alloc(sizeof *vfs);
  Vfs* impl = ig_try_alloc(sizeof *impl);
  if (!vfs || !impl) {
    ig_free(vfs);
    ig_free(impl);
    return NULL;
  }
  set_up(vfs, impl);
  impl->temporary = true;
  return vfs;
}

static void close_thing(void* resource) { ig_resource_close(resource); }

// resources and what a file system holds outlive a load that fails; what such a load has open is closed by its scope
mjResource* ig_resource_open(const char* dir, const char* name, const mjVFS* vfs, char* error, size_t nerror) {
  ig_Scope* paused = ig_scope_pause();
  mjVFS* used = vfs && vfs->impl_ ? (mjVFS*)vfs : make_temporary();
  char* path = used ? ig_path_make(dir ? dir : "", name) : NULL;
  mjResource* resource = path ? open_in(used, path) : NULL;
  ig_free(path);
  if (used && !resource) drop_temporary(used);
  ig_scope_resume(paused);
  if (resource && !ig_scope_took(resource, 0, close_thing)) {
    ig_resource_close(resource);
    resource = NULL;
  }
  if (error && nerror) {
    *error = 0;
    if (!resource)
      snprintf(error, nerror, "Error opening file '%s': it is not there, is no regular file, or cannot be read", name);
  }
  return resource;
}

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error, size_t nerror) {
  return ig_resource_open(dir, name, vfs, error, nerror);
}

void ig_resource_close(mjResource* resource) {
  if (!resource || !vfs_of(resource->vfs)) return;
  ig_scope_gave(resource);
  mjVFS* vfs = resource->vfs;
  Vfs* impl = vfs_of(vfs);
  pthread_mutex_lock(&impl->mutex);
  Entry **link = &impl->open, *entry;
  while ((entry = *link) && &entry->resource != resource) link = &entry->next;
  if (entry) *link = entry->next;
  pthread_mutex_unlock(&impl->mutex);
  if (!entry) return;
  if (resource->provider->close) resource->provider->close(resource);
  free_entry(entry);
  drop_temporary(vfs);
}

void mju_closeResource(mjResource* resource) { ig_resource_close(resource); }

int ig_resource_read(mjResource* resource, const void** buffer) {
  if (!resource || !resource->provider || !resource->provider->read) return -1;
  if (resource->provider == &disk) return read_file(resource, buffer);
  ig_Scope* paused = ig_scope_pause();
  int count = resource->provider->read(resource, buffer);
  ig_scope_resume(paused);
  return count;
}

int mju_readResource(mjResource* resource, const void** buffer) { return ig_resource_read(resource, buffer); }

void ig_resource_dir(mjResource* resource, const char** dir, int* ndir) {
  *dir = NULL;
  *ndir = 0;
  if (!resource || !resource->name) return;
  // a scheme belongs to the folder even without a separator
  const mjpResourceProvider* provider = resource->provider;
  size_t prefix = provider && provider->prefix ? strlen(provider->prefix) + 1 : 0,
         file = (size_t)(ig_path_file(resource->name) - resource->name);
  *dir = resource->name;
  *ndir = (int)(file > prefix ? file : prefix);
}

int ig_resource_modified(const mjResource* resource, const char* timestamp) {
  if (!resource || !resource->provider || !resource->provider->modified) return 1;
  return resource->provider->modified(resource, timestamp);
}
