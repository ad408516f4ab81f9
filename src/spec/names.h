// SPDX-License-Identifier: Apache-2.0
// Index of the names in a spec, so that naming and finding do not search all elements.
//
// The index is a hint: an entry counts only if the element still has the name it was entered under, since names can be
// changed in place, and then a name that is not in it may still be given (ig_names_are_all). Elements that are deleted are
// marked; whatever else takes elements out of a spec drops the index.
#ifndef INGOT_SPEC_NAMES_H_
#define INGOT_SPEC_NAMES_H_

#include "spec/spec.h"

// an element of that type and name, other than `except` (may be NULL); NULL: none is known
ig_Element* ig_names_find(ig_Spec* spec, mjtObj type, const char* name, const ig_Element* except);

// is what ig_names_find does not know not there at all?
bool ig_names_are_all(ig_Spec* spec, mjtObj type);

// may two elements of one type share a name?
bool ig_names_repeat(ig_Spec* spec);

// enter an element under its name, or a body and all below it; take it out before it gets another
void ig_names_enter(ig_Spec* spec, ig_Element* el);
void ig_names_enter_below(ig_Spec* spec, ig_Body* root);
void ig_names_leave(ig_Spec* spec, const ig_Element* el);

void ig_names_drop(ig_Spec* spec);

// Default classes by name, which several may share: the first that was given it, or the last. Classes are entered when they
// get into the spec's list; whatever else changes the list or a class's name drops the index.
ig_Default* ig_class_named(const ig_Spec* spec, const char* name, bool last);
void ig_class_enter(ig_Spec* spec, ig_Default* def);
void ig_classes_drop(ig_Spec* spec);

#endif  // INGOT_SPEC_NAMES_H_
