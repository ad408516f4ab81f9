// SPDX-License-Identifier: Apache-2.0
// Lists of elements: of a body, of a spec; the tree in depth-first order; look-up by name.
#ifndef INGOT_SPEC_LIST_H_
#define INGOT_SPEC_LIST_H_

#include "spec/spec.h"

void ig_list_add(ig_List* list, void* element);              // takes over one count
bool ig_list_make_room(ig_List* list, int more);             // that many times ig_list_add need no memory then
bool ig_list_remove(ig_List* list, const void* element);     // gives the count back to the caller; false: not in it
void ig_list_free(ig_List* list);                            // drops the counts too
int ig_list_find(const ig_List* list, const void* element);  // place, or -1
void* ig_list_block(const ig_List* list);                    // the memory it lies in, or NULL

// does this type live in bodies?
bool ig_in_tree(mjtObj type);

// the types that live in bodies, in the order the tree is walked; ends with mjOBJ_UNKNOWN
enum { IG_NTREE_TYPE = 7 };
extern const mjtObj ig_tree_types[IG_NTREE_TYPE + 1];

// the list of a body that holds children of this type; NULL for types that do not live in a body
ig_List* ig_body_list(ig_Body* body, mjtObj type);

// the list of the spec for this type (mjOBJ_XBODY counts as body); tree types are brought up to date first
ig_List* ig_spec_list(ig_Spec* spec, mjtObj type);

// rebuild the lists of bodies, joints, geoms, sites, cameras, lights and frames in depth-first order;
// an element's id is then its place
void ig_tree_lists(ig_Spec* spec);

// the tree has changed: lists and ids are void
void ig_tree_changed(ig_Spec* spec);

// Walks through trees that may be deeper than the machine's stack: parents first, in the order of the lists. The way back is
// kept in the elements, so one walk at a time passes through a tree.
//   for (ig_Body* body = ig_walk_from(root); body; body = ig_walk_on(body)) ...
ig_Body* ig_walk_from(ig_Body* root);
ig_Body* ig_walk_on(ig_Body* body);
ig_Default* ig_walk_classes_from(ig_Default* root);
ig_Default* ig_walk_classes_on(ig_Default* def);

// give every element outside of the tree the id of its place
void ig_list_renumber(ig_List* list);

// an element's place in its spec's list; -1: none, or not shown yet
int ig_element_id(ig_Element* el);

// hash of the shape of the whole spec; kept in the public signature
void ig_sign(ig_Spec* spec);
// The same after one element was added at the end of its list, a body with all below it, or before one is taken away. Bodies
// keep their ordinals when others go: until the whole spec is signed, what was deleted is told from what never was.
void ig_sign_added(ig_Spec* spec, ig_Element* el);
void ig_sign_removed(ig_Spec* spec, const ig_Element* el);
// after an element of one body was moved to the end of the list of another, with all that is below it left as it is
void ig_sign_moved(ig_Spec* spec, ig_Element* el, const ig_Body* from);

// element of that type and name, or NULL; empty names are never found
ig_Element* ig_find(ig_Spec* spec, mjtObj type, const char* name);

// class of that name: the first given, and the one that elements of that class take
ig_Default* ig_find_default(const ig_Spec* spec, const char* name);
ig_Default* ig_class_of(const ig_Spec* spec, const char* name);

// is a name given twice among the elements of that type? then the message is set and the answer is false
bool ig_names_unique(ig_Spec* spec, mjtObj type);

// next element of the child's type below the body, NULL child: the first; depth first if recursive
ig_Element* ig_next_child(ig_Body* body, const ig_Element* child, mjtObj type, bool recursive);

#endif  // INGOT_SPEC_LIST_H_
