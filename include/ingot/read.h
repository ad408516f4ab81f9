// Reading model files under limits of the caller's choice.
#ifndef INGOT_READ_H_
#define INGOT_READ_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

// what a model file may ask for; mj_loadXML and its relatives go by the default limits
typedef struct ingotLimits_ {
  size_t bytes;    // of all files of one model together
  int depth;       // of nested elements, and of files that include each other
  int attributes;  // of one element
  int files;       // included by one model
  int models;      // that contain each other as assets, one inside the other
  double copies;   // elements that replicate and attach may make
} ingotLimits;

MJAPI void ingot_defaultLimits(ingotLimits* limits);

// MJCF or URDF to a spec; limits may be NULL. *spec is NULL unless the result is INGOT_OK.
MJAPI ingotStatus ingot_parse(const char* path, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec, ingotReport* report);
MJAPI ingotStatus ingot_parseText(const char* text, const mjVFS* vfs, const ingotLimits* limits, mjSpec** spec,
                                  ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_READ_H_
