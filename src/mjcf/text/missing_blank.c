// SPDX-License-Identifier: Apache-2.0
#include "mjcf/text/missing_blank.h"

#include <stdbool.h>
#include <string.h>

typedef struct Scan_ {
  const char *at, *end;
} Scan;

static bool starts(const Scan* s, const char* word) {
  size_t length = strlen(word);
  return (size_t)(s->end - s->at) >= length && !memcmp(s->at, word, length);
}

static bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':'; }

// the scan is inside of a tag; stops at a gap, or behind the tag
static bool gap_in_tag(Scan* s) {
  while (s->at < s->end && *s->at != '>') {
    char quote = *s->at++;
    if (quote != '"' && quote != '\'') continue;
    const char* close = memchr(s->at, quote, (size_t)(s->end - s->at));
    s->at = close ? close + 1 : s->end;
    if (s->at < s->end && begins_name(*s->at)) return true;
  }
  return false;
}

// what is no tag is passed over whole: there quotes have no meaning
static bool next_gap(Scan* s, bool* in_tag) {
  static const struct { const char *open, *close; } passed[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  while (s->at < s->end) {
    if (*in_tag && gap_in_tag(s)) return true;
    *in_tag = false;
    while (s->at < s->end && *s->at != '<') s->at++;
    size_t kind = 0, kinds = sizeof(passed) / sizeof(passed[0]);
    while (kind < kinds && !starts(s, passed[kind].open)) kind++;
    if (kind < kinds) {
      s->at += strlen(passed[kind].open);
      while (s->at < s->end && !starts(s, passed[kind].close)) s->at++;
      size_t length = strlen(passed[kind].close);
      s->at = (size_t)(s->end - s->at) >= length ? s->at + length : s->end;
    } else {
      *in_tag = s->at < s->end;
    }
  }
  return false;
}

// at: NULL to count only
static int collect(const char* text, size_t length, size_t* at) {
  Scan s = {text, text + length};
  bool in_tag = false;
  int count = 0;
  while (next_gap(&s, &in_tag)) {
    if (at) at[count] = (size_t)(s.at - text);
    count++;
  }
  return count;
}

ig_Gaps ig_find_gaps(ig_Arena* pool, const char* text, size_t length) {
  ig_Gaps gaps = {.count = collect(text, length, NULL)};
  gaps.at = ig_arena_take(pool, (size_t)gaps.count * sizeof(size_t));
  collect(text, length, gaps.at);
  return gaps;
}
