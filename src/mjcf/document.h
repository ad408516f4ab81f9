// SPDX-License-Identifier: Apache-2.0
// Whole documents to specs, within limits: an error on the way ends the reading, and nothing of it is left.
#ifndef INGOT_MJCF_DOCUMENT_H_
#define INGOT_MJCF_DOCUMENT_H_

#include <ingot/read.h>
#include <mujoco/mujoco.h>

// XML, or whatever the name or the type says that a decoder is registered for; NULL with a message
mjSpec* ig_parse_xml(const char* filename, const mjVFS* vfs, char* error, int error_sz);
mjSpec* ig_parse_string(const char* xml, const mjVFS* vfs, char* error, int error_sz);
mjSpec* ig_parse_any(const char* filename, const char* content_type, const mjVFS* vfs, char* error, int error_sz);

// the limits with what a caller's version of them does not know; NULL: the usual ones
ingotLimits ig_all_limits(const ingotLimits* limits);

// the same with the failure as a value
ingotStatus ig_parse_limited(const char* path, const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec,
                             ingotReport* report);

#endif  // INGOT_MJCF_DOCUMENT_H_
