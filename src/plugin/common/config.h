// SPDX-License-Identifier: Apache-2.0
// The attributes of a plugin instance as numbers. Texts are read the same way in every locale.
#ifndef INGOT_PLUGIN_COMMON_CONFIG_H_
#define INGOT_PLUGIN_COMMON_CONFIG_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// the number that a text starts with, 0 when it starts with none; end may be NULL
double ig_text_number(const char* text, const char** end);

// whether a text is one number, or empty; white space does not count
bool ig_text_is_number(const char* text);

// numbers of a text between single spaces, at most max of them; returns how many there are
int ig_text_numbers(const char* text, double* numbers, int max);

// the text of an attribute, "" when it is absent
const char* ig_config_text(const mjModel* m, int instance, const char* attribute);

// false when the attribute is absent or empty; *value is left alone then
bool ig_config_number(const mjModel* m, int instance, const char* attribute, double* value);

#endif  // INGOT_PLUGIN_COMMON_CONFIG_H_
