// SPDX-License-Identifier: Apache-2.0
// Default classes: a tree, in which each class holds one element of every type that has defaults.
#ifndef INGOT_SPEC_DEFAULT_H_
#define INGOT_SPEC_DEFAULT_H_

#include "spec/spec.h"

// a class with built-in values that belongs to no spec and stands in no list
ig_Default* ig_default_alone(void);

// make the root class, "main"
ig_Default* ig_default_root(ig_Spec* spec);

// add a class below a parent, with the parent's values; NULL if the name is taken
ig_Default* ig_default_add(ig_Spec* spec, const char* name, ig_Default* parent);

// copy a class and all below it into another spec; names get prefix and suffix; it hangs below the root class of
// the spec, or is the root if there is none
ig_Default* ig_default_graft(ig_Spec* spec, const ig_Default* from, const char* prefix, const char* suffix);

// drop a class and all below it; false for the root class
bool ig_default_remove(ig_Spec* spec, ig_Default* def);

// the element of that type in a class, NULL for types without defaults
ig_Element* ig_default_element(const ig_Default* def, mjtObj type);

#endif  // INGOT_SPEC_DEFAULT_H_
