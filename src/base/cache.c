// SPDX-License-Identifier: Apache-2.0
#include "base/cache.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/resource.h"
#include "base/scope.h"
#include "base/table.h"

enum { NCHAIN = 256 };

typedef struct Entry_ {
  struct Entry_* next;
  char* id;
  char* timestamp;
  void* thing;
  size_t bytes;
  const ig_CacheKind* kind;
  uint64_t uses, number;  // the least used goes first, then the oldest
} Entry;

typedef struct Cache_ {
  pthread_mutex_t mutex;
  Entry* chain[NCHAIN];
  size_t size, capacity;
  uint64_t inserted;
} Cache;

// the API's own global; 500 MB unless told otherwise
static Cache global = {.mutex = PTHREAD_MUTEX_INITIALIZER, .capacity = (size_t)500 << 20};
static mjCache handle = {&global};

static Entry** find(Cache* cache, const char* id) {
  Entry** link = &cache->chain[ig_hash_text(0, id) % NCHAIN];
  while (*link && strcmp((*link)->id, id)) link = &(*link)->next;
  return link;
}

static void remove_entry(Cache* cache, Entry** link) {
  Entry* entry = *link;
  *link = entry->next;
  cache->size -= entry->bytes;
  entry->kind->drop(entry->thing);
  ig_free(entry->id);
  ig_free(entry->timestamp);
  ig_free(entry);
}

void* ig_cache_take(const char* id, const mjResource* resource) {
  Cache* cache = &global;
  void* thing = NULL;
  pthread_mutex_lock(&cache->mutex);
  Entry* entry = *find(cache, id);
  if (entry && !ig_resource_modified(resource, entry->timestamp)) {
    thing = entry->thing;
    entry->kind->share(thing);
    entry->uses++;
  }
  pthread_mutex_unlock(&cache->mutex);
  return thing;
}

void ig_cache_put(const char* id, const mjResource* resource, void* thing, size_t bytes, const ig_CacheKind* kind) {
  Cache* cache = &global;
  pthread_mutex_lock(&cache->mutex);
  Entry** link = find(cache, id);
  if (*link) remove_entry(cache, link);
  // the cache outlives the load
  ig_Scope* paused = ig_scope_pause();
  Entry* entry = cache->size + bytes <= cache->capacity ? ig_try_alloc(sizeof(Entry)) : NULL;
  if (entry) {
    *entry = (Entry){.id = ig_try_copy_text(id),
                     .timestamp = ig_try_copy_text(resource->timestamp),
                     .thing = thing,
                     .bytes = bytes,
                     .kind = kind,
                     .number = cache->inserted++};
    link = find(cache, id);
    entry->next = *link;
    *link = entry;
    cache->size += bytes;
    kind->share(thing);
    if (!entry->id || !entry->timestamp) remove_entry(cache, link);
  }
  ig_scope_resume(paused);
  pthread_mutex_unlock(&cache->mutex);
}

// the entry that is worth least
static Entry** least(Cache* cache) {
  Entry** worst = NULL;
  for (int i = 0; i < NCHAIN; i++) {
    for (Entry** link = &cache->chain[i]; *link; link = &(*link)->next) {
      const Entry *a = *link, *b = worst ? *worst : NULL;
      if (!b || a->uses < b->uses || (a->uses == b->uses && a->number < b->number)) worst = link;
    }
  }
  return worst;
}

// ------------------------------------------------ the public functions

static Cache* cache_of(const mjCache* cache) { return cache ? cache->impl_ : NULL; }

mjCache* mj_getCache(void) { return &handle; }

// a number of the cache that other threads may be changing
static size_t read_locked(Cache* c, const size_t* number) {
  pthread_mutex_lock(&c->mutex);
  size_t value = *number;
  pthread_mutex_unlock(&c->mutex);
  return value;
}

size_t mj_getCacheSize(const mjCache* cache) {
  Cache* c = cache_of(cache);
  return c ? read_locked(c, &c->size) : 0;
}

size_t mj_getCacheCapacity(const mjCache* cache) {
  Cache* c = cache_of(cache);
  return c ? read_locked(c, &c->capacity) : 0;
}

size_t mj_setCacheCapacity(mjCache* cache, size_t size) {
  Cache* c = cache_of(cache);
  if (!c) return 0;
  pthread_mutex_lock(&c->mutex);
  c->capacity = size;
  while (c->size > c->capacity) remove_entry(c, least(c));
  pthread_mutex_unlock(&c->mutex);
  return size;
}

void mj_clearCache(mjCache* cache) {
  Cache* c = cache_of(cache);
  if (!c) return;
  pthread_mutex_lock(&c->mutex);
  for (int i = 0; i < NCHAIN; i++) {
    while (c->chain[i]) remove_entry(c, &c->chain[i]);
  }
  pthread_mutex_unlock(&c->mutex);
}
