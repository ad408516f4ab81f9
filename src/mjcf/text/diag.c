// SPDX-License-Identifier: Apache-2.0
#include "mjcf/text/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mjcf/text/xml.h"

enum { HINT_LENGTH = 60 };

static void append(ig_Diag* diag, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void append_v(ig_Diag* diag, const char* format, va_list arguments) {
  size_t used = strlen(diag->message);
  vsnprintf(diag->message + used, sizeof(diag->message) - used, format, arguments);
}

static void append(ig_Diag* diag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append_v(diag, format, arguments);
  va_end(arguments);
}

// a message starts with the lead; false when there is one already, which stays
static bool begin(ig_Diag* diag, const char* lead, const char* format, va_list arguments) {
  if (diag->failed) return false;
  diag->failed = true;
  snprintf(diag->message, sizeof(diag->message), "%s", lead);
  append_v(diag, format, arguments);
  return true;
}

// programs look for the line "Element 'x', line n": that stays as it is, the rest follows on one of its own
static void append_place(ig_Diag* diag, const ig_Node* node, const ig_XmlAttr* attr) {
  ig_Place place = ig_node_place(node);
  append(diag, "\nElement '%s', line %d\n", node->name, place.line);
  if (attr) {
    append(diag, "attribute '%s' = '%.100s%s', ", attr->name, attr->value, strlen(attr->value) > 100 ? "..." : "");
    place = ig_attr_place(attr);
  }
  if (place.file && place.file[0]) {
    append(diag, "at %s:%d:%d\n", place.file, place.line, place.column);
  } else {
    append(diag, "at %d:%d\n", place.line, place.column);
  }
}

bool ig_fail(ig_Diag* diag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  begin(diag, "", format, arguments);
  va_end(arguments);
  return false;
}

static const char lead[] = "XML Error: ";

bool ig_fail_node(ig_Diag* diag, const ig_Node* node, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (begin(diag, lead, format, arguments) && node) append_place(diag, node, NULL);
  va_end(arguments);
  return false;
}

bool ig_fail_attr(ig_Diag* diag, const ig_XmlAttr* attr, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (begin(diag, lead, format, arguments)) append_place(diag, attr->node, attr);
  va_end(arguments);
  return false;
}

void ig_copy_message(char* to, int size, const char* message) {
  if (to && size > 0) snprintf(to, size, "%s", message);
}

// number of letters to insert, remove, change or swap; names are short, longer ones are not compared
static int edit_distance(const char* a, const char* b) {
  int m = (int)strlen(a), n = (int)strlen(b);
  if (m > HINT_LENGTH || n > HINT_LENGTH) return HINT_LENGTH;
  int row[3][HINT_LENGTH + 1];
  for (int j = 0; j <= n; j++) row[1][j] = j;
  for (int i = 1; i <= m; i++) {
    int *now = row[(i + 1) % 3], *last = row[i % 3], *before = row[(i + 2) % 3];
    now[0] = i;
    for (int j = 1; j <= n; j++) {
      int cost = last[j - 1] + ((a[i - 1] | 0x20) != (b[j - 1] | 0x20));
      if (last[j] + 1 < cost) cost = last[j] + 1;
      if (now[j - 1] + 1 < cost) cost = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < cost) {
        cost = before[j - 2] + 1;
      }
      now[j] = cost;
    }
  }
  return row[(m + 1) % 3][n];
}

ig_Hint ig_hint(const char* wrong) { return (ig_Hint){wrong, NULL, (int)strlen(wrong) / 3 + 2}; }

void ig_hint_offer(ig_Hint* hint, const char* candidate) {
  int distance = edit_distance(hint->wrong, candidate);
  if (distance < hint->distance) {
    hint->distance = distance;
    hint->best = candidate;
  }
}

const char* ig_hint_text(const ig_Hint* hint, char buffer[200]) {
  if (!hint->best) return "";
  snprintf(buffer, 200, "; did you mean '%s'?", hint->best);
  return buffer;
}
