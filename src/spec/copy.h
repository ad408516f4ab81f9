// SPDX-License-Identifier: Apache-2.0
// Subtrees and name spaces: what copying, attaching and deleting have in common.
#ifndef INGOT_SPEC_COPY_H_
#define INGOT_SPEC_COPY_H_

#include "spec/spec.h"

// a move of elements from one spec into another, under new names
typedef struct ig_Space_ {
  const char* prefix;
  const char* suffix;
  ig_Spec* from;
  ig_Spec* to;    // may be the same: then assets and classes keep their names
  bool by_value;  // copy the elements, rather than share them
} ig_Space;

// a copy of a body with all below it, for the spec `to`; outside of any list
ig_Body* ig_copy_body(const ig_Body* from, const ig_Space* space);

// hand a body with all below it over to the spec `to`; ids are void
void ig_adopt_body(ig_Body* body, const ig_Space* space);

// rename one element and its references
void ig_rename(ig_Element* el, const ig_Space* space);

// rename a body and all below it
void ig_rename_body(ig_Body* body, const ig_Space* space);

// options under which an element of another spec was written, as seen from this spec
const mjsCompiler* ig_compiler_for(ig_Spec* spec, const mjsCompiler* compiler);

// copy or share the elements outside of the tree of one spec into another, as far as what they refer to is there
bool ig_merge(const ig_Space* space);

// lists, ids and signature of the whole tree, after a file that attaches was read
void ig_settle(ig_Spec* spec);

// an element that owns an unnamed plugin instance brings it along
void ig_bring_plugin(ig_Element* el, const ig_Space* space);

// the text that names the file of a mesh, skin, height field or texture; NULL for other types
const void* ig_asset_file(const ig_Element* el);

// an empty spec, and its end (NULL: nothing)
mjSpec* ig_make_spec(void);
void ig_delete_spec(mjSpec* s);

#endif  // INGOT_SPEC_COPY_H_
