// SPDX-License-Identifier: Apache-2.0
// The message of a failed load: what is wrong first, then where, then what would be right.
#ifndef INGOT_MJCF_TEXT_DIAG_H_
#define INGOT_MJCF_TEXT_DIAG_H_

#include <stdbool.h>

typedef struct ig_Diag_ {
  bool failed;  // the first failure wins
  char message[2000];
} ig_Diag;

// where something stands in a file; NULL file: a string
typedef struct ig_Place_ {
  const char* file;
  int line, column;
} ig_Place;

struct ig_Node_;
struct ig_XmlAttr_;

// each records the failure and returns false

// not tied to an element
bool ig_fail(ig_Diag* diag, const char* format, ...) __attribute__((format(printf, 2, 3)));
// the element and its place are added
bool ig_fail_node(ig_Diag* diag, const struct ig_Node_* node, const char* format, ...) __attribute__((format(printf, 3, 4)));
// the attribute, its value and place are added
bool ig_fail_attr(ig_Diag* diag, const struct ig_XmlAttr_* attr, const char* format, ...) __attribute__((format(printf, 3, 4)));

// the message into a caller's buffer of that size, cut to fit; either may be absent
void ig_copy_message(char* to, int size, const char* message);

// "did you mean": offer candidates one by one, then ask for the nearest
typedef struct ig_Hint_ {
  const char* wrong;
  const char* best;
  int distance;
} ig_Hint;

ig_Hint ig_hint(const char* wrong);
void ig_hint_offer(ig_Hint* hint, const char* candidate);
// "; did you mean 'x'?", or nothing when no candidate is near; valid as long as the buffer
const char* ig_hint_text(const ig_Hint* hint, char buffer[200]);

#endif  // INGOT_MJCF_TEXT_DIAG_H_
