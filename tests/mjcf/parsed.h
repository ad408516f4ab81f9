// SPDX-License-Identifier: Apache-2.0
// Specs from text, for the tests of the reader and the writer.
#ifndef INGOT_TESTS_MJCF_PARSED_H_
#define INGOT_TESTS_MJCF_PARSED_H_

#include <mujoco/mujoco.h>

// NULL with the message in ig_parsed_error() when the text is refused
mjSpec* ig_parsed(const char* xml, const mjVFS* vfs);
const char* ig_parsed_error(void);

// the text is refused, with these words in the message
void ig_check_refused(const char* xml, const char* words);

#endif  // INGOT_TESTS_MJCF_PARSED_H_
