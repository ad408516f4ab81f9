// SPDX-License-Identifier: Apache-2.0
// The MJCF schema as data: one table of attributes per kind of element, and a tree of rules over the tables.
//
// A row says how an attribute is written, where its value goes in the public spec struct, and which of the elements that
// share the table have it. The schema check, the reader, the writer, mj_printSchema and the hints in messages all read
// these rows.
#ifndef INGOT_MJCF_TABLE_SCHEMA_H_
#define INGOT_MJCF_TABLE_SCHEMA_H_

#include <stdbool.h>
#include <stdint.h>

#include "mjcf/text/xml.h"

// how a value is written, and what the field is
typedef enum ig_AttrKind_ {
  IG_ATTR_HAND,       // read by the code of its element; the table says why
  IG_ATTR_CLASS,      // default class, looked up before the rest is read (ig_own_class)
  IG_ATTR_NOTE,       // const char*: the text as it stands in the document
  IG_ATTR_NAME,       // name of the element
  IG_ATTR_REAL,       // double[count]
  IG_ATTR_FLOAT,      // float[count]
  IG_ATTR_INT,        // int[count]
  IG_ATTR_SIZE,       // int, -1 or more
  IG_ATTR_WORD,       // keyword, int
  IG_ATTR_BYTE,       // keyword, mjtByte
  IG_ATTR_WORDREAL,   // keyword, mjtNum
  IG_ATTR_DISABLE,    // enable or disable: clears or sets a bit of an int
  IG_ATTR_ENABLE,     // enable or disable: sets or clears a bit of an int
  IG_ATTR_BITS,       // keywords, int of their values combined
  IG_ATTR_TEXT,       // mjString*
  IG_ATTR_WORDS,      // mjStringVec*, words between blanks
  IG_ATTR_REALS,      // mjDoubleVec*
  IG_ATTR_FLOATS,     // mjFloatVec*
  IG_ATTR_INTS,       // mjIntVec*
  IG_ATTR_QUAT,       // double[4], not all zero; counts as an orientation
  IG_ATTR_AXISANGLE,  // the rest of the orientations: mjsOrientation
  IG_ATTR_XYAXES,
  IG_ATTR_ZAXIS,
  IG_ATTR_EULER,
  IG_ATTR_MESHFILE,    // mjString*, looked up where meshes are
  IG_ATTR_ASSETFILE,   // mjString*, looked up where other assets are
  IG_ATTR_TEXTUREFILE  // mjString*, looked up where textures are
} ig_AttrKind;

enum {
  IG_REQUIRED = 1,    // must be given
  IG_SHORT = 2,       // fewer numbers are fine: the rest keeps its value
  IG_NODEFAULT = 4,   // not in default classes
  IG_UNBOUNDED = 8,   // infinities have a meaning
  IG_ANY = 16,        // NaN too: data of the user's own
  IG_WRITTEN = 32,    // written whatever its value
  IG_TRIM = 128,      // written without the last numbers if they are those of the class
  IG_UNWRITTEN = 64,  // the code of its element writes it, or something that says the same
  IG_ASIDE = 256,     // its place is in a struct beside that of the element (said.h, ig_read_aside); not written
  IG_EMBEDDED = 512,  // the field is the text or list itself, not a pointer to it: of a macro; not written
};

typedef struct ig_Word_ {
  const char* word;
  int value;
} ig_Word;

typedef struct ig_Attr_ {
  const char* name;
  ig_AttrKind kind;
  uint16_t offset;
  int count;             // of numbers; the bit of IG_ATTR_DISABLE and IG_ATTR_ENABLE
  const ig_Word* words;  // ends with a NULL word
  uint32_t in;           // variants that have it; 0: all
  int flags;
} ig_Attr;

typedef struct ig_AttrTable_ {
  const ig_Attr* rows;
  int nrow;
  int info;  // offset of the field that keeps the place in the file, 0: none
} ig_AttrTable;

typedef struct ig_Rule_ {
  const char* name;
  char occurs;  // ! once, ? at most once, * any number, R any number and inside itself
  const ig_AttrTable* table;
  uint32_t variant;  // picks the rows
  int tag;           // for the reader: the type that the name stands for
  const struct ig_Rule_* children;
  int nchild;
  bool in_default;
} ig_Rule;

// bits that pick rows where elements share a table
enum {
  IG_IN_SPEC = 1 << 0,       // joint, geom, site, flex proper
  IG_IN_COMPOSITE = 1 << 1,  // inside a composite or as flexcomp
  IG_IN_FREEJOINT = 1 << 2,
};
enum { IG_IN_SPATIAL = 1, IG_IN_FIXED = 2 };
enum {
  IG_ACT_GENERAL = 1 << 0,
  IG_ACT_MOTOR = 1 << 1,
  IG_ACT_POSITION = 1 << 2,
  IG_ACT_VELOCITY = 1 << 3,
  IG_ACT_INTVELOCITY = 1 << 4,
  IG_ACT_DAMPER = 1 << 5,
  IG_ACT_CYLINDER = 1 << 6,
  IG_ACT_MUSCLE = 1 << 7,
  IG_ACT_ADHESION = 1 << 8,
  IG_ACT_PLUGIN = 1 << 9,
};
enum { IG_EQ_BODIES = 1, IG_EQ_WELD = 2, IG_EQ_JOINT = 4, IG_EQ_TENDON = 8, IG_EQ_FLEX = 16, IG_EQ_CLASS = 32 };
enum {
  IG_SENS_SITE = 1 << 0,
  IG_SENS_CAMERA = 1 << 1,
  IG_SENS_JOINT = 1 << 2,
  IG_SENS_TENDON = 1 << 3,
  IG_SENS_ACTUATOR = 1 << 4,
  IG_SENS_OBJECT = 1 << 5,
  IG_SENS_REFERENCE = 1 << 6,
  IG_SENS_BODY = 1 << 7,
  IG_SENS_PAIR = 1 << 8,
  IG_SENS_CONTACT = 1 << 9,
  IG_SENS_RAY = 1 << 10,
  IG_SENS_TACTILE = 1 << 11,
  IG_SENS_USER = 1 << 12,
  IG_SENS_PLUGIN = 1 << 13,
  IG_SENS_DELAY = 1 << 14,
  IG_SENS_CUTOFF = 1 << 15,
  IG_SENS_NOISE = 1 << 16,
};

// the document element's rule, and two that have none of their own in the printed schema
extern const ig_Rule ig_rule_mujoco;
extern const ig_Rule ig_rule_frame;
extern const ig_Rule ig_rule_replicate;

// row of that attribute, NULL: the element has no such attribute
const ig_Attr* ig_rule_row(const ig_Rule* rule, const char* name);
bool ig_rule_has(const ig_Rule* rule, const ig_Attr* row);

// gives every element its rule and every attribute its row; false: schema violation
bool ig_schema_check(ig_Node* root, ig_Diag* diag);

// the same for one section that stands in another format; what the schema does not know is left without a row
void ig_schema_mark(ig_Node* section);

// name of a value and value of a name
const char* ig_word_of(const ig_Word* words, int value);
const ig_Word* ig_word_find(const ig_Word* words, const char* text, size_t length);

#endif  // INGOT_MJCF_TABLE_SCHEMA_H_
