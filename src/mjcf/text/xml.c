// SPDX-License-Identifier: Apache-2.0
#include "mjcf/text/xml.h"

#include <expat.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/scope.h"
#include "mjcf/text/missing_blank.h"

const ingotLimits ig_default_limits = {
    .size = sizeof(ingotLimits),
    .bytes = (size_t)500 << 20,
    .depth = 500,
    .attributes = 500,
    .files = 10000,
    .models = 32,
    .copies = 1e6,
    .work = IG_DEFAULT_WORK,
    .memory = IG_DEFAULT_MEMORY,
};

// what reading an element and an attribute costs, from the text to the spec
enum { NODE_WORK = 1000, ATTRIBUTE_WORK = 300 };

typedef struct Builder_ {
  ig_Arena* pool;
  const ig_XmlFile* file;
  const ingotLimits* limits;
  ig_Diag* diag;
  XML_Parser parser;
  ig_Node* root;
  ig_Node* open;
  int depth;
  ig_Gaps gaps;  // blanks that expat is given and the text does not have
  int given;     // gaps before the event: events come in order
  // line of an offset that has been looked up last, and where it starts: offsets come in order
  size_t counted, line_start;
  int line;
} Builder;

// without handlers: expat still ends an element that was stopped at its start, when the element closes itself
static void stop(Builder* b) {
  XML_SetElementHandler(b->parser, NULL, NULL);
  XML_SetCharacterDataHandler(b->parser, NULL);
  XML_SetCommentHandler(b->parser, NULL);
  XML_SetEntityDeclHandler(b->parser, NULL);
  XML_StopParser(b->parser, XML_FALSE);
}

// expat's index, without the blanks given to it
static size_t offset_of(Builder* b, size_t index) {
  while (b->given < b->gaps.count && b->gaps.at[b->given] + (size_t)b->given < index) b->given++;
  return index - (size_t)b->given;
}

// the character that &...; stands for; the text is well-formed, so it is one of the five names or a number
static int put_reference(char* to, const char* name, size_t length) {
  static const struct {
    const char* name;
    char character;
  } names[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (strlen(names[i].name) == length && !strncmp(names[i].name, name, length)) {
      to[0] = names[i].character;
      return 1;
    }
  }
  bool hex = length > 1 && name[1] == 'x';
  uint32_t code = 0;
  for (size_t i = hex ? 2 : 1; i < length; i++) {
    char c = name[i];
    uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a' + 10);
    code = code * (hex ? 16 : 10) + digit;
  }
  // UTF-8 bytes of a character reference
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  to[0] = (char)(lead[more] | (code >> (6 * more)));
  for (int i = 1; i <= more; i++) to[i] = (char)(0x80 | ((code >> (6 * (more - i))) & 0x3F));
  return more + 1;
}

// attribute value: references resolved, line ends as \n, everything else as written
static const char* take_value(Builder* b, const char* from, size_t length) {
  char* value = ig_arena_take(b->pool, length + 1);
  size_t n = 0;
  for (size_t i = 0; i < length; i++) {
    if (from[i] == '&') {
      const char* end = memchr(from + i, ';', length - i);
      size_t size = (size_t)(end - (from + i)) - 1;
      n += put_reference(value + n, from + i + 1, size);
      i += size + 1;
    } else if (from[i] == '\r') {
      value[n++] = '\n';
      if (i + 1 < length && from[i + 1] == '\n') i++;
    } else {
      value[n++] = from[i];
    }
  }
  return value;
}

// attributes of a start tag that expat has found well-formed: name = "value" ...
static void take_attributes(Builder* b, ig_Node* node, int count, size_t offset, size_t length) {
  const char* p = b->file->text + offset;
  const char* end = p + length;
  node->attrs = ig_arena_take(b->pool, (size_t)count * sizeof(ig_XmlAttr));
  p += 1 + strlen(node->name);
  while (node->nattr < count) {
    while (p < end && ig_is_space(*p)) p++;
    const char* name = p;
    while (p < end && *p != '=' && !ig_is_space(*p)) p++;
    size_t size = (size_t)(p - name);
    while (p < end && *p != '"' && *p != '\'') p++;
    if (p >= end) break;
    const char* close = memchr(p + 1, *p, (size_t)(end - p) - 1);
    if (!close) break;
    IG_ASSERT(close < end && node->nattr < count);
    node->attrs[node->nattr++] = (ig_XmlAttr){
        .name = ig_arena_text(b->pool, name, size),
        .value = take_value(b, p + 1, (size_t)(close - p) - 1),
        .node = node,
        .offset = (size_t)(name - b->file->text),
    };
    p = close + 1;
  }
}

static void on_start(void* user, const XML_Char* name, const XML_Char** attributes) {
  Builder* b = user;
  size_t index = (size_t)XML_GetCurrentByteIndex(b->parser);
  size_t offset = offset_of(b, index);
  size_t end = offset_of(b, index + (size_t)XML_GetCurrentByteCount(b->parser));
  ig_Node* node = ig_arena_take(b->pool, sizeof(ig_Node));
  node->name = ig_arena_text(b->pool, name, strlen(name));
  node->parent = b->open;
  node->file = b->file;
  node->offset = offset;
  for (; b->counted < offset; b->counted++) {
    if (b->file->text[b->counted] != '\n') continue;
    b->line++;
    b->line_start = b->counted + 1;
  }
  node->line = b->line;
  node->column = (int)(offset - b->line_start) + 1;
  int count = 0;
  while (attributes[2 * count]) count++;
  ig_scope_subject(node);
  ig_spend(NODE_WORK + count * ATTRIBUTE_WORK + (double)(end - offset));
  if (count > b->limits->attributes) {
    ig_fail_node(b->diag, node, "too many attributes: %d, the limit is %d", count, b->limits->attributes);
    stop(b);
    return;
  }
  if (++b->depth > b->limits->depth) {
    ig_fail_node(b->diag, node, "elements are nested more than %d deep", b->limits->depth);
    stop(b);
    return;
  }
  take_attributes(b, node, count, offset, end - offset);

  if (!b->open) {
    b->root = node;
  } else if (b->open->last) {
    b->open->last->next = node;
  } else {
    b->open->first = node;
  }
  if (b->open) {
    b->open->last = node;
    b->open->started = true;
  }
  b->open = node;
}

static void on_end(void* user, const XML_Char* name) {
  Builder* b = user;
  (void)name;
  b->depth--;
  b->open = b->open->parent;
}

static void on_text(void* user, const XML_Char* text, int length) {
  Builder* b = user;
  if (!b->open) return;
  bool blank = true;
  for (int i = 0; i < length; i++) blank &= ig_is_space(text[i]);
  if (!blank) b->open->started = true;
}

static void on_comment(void* user, const XML_Char* text) {
  Builder* b = user;
  if (!b->open) return;
  if (!b->open->started && !b->open->comment) b->open->comment = ig_arena_text(b->pool, text, strlen(text));
  b->open->started = true;
}

// MJCF has no use for entities, and they are how a small file becomes a huge one
static void on_entity(void* user, const XML_Char* name, int is_parameter, const XML_Char* value, int length, const XML_Char* base,
                      const XML_Char* system, const XML_Char* public_id, const XML_Char* notation) {
  Builder* b = user;
  (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_id, (void)notation;
  ig_fail(b->diag, "XML Error: entity declarations are not accepted: '%s', at %s:%d:%d", name, b->file->name,
          (int)XML_GetCurrentLineNumber(b->parser), (int)XML_GetCurrentColumnNumber(b->parser) + 1);
  stop(b);
}

static void fail_syntax(Builder* b) {
  const char* what = XML_ErrorString(XML_GetErrorCode(b->parser));
  int line = (int)XML_GetCurrentLineNumber(b->parser), column = (int)XML_GetCurrentColumnNumber(b->parser) + 1;
  if (b->file->name[0]) {
    ig_fail(b->diag, "XML parse error: %s, line %d, at %s:%d:%d\n", what, line, b->file->name, line, column);
  } else {
    ig_fail(b->diag, "XML parse error: %s, line %d, at %d:%d\n", what, line, line, column);
  }
}

// expat takes int lengths: long texts go in pieces
static bool feed(Builder* b, const char* text, size_t length) {
  const size_t piece = (size_t)1 << 28;
  while (length) {
    size_t size = length < piece ? length : piece;
    if (XML_Parse(b->parser, text, (int)size, XML_FALSE) != XML_STATUS_OK) return false;
    text += size;
    length -= size;
  }
  return XML_Parse(b->parser, "", 0, XML_TRUE) == XML_STATUS_OK;
}

// bytes are taken as UTF-8 whatever the declaration says
static bool parse_text(Builder* b) {
  // memory of our own: a load that ends early gives it back with the rest
  static const XML_Memory_Handling_Suite memory = {ig_try_alloc, ig_try_realloc, ig_free};
  b->parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
  if (!b->parser) return ig_fail(b->diag, "could not allocate memory for the XML parser");
  XML_SetUserData(b->parser, b);
  XML_SetElementHandler(b->parser, on_start, on_end);
  XML_SetCharacterDataHandler(b->parser, on_text);
  XML_SetCommentHandler(b->parser, on_comment);
  XML_SetEntityDeclHandler(b->parser, on_entity);
  // with the blanks in their places: piece by piece, a long tag would be looked at again from its start with every one
  if (!b->gaps.count) return feed(b, b->file->text, b->file->length);
  char *text = ig_arena_take(b->pool, b->file->length + (size_t)b->gaps.count), *to = text;
  size_t from = 0;
  for (int gap = 0; gap < b->gaps.count; gap++) {
    size_t size = b->gaps.at[gap] - from;
    memcpy(to, b->file->text + from, size);
    to += size;
    *to++ = ' ';
    from = b->gaps.at[gap];
  }
  memcpy(to, b->file->text + from, b->file->length - from);
  return feed(b, text, b->file->length + (size_t)b->gaps.count);
}

ig_Node* ig_xml_parse(ig_Arena* pool, const ig_XmlFile* file, const ingotLimits* limits, ig_Diag* diag) {
  if (file->length > limits->bytes) {
    ig_fail(diag, "XML file '%s' is too large: %zu bytes, the limit is %zu", file->name, file->length, limits->bytes);
    return NULL;
  }
  const Builder fresh = {.pool = pool, .file = file, .limits = limits, .diag = diag, .line = 1};
  Builder b = fresh;
  bool ok = parse_text(&b);

  // attributes without a blank between them are read in a second try, which is given the blanks
  if (!ok && !diag->failed && XML_GetErrorCode(b.parser) == XML_ERROR_INVALID_TOKEN) {
    ig_Gaps gaps = ig_find_gaps(pool, file->text, file->length);
    if (gaps.count) {
      XML_ParserFree(b.parser);
      b = fresh;
      b.gaps = gaps;
      ok = parse_text(&b);
    }
  }
  if (!ok && !diag->failed && XML_GetErrorCode(b.parser) == XML_ERROR_NO_MEMORY) {
    ig_fail(diag, "out of memory while '%s' was read", file->name);
  }
  if (!ok && !diag->failed) fail_syntax(&b);
  XML_ParserFree(b.parser);
  return ok ? b.root : NULL;
}

const ig_XmlAttr* ig_xml_attr(const ig_Node* node, const char* name) {
  for (int i = 0; i < node->nattr; i++) {
    if (!strcmp(node->attrs[i].name, name)) return &node->attrs[i];
  }
  return NULL;
}

const char* ig_xml_value(const ig_Node* node, const char* name) {
  const ig_XmlAttr* attr = ig_xml_attr(node, name);
  return attr ? attr->value : NULL;
}

static const ig_Node* named(const ig_Node* node, const char* name) {
  while (node && strcmp(node->name, name)) node = node->next;
  return node;
}

const ig_Node* ig_xml_child(const ig_Node* node, const char* name) { return named(node->first, name); }

const ig_Node* ig_xml_next(const ig_Node* node, const char* name) { return named(node->next, name); }

ig_Place ig_node_place(const ig_Node* node) { return (ig_Place){node->file->name, node->line, node->column}; }

// counted on from the start of its element
ig_Place ig_attr_place(const ig_XmlAttr* attr) {
  const ig_Node* node = attr->node;
  ig_Place place = ig_node_place(node);
  for (size_t i = node->offset; i < attr->offset; i++) {
    bool ends = node->file->text[i] == '\n';
    place.line += ends;
    place.column = ends ? 1 : place.column + 1;
  }
  return place;
}
