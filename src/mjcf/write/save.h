// SPDX-License-Identifier: Apache-2.0
// A spec as MJCF, kept in a writer and written to a file.
#ifndef INGOT_MJCF_WRITE_SAVE_H_
#define INGOT_MJCF_WRITE_SAVE_H_

#include "mjcf/write/writer.h"

// The text is in the writer, which is to be dropped in any case; false: a message. `change` (NULL: none) is called first, with
// the spec and `by`; an error on the way is a message too.
bool ig_write_guarded(const mjSpec* s, void (*change)(mjSpec*, const void*), const void* by, ig_Diag* diag, ig_Writer** w);
void ig_drop_writer(ig_Writer* w);

// no name: to standard output
bool ig_write_file(const char* filename, const ig_Writer* w, ig_Diag* diag);

#endif  // INGOT_MJCF_WRITE_SAVE_H_
