// Reading model files under limits of the caller's choice.
#ifndef INGOT_READ_H_
#define INGOT_READ_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

// what a model file may ask for; mj_loadXML and its relatives go by the default limits
typedef struct ingotLimits_ {
  size_t size;     // of this struct as the program knows it: newer libraries take their defaults for what it lacks
  size_t bytes;    // of all files of one model together
  int depth;       // of nested elements, and of files that include each other
  int attributes;  // of one element
  int files;       // included by one model
  int models;      // that contain each other as assets, one inside the other
  double copies;   // elements that replicate and attach may make
} ingotLimits;

MJAPI void ingot_fillLimits(ingotLimits* limits, size_t size);
static inline void ingot_defaultLimits(ingotLimits* limits) { ingot_fillLimits(limits, sizeof *limits); }

// MJCF or URDF to a spec; limits may be NULL. *spec is NULL unless the result is INGOT_OK.
MJAPI ingotStatus ingot_parse(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report);
MJAPI ingotStatus ingot_parseText(const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec,
                                  ingotReport* report);

// a spec to a model, with failures as values; *model is NULL unless the result is INGOT_OK. The spec stays the caller's.
MJAPI ingotStatus ingot_compile(mjSpec* spec, const mjVFS* vfs, mjModel** model, ingotReport* report);

// Load a model from MJCF, URDF or MJB, by the file's extension, within limits, which may be NULL; *model is NULL unless the
// result is INGOT_OK. A warning of the compiler stands in the report.
MJAPI ingotStatus ingot_load(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjModel** model,
                             ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_READ_H_
