// SPDX-License-Identifier: Apache-2.0
#include "spec/file/gmsh.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

// one section of the file, read from front to back
typedef struct Section_ {
  const char* at;
  const char* end;
  bool ok;  // false after the first read that failed
} Section;

static const char* find(const char* bytes, int size, const char* word) {
  int length = (int)strlen(word);
  for (const char *at = bytes, *end = bytes + size - length; at <= end; at++) {
    at = memchr(at, word[0], (size_t)(end - at) + 1);
    if (!at) return NULL;
    if (!memcmp(at, word, (size_t)length)) return at;
  }
  return NULL;
}

// between "$Name" with one character of line end, and "$EndName"
static bool open_section(const char* bytes, int size, const char* name, const char* end_name, Section* section) {
  const char* begin = find(bytes, size, name);
  const char* end = find(bytes, size, end_name);
  if (!begin || !end) return false;
  begin += strlen(name) + 1;
  *section = (Section){begin, end, begin <= end};
  return section->ok;
}

// text: numbers are read from a bounded copy of the word, since the section ends without a zero
static const char* next_word(Section* s, char* word, int room) {
  while (s->at < s->end && strchr(" \t\r\n\v\f", *s->at)) s->at++;
  int n = 0;
  while (s->at < s->end && !strchr(" \t\r\n\v\f", *s->at) && n < room - 1) word[n++] = *s->at++;
  word[n] = 0;
  if (!n) s->ok = false;
  return word;
}

// like a stream, a number that ends with the section itself counts as cut off
static long long text_int(Section* s) {
  char word[64], *end;
  next_word(s, word, sizeof(word));
  long long value = strtoll(word, &end, 10);
  if (*end || s->at >= s->end) s->ok = false;
  return s->ok ? value : 0;
}

static double text_real(Section* s) {
  char word[64];
  const char* end = next_word(s, word, sizeof(word));
  double value = 0;
  if (ig_scan_real(&end, &value) == IG_NUMBER_BAD || *end || s->at >= s->end) s->ok = false;
  return s->ok ? value : 0;
}

static void raw(Section* s, void* value, size_t size) {
  if ((size_t)(s->end - s->at) < size) {
    memset(value, 0, size);
    s->ok = false;
    return;
  }
  memcpy(value, s->at, size);
  s->at += size;
}

static int64_t raw_long(Section* s) {
  int64_t value;
  raw(s, &value, sizeof(value));
  return value;
}

static int raw_int(Section* s) {
  int32_t value;
  raw(s, &value, sizeof(value));
  return value;
}

// ------------------------------------------------ format 4.1

// both sections have a header of the same shape; `kind` is "parametric" of nodes, the element type of elements
typedef struct Header41_ {
  int64_t blocks, count, min_tag, max_tag, in_block;
  int dim, kind;
} Header41;

static Header41 header41(Section* s, bool binary) {
  Header41 h;
  h.blocks = binary ? raw_long(s) : text_int(s);
  h.count = binary ? raw_long(s) : text_int(s);
  h.min_tag = binary ? raw_long(s) : text_int(s);
  h.max_tag = binary ? raw_long(s) : text_int(s);
  h.dim = binary ? raw_int(s) : (int)text_int(s);
  (void)(binary ? raw_int(s) : (int)text_int(s));
  h.kind = binary ? raw_int(s) : (int)text_int(s);
  h.in_block = binary ? raw_long(s) : text_int(s);
  return h;
}

static const char* nodes41(Section* s, bool binary, ig_Vector* point, Header41* h) {
  *h = header41(s, binary);
  if (!s->ok) return "the first line of $Nodes is cut short or holds no numbers";
  if (h->blocks != 1 || h->count != h->in_block) {
    return "All nodes must be in single block: $Nodes has to say 1 block that holds every node";
  }
  if (!binary && h->max_tag != h->in_block) {
    return "Maximum number of nodes must be equal to number of nodes in a block";
  }
  if (h->dim < 1 || h->dim > 3) return "the entity of the nodes has a dimension other than 1, 2 or 3";
  if (h->min_tag < 0 || h->min_tag > INT32_MAX) return "Node tags must be sequential: each one more than the tag before it";

  // even as text a node takes a few bytes: a count beyond that is made up
  if (h->count < 0 || h->count > (s->end - s->at) / 2 || h->count >= INT32_MAX / 3) {
    return "$Nodes announces more nodes than the file has room for";
  }
  if (binary && (s->end - s->at) / 32 < h->count) return "binary $Nodes ends before its last node";
  for (int64_t i = 0; i < h->count; i++) {
    int64_t tag = binary ? raw_long(s) : text_int(s);
    if (!s->ok) return "Error reading node tags: $Nodes ends early or holds something else than a number";
    if (tag != i + h->min_tag) return "Node tags must be sequential: each one more than the tag before it";
  }
  for (int64_t i = 0; i < 3 * h->count; i++) {
    double x;
    if (binary) {
      raw(s, &x, sizeof(x));
    } else {
      x = text_real(s);
    }
    if (!s->ok) return "the coordinates of a node are missing or no numbers";
    ig_vec_append(point, &x, 1, sizeof(x));
  }
  return NULL;
}

static const char* elements41(Section* s, bool binary, ig_Vector* element, const Header41* nodes) {
  Header41 h = header41(s, binary);
  if (!s->ok) return "the first line of $Elements is cut short or holds no numbers";
  if (h.blocks != 1 || h.count != h.in_block) {
    return "All elements must be in single block: $Elements has to say 1 block that holds every element";
  }
  if (h.dim != nodes->dim) return "elements and nodes are of different dimensions";
  if (h.kind != (h.dim == 3 ? 4 : h.dim)) {
    return "the type of the elements is not the line, triangle or tetrahedron of their dimension";
  }
  if (h.count < 0 || h.count > (s->end - s->at) / 2 || h.count >= INT32_MAX / 4) {
    return "$Elements announces no elements, or more than the file has room for";
  }
  if (binary && (s->end - s->at) / (8 * (h.dim + 2)) < h.count) return "binary $Elements ends before its last element";
  for (int64_t i = 0; i < h.count; i++) {
    (void)(binary ? raw_long(s) : text_int(s));
    for (int k = 0; k <= h.dim; k++) {
      int64_t tag = binary ? raw_long(s) : text_int(s);
      if (!s->ok) return "Error reading Elements: a node of an element is missing or no number";
      if (tag < nodes->min_tag || (uint64_t)tag - (uint64_t)nodes->min_tag > INT32_MAX) {
        return "an element names a node that is not in $Nodes";
      }
      int id = (int)(tag - nodes->min_tag);
      ig_vec_append(element, &id, 1, sizeof(id));
    }
  }
  return NULL;
}

// ------------------------------------------------ format 2.2

// a count on its own line starts a section; in a binary section the data follow the line end
static bool count_line(Section* s, int64_t* count) {
  const char* at = s->at;
  int64_t value = 0;
  while (at < s->end && *at >= '0' && *at <= '9' && value < INT32_MAX) value = 10 * value + (*at++ - '0');
  if (at == s->at || at >= s->end || (*at != '\n' && *at != '\r')) return false;
  if (*at == '\r' && at + 1 < s->end && at[1] == '\n') at++;
  s->at = at + 1;
  *count = value;
  return true;
}

static const char* nodes22(Section* s, bool binary, ig_Vector* point, int64_t* count) {
  if (!count_line(s, count)) return "$Nodes does not start with a line that counts them";
  if (*count >= INT32_MAX / 3 || *count > (s->end - s->at) / 2) return "$Nodes announces more nodes than the file has room for";
  if (binary && (s->end - s->at) / 28 < *count) return "binary $Nodes ends before its last node";
  for (int64_t i = 0; i < *count; i++) {
    double x[3];
    (void)(binary ? raw_int(s) : (int)text_int(s));
    for (int k = 0; k < 3; k++) {
      if (binary) {
        raw(s, &x[k], sizeof(double));
      } else {
        x[k] = text_real(s);
      }
    }
    if (!s->ok) return "Error reading node tags or coordinates: something is missing or no number";
    ig_vec_append(point, x, 3, sizeof(double));
  }
  return NULL;
}

static int next_int(Section* s, bool binary) { return binary ? raw_int(s) : (int)text_int(s); }

// text: each element is `tag type ntags tags... nodes...`. Binary: blocks of `type count ntags`, then that many of
// `tag tags... nodes...`; gmsh itself writes blocks of one.
static const char* elements22(Section* s, bool binary, ig_Vector* element, int64_t nnode, int* dim) {
  int64_t count;
  int type = 0, ntags = 0, left = 0;
  if (!count_line(s, &count)) return "$Elements does not start with a line that counts them";
  if (count < 1 || count >= INT32_MAX / 4 || count > (s->end - s->at) / 2) {
    return "$Elements announces no elements, or more than the file has room for";
  }
  *dim = 0;
  for (int64_t i = 0; i < count; i++) {
    if (!binary) {
      next_int(s, false);
      type = next_int(s, false);
      ntags = next_int(s, false);
    } else {
      if (left == 0) {
        type = next_int(s, true);
        left = next_int(s, true);
        ntags = next_int(s, true);
        if (left < 1) return "$Elements announces no elements, or more than the file has room for";
      }
      left--;
      next_int(s, true);
    }
    if (i == 0) *dim = type == 2 ? 2 : type == 4 ? 3 : 0;
    if (!*dim) return "the first element is neither a triangle (type 2) nor a tetrahedron (type 4)";
    for (int k = 0; k < ntags && s->ok; k++) next_int(s, binary);
    for (int k = 0; k <= *dim; k++) {
      int id = next_int(s, binary);
      if (!s->ok) return "Error reading Elements: a node of an element is missing or no number";
      if (id < 1 || id > nnode) return "an element names a node that is not in $Nodes";
      id--;
      ig_vec_append(element, &id, 1, sizeof(id));
    }
  }
  return NULL;
}

const char* ig_gmsh_read(const char* bytes, int size, ig_Vector* point, ig_Vector* element, int* dim) {
  static const char start[] = "$MeshFormat";
  const int nstart = sizeof(start) - 1;
  if (size == 0) return "Empty GMSH file";
  if (size < nstart || memcmp(bytes, start, (size_t)nstart)) {
    return "a GMSH file starts with the word $MeshFormat, this one does not";
  }

  // version and whether it is binary
  Section head = {bytes + nstart, bytes + size, true};
  double version = text_real(&head);
  bool binary = text_int(&head) != 0;
  if (!head.ok) return "no version and file type stand behind $MeshFormat";
  int format = fabs(version) < 100 ? (int)floor(100 * version + 0.5) : 0;
  if (format != 220 && format != 410) return "this version of the GMSH format is not known, 4.1 and 2.2 are";

  Section nodes, elements;
  if (!open_section(bytes, size, "$Nodes", "$EndNodes", &nodes)) return "GMSH file missing $Nodes or $EndNodes";
  if (!open_section(bytes, size, "$Elements", "$EndElements", &elements)) {
    return "GMSH file missing $Elements or $EndElements";
  }
  if (format == 410) {
    Header41 h;
    const char* wrong = nodes41(&nodes, binary, point, &h);
    if (wrong) return wrong;
    *dim = h.dim;
    return elements41(&elements, binary, element, &h);
  }
  int64_t nnode = 0;
  const char* wrong = nodes22(&nodes, binary, point, &nnode);
  return wrong ? wrong : elements22(&elements, binary, element, nnode, dim);
}
