// SPDX-License-Identifier: Apache-2.0
#include "mjcf/table/attr.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/resource.h"
#include "base/scope.h"
#include "mjcf/text/path.h"
#include "spec/access.h"
#include "spec/container.h"

enum { OPEN_WORK = 10000 };

typedef enum NumberType_ { REAL, FLOAT, INT } NumberType;

static size_t size_of(NumberType type) { return type == REAL ? sizeof(double) : type == FLOAT ? sizeof(float) : sizeof(int); }

// ------------------------------------------------ numbers

static int count_words(const char* text) {
  int count = 0;
  for (text = ig_skip_space(text); *text; text = ig_skip_space(text)) {
    count++;
    while (*text && !ig_is_space(*text)) text++;
  }
  return count;
}

// NaN stands for "not given" inside, and infinities break most computations: neither may come in unnoticed
static bool check_finite(ig_Reader* r, const ig_XmlAttr* attr, double value) {
  int flags = attr->row ? attr->row->flags : 0;
  if (isfinite(value) || (flags & IG_ANY)) return true;
  if (isnan(value)) return ig_fail_attr(r->diag, attr, "NaN is not allowed in attribute '%s'", attr->name);
  if (flags & IG_UNBOUNDED) return true;
  return ig_fail_attr(r->diag, attr, "infinite number in attribute '%s'", attr->name);
}

// the numbers of an attribute into an array; its size has been checked
static bool scan_numbers(ig_Reader* r, const ig_XmlAttr* attr, NumberType type, void* to) {
  const char* text = ig_skip_space(attr->value);
  for (int i = 0; *text; i++, text = ig_skip_space(text)) {
    double value = 0;
    ig_NumberState state;
    if (type == REAL) {
      state = ig_scan_real(&text, &((double*)to)[i]);
      value = ((double*)to)[i];
    } else if (type == FLOAT) {
      state = ig_scan_float(&text, &((float*)to)[i]);
      value = ((float*)to)[i];
    } else {
      state = ig_scan_int(&text, &((int*)to)[i]);
    }
    if (state == IG_NUMBER_BAD || (*text && !ig_is_space(*text))) {
      return ig_fail_attr(r->diag, attr, "bad format in attribute '%s'; %s", attr->name,
                          type == INT ? "whole numbers are expected" : "numbers are expected");
    }
    if (state == IG_NUMBER_RANGE) {
      return ig_fail_attr(r->diag, attr, "number is too large in attribute '%s' for its type", attr->name);
    }
    if (type != INT && !check_finite(r, attr, value)) return false;
  }
  return true;
}

// at most `count` numbers, exactly so many unless the row says otherwise; without any the attribute counts as not
// given, but a single integer must be there
static int fixed_numbers(ig_Reader* r, const ig_XmlAttr* attr, NumberType type, void* to, int count) {
  int given = count_words(attr->value);
  if (!given && type == INT && count == 1) {
    ig_fail_attr(r->diag, attr, "problem reading attribute '%s': an integer is expected", attr->name);
    return -1;
  }
  if (!given) return 0;

  // numbers land in a copy first: a failed attribute changes nothing
  double scratch[64];
  void* room = (size_t)given * size_of(type) <= sizeof(scratch) ? scratch : ig_arena_take(r->pool, (size_t)given * size_of(type));
  if (!scan_numbers(r, attr, type, room)) return -1;
  bool shorter = attr->row && (attr->row->flags & IG_SHORT);
  if (given < count && !shorter) {
    ig_fail_attr(r->diag, attr, "attribute '%s' does not have enough data: %d numbers, expected %d", attr->name, given, count);
    return -1;
  }
  if (given > count) {
    ig_fail_attr(r->diag, attr, "attribute '%s' has too much data: %d numbers, expected %s%d", attr->name, given,
                 shorter ? "at most " : "", count);
    return -1;
  }
  memcpy(to, room, (size_t)given * size_of(type));
  return given;
}

static int list_numbers(ig_Reader* r, const ig_XmlAttr* attr, NumberType type, void** list) {
  int given = count_words(attr->value);
  *list = NULL;
  if (!given) return 0;
  *list = ig_arena_take(r->pool, (size_t)given * size_of(type));
  return scan_numbers(r, attr, type, *list) ? given : -1;
}

static int named_numbers(ig_Reader* r, const ig_Node* node, const char* name, NumberType type, void* to, int count) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  return attr ? fixed_numbers(r, attr, type, to, count) : 0;
}

int ig_read_reals(ig_Reader* r, const ig_Node* node, const char* name, double* to, int count) {
  return named_numbers(r, node, name, REAL, to, count);
}

int ig_read_floats(ig_Reader* r, const ig_Node* node, const char* name, float* to, int count) {
  return named_numbers(r, node, name, FLOAT, to, count);
}

int ig_read_ints(ig_Reader* r, const ig_Node* node, const char* name, int* to, int count) {
  return named_numbers(r, node, name, INT, to, count);
}

static int named_list(ig_Reader* r, const ig_Node* node, const char* name, NumberType type, void** list) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  *list = NULL;
  return attr ? list_numbers(r, attr, type, list) : 0;
}

int ig_read_real_list(ig_Reader* r, const ig_Node* node, const char* name, double** list) {
  return named_list(r, node, name, REAL, (void**)list);
}

int ig_read_float_list(ig_Reader* r, const ig_Node* node, const char* name, float** list) {
  return named_list(r, node, name, FLOAT, (void**)list);
}

int ig_read_int_list(ig_Reader* r, const ig_Node* node, const char* name, int** list) {
  return named_list(r, node, name, INT, (void**)list);
}

// ------------------------------------------------ keywords

static bool fail_word(ig_Reader* r, const ig_XmlAttr* attr, const ig_Word* words, const char* text, int length) {
  char list[400] = "";
  size_t used = 0;
  for (const ig_Word* w = words; w->word && used < sizeof(list); w++) {
    used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", w == words ? "" : ", ", w->word);
  }
  return ig_fail_attr(r->diag, attr, "invalid keyword: '%.*s' in attribute '%s'; expected one of: %s", length, text, attr->name,
                      list);
}

static bool scan_word(ig_Reader* r, const ig_XmlAttr* attr, const ig_Word* words, int* to) {
  const ig_Word* word = ig_word_find(words, attr->value, strlen(attr->value));
  if (!word) return fail_word(r, attr, words, attr->value, (int)strlen(attr->value));
  *to = word->value;
  return true;
}

int ig_read_word(ig_Reader* r, const ig_Node* node, const char* name, const ig_Word* words, int* to) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  if (!attr) return 0;
  return scan_word(r, attr, words, to) ? 1 : -1;
}

int ig_read_words(ig_Reader* r, const ig_Node* node, const char* name, const ig_Word* words, int* to, int count) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  if (!attr) return 0;
  int n = 0;
  for (const char* text = ig_skip_space(attr->value); *text; text = ig_skip_space(text)) {
    const char* start = text;
    while (*text && !ig_is_space(*text)) text++;
    const ig_Word* word = ig_word_find(words, start, (size_t)(text - start));
    if (!word) {
      fail_word(r, attr, words, start, (int)(text - start));
      return -1;
    }
    for (int i = 0; i < n; i++) {
      if (to[i] == word->value) {
        ig_fail_attr(r->diag, attr, "duplicate keyword: '%s' in attribute '%s'", word->word, name);
        return -1;
      }
    }
    if (n < count) to[n++] = word->value;
  }
  return n;
}

// ------------------------------------------------ files

static bool file_exists(ig_Reader* r, const char* path) {
  ig_spend(OPEN_WORK);
  mjResource* resource = ig_resource_open("", path, r->vfs, NULL, 0);
  if (!resource) return false;
  ig_resource_close(resource);
  return true;
}

static const char* resolve_file(ig_Reader* r, const ig_XmlAttr* attr, const char* dir) {
  const char* name = ig_path_reduce(r->pool, attr->value);
  const char* included = attr->node->file->dir;
  if (!included[0] || ig_path_absolute(name)) return name;
  if (file_exists(r, ig_path_join(r->pool, dir, name))) return name;
  return ig_path_join(r->pool, included, name);
}

const char* ig_read_file(ig_Reader* r, const ig_Node* node, const char* name, const char* dir) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  return attr ? resolve_file(r, attr, dir) : NULL;
}

static const char* asset_dir(ig_Reader* r) { return ig_path_join(r->pool, r->modeldir, r->assetdir); }

static const char* mesh_dir(ig_Reader* r) {
  return r->meshdir[0] ? ig_path_join(r->pool, r->modeldir, r->meshdir) : asset_dir(r);
}

const char* ig_texture_dir(ig_Reader* r) {
  return r->texturedir[0] ? ig_path_join(r->pool, r->modeldir, r->texturedir) : asset_dir(r);
}

// ------------------------------------------------ rows

static bool read_orientation(ig_Reader* r, const ig_XmlAttr* attr, mjsOrientation* alt) {
  static const mjtOrientation types[] = {mjORIENTATION_AXISANGLE, mjORIENTATION_XYAXES, mjORIENTATION_ZAXIS, mjORIENTATION_EULER};
  int which = (int)attr->row->kind - IG_ATTR_AXISANGLE;
  double* fields[] = {alt->axisangle, alt->xyaxes, alt->zaxis, alt->euler};
  int given = fixed_numbers(r, attr, REAL, fields[which], attr->row->count);
  if (given > 0) alt->type = types[which];
  return given >= 0;
}

static bool read_quat(ig_Reader* r, const ig_XmlAttr* attr, double quat[4]) {
  if (fixed_numbers(r, attr, REAL, quat, 4) < 0) return false;
  if (quat[0] || quat[1] || quat[2] || quat[3]) return true;
  return ig_fail_attr(r->diag, attr, "zero quaternion is not allowed: it has no direction");
}

static bool read_size(ig_Reader* r, const ig_XmlAttr* attr, int* to) {
  if (fixed_numbers(r, attr, INT, to, 1) < 0) return false;
  return *to >= -1 || ig_fail_attr(r->diag, attr, "%s must be >= -1", attr->name);
}

static bool read_bit(ig_Reader* r, const ig_XmlAttr* attr, int* bits) {
  int on = 0;
  if (!scan_word(r, attr, attr->row->words, &on)) return false;
  if (attr->row->kind == IG_ATTR_DISABLE) on = !on;
  *bits = on ? *bits | attr->row->count : *bits & ~attr->row->count;
  return true;
}

static bool read_bits(ig_Reader* r, const ig_XmlAttr* attr, int* bits) {
  int values[32];
  int n = ig_read_words(r, attr->node, attr->name, attr->row->words, values, 32);
  if (n > 0) *bits = 0;
  for (int i = 0; i < n; i++) *bits |= values[i];
  return n >= 0;
}

static bool read_list(ig_Reader* r, const ig_XmlAttr* attr, NumberType type, void* container) {
  void* list;
  int n = list_numbers(r, attr, type, &list);
  if (n <= 0) return n == 0;
  if (type == REAL) ig_set_doubles(container, list, n);
  if (type == FLOAT) ig_set_floats(container, list, n);
  if (type == INT) ig_set_ints(container, list, n);
  return true;
}

static bool read_name(ig_Reader* r, const ig_XmlAttr* attr, mjsElement* element) {
  if (!ig_set_name(element, attr->value)) return true;
  return ig_fail_attr(r->diag, attr, "%s", ig_spec_error(r->spec));
}

static bool read_row(ig_Reader* r, const ig_XmlAttr* attr, void* object) {
  const ig_Attr* row = attr->row;
  void* field = object ? (char*)object + row->offset : NULL;  // elements read by hand have no object
  void* container = field && (row->flags & IG_EMBEDDED) ? field : NULL;
  int value = 0;
  switch (row->kind) {
    case IG_ATTR_HAND:
    case IG_ATTR_CLASS: return true;
    case IG_ATTR_NOTE: *(const char**)field = attr->value; return true;
    case IG_ATTR_NAME: return read_name(r, attr, *(mjsElement**)object);
    case IG_ATTR_REAL: return fixed_numbers(r, attr, REAL, field, row->count) >= 0;
    case IG_ATTR_FLOAT: return fixed_numbers(r, attr, FLOAT, field, row->count) >= 0;
    case IG_ATTR_INT: return fixed_numbers(r, attr, INT, field, row->count) >= 0;
    case IG_ATTR_SIZE: return read_size(r, attr, field);
    case IG_ATTR_WORD: return scan_word(r, attr, row->words, field);
    case IG_ATTR_BYTE:
      if (!scan_word(r, attr, row->words, &value)) return false;
      *(mjtByte*)field = (mjtByte)value;
      return true;
    case IG_ATTR_WORDREAL:
      if (!scan_word(r, attr, row->words, &value)) return false;
      *(mjtNum*)field = value;
      return true;
    case IG_ATTR_DISABLE:
    case IG_ATTR_ENABLE: return read_bit(r, attr, field);
    case IG_ATTR_BITS: return read_bits(r, attr, field);
    case IG_ATTR_TEXT: ig_text_set(container ? container : *(void**)field, attr->value); return true;
    case IG_ATTR_WORDS: ig_texts_split(*(mjStringVec**)field, attr->value); return true;
    case IG_ATTR_REALS: return read_list(r, attr, REAL, container ? container : *(void**)field);
    case IG_ATTR_FLOATS: return read_list(r, attr, FLOAT, container ? container : *(void**)field);
    case IG_ATTR_INTS: return read_list(r, attr, INT, container ? container : *(void**)field);
    case IG_ATTR_QUAT: return read_quat(r, attr, field);
    case IG_ATTR_AXISANGLE:
    case IG_ATTR_XYAXES:
    case IG_ATTR_ZAXIS:
    case IG_ATTR_EULER: return read_orientation(r, attr, field);
    case IG_ATTR_MESHFILE: ig_text_set(*(mjString**)field, resolve_file(r, attr, mesh_dir(r))); return true;
    case IG_ATTR_ASSETFILE: ig_text_set(*(mjString**)field, resolve_file(r, attr, asset_dir(r))); return true;
    case IG_ATTR_TEXTUREFILE: ig_text_set(*(mjString**)field, resolve_file(r, attr, ig_texture_dir(r))); return true;
  }
  return true;
}

static bool is_number(ig_AttrKind kind) {
  return (kind >= IG_ATTR_REAL && kind <= IG_ATTR_SIZE) || (kind >= IG_ATTR_REALS && kind <= IG_ATTR_INTS);
}

// numbers that are required must be there, too: an empty text does not count
static bool check_required(ig_Reader* r, const ig_Node* node) {
  const ig_AttrTable* table = node->rule->table;
  for (int i = 0; i < table->nrow; i++) {
    const ig_Attr* row = &table->rows[i];
    if (!(row->flags & IG_REQUIRED) || !ig_rule_has(node->rule, row)) continue;
    const char* value = ig_xml_value(node, row->name);
    if (!value || (is_number(row->kind) && !*ig_skip_space(value))) {
      return ig_fail_node(r->diag, node, "required attribute missing: '%s' has to be given here", row->name);
    }
  }
  return true;
}

static char* put_text(char* to, const char* text, size_t length) { return (char*)memcpy(to, text, length) + length; }

static char* put_count(char* to, int n) {
  char digits[12];
  int k = sizeof(digits);
  do {
    digits[--k] = (char)('0' + n % 10);
  } while ((n /= 10) > 0);
  return put_text(to, digits + k, sizeof(digits) - (size_t)k);
}

// "line 3, at file:3:7", the file cut where it is too long. Every element has one, and formatted prints take long.
const char* ig_place_note(const ig_Node* node, char* note, size_t size) {
  enum { NUMBERS = 60 };  // all but the file
  ig_Place place = ig_node_place(node);
  size_t length = strlen(place.file), room = size - NUMBERS;
  char* to = put_text(note, "line ", 5);
  to = put_text(put_count(to, place.line), ", at ", 5);
  if (length) {
    to = put_text(to, place.file, length < room ? length : room);
    *to++ = ':';
  }
  to = put_count(to, place.line);
  *to++ = ':';
  *put_count(to, place.column) = 0;
  return note;
}

// numbers that are left out count as not given, but not those of a quaternion
static bool is_orientation(const ig_XmlAttr* attr) {
  int kind = attr->row->kind;
  return kind == IG_ATTR_QUAT || (kind > IG_ATTR_QUAT && kind <= IG_ATTR_EULER && *ig_skip_space(attr->value));
}

bool ig_read_part(ig_Reader* r, const ig_Node* node, void* object, uint32_t variant) {
  int orientations = 0;
  for (int i = 0; i < node->nattr; i++) {
    const ig_XmlAttr* attr = &node->attrs[i];
    if (!attr->row || (attr->row->flags & IG_ASIDE) || (attr->row->in && !(attr->row->in & variant))) continue;
    orientations += is_orientation(attr);
    if (!read_row(r, attr, object)) return false;
  }
  if (orientations > 1) {
    return ig_fail_node(r->diag, node,
                        "multiple orientation specifiers are not allowed; give one of quat, axisangle, "
                        "xyaxes, zaxis, euler");
  }
  if (!check_required(r, node)) return false;
  if (node->rule->table->info) {
    char note[400];
    mjString* info = *(mjString**)((char*)object + node->rule->table->info);
    ig_text_set(info, ig_place_note(node, note, sizeof(note)));
  }
  return true;
}

bool ig_read_attrs(ig_Reader* r, const ig_Node* node, void* object) {
  ig_scope_subject(node);
  return ig_read_part(r, node, object, ~0u);
}

bool ig_read_aside(ig_Reader* r, const ig_Node* node, void* side) {
  for (int i = 0; i < node->nattr; i++) {
    const ig_XmlAttr* attr = &node->attrs[i];
    if (attr->row && (attr->row->flags & IG_ASIDE) && !read_row(r, attr, side)) return false;
  }
  return true;
}

int ig_count_given(const ig_Node* node, int count, const char* const names[]) {
  int given = 0;
  for (int i = 0; i < count; i++) given += ig_xml_attr(node, names[i]) != NULL;
  return given;
}

bool ig_has_numbers(const ig_Node* node, const char* name) {
  const char* value = ig_xml_value(node, name);
  return value && *ig_skip_space(value);
}
