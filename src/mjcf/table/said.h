// SPDX-License-Identifier: Apache-2.0
// What elements say that have no struct of their own in the spec, or say beside it (IG_ASIDE): the reader makes something of it.
// Texts are those of the document, NULL when not given.
#ifndef INGOT_MJCF_TABLE_SAID_H_
#define INGOT_MJCF_TABLE_SAID_H_

typedef struct {
  int count;
  double offset[3], euler[3];
  const char* sep;
} ig_ReplicateSaid;

typedef struct {
  const char *model, *body, *prefix;
} ig_AttachSaid;

// one station of a tendon's path
typedef struct {
  const char *site, *geom, *sidesite, *joint;
  double divisor, coef;
} ig_WrapSaid;

typedef struct {
  const char* body;
  float bindpos[3], bindquat[4];
} ig_BoneSaid;

typedef struct {
  const char* texture;
  int role;
} ig_LayerSaid;

typedef struct {
  const char *name, *content_type;
} ig_ModelSaid;

typedef struct {
  const char *objtype, *objname;
  double prm;
} ig_TupleSaid;

typedef struct {
  const char *key, *value;
} ig_ConfigSaid;

typedef struct {
  const char* plugin;
} ig_ExtensionSaid;

typedef struct {
  int builtin;
} ig_MeshSaid;

typedef struct {
  const char* texture;
} ig_MaterialSaid;

typedef struct {
  const char* gridlayout;
} ig_TextureSaid;

// Numbers from which the shortcuts make the parameters of an actuator; NaN: not given. Nothing but doubles.
typedef struct {
  double kp, kv, dampratio, inheritrange, timeconst[2];
  double area, diameter, bias[3];
  double tausmooth, range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax;
  double gain;
} ig_ActuatorSaid;

// what a sensor is attached to: the attribute says the type of the object, its value the name
typedef struct {
  const char *site, *camera, *joint, *tendon, *actuator, *body;
  const char *objtype, *objname, *reftype, *refname;
  const char *geom1, *geom2, *body1, *body2, *subtree1, *subtree2;
  const char *geom, *mesh;
} ig_SensorSaid;

#endif  // INGOT_MJCF_TABLE_SAID_H_
