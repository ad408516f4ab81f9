// SPDX-License-Identifier: Apache-2.0
// One compilation: from an ig_Spec to an mjModel.
//
// Each element of the spec gets a record: a copy of its public struct, on which the element's file works (frames are
// resolved, angles turned to radians, limits decided), and what follows from it. The spec itself is not changed but
// for ids. Records point at each other; ids are read from them when the model is written, so that fusing and
// discarding may renumber at any time before.
//
// Functions return false when they have refused something: the message is in the spec by then.
#ifndef INGOT_COMPILE_RECORD_RECORD_H_
#define INGOT_COMPILE_RECORD_RECORD_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/arena.h"
#include "base/table.h"
#include "spec/spec.h"

// head of every record
typedef struct ig_Record_ {
  ig_Element* from;
  int id;
} ig_Record;

// records of one type, in the order of their ids
typedef struct ig_Records_ {
  ig_Record** item;
  int n;
} ig_Records;

// record i of a list: IG_RECORD(ig_CGeom, c->list[mjOBJ_GEOM], i)
#define IG_RECORD(type, list, i) ((type*)(void*)(list).item[i])

typedef struct ig_CMesh_ ig_CMesh;      // compile/mesh/mesh.h
typedef struct ig_CHField_ ig_CHField;  // compile/asset/hfield.h

typedef struct ig_CFrame_ {
  ig_Record r;
  double pos[3], quat[4];    // in the body
  struct ig_CFrame_* inner;  // on the way from the outermost frame
  int depth;
  bool ready;
} ig_CFrame;

typedef struct ig_CBody_ {
  ig_Record r;
  mjsBody s;
  struct ig_CBody_* parent;
  ig_Records bodies, joints, geoms, sites, cameras, lights;
  ig_Record* plugin;  // instance, or NULL
  bool moving;        // a joint here or above
  bool named;         // another element refers to it by name
  bool force_sensor;  // a sensor measures between it and its parent
  bool fused;         // with its parent
  int contype, conaffinity, dofnum, weldid, mocapid;
  int lastdof;          // the last of its dofs or of those above, -1: none
  int simple;           // its part of the inertia matrix is diagonal (1), and constant (2)
  struct ig_Bvh_* bvh;  // boxes, made once everything has its final place
  double margin;
  double xpos[3], xquat[4];  // in the world, joints at zero
  bool aligned;              // the frame was moved to the inertial frame,
  double ipos[3], iquat[4];  // which was here
} ig_CBody;

typedef struct ig_CJoint_ {
  ig_Record r;
  mjsJoint s;
  ig_CBody* body;
  int qposadr, dofadr;
} ig_CJoint;

typedef struct ig_CGeom_ {
  ig_Record r;
  mjsGeom s;
  ig_CBody* body;
  ig_CMesh* mesh;
  ig_CHField* hfield;
  ig_Record* material;
  ig_Record* plugin;
  bool infer;   // its mass counts for the body
  bool visual;  // nothing collides with it or refers to it
  double mass, moments[3];
  double box[6], radius, fluid[mjNFLUID];
} ig_CGeom;

typedef struct ig_CSite_ {
  ig_Record r;
  mjsSite s;
  ig_CBody* body;
  ig_Record* material;
} ig_CSite;

typedef struct ig_CCamera_ {
  ig_Record r;
  mjsCamera s;
  ig_CBody* body;
  ig_Record* target;
} ig_CCamera;

typedef struct ig_CLight_ {
  ig_Record r;
  mjsLight s;
  ig_CBody* body;
  ig_Record* target;
  ig_Record* texture;
} ig_CLight;

typedef struct ig_CMaterial_ {
  ig_Record r;
  mjsMaterial s;
  ig_Record* texture[mjNTEXROLE];
} ig_CMaterial;

typedef struct ig_CPair_ {
  ig_Record r;
  mjsPair s;
  ig_CGeom *geom1, *geom2;
  unsigned signature;
} ig_CPair;

typedef struct ig_CExclude_ {
  ig_Record r;
  unsigned signature;
} ig_CExclude;

typedef struct ig_CEquality_ {
  ig_Record r;
  mjsEquality s;
  ig_Record *obj1, *obj2;
} ig_CEquality;

typedef struct ig_CWrap_ {
  mjtWrap type;
  ig_Record* obj;
  ig_Record* side;
  double prm;
} ig_CWrap;

typedef struct ig_CTendon_ {
  ig_Record r;
  mjsTendon s;
  ig_CWrap* path;
  int npath;
  ig_Record* material;
} ig_CTendon;

typedef struct ig_CActuator_ {
  ig_Record r;
  mjsActuator s;
  ig_Record *target, *second;  // second: slider or reference site
  ig_Record* plugin;
} ig_CActuator;

typedef struct ig_CSensor_ {
  ig_Record r;
  mjsSensor s;
  ig_Record *obj, *ref;
  ig_Record* plugin;
} ig_CSensor;

typedef struct ig_CNumeric_ {
  ig_Record r;
  int size;
} ig_CNumeric;

typedef struct ig_CTuple_ {
  ig_Record r;
  ig_Record** obj;
  int n;
} ig_CTuple;

typedef struct ig_CKey_ {
  ig_Record r;
  double time;
  double* field[6];  // qpos qvel act mpos mquat ctrl
} ig_CKey;

typedef struct ig_CPlugin_ {
  ig_Record r;
  bool used;  // by some element, which says whose instance it is
  int slot;
  ig_Record* owner;
  char* attributes;  // values in the plugin's order, each with its zero
  int nattributes;
} ig_CPlugin;

typedef struct ig_Compiler_ {
  ig_Spec* spec;
  const mjVFS* vfs;
  mjSpec s;  // settings of the whole model; nuser_* are decided here
  ig_Arena arena;
  ig_Records list[IG_NLIST];
  ig_Table names[mjNOBJECT];  // records by name
  mjModel n;                  // sizes only, counted before the model is made
  mjModel at;                 // while it is written: sizes of what is there already, which are the addresses of what comes next
  mjModel* model;
  mjData* data;
  struct ig_Caught_* caught;  // errors and warnings of the engine
} ig_Compiler;

// what a model may cost at most; more is refused before it is allocated
typedef struct ig_CompileLimits_ {
  int keys;       // keyframes
  int64_t bytes;  // of the arrays of an mjModel, and of an mjData
} ig_CompileLimits;

extern const ig_CompileLimits ig_compile_limits;

// tables for ig_lookup; false: no memory
bool ig_make_names(ig_Compiler* c);

// record of that type and name, or NULL; where an empty name means nothing at all, ask for that first
ig_Record* ig_lookup(const ig_Compiler* c, mjtObj type, const char* name);

// give the records of a list the ids of their places
void ig_renumber(ig_Records* list);

static inline int ig_id(const void* record) { return record ? ((const ig_Record*)record)->id : -1; }
static inline const char* ig_record_name(const void* record) { return ig_el_name(((const ig_Record*)record)->from); }

// refuse: remembers the message with the element's name and place; always false
#define ig_refuse(c, record, ...) ig_spec_fail((c)->spec, (record) ? ((const ig_Record*)(record))->from : NULL, __VA_ARGS__)

// n numbers to place `id` of an array of any number type
#define IG_PUT(to, id, values, n)                                          \
  do {                                                                     \
    for (int k_ = 0; k_ < (n); k_++) (to)[(n) * (id) + k_] = (values)[k_]; \
  } while (0)

// user data of an element, padded with zeros; refused when longer than the model's nuser
bool ig_check_user(ig_Compiler* c, const void* record, const void* data, int nuser, const char* field);
void ig_put_user(mjtNum* to, int id, int nuser, const void* data);

#endif  // INGOT_COMPILE_RECORD_RECORD_H_
