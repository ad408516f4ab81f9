// SPDX-License-Identifier: Apache-2.0
// JSON on a stream: begin and end objects and lists, commas and quotes come by themselves.
#ifndef INGOT_CLI_JSON_H_
#define INGOT_CLI_JSON_H_

#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE* stream;
  int depth;
  bool started[32];  // at this depth something was written already
} ig_Json;

// name is NULL inside lists and for the outermost object
void ig_json_open(ig_Json* json, const char* name, char bracket);  // '{' or '['
void ig_json_close(ig_Json* json, char bracket);                   // '}' or ']'
void ig_json_text(ig_Json* json, const char* name, const char* text);
void ig_json_number(ig_Json* json, const char* name, double value);  // not finite: null
void ig_json_count(ig_Json* json, const char* name, long long value);
void ig_json_flag(ig_Json* json, const char* name, bool value);
void ig_json_numbers(ig_Json* json, const char* name, const double* values, int n);

#endif  // INGOT_CLI_JSON_H_
