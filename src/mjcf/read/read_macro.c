// SPDX-License-Identifier: Apache-2.0
// composite and flexcomp: macros that stand for many elements. What they say is collected here; src/spec builds it.
#include <string.h>

#include "base/number.h"
#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "spec/macro/composite.h"
#include "spec/macro/flexcomp.h"

// ------------------------------------------------ composite

// one shape per coordinate
static bool read_curve(ig_Reader* r, const ig_Node* node, ig_Composite* c) {
  const ig_XmlAttr* attr = ig_xml_attr(node, "curve");
  if (!attr) return true;
  int n = 0;
  for (const char* text = ig_skip_space(attr->value); *text; text = ig_skip_space(text)) {
    const char* start = text;
    while (*text && !ig_is_space(*text)) text++;
    const ig_Word* word = ig_word_find(ig_words_curve, start, (size_t)(text - start));
    if (n > 2) return ig_fail_attr(r->diag, attr, "curve has more than 3 words: one each for x, y and z");
    if (!word) return ig_fail_attr(r->diag, attr, "The curve array contains an invalid shape: s, cos(s), sin(s) or 0 is known");
    c->curve[n++] = word->value;
  }
  return true;
}

// a composite may be covered by a skin, which its builder makes
static bool read_composite_skin(ig_Reader* r, const ig_Node* node, ig_Composite* c) {
  if (!node) return true;
  c->skin = true;
  if (!ig_read_attrs(r, node, c)) return false;
  return (c->skingroup >= 0 && c->skingroup < mjNGROUP) ||
         ig_fail_node(r->diag, node, "skin group must be between 0 and %d", mjNGROUP - 1);
}

// joint and equality of the composite's own class are the patterns for those it makes
static bool read_composite_joint(ig_Reader* r, const ig_Node* node, ig_Composite* c) {
  mjsJoint* joint = c->joint->s.joint;
  int kind = 0, limited = joint->limited;
  if (!ig_read_attrs(r, node, joint) || ig_read_word(r, node, "kind", ig_words_joint_kind, &kind) < 0) return false;
  if (c->njoint++ && c->type != IG_COMPOSITE_PARTICLE) {
    return ig_fail_node(r->diag, node, "a composite of this type takes one joint, a particle alone takes more");
  }
  // 3.5.0 checks `limited` here but does not use it
  joint->limited = limited;
  return ig_read_aside(r, node, c->joint->s.equality);
}

// ig_composite_groups comes before the parts: it sets defaults that they may then override
static bool fill_composite(ig_Reader* r, const ig_Node* node, ig_Composite* c) {
  if (!ig_read_attrs(r, node, c) || !read_curve(r, node, c)) return false;
  const ig_Node* plugin = ig_xml_child(node, "plugin");
  if (plugin && !ig_read_plugin(r, plugin, &c->plugin)) return false;
  if (!read_composite_skin(r, ig_xml_child(node, "skin"), c)) return false;
  ig_composite_groups(c);
  const ig_Node *geom = ig_xml_child(node, "geom"), *site = ig_xml_child(node, "site");
  if (geom && !ig_read_attrs(r, geom, c->def->s.geom)) return false;
  if (site && !ig_read_attrs(r, site, c->def->s.site)) return false;
  for (const ig_Node* joint = ig_xml_child(node, "joint"); joint; joint = ig_xml_next(joint, "joint")) {
    if (!read_composite_joint(r, joint, c)) return false;
  }
  return true;
}

bool ig_read_composite(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame) {
  ig_Composite c;
  ig_composite_init(&c);
  c.frame = frame;
  bool ok = fill_composite(r, node, &c);
  if (ok) {
    const char* error = ig_composite_make(&c, body);
    if (error) ok = ig_fail_node(r->diag, node, "%s", error);
  }
  ig_composite_free(&c);
  return ok;
}

// ------------------------------------------------ flexcomp

static bool append_ints(ig_Reader* r, const ig_Node* node, const char* name, ig_Vector* to) {
  int* list;
  int n = ig_read_int_list(r, node, name, &list);
  if (n > 0) ig_vec_append(to, list, (size_t)n, sizeof(int));
  return n >= 0;
}

static bool read_flexcomp_edge(ig_Reader* r, const ig_Node* node, ig_Flexcomp* f) {
  return ig_read_attrs(r, node, f->def->s.flex) && ig_read_word(r, node, "equality", ig_words_flex_equality, &f->equality) >= 0 &&
         ig_read_aside(r, node, f->def->s.equality);
}

// vertices that stay where they are, by number or by place in the grid
static bool read_pin(ig_Reader* r, const ig_Node* node, ig_Flexcomp* f) {
  return append_ints(r, node, "id", &f->pinid) && append_ints(r, node, "range", &f->pinrange) &&
         append_ints(r, node, "grid", &f->pingrid) && append_ints(r, node, "gridrange", &f->pingridrange);
}

// inside a frame the schema is not checked: what has no rule is refused here
static bool read_flexcomp_parts(ig_Reader* r, const ig_Node* node, ig_Flexcomp* f) {
  bool has_plugin = false;
  for (const ig_Node* part = node->first; part; part = part->next) {
    bool ok = true;
    if (!part->rule) {
      ok = ig_fail_node(r->diag, part, "unrecognized model element '%s' in a flexcomp", part->name);
    } else if (!strcmp(part->name, "edge")) {
      ok = read_flexcomp_edge(r, part, f);
    } else if (!strcmp(part->name, "pin")) {
      ok = read_pin(r, part, f);
    } else if (!strcmp(part->name, "plugin")) {
      ok = has_plugin || ig_read_plugin(r, part, &f->plugin);
      has_plugin = true;
    } else {
      ok = ig_read_attrs(r, part, f->def->s.flex);
    }
    if (!ok) return false;
  }
  return true;
}

// a flexcomp's attributes belong in part to the macro and in part to the flex it makes
static bool fill_flexcomp(ig_Reader* r, const ig_Node* node, ig_Flexcomp* f) {
  mjsFlex* flex = f->def->s.flex;
  if (!ig_read_part(r, node, f, IG_IN_SPEC) || !ig_read_part(r, node, flex, IG_IN_COMPOSITE)) return false;
  const char* file = ig_read_file(r, node, "file", r->modeldir);
  if (file) ig_text_set(&f->file, file);
  if (!ig_xml_attr(node, "origin") && f->type == IG_FLEXCOMP_MESH && flex->dim == 3) {
    return ig_fail_node(r->diag, node, "a mesh of dim 3 is filled from a point inside: give 'origin'");
  }
  if (!append_ints(r, node, "element", &f->element) || !read_flexcomp_parts(r, node, f)) return false;
  if (flex->elastic2d >= 2 && f->equality) {
    return ig_fail_node(r->diag, node, "'elastic2d' and 'equality' of the edges both hold the flex together: give one of them");
  }
  return true;
}

bool ig_read_flexcomp(ig_Reader* r, const ig_Node* node, mjsBody* body) {
  ig_Flexcomp f;
  ig_flexcomp_init(&f);
  bool ok = fill_flexcomp(r, node, &f);
  if (ok) {
    const char* error = ig_flexcomp_make(&f, body, r->vfs);
    if (error) ok = ig_fail_node(r->diag, node, "%s", error);
  }
  ig_flexcomp_free(&f);
  return ok;
}
