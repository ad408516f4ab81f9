// SPDX-License-Identifier: Apache-2.0
// The text and vector containers behind mjString, mjDoubleVec and the other handles of mjspec.h.
//
// Programs built against the 3.5.0 package (its Python bindings among them) read and write these containers in
// place, as the std::string, std::vector and std::map of libc++. So the memory layout is that of libc++ on a
// 64-bit little-endian machine, and the memory comes from malloc and goes to free. Every one is 24 bytes, and all
// zero bytes are an empty container.
#ifndef INGOT_SPEC_CONTAINER_H_
#define INGOT_SPEC_CONTAINER_H_

#include <stdbool.h>
#include <stddef.h>

// text: bit 0 of the first byte says whether it lives on the heap; if not, the other 7 bits are its length
typedef union ig_String_ {
  struct {
    size_t capacity;  // bytes allocated, with bit 0 set
    size_t size;
    char* data;
  } heap;
  struct {
    unsigned char twice_size;
    char data[23];
  } local;
} ig_String;

// any vector: the caller knows the item type
typedef struct ig_Vector_ {
  char* begin;
  char* end;
  char* limit;
} ig_Vector;

// ordered map from text to text
typedef struct ig_MapNode_ {
  struct ig_MapNode_* left;
  struct ig_MapNode_* right;
  struct ig_MapNode_* parent;
  bool black;
  ig_String key;
  ig_String value;
} ig_MapNode;

typedef struct ig_Map_ {
  ig_MapNode* first;  // leftmost node, or the address of root when empty
  ig_MapNode* root;   // an end node starts here: its only member is `left`
  size_t size;
} ig_Map;

// what a 24-byte slot holds
typedef enum ig_ContainerKind_ {
  IG_BYTES,
  IG_INTS,
  IG_FLOATS,
  IG_DOUBLES,
  IG_TEXT,
  IG_TEXTS,    // vector of strings
  IG_VECTORS,  // vector of vectors, of any plain type
} ig_ContainerKind;

// ------------------------------------------------ text
// the arguments are void pointers because the public handles are: mjString* in C is void*

const char* ig_text(const void* string);  // zero-terminated, valid until the string changes; "" for NULL
size_t ig_text_size(const void* string);
bool ig_text_empty(const void* string);
bool ig_text_is(const void* string, const char* text);
bool ig_text_same(const void* a, const void* b);
void ig_text_set(void* string, const char* text);  // NULL counts as ""
void ig_text_set_n(void* string, const char* text, size_t size);
void ig_text_wrap(void* string, const char* before, const char* after);  // before + text + after
void ig_text_free(void* string);

// ------------------------------------------------ vectors of plain items

int ig_vec_count(const void* vector, size_t item);                               // number of items of that many bytes; 0 for NULL
bool ig_vec_assign(void* vector, const void* items, size_t count, size_t item);  // NULL items: zeros
bool ig_vec_append(void* vector, const void* items, size_t count, size_t item);
bool ig_vec_resize(void* vector, size_t count, size_t item);  // new items are zero
void ig_vec_free(void* vector);

// typed view of a vector's items: IG_ITEMS(double, geom->userdata)[i]
#define IG_ITEMS(type, vector) ((type*)(void*)((ig_Vector*)(vector))->begin)
#define IG_COUNT(type, vector) ig_vec_count((vector), sizeof(type))

// ------------------------------------------------ vectors of strings and of vectors

int ig_texts_count(const void* texts);
const char* ig_texts_at(const void* texts, int i);
void* ig_texts_slot(void* texts, int i);  // the string itself, to be changed
void ig_texts_append(void* texts, const char* text);
void ig_texts_split(void* texts, const char* text);  // words between blanks replace the contents
void ig_texts_free(void* texts);

int ig_vecs_count(const void* vectors);
const ig_Vector* ig_vecs_at(const void* vectors, int i);
bool ig_vecs_append(void* vectors, const void* items, size_t count, size_t item);
void ig_vecs_free(void* vectors);

// ------------------------------------------------ any container

void ig_container_free(void* slot, ig_ContainerKind kind);
void ig_container_copy(void* to, const void* from, ig_ContainerKind kind);
// every block of memory that it holds
void ig_container_blocks(const void* slot, ig_ContainerKind kind, void (*visit)(void* argument, void* block), void* argument);

// ------------------------------------------------ maps

void ig_map_init(ig_Map* map);  // a map in use is never all zero: its first node is its own end node
void ig_map_free(ig_Map* map);  // leaves it empty
void ig_map_copy(ig_Map* to, const ig_Map* from);
void ig_map_take(ig_Map* to, ig_Map* from);  // moves the nodes; `from` is left empty
bool ig_map_set(ig_Map* map, const char* key, const char* value);
const char* ig_map_get(const ig_Map* map, const char* key);  // NULL if the key is not there
const ig_MapNode* ig_map_first(const ig_Map* map);           // in the order of the keys
const ig_MapNode* ig_map_next(const ig_Map* map, const ig_MapNode* node);

#endif  // INGOT_SPEC_CONTAINER_H_
