// SPDX-License-Identifier: Apache-2.0
// What programs and libraries register for the whole process: plugins, resource providers, decoders.
// Entries are copied and never move or vanish, so that a pointer to one stays good.
#include "base/registry.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/path.h"

enum { BLOCK = 32, BLOCKS = 64, MAX_NAME = 1024, MAX_ATTRIBUTES = 255 };

// a list that grows by blocks; the count is published after the entry
typedef struct {
  size_t entry_size;
  char* blocks[BLOCKS];
  _Atomic int count;
} Table;

// the API's own process-wide registries
static Table plugins = {.entry_size = sizeof(mjpPlugin)};
static Table providers = {.entry_size = sizeof(mjpResourceProvider)};
static Table decoders = {.entry_size = sizeof(mjpDecoder)};
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

// how a plugin stands among those of its name: the only one, ready to give way, or behind another one. Models that were
// compiled with a plugin keep its slot whatever comes after.
enum { FIRM, STANDIN, REPLACED };
static _Atomic unsigned char standing[BLOCK * BLOCKS];
static _Thread_local bool standins;

static const void* entry_at(const Table* table, int slot) {
  if (slot < 0 || slot >= table->count) return NULL;
  return table->blocks[slot / BLOCK] + table->entry_size * (size_t)(slot % BLOCK);
}

// the slot, or -1 when the table is full; entries live as long as the process and are not counted as ours
static int append(Table* table, const void* entry) {
  int slot = table->count;
  if (slot >= BLOCK * BLOCKS) return -1;
  if (!table->blocks[slot / BLOCK]) table->blocks[slot / BLOCK] = malloc(table->entry_size * BLOCK);
  if (!table->blocks[slot / BLOCK]) return -1;
  memcpy(table->blocks[slot / BLOCK] + table->entry_size * (size_t)(slot % BLOCK), entry, table->entry_size);
  table->count = slot + 1;
  return slot;
}

static void warn_full(const char* kind, const char* name) {
  mju_warning("%s '%s' is not registered: there is no room for more than %d of them", kind, name, BLOCK * BLOCKS);
}

static bool same_text(const char* a, const char* b) { return a && b ? !strcmp(a, b) : a == b; }
static bool same_word(const char* a, const char* b) { return a && b ? !strcasecmp(a, b) : a == b; }

// ------------------------------------------------ plugins

void mjp_defaultPlugin(mjpPlugin* plugin) { memset(plugin, 0, sizeof *plugin); }

// everything after the attributes is plain data
static bool same_plugin(const mjpPlugin* a, const mjpPlugin* b) {
  if (!same_text(a->name, b->name) || a->nattribute != b->nattribute) return false;
  for (int i = 0; i < a->nattribute; i++) {
    if (!same_text(a->attributes[i], b->attributes[i])) return false;
  }
  size_t rest = offsetof(mjpPlugin, capabilityflags);
  return !memcmp((const char*)a + rest, (const char*)b + rest, sizeof *a - rest);
}

static const char* plugin_trouble(const mjpPlugin* plugin) {
  if (!plugin->name) return "the plugin has no name: it is NULL";
  if (!*plugin->name) return "the name of the plugin is empty";
  if (strnlen(plugin->name, MAX_NAME) == MAX_NAME) return "the name of the plugin takes 1024 characters or more";
  if (plugin->nattribute < 0) return "nattribute of the plugin must not be below 0";
  if (plugin->nattribute > MAX_ATTRIBUTES) return "nattribute of the plugin must be 255 at most";
  for (int i = 0; i < plugin->nattribute; i++) {
    if (!plugin->attributes[i] || strnlen(plugin->attributes[i], MAX_NAME) == MAX_NAME)
      return "length of a plugin attribute exceeds the maximum limit of 255";
  }
  return NULL;
}

// own copies of the texts; they live as long as the process
static bool copy_plugin(mjpPlugin* copy, const mjpPlugin* plugin) {
  *copy = *plugin;
  copy->name = strdup(plugin->name);
  const char** attributes = calloc((size_t)plugin->nattribute + 1, sizeof(char*));
  bool whole = copy->name && attributes;
  for (int i = 0; whole && i < plugin->nattribute; i++) whole = (attributes[i] = strdup(plugin->attributes[i])) != NULL;
  copy->attributes = attributes;
  return whole;
}

void ig_register_standins(bool on) { standins = on; }

// the slot of the plugin, as a new one or found; *clash: there is another of that name
static int enter_plugin(const mjpPlugin* plugin, bool* clash) {
  int replaced = -1;
  for (int i = 0; i < plugins.count; i++) {
    const mjpPlugin* other = entry_at(&plugins, i);
    if (standing[i] == REPLACED || strcmp(other->name, plugin->name)) continue;
    if (standins || same_plugin(other, plugin)) return i;
    *clash |= standing[i] == FIRM;
    replaced = i;
  }
  if (*clash) return -1;
  mjpPlugin copy;
  int slot = copy_plugin(&copy, plugin) ? append(&plugins, &copy) : -1;
  if (slot < 0) {
    // the plugin found no place
    for (int i = 0; copy.attributes && i < copy.nattribute; i++) free((char*)copy.attributes[i]);
    free((char**)copy.attributes);
    free((char*)copy.name);
    return -1;
  }
  if (standins) standing[slot] = STANDIN;
  if (replaced >= 0) standing[replaced] = REPLACED;
  return slot;
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  const char* trouble = plugin_trouble(plugin);
  if (trouble) {
    mju_error("mjp_registerPlugin: %s", trouble);
    return -1;
  }
  bool clash = false;
  pthread_mutex_lock(&registering);
  int slot = enter_plugin(plugin, &clash);
  pthread_mutex_unlock(&registering);
  if (clash) {
    mju_error("plugin '%s' is already registered", plugin->name);
  } else if (slot < 0) {
    warn_full("plugin", plugin->name);
  }
  return slot;
}

int ig_plugin_count(void) { return plugins.count; }
const mjpPlugin* ig_plugin_at(int slot) { return entry_at(&plugins, slot); }

const mjpPlugin* ig_find_plugin(const char* name, int* slot) {
  if (slot) *slot = -1;
  for (int i = 0; name && i < plugins.count; i++) {
    const mjpPlugin* plugin = entry_at(&plugins, i);
    if (standing[i] == REPLACED || strcmp(plugin->name, name)) continue;
    if (slot) *slot = i;
    return plugin;
  }
  return NULL;
}

// the values of an instance stand one after the other, in the order of the attributes
const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  if (plugin_id < 0 || plugin_id >= m->nplugin || !attrib) return NULL;
  const mjpPlugin* plugin = ig_plugin_at(m->plugin[plugin_id]);
  if (!plugin) return NULL;
  const char *value = m->plugin_attr + m->plugin_attradr[plugin_id], *end = m->plugin_attr + m->npluginattr;
  for (int i = 0; i < plugin->nattribute && value < end; i++) {
    if (!strcmp(plugin->attributes[i], attrib)) return value;
    value += strnlen(value, (size_t)(end - value)) + 1;
  }
  return NULL;
}

// ------------------------------------------------ resource providers

void mjp_defaultResourceProvider(mjpResourceProvider* provider) { memset(provider, 0, sizeof *provider); }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// a letter, then letters, digits, + . -
static bool is_scheme(const char* text, size_t length) {
  if (!text || !length || !is_letter(text[0])) return false;
  for (size_t i = 1; i < length; i++) {
    bool digit = text[i] >= '0' && text[i] <= '9';
    if (!is_letter(text[i]) && !digit && text[i] != '+' && text[i] != '.' && text[i] != '-') return false;
  }
  return true;
}

static bool same_provider(const mjpResourceProvider* a, const mjpResourceProvider* b) {
  return same_word(a->prefix, b->prefix) && a->open == b->open && a->read == b->read && a->close == b->close &&
         a->modified == b->modified && a->data == b->data;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  if (!provider->prefix || !is_scheme(provider->prefix, strlen(provider->prefix))) {
    mju_warning("the prefix '%s' of the provider is no URI scheme: a letter, then letters, digits, '+', '-' or '.'",
                provider->prefix ? provider->prefix : "");
    return -1;
  }
  if (!provider->open || !provider->read || !provider->close) {
    mju_warning("the provider lacks a callback: open, read and close are needed");
    return -1;
  }
  pthread_mutex_lock(&registering);
  int slot = -1;
  bool clash = false;
  for (int i = 0; i < providers.count && slot < 0; i++) {
    const mjpResourceProvider* other = entry_at(&providers, i);
    if (same_provider(other, provider))
      slot = i;
    else
      clash |= same_word(other->prefix, provider->prefix);
  }
  if (slot < 0 && !clash) {
    mjpResourceProvider copy = *provider;
    copy.prefix = strdup(provider->prefix);
    if (copy.prefix) slot = append(&providers, &copy);
    if (slot < 0) free((char*)copy.prefix);
  }
  pthread_mutex_unlock(&registering);
  if (clash) {
    mju_error("resource provider '%s' is already registered", provider->prefix);
  } else if (slot < 0) {
    warn_full("resource provider", provider->prefix);
  }
  return slot < 0 ? -1 : slot + 1;
}

int mjp_resourceProviderCount(void) { return providers.count; }
const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) { return entry_at(&providers, slot - 1); }

const mjpResourceProvider* ig_find_provider(const char* resource_name) {
  const char* colon = resource_name ? strchr(resource_name, ':') : NULL;
  if (!colon || !is_scheme(resource_name, (size_t)(colon - resource_name))) return NULL;
  size_t length = (size_t)(colon - resource_name);
  for (int i = 0; i < providers.count; i++) {
    const mjpResourceProvider* provider = entry_at(&providers, i);
    if (strlen(provider->prefix) == length && !strncasecmp(provider->prefix, resource_name, length)) return provider;
  }
  return NULL;
}

// ------------------------------------------------ decoders

void mjp_defaultDecoder(mjpDecoder* decoder) { memset(decoder, 0, sizeof *decoder); }

static void register_decoder(const mjpDecoder* decoder, const char* type, const char* extension) {
  mjpDecoder copy = *decoder;
  copy.content_type = type;
  copy.extension = extension;
  bool clash = false, known = false, full = false;
  pthread_mutex_lock(&registering);
  for (int i = 0; i < decoders.count; i++) {
    const mjpDecoder* other = entry_at(&decoders, i);
    bool same_key = same_word(other->content_type, type) && same_word(other->extension, extension);
    bool same = other->decode == copy.decode && other->can_decode == copy.can_decode;
    known |= same_key && same;
    clash |= same_key && !same;
  }
  if (!known && !clash) {
    copy.content_type = type ? strdup(type) : NULL;
    copy.extension = extension ? strdup(extension) : NULL;
    full = append(&decoders, &copy) < 0;
    if (full) free((char*)copy.content_type), free((char*)copy.extension);
  }
  pthread_mutex_unlock(&registering);
  if (clash) {
    mju_error("resource decoder '%s' is already registered", type ? type : extension);
  } else if (full) {
    warn_full("resource decoder", type ? type : extension);
  }
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  if (!decoder->decode || !decoder->can_decode) {
    mju_warning("the decoder lacks a callback: decode and can_decode are needed");
    return;
  }
  if (!decoder->content_type && !decoder->extension) {
    mju_warning("the decoder says neither which content_type nor which extension it takes");
    return;
  }
  if (decoder->content_type) register_decoder(decoder, decoder->content_type, NULL);
  // extensions are separated by |
  for (const char* start = decoder->extension; start && *start;) {
    size_t length = strcspn(start, "|");
    char extension[MAX_NAME];
    if (length && length < sizeof extension) {
      memcpy(extension, start, length);
      extension[length] = 0;
      register_decoder(decoder, NULL, extension);
    }
    start += length + (start[length] == '|');
  }
}

const mjpDecoder* ig_find_decoder(const mjResource* resource, const char* content_type) {
  const char* extension = ig_path_suffix(resource->name);
  for (int by_extension = 0; by_extension < 2; by_extension++) {
    const char* key = by_extension ? extension : content_type;
    for (int i = 0; key && *key && i < decoders.count; i++) {
      const mjpDecoder* decoder = entry_at(&decoders, i);
      const char* own = by_extension ? decoder->extension : decoder->content_type;
      if (own && !strcasecmp(own, key) && decoder->can_decode(resource)) return decoder;
    }
  }
  return NULL;
}
