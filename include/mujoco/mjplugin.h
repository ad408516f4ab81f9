// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// Extensions: resource providers, decoders and plugins.

#ifndef MUJOCO_INCLUDE_MJPLUGIN_H_
#define MUJOCO_INCLUDE_MJPLUGIN_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>
#include <mujoco/mjtnum.h>
#include <mujoco/mjvisualize.h>

// An open file, wherever it comes from.
struct mjResource_ {
  char* name;                                 // full name
  void* data;                                 // provider's own
  mjVFS* vfs;                                 // virtual file system it was opened through, or NULL
  char timestamp[512];                        // as the provider defines it
  const struct mjpResourceProvider* provider;  // who serves it; NULL: the file system
};
typedef struct mjResource_ mjResource;

// open: nonzero on success
typedef int (*mjfOpenResource)(mjResource* resource);

// read: point buffer at the contents, return their size, negative on failure
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);

// close: free what open allocated
typedef void (*mjfCloseResource)(mjResource* resource);

// prepare a mounted provider: nonzero on success
typedef int (*mjfMountResource)(mjResource* resource);

// undo mounting: nonzero on success
typedef int (*mjfUnmountResource)(mjResource* resource);

// has the resource changed since the timestamp?
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);

// Serves resources whose names begin with its prefix and a colon.
struct mjpResourceProvider {
  const char* prefix;            // before the colon
  mjfOpenResource open;          // required
  mjfReadResource read;          // required
  mjfCloseResource close;        // required
  mjfMountResource mount;        // may be NULL
  mjfUnmountResource unmount;    // may be NULL
  mjfResourceModified modified;  // may be NULL
  void* data;                    // the provider's own
};
typedef struct mjpResourceProvider mjpResourceProvider;

// resource to spec; NULL on failure
typedef mjSpec* (*mjfDecode)(mjResource* resource, const mjVFS* vfs);

// is the resource one for this decoder?
typedef int (*mjfCanDecode)(const mjResource* resource);

// Turns a resource of some content type into a spec.
struct mjpDecoder {
  const char* content_type;  // such as text/xml
  const char* extension;     // of file names, with its dot
  mjfCanDecode can_decode;   // asked when the type does not decide
  mjfDecode decode;          // does the work
};
typedef struct mjpDecoder mjpDecoder;

// What a plugin can compute, one bit each.
typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1<<0,  // actuator forces
  mjPLUGIN_SENSOR = 1<<1,    // sensor outputs
  mjPLUGIN_PASSIVE = 1<<2,   // passive forces
  mjPLUGIN_SDF = 1<<3,       // signed distance
} mjtPluginCapabilityBit;

// A plugin: its attributes and the functions the engine calls for each instance.
struct mjpPlugin_ {
  // ---- what it is
  // unique name
  const char* name;
  // how many attributes it takes
  int nattribute;
  // their names
  const char* const* attributes;
  // bits of mjtPluginCapabilityBit
  int capabilityflags;
  // stage of a sensor plugin, mjtStage
  int needstage;

  // ---- sizes
  // entries of its state
  int (*nstate)(const mjModel* m, int instance);
  // outputs of a sensor
  int (*nsensordata)(const mjModel* m, int instance, int sensor_id);

  // ---- life of an instance
  // when data is made: 0 on success
  int (*init)(const mjModel* m, mjData* d, int instance);
  // when data is deleted; may be NULL
  void (*destroy)(mjData* d, int instance);
  // when data is copied; may be NULL
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src, int instance);
  // when data is reset
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance);
  // at its stage, once per capability
  void (*compute)(const mjModel* m, mjData* d, int instance, int capability_bit);
  // at the end of a step; may be NULL
  void (*advance)(const mjModel* m, mjData* d, int instance);
  // adds geoms to a scene; may be NULL
  void (*visualize)(const mjModel*m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);

  // ---- actuators
  // writes the rates of its activations
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);

  // ---- signed distance functions
  // distance at a point
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);
  // its gradient
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
  // distance while the compiler builds a mesh
  mjtNum (*sdf_staticdistance)(const mjtNum point[3], const mjtNum* attributes);
  // attribute texts to numbers, with defaults
  void (*sdf_attribute)(mjtNum attribute[], const char* name[], const char* value[]);
  // box around the surface: centre and half sides
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);
};
typedef struct mjpPlugin_ mjpPlugin;

// A query of one or two distance functions.
struct mjSDF_ {
  const mjpPlugin** plugin;  // plugins; NULL entries: use geomtype
  int* id;                   // instances or geoms
  mjtSDFType type;           // how the two combine
  mjtNum* relpos;            // position of the second in the first
  mjtNum* relmat;            // orientation of the second in the first
  mjtGeom* geomtype;         // shapes
};
typedef struct mjSDF_ mjSDF;

// heads a function that runs when its library is loaded, to register plugins
#if defined(__has_attribute)
  #if __has_attribute(constructor)
    #define mjPLUGIN_LIB_INIT __attribute__((constructor)) static void _mjplugin_init(void)
  #endif
#elif defined(_MSC_VER)
  #ifndef mjDLLMAIN
    #define mjDLLMAIN DllMain
  #endif
  #if !defined(mjEXTERNC)
    #if defined(__cplusplus)
      #define mjEXTERNC extern "C"
    #else
      #define mjEXTERNC
    #endif
  #endif
  #define mjPLUGIN_LIB_INIT \
    static void _mjplugin_dllmain(void); \
    mjEXTERNC int __stdcall mjDLLMAIN(void* hinst, unsigned long reason, void* reserved) { \
      if (reason == 1) { \
        _mjplugin_dllmain(); \
      } \
      return 1; \
    } \
    static void _mjplugin_dllmain(void)
#endif

// told what a library registered: first slot and count
typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);

#endif
