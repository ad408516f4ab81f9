// SPDX-License-Identifier: Apache-2.0
// Words for the object types.
#include "model/typename.h"

#include <string.h>

#include <mujoco/mujoco.h>

static const struct {
  mjtObj type;
  const char* word;
} words[] = {
    {mjOBJ_BODY, "body"},         {mjOBJ_XBODY, "xbody"},       {mjOBJ_JOINT, "joint"},       {mjOBJ_DOF, "dof"},
    {mjOBJ_GEOM, "geom"},         {mjOBJ_SITE, "site"},         {mjOBJ_CAMERA, "camera"},     {mjOBJ_LIGHT, "light"},
    {mjOBJ_FLEX, "flex"},         {mjOBJ_MESH, "mesh"},         {mjOBJ_SKIN, "skin"},         {mjOBJ_HFIELD, "hfield"},
    {mjOBJ_TEXTURE, "texture"},   {mjOBJ_MATERIAL, "material"}, {mjOBJ_PAIR, "pair"},         {mjOBJ_EXCLUDE, "exclude"},
    {mjOBJ_EQUALITY, "equality"}, {mjOBJ_TENDON, "tendon"},     {mjOBJ_ACTUATOR, "actuator"}, {mjOBJ_SENSOR, "sensor"},
    {mjOBJ_NUMERIC, "numeric"},   {mjOBJ_TEXT, "text"},         {mjOBJ_TUPLE, "tuple"},       {mjOBJ_KEY, "key"},
    {mjOBJ_PLUGIN, "plugin"},     {mjOBJ_FRAME, "frame"},
};
enum { NWORD = sizeof(words) / sizeof(words[0]) };

const char* ig_object_word(int type) {
  for (int i = 0; i < NWORD; i++) {
    if (words[i].type == (mjtObj)type) return words[i].word;
  }
  return NULL;
}

const char* mju_type2Str(int type) { return ig_object_word(type); }

// only what a model holds: frames have a word, but no type by it
int ig_object_type(const char* str) {
  for (int i = 0; str && i < NWORD; i++) {
    if (!strcmp(words[i].word, str) && words[i].type < mjNOBJECT) return words[i].type;
  }
  return mjOBJ_UNKNOWN;
}

int mju_str2Type(const char* str) { return ig_object_type(str); }
