// SPDX-License-Identifier: Apache-2.0
// One attribute: compared with the value it would have if it were not written, and written if that differs.
#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "mjcf/table/keyword.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "spec/list.h"
#include "spec/pose.h"

static const double degree = 3.14159265358979323846 / 180;

static bool same_reals(const double* a, const double* b, int n) {
  for (int i = 0; i < n; i++) {
    if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) return false;
  }
  return true;
}

static bool any_nan(const double* a, int n) {
  for (int i = 0; i < n; i++) {
    if (isnan(a[i])) return true;
  }
  return false;
}

// hinge and ball limits and hinge references are in the unit of the element's own model; a range that limits nothing
// is taken as it stands
static double unit_of(const ig_Rule* rule, const ig_Attr* row, const ig_Element* el) {
  if (rule->table != &ig_table_joint || !el || !el->compiler || !el->compiler->degree) return 1;
  const mjsJoint* joint = IG_PUBLIC(mjsJoint, el);
  bool limited = joint->limited == mjLIMITED_TRUE || (joint->limited == mjLIMITED_AUTO && joint->range[0] < joint->range[1]);
  bool turns = joint->type == mjJNT_HINGE || joint->type == mjJNT_BALL;
  if (!strcmp(row->name, "range")) return turns && limited ? degree : 1;
  bool reference = !strcmp(row->name, "ref") || !strcmp(row->name, "springref");
  return reference && joint->type == mjJNT_HINGE ? degree : 1;
}

// joints state their place and axis where these have a meaning
static bool is_always(const ig_Rule* rule, const ig_Attr* row, const ig_Element* el) {
  if (!el || !(row->flags & IG_WRITTEN)) return false;
  if (rule->table != &ig_table_joint) return true;
  mjtJoint type = IG_PUBLIC(mjsJoint, el)->type;
  return type != mjJNT_FREE && (type != mjJNT_BALL || !strcmp(row->name, "pos"));
}

// sizes that a shape has
static int size_count(const ig_Rule* rule, const ig_Element* el) {
  bool site = rule->table == &ig_table_site;
  const double* fromto = site ? IG_PUBLIC(mjsSite, el)->fromto : IG_PUBLIC(mjsGeom, el)->fromto;
  switch (site ? IG_PUBLIC(mjsSite, el)->type : IG_PUBLIC(mjsGeom, el)->type) {
    case mjGEOM_PLANE:
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: return 3;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER: return isnan(fromto[0]) ? 2 : 1;
    default: return 1;
  }
}

// numbers that have to be written so that reading them into the class's values gives all of them
static int needed_count(const ig_Rule* rule, const ig_Attr* row, const ig_Element* el, const double* value, const double* base) {
  if (!(row->flags & IG_TRIM)) return row->count;
  int count = row->count, least = 1;

  // one length of a spring stands for both
  if (!strcmp(row->name, "springlength")) return value[0] == value[1] ? 1 : 2;
  if (!strcmp(row->name, "size")) least = el ? size_count(rule, el) : row->count;
  while (count > least && value[count - 1] == base[count - 1]) count--;
  return count;
}

static void write_reals(ig_Writer* w, const ig_Rule* rule, const ig_Attr* row, const ig_Element* el, const double* v,
                        const double* base) {
  enum { MOST = 16 };
  double value[MOST];
  double unit = unit_of(rule, row, el);
  for (int i = 0; i < row->count && i < MOST; i++) value[i] = unit == 1 ? v[i] : v[i] * unit;
  if (any_nan(value, row->count)) return;
  if (is_always(rule, row, el) || !same_reals(value, base, row->count)) {
    ig_put_reals(&w->out, row->name, value, needed_count(rule, row, el, value, base));
  }
}

static void write_floats(ig_Writer* w, const ig_Attr* row, const float* v, const float* base) {
  for (int i = 0; i < row->count; i++) {
    if (isnan(v[i])) return;
  }
  if (memcmp(v, base, (size_t)row->count * sizeof(float))) ig_put_floats(&w->out, row->name, v, row->count);
}

static void write_bits(ig_Writer* w, const ig_Attr* row, int bits) {
  char text[200] = "";
  for (const ig_Word* word = row->words; word->word; word++) {
    if (!(bits & word->value)) continue;
    if (text[0]) strncat(text, " ", sizeof(text) - strlen(text) - 1);
    strncat(text, word->word, sizeof(text) - strlen(text) - 1);
  }
  ig_put_text(&w->out, row->name, text);
}

static void write_words(ig_Writer* w, const ig_Attr* row, const void* texts) {
  int n = ig_texts_count(texts);
  size_t size = 1;
  if (!n) return;
  for (int i = 0; i < n; i++) size += strlen(ig_texts_at(texts, i)) + 1;
  char* joined = ig_alloc(size);
  char* p = joined;
  for (int i = 0; i < n; i++) {
    size_t length = strlen(ig_texts_at(texts, i));
    if (i) *p++ = ' ';
    memcpy(p, ig_texts_at(texts, i), length);
    p += length;
  }
  *p = 0;
  ig_put_text(&w->out, row->name, joined);
  ig_free(joined);
}

static bool same_vector(const void* a, const void* b, size_t item) {
  int n = ig_vec_count(a, item);
  if (n != ig_vec_count(b, item)) return false;
  return !n || !memcmp(((const ig_Vector*)a)->begin, ((const ig_Vector*)b)->begin, (size_t)n * item);
}

static void write_list(ig_Writer* w, const ig_Attr* row, const void* v, const void* base) {
  size_t item = row->kind == IG_ATTR_REALS ? sizeof(double) : row->kind == IG_ATTR_FLOATS ? sizeof(float) : sizeof(int);
  int n = ig_vec_count(v, item);
  if (same_vector(v, base, item)) return;
  // no user data where the class has some: one zero reads the same, as missing numbers are zero
  if (!n && !strcmp(row->name, "user")) ig_put_reals(&w->out, row->name, &(double){0}, 1);
  if (!n) return;
  if (row->kind == IG_ATTR_REALS) ig_put_reals(&w->out, row->name, IG_ITEMS(double, v), n);
  if (row->kind == IG_ATTR_FLOATS) ig_put_floats(&w->out, row->name, IG_ITEMS(float, v), n);
  if (row->kind == IG_ATTR_INTS) ig_put_ints(&w->out, row->name, IG_ITEMS(int, v), n);
}

// the alternatives follow the quaternion in every struct, and in every table
static void resolve(double quat[4], const ig_Element* el, const double* given, const mjsOrientation* alt,
                    const mjsCompiler* otherwise) {
  const mjsCompiler* compiler = el && el->compiler ? el->compiler : otherwise;
  memcpy(quat, given, 4 * sizeof(double));
  if (alt->type != mjORIENTATION_QUAT) ig_orientation_quat(quat, compiler->degree, compiler->eulerseq, alt);
}

static int orientation_offset(const ig_AttrTable* table) {
  for (int i = 0; i < table->nrow; i++) {
    if (table->rows[i].kind == IG_ATTR_EULER) return table->rows[i].offset;
  }
  return 0;
}

static void write_quat(ig_Writer* w, const ig_Rule* rule, const ig_Attr* row, const ig_Element* el, const char* object,
                       const char* base) {
  double quat[4], usual[4];
  int alt = orientation_offset(rule->table);
  const mjsCompiler* compiler = &w->spec->s.compiler;
  resolve(quat, el, (const double*)(object + row->offset), (const mjsOrientation*)(object + alt), compiler);
  resolve(usual, NULL, (const double*)(base + row->offset), (const mjsOrientation*)(base + alt), compiler);
  if (!same_reals(quat, usual, 4)) ig_put_reals(&w->out, row->name, quat, 4);
}

// texts, file names and lists are kept behind a pointer; other rows have none there
static const void* slot_at(const void* place) { return *(void* const*)place; }

// Classes that come with an attached model keep the names of materials, which have others now. 3.5.0 refuses a site of
// such a class, even if it names a material itself.
static bool refers_nowhere(ig_Writer* w, const ig_Attr* row, const void* name) {
  return !strcmp(row->name, "material") && !ig_find(w->spec, mjOBJ_MATERIAL, ig_text(name));
}

static void write_row(ig_Writer* w, const ig_Rule* rule, const ig_Attr* row, const ig_Element* el, const char* object,
                      const char* base) {
  const void *v = object + row->offset, *b = base + row->offset;
  switch (row->kind) {
    case IG_ATTR_REAL: write_reals(w, rule, row, el, v, b); break;
    case IG_ATTR_FLOAT: write_floats(w, row, v, b); break;
    case IG_ATTR_INT:
    case IG_ATTR_SIZE:
      if (memcmp(v, b, (size_t)row->count * sizeof(int))) ig_put_ints(&w->out, row->name, v, row->count);
      break;
    case IG_ATTR_WORD:
      if (is_always(rule, row, el) || *(const int*)v != *(const int*)b) {
        ig_put_text(&w->out, row->name, ig_word_of(row->words, *(const int*)v));
      }
      break;
    case IG_ATTR_BYTE:
      if (*(const mjtByte*)v != *(const mjtByte*)b) {
        ig_put_text(&w->out, row->name, ig_word_of(row->words, *(const mjtByte*)v));
      }
      break;
    case IG_ATTR_WORDREAL:
      if (*(const mjtNum*)v != *(const mjtNum*)b) {
        ig_put_text(&w->out, row->name, ig_word_of(row->words, (int)*(const mjtNum*)v));
      }
      break;
    case IG_ATTR_DISABLE:
    case IG_ATTR_ENABLE:
      if ((*(const int*)v ^ *(const int*)b) & row->count) {
        bool set = *(const int*)v & row->count;
        ig_put_text(&w->out, row->name, set == (row->kind == IG_ATTR_ENABLE) ? "enable" : "disable");
      }
      break;
    case IG_ATTR_BITS:
      if (*(const int*)v != *(const int*)b && *(const int*)v) write_bits(w, row, *(const int*)v);
      break;
    case IG_ATTR_TEXT:
      if (!ig_text_same(slot_at(v), slot_at(b)) && !(!el && refers_nowhere(w, row, slot_at(v)))) {
        ig_put_text(&w->out, row->name, ig_text(slot_at(v)));
      }
      break;
    case IG_ATTR_MESHFILE:
    case IG_ATTR_ASSETFILE:
    case IG_ATTR_TEXTUREFILE:
      if (!ig_text_same(slot_at(v), slot_at(b))) ig_put_file(w, row->name, el, ig_text(slot_at(v)));
      break;
    case IG_ATTR_WORDS: write_words(w, row, slot_at(v)); break;
    case IG_ATTR_REALS:
    case IG_ATTR_FLOATS:
    case IG_ATTR_INTS: write_list(w, row, slot_at(v), slot_at(b)); break;
    case IG_ATTR_QUAT: write_quat(w, rule, row, el, object, base); break;
    default: break;
  }
}

// the mass of a geom makes its density of no account
void ig_write_rows(ig_Writer* w, const ig_Rule* rule, const ig_Element* el, const void* object, const void* base) {
  for (int i = 0; i < rule->table->nrow; i++) {
    const ig_Attr* row = &rule->table->rows[i];
    if (!ig_rule_has(rule, row) || row->flags & (IG_UNWRITTEN | IG_ASIDE | IG_EMBEDDED)) continue;
    if (rule->table == &ig_table_geom && !strcmp(row->name, "density") && !isnan(((const mjsGeom*)object)->mass)) continue;
    write_row(w, rule, row, el, object, base);
  }
}
