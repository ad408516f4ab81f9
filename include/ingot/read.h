// SPDX-License-Identifier: Apache-2.0
// Reading model files under limits of the caller's choice.
#ifndef INGOT_READ_H_
#define INGOT_READ_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a model file may ask for; mj_loadXML and its relatives go by the default limits, and mj_compile by those that the
// spec was read with. More is refused with a message that names the element at hand.
typedef struct ingotLimits_ {
  size_t size;     // of this struct as the program knows it: newer libraries take their defaults for what it lacks
  size_t bytes;    // of all files of one model together
  int depth;       // of nested elements, and of files that include each other
  int attributes;  // of one element
  int files;       // included by one model
  int models;      // that contain each other as assets, one inside the other
  double copies;   // elements that replicate and attach may make
  double work;     // of reading and compiling, in units of about a nanosecond
  size_t memory;   // bytes that reading or compiling may hold at a time
} ingotLimits;

MJAPI void ingot_fillLimits(ingotLimits* limits, size_t size);
static inline void ingot_defaultLimits(ingotLimits* limits) { ingot_fillLimits(limits, sizeof *limits); }

// limits for compiling a spec that was not read by the functions below: work and memory count then
MJAPI ingotStatus ingot_setLimits(mjSpec* spec, const ingotLimits* limits, ingotReport* report);

// what reading and compiling the spec has cost so far: compare it with the limits; pointers may be NULL
MJAPI ingotStatus ingot_getCost(const mjSpec* spec, double* work, double* memory, ingotReport* report);

// MJCF or URDF to a spec; limits may be NULL. *spec is NULL unless the result is INGOT_OK.
MJAPI ingotStatus ingot_parse(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report);
MJAPI ingotStatus ingot_parseText(const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec,
                                  ingotReport* report);

// a spec to a model, with failures as values; *model is NULL unless the result is INGOT_OK. The spec stays the caller's.
MJAPI ingotStatus ingot_compile(mjSpec* spec, const mjVFS* vfs, mjModel** model, ingotReport* report);

// Load a model from MJCF, URDF or MJB, by the file's extension, within limits, which may be NULL; *model is NULL unless the
// result is INGOT_OK. A warning of the compiler stands in the report.
MJAPI ingotStatus ingot_load(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjModel** model, ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_READ_H_
