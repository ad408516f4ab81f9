// SPDX-License-Identifier: Apache-2.0
// One element of a spec, of whatever type: made, copied, counted, freed by one table of its containers and references.
#ifndef INGOT_SPEC_ELEMENT_H_
#define INGOT_SPEC_ELEMENT_H_

#include "spec/spec.h"

// how the name in a reference changes when its element moves into another name space
typedef enum ig_RefKind_ {
  IG_REF_NONE,      // not a reference
  IG_REF_ALWAYS,    // gets prefix and suffix
  IG_REF_ASSET,     // only across specs: a spec attached to itself shares its assets
  IG_REF_RESOLVED,  // decided by what is found (reference.c)
} ig_RefKind;

// a container that a public struct points to
typedef struct ig_Field_ {
  short offset;  // of the pointer in the public struct
  ig_ContainerKind kind;
  ig_RefKind reference;
} ig_ElementField;

typedef struct ig_Type_ {
  mjtObj type;
  const char* word;  // "geom"
  short size;        // of the element struct, without its containers
  short public_size;
  short info;        // offset of the public info pointer, -1: none
  short childclass;  // offset of the public childclass pointer, -1: none
  short plugin;      // offset of the public plugin struct, -1: none
  short in_default;  // offset of this type's pointer in mjsDefault, -1: has no defaults
  void (*defaults)(void* s);
  const ig_ElementField* field;
  int nfield;
} ig_Type;

// the row of a type; NULL for types that are no elements
const ig_Type* ig_type(mjtObj type);
const ig_Type* ig_wrap_type(void);

// a new element, with one count, that belongs to the spec but stands in no list
void* ig_element_new(ig_Spec* spec, const ig_Type* type);

// all but identity (spec, place in the tree, id, counts): public struct and containers
void ig_element_assign(ig_Element* to, const ig_Element* from);

// a copy with the names and saved states too; of a tendon with its path, of a plugin with its configuration, of a body
// without its children
void* ig_element_copy(ig_Spec* spec, const ig_Element* from);

void ig_element_retain(void* element);
void ig_element_release(void* element);

// the plugin struct inside an element's public struct, or NULL
mjsPlugin* ig_element_plugin(const ig_Element* el);

// the public pointer of a container field
static inline void* ig_field_slot(const ig_Element* el, const ig_ElementField* field) {
  return *(void**)(void*)((char*)(ig_Element*)(el + 1) + field->offset);
}

// user values
void ig_value_set(ig_Element* el, const char* key, const void* data, void (*cleanup)(const void*));
// bytes of zeros, which go with the value
void* ig_value_make(ig_Element* el, const char* key, size_t bytes);
const void* ig_value_get(const ig_Element* el, const char* key);
void ig_value_delete(ig_Element* el, const char* key);

// saved states
ig_Saved* ig_saved_find(const ig_Element* el, const char* name);
ig_Saved* ig_saved_make(ig_Element* el, const char* name);
void ig_saved_forget(ig_Element* el);

#endif  // INGOT_SPEC_ELEMENT_H_
