// SPDX-License-Identifier: Apache-2.0
// XML as a tree in which every element and attribute knows its file, line and column.
//
// expat decides what is well-formed; attribute values are then taken from the text itself, because MJCF keeps the line
// breaks in them that a standard XML reader turns into blanks.
#ifndef INGOT_MJCF_TEXT_XML_H_
#define INGOT_MJCF_TEXT_XML_H_

#include <stdbool.h>
#include <stddef.h>

#include <ingot/read.h>

#include "base/arena.h"
#include "mjcf/text/diag.h"

extern const ingotLimits ig_default_limits;

// one file or string
typedef struct ig_XmlFile_ {
  const char* name;  // "" for a string
  const char* dir;   // where names in it are looked up; "" for the model's own file
  const char* text;
  size_t length;
} ig_XmlFile;

struct ig_Rule_;
struct ig_Attr_;

typedef struct ig_XmlAttr_ {
  const char* name;
  const char* value;
  const struct ig_Node_* node;
  size_t offset;               // in the file's text
  const struct ig_Attr_* row;  // set by the schema check
} ig_XmlAttr;

typedef struct ig_Node_ {
  const char* name;
  ig_XmlAttr* attrs;
  int nattr;
  struct ig_Node_ *parent, *first, *last, *next;
  const ig_XmlFile* file;
  size_t offset;  // in the file's text
  int line, column;
  const char* comment;          // a comment that stands before everything else in the element, or NULL
  bool started;                 // something has been seen in it
  const struct ig_Rule_* rule;  // set by the schema check
} ig_Node;

// the document element, or NULL with a message; the tree lives in the pool
ig_Node* ig_xml_parse(ig_Arena* pool, const ig_XmlFile* file, const ingotLimits* limits, ig_Diag* diag);

const ig_XmlAttr* ig_xml_attr(const ig_Node* node, const char* name);
const char* ig_xml_value(const ig_Node* node, const char* name);     // NULL: not given
const ig_Node* ig_xml_child(const ig_Node* node, const char* name);  // first of that name
const ig_Node* ig_xml_next(const ig_Node* node, const char* name);   // next sibling of that name

ig_Place ig_node_place(const ig_Node* node);
ig_Place ig_attr_place(const ig_XmlAttr* attr);

#endif  // INGOT_MJCF_TEXT_XML_H_
