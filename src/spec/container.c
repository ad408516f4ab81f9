// SPDX-License-Identifier: Apache-2.0
#include "spec/container.h"

#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/scope.h"

enum { LOCAL_ROOM = 22 };  // characters that fit without the heap

// Blocks come from malloc, since code that was compiled against MuJoCo's headers may free and replace them as the standard
// containers of C++ do.
static void* take(size_t bytes) {
  void* block = ig_scope_allows(bytes) ? malloc(bytes) : NULL;
  if (!block || ig_scope_took(block, bytes, free)) return block;
  free(block);
  return NULL;
}

static void give(void* block) {
  if (!block) return;
  ig_scope_gave(block);
  free(block);
}

// ------------------------------------------------ text

static bool on_heap(const ig_String* s) { return s->local.twice_size & 1; }

const char* ig_text(const void* string) {
  const ig_String* s = string;
  if (!s) return "";
  return on_heap(s) ? s->heap.data : s->local.data;
}

size_t ig_text_size(const void* string) {
  const ig_String* s = string;
  if (!s) return 0;
  return on_heap(s) ? s->heap.size : (size_t)(s->local.twice_size >> 1);
}

bool ig_text_empty(const void* string) { return ig_text_size(string) == 0; }

bool ig_text_is(const void* string, const char* text) { return strcmp(ig_text(string), text) == 0; }

bool ig_text_same(const void* a, const void* b) {
  size_t size = ig_text_size(a);
  return size == ig_text_size(b) && memcmp(ig_text(a), ig_text(b), size) == 0;
}

void ig_text_free(void* string) {
  ig_String* s = string;
  if (on_heap(s)) give(s->heap.data);
  memset(s, 0, sizeof(*s));
}

// room for `size` characters; the old text may be lost
static char* make_room(ig_String* s, size_t size) {
  if (on_heap(s)) {
    if (size < (s->heap.capacity & ~(size_t)1)) {
      s->heap.size = size;
      return s->heap.data;
    }
    ig_text_free(s);
  }
  if (size <= LOCAL_ROOM) {
    s->local.twice_size = (unsigned char)(2 * size);
    return s->local.data;
  }
  size_t capacity = (size + 16) & ~(size_t)15;
  char* data = take(capacity);
  if (!data) return NULL;
  s->heap.capacity = capacity | 1;
  s->heap.size = size;
  s->heap.data = data;
  return data;
}

void ig_text_set_n(void* string, const char* text, size_t size) {
  ig_String* s = string;

  // the text may be a part of this very string
  const char* old = ig_text(s);
  if (text >= old && text <= old + ig_text_size(s)) {
    ig_String copy = {0};
    ig_text_set_n(&copy, text, size);
    ig_text_free(s);
    *s = copy;
    return;
  }
  char* data = make_room(s, size);
  if (!data) {
    mju_error("out of memory for a text of %zu characters", size);
    return;
  }
  memcpy(data, text, size);
  data[size] = 0;
}

void ig_text_set(void* string, const char* text) { ig_text_set_n(string, text ? text : "", text ? strlen(text) : 0); }

void ig_text_wrap(void* string, const char* before, const char* after) {
  size_t nbefore = strlen(before), size = ig_text_size(string), nafter = strlen(after);
  if (nbefore + nafter == 0) return;
  ig_String whole = {0};
  char* data = make_room(&whole, nbefore + size + nafter);
  if (!data) {
    mju_error("out of memory for a text of %zu characters", nbefore + size + nafter);
    return;
  }
  memcpy(data, before, nbefore);
  memcpy(data + nbefore, ig_text(string), size);
  memcpy(data + nbefore + size, after, nafter + 1);
  ig_text_free(string);
  *(ig_String*)string = whole;
}

// ------------------------------------------------ vectors

static size_t byte_count(const ig_Vector* v) { return (size_t)(v->end - v->begin); }

int ig_vec_count(const void* vector, size_t item) { return vector ? (int)(byte_count(vector) / item) : 0; }

// room for that many bytes, contents kept; growth at least doubles so that appending stays cheap
static bool reserve(ig_Vector* v, size_t bytes) {
  if (bytes <= (size_t)(v->limit - v->begin)) return true;
  size_t used = byte_count(v), room = 2 * (size_t)(v->limit - v->begin);
  if (room < bytes) room = bytes;
  char* data = take(room);
  if (!data) {
    mju_error("out of memory for a vector of %zu bytes", room);
    return false;
  }
  if (used) memcpy(data, v->begin, used);
  give(v->begin);
  *v = (ig_Vector){data, data + used, data + room};
  return true;
}

bool ig_vec_resize(void* vector, size_t count, size_t item) {
  ig_Vector* v = vector;
  size_t used = byte_count(v), bytes = count * item;
  if (count && bytes / count != item) return false;
  if (!reserve(v, bytes)) return false;
  if (bytes > used) memset(v->begin + used, 0, bytes - used);
  v->end = v->begin + bytes;
  return true;
}

bool ig_vec_append(void* vector, const void* items, size_t count, size_t item) {
  ig_Vector* v = vector;
  size_t used = byte_count(v);
  if (!count) return true;
  if (!ig_vec_resize(v, used / item + count, item)) return false;
  if (items) memcpy(v->begin + used, items, count * item);
  return true;
}

bool ig_vec_assign(void* vector, const void* items, size_t count, size_t item) {
  ig_Vector* v = vector;
  v->end = v->begin;
  return ig_vec_append(v, items, count, item);
}

void ig_vec_free(void* vector) {
  ig_Vector* v = vector;
  give(v->begin);
  memset(v, 0, sizeof(*v));
}

// ------------------------------------------------ vectors of strings and of vectors

int ig_texts_count(const void* texts) { return ig_vec_count(texts, sizeof(ig_String)); }

const char* ig_texts_at(const void* texts, int i) { return ig_text(IG_ITEMS(ig_String, texts) + i); }

void* ig_texts_slot(void* texts, int i) { return IG_ITEMS(ig_String, texts) + i; }

// room comes first: then nothing can fail between a text and its place
void ig_texts_append(void* texts, const char* text) {
  ig_String s = {0};
  if (!reserve(texts, byte_count(texts) + sizeof(s))) return;
  ig_text_set(&s, text);
  ig_vec_append(texts, &s, 1, sizeof(s));
}

void ig_texts_split(void* texts, const char* text) {
  static const char blanks[] = " \t\n\v\f\r";
  int old = ig_texts_count(texts);
  text += strspn(text, blanks);
  while (*text) {
    size_t size = strcspn(text, blanks);
    ig_String s = {0};
    if (!reserve(texts, byte_count(texts) + sizeof(s))) return;
    ig_text_set_n(&s, text, size);
    ig_vec_append(texts, &s, 1, sizeof(s));
    text += size;
    text += strspn(text, blanks);
  }
  // the old ones go when all are there: the text may be one of them
  ig_Vector* v = texts;
  size_t used = (size_t)old * sizeof(ig_String);
  for (int i = 0; i < old; i++) ig_text_free(ig_texts_slot(texts, i));
  if (!used) return;
  memmove(v->begin, v->begin + used, byte_count(v) - used);
  v->end -= used;
}

void ig_texts_free(void* texts) {
  for (int i = 0, n = ig_texts_count(texts); i < n; i++) ig_text_free(ig_texts_slot(texts, i));
  ig_vec_free(texts);
}

int ig_vecs_count(const void* vectors) { return ig_vec_count(vectors, sizeof(ig_Vector)); }

const ig_Vector* ig_vecs_at(const void* vectors, int i) { return IG_ITEMS(ig_Vector, vectors) + i; }

bool ig_vecs_append(void* vectors, const void* items, size_t count, size_t item) {
  ig_Vector v = {0};
  if (!reserve(vectors, byte_count(vectors) + sizeof(v)) || !ig_vec_append(&v, items, count, item)) return false;
  return ig_vec_append(vectors, &v, 1, sizeof(v));
}

void ig_vecs_free(void* vectors) {
  for (int i = 0, n = ig_vecs_count(vectors); i < n; i++) ig_vec_free(IG_ITEMS(ig_Vector, vectors) + i);
  ig_vec_free(vectors);
}

// ------------------------------------------------ any container

void ig_container_free(void* slot, ig_ContainerKind kind) {
  switch (kind) {
    case IG_TEXT: ig_text_free(slot); break;
    case IG_TEXTS: ig_texts_free(slot); break;
    case IG_VECTORS: ig_vecs_free(slot); break;
    default: ig_vec_free(slot);
  }
}

static void visit_block(void* block, void (*visit)(void* argument, void* block), void* argument) {
  if (block) visit(argument, block);
}

void ig_container_blocks(const void* slot, ig_ContainerKind kind, void (*visit)(void* argument, void* block), void* argument) {
  if (kind == IG_TEXT) {
    if (on_heap(slot)) visit(argument, ((const ig_String*)slot)->heap.data);
    return;
  }
  visit_block(((const ig_Vector*)slot)->begin, visit, argument);
  for (int i = 0, n = kind == IG_TEXTS ? ig_texts_count(slot) : 0; i < n; i++) {
    ig_container_blocks(IG_ITEMS(ig_String, slot) + i, IG_TEXT, visit, argument);
  }
  for (int i = 0, n = kind == IG_VECTORS ? ig_vecs_count(slot) : 0; i < n; i++) {
    visit_block(ig_vecs_at(slot, i)->begin, visit, argument);
  }
}

void ig_container_copy(void* to, const void* from, ig_ContainerKind kind) {
  if (to == from) return;
  switch (kind) {
    case IG_TEXT: ig_text_set_n(to, ig_text(from), ig_text_size(from)); break;
    case IG_TEXTS:
      ig_texts_free(to);
      for (int i = 0, n = ig_texts_count(from); i < n; i++) ig_texts_append(to, ig_texts_at(from, i));
      break;
    case IG_VECTORS:
      ig_vecs_free(to);
      for (int i = 0, n = ig_vecs_count(from); i < n; i++) {
        const ig_Vector* v = ig_vecs_at(from, i);
        ig_vecs_append(to, v->begin, byte_count(v), 1);
      }
      break;
    default: ig_vec_assign(to, ((const ig_Vector*)from)->begin, byte_count(from), 1);
  }
}

// ------------------------------------------------ maps

// the end node is the part of the map that starts at its root pointer: its left child is the root
static ig_MapNode* end_node(const ig_Map* map) { return (ig_MapNode*)(void*)&map->root; }

void ig_map_init(ig_Map* map) { *map = (ig_Map){end_node(map), NULL, 0}; }

const ig_MapNode* ig_map_first(const ig_Map* map) { return map->size ? map->first : NULL; }

const ig_MapNode* ig_map_next(const ig_Map* map, const ig_MapNode* node) {
  const ig_MapNode* n = node;
  if (n->right) {
    n = n->right;
    while (n->left) n = n->left;
    return n;
  }
  // up until we come from a left child
  while (n->parent->left != n) n = n->parent;
  return n->parent == end_node(map) ? NULL : n->parent;
}

void ig_map_free(ig_Map* map) {
  ig_MapNode* node = map->root;
  ig_MapNode* end = end_node(map);

  // leaves first, without recursion: cut each node from its parent as it goes
  while (node) {
    if (node->left) {
      node = node->left;
    } else if (node->right) {
      node = node->right;
    } else {
      ig_MapNode* parent = node->parent;
      if (parent->left == node) {
        parent->left = NULL;
      } else {
        parent->right = NULL;
      }
      ig_text_free(&node->key);
      ig_text_free(&node->value);
      give(node);
      node = parent == end ? NULL : parent;
    }
  }
  ig_map_init(map);
}

// Red-black trees (Guibas and Sedgewick, "A dichromatic framework for balanced trees", 1978), as std::map expects them when it
// inserts into one of ours: no red node has a red child, and all ways down pass as many black ones.
static ig_MapNode** child_of(ig_MapNode* node, bool right) { return right ? &node->right : &node->left; }

// the child on the other side takes the node's place, and the node becomes its child on this side
static void rotate(ig_MapNode* node, bool right) {
  ig_MapNode *up = *child_of(node, !right), *parent = node->parent, **inner = child_of(up, right);
  *child_of(node, !right) = *inner;
  if (*inner) (*inner)->parent = node;
  *inner = node;
  if (parent->left == node)
    parent->left = up;
  else
    parent->right = up;
  up->parent = parent;
  node->parent = up;
}

// after a node was added as a leaf
static void balance(ig_Map* map, ig_MapNode* node) {
  node->black = node == map->root;
  while (node != map->root && !node->parent->black) {
    ig_MapNode *parent = node->parent, *above = parent->parent;
    bool right = above->left != parent;
    ig_MapNode* uncle = *child_of(above, !right);
    if (uncle && !uncle->black) {
      parent->black = uncle->black = true;
      above->black = above == map->root;
      node = above;
      continue;
    }
    if (node == *child_of(parent, !right)) {
      rotate(parent, right);
      parent = node;
    }
    parent->black = true;
    above->black = false;
    rotate(above, !right);
    return;
  }
}

bool ig_map_set(ig_Map* map, const char* key, const char* value) {
  ig_MapNode* parent = end_node(map);
  ig_MapNode** link = &map->root;
  while (*link) {
    int order = strcmp(key, ig_text(&(*link)->key));
    if (order == 0) {
      ig_text_set(&(*link)->value, value);
      return true;
    }
    parent = *link;
    link = order < 0 ? &parent->left : &parent->right;
  }
  ig_MapNode* node = take(sizeof(*node));
  if (!node) {
    mju_error("out of memory for an entry of a map");
    return false;
  }
  memset(node, 0, sizeof(*node));
  node->parent = parent;
  ig_text_set(&node->key, key);
  ig_text_set(&node->value, value);
  *link = node;
  if (map->first->left) map->first = map->first->left;
  map->size++;
  balance(map, node);
  return true;
}

const char* ig_map_get(const ig_Map* map, const char* key) {
  for (const ig_MapNode* node = map->root; node;) {
    int order = strcmp(key, ig_text(&node->key));
    if (order == 0) return ig_text(&node->value);
    node = order < 0 ? node->left : node->right;
  }
  return NULL;
}

void ig_map_copy(ig_Map* to, const ig_Map* from) {
  if (to == from) return;
  ig_map_free(to);
  for (const ig_MapNode* n = ig_map_first(from); n; n = ig_map_next(from, n)) {
    ig_map_set(to, ig_text(&n->key), ig_text(&n->value));
  }
}

void ig_map_take(ig_Map* to, ig_Map* from) {
  if (to == from) return;
  ig_map_free(to);
  if (!from->size) return;
  *to = *from;
  to->root->parent = end_node(to);
  ig_map_init(from);
}
