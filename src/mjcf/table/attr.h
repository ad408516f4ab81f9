// SPDX-License-Identifier: Apache-2.0
// Attribute values: text to numbers, keywords and names, into the fields that the tables name.
#ifndef INGOT_MJCF_TABLE_ATTR_H_
#define INGOT_MJCF_TABLE_ATTR_H_

#include "mjcf/table/reader.h"
#include "mjcf/table/schema.h"

// all attributes of the element that have a place in `object`, its required ones, and its note of where it stands
bool ig_read_attrs(ig_Reader* r, const ig_Node* node, void* object);

// the attributes whose place is in a struct beside that of the element (IG_ASIDE)
bool ig_read_aside(ig_Reader* r, const ig_Node* node, void* side);

// only the rows that one of these variant bits picks, or none in particular: for elements that fill two structs
bool ig_read_part(ig_Reader* r, const ig_Node* node, void* object, uint32_t variant);

// one attribute by name, for code that needs more than a table row. The count is that of the numbers read, 0 if the
// attribute is absent or empty, -1 after a message
int ig_read_reals(ig_Reader* r, const ig_Node* node, const char* name, double* to, int count);
int ig_read_floats(ig_Reader* r, const ig_Node* node, const char* name, float* to, int count);
int ig_read_ints(ig_Reader* r, const ig_Node* node, const char* name, int* to, int count);
int ig_read_word(ig_Reader* r, const ig_Node* node, const char* name, const ig_Word* words, int* to);
// keywords between blanks, each at most once
int ig_read_words(ig_Reader* r, const ig_Node* node, const char* name, const ig_Word* words, int* to, int count);

// lists of any length, in the reader's pool
int ig_read_real_list(ig_Reader* r, const ig_Node* node, const char* name, double** list);
int ig_read_float_list(ig_Reader* r, const ig_Node* node, const char* name, float** list);
int ig_read_int_list(ig_Reader* r, const ig_Node* node, const char* name, int** list);

// a file name, resolved: relative to the included file it stands in unless the model's own directory `dir` has it
const char* ig_read_file(ig_Reader* r, const ig_Node* node, const char* name, const char* dir);
const char* ig_texture_dir(ig_Reader* r);

// where an element stands, for the messages of later stages
const char* ig_place_note(const ig_Node* node, char* note, size_t size);

// how many of these attributes are given
int ig_count_given(const ig_Node* node, int count, const char* const names[]);

// is an attribute there, and is anything in it? numbers that are left out count as not given
bool ig_has_numbers(const ig_Node* node, const char* name);

#endif  // INGOT_MJCF_TABLE_ATTR_H_
