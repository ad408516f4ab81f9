// SPDX-License-Identifier: Apache-2.0
// The asset cache of the API: what was made from a resource, kept until the resource changes.
//
// Things in the cache are counted by their owners: taking one shares it, dropping it gives the cache's share back. An
// entry is found by an id that says what it was made from and how.
#ifndef INGOT_BASE_CACHE_H_
#define INGOT_BASE_CACHE_H_

#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mjplugin.h>

// what the cache does with a thing
typedef struct ig_CacheKind_ {
  void (*share)(void* thing);
  void (*drop)(void* thing);
} ig_CacheKind;

// a share of the thing with that id, or NULL: there is none, or the resource has changed since
void* ig_cache_take(const char* id, const mjResource* resource);

// keep a share of the thing, if there is room for its bytes
void ig_cache_put(const char* id, const mjResource* resource, void* thing, size_t bytes, const ig_CacheKind* kind);

#endif  // INGOT_BASE_CACHE_H_
