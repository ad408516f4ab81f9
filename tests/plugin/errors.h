// SPDX-License-Identifier: Apache-2.0
// Errors and warnings of the engine caught as texts.
#ifndef INGOT_TESTS_PLUGIN_ERRORS_H_
#define INGOT_TESTS_PLUGIN_ERRORS_H_

// what the function raised; "" when all was well. Errors leave the function.
const char* ig_caught(void (*function)(void* argument), void* argument);

// warnings since the last call, one after the other; the first call starts to listen
const char* ig_warned(void);

#endif  // INGOT_TESTS_PLUGIN_ERRORS_H_
