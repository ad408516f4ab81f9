// SPDX-License-Identifier: Apache-2.0
#include "robot.h"

#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "mjcf/text/xml.h"

// ------------------------------------------------ transmissions

// the number that is the text of an element, or 1
static double number_in(const ig_Node* node) {
  if (!node) return 1;
  const char* text = node->file->text + node->offset;
  const char* end = strchr(text, '>');
  double number = end ? strtod(end + 1, NULL) : 0;
  return number > 0 || number < 0 ? number : 1;
}

static bool add_motor(mjSpec* spec, const ig_Node* transmission, const ig_Node* actuator) {
  const ig_Node* joint = ig_xml_child(transmission, "joint");
  const char* name = joint ? ig_xml_value(joint, "name") : NULL;
  mjsElement* found = name ? mjs_findElement(spec, mjOBJ_JOINT, name) : NULL;
  if (!found) {
    fprintf(stderr, "note: transmission '%s' is left out: its joint is not there\n", ig_xml_value(transmission, "name"));
    return false;
  }
  const mjsJoint* driven = mjs_asJoint(found);
  double gear = number_in(ig_xml_child(actuator, "mechanicalReduction"));
  mjsActuator* motor = mjs_addActuator(spec, NULL);
  const char* own = ig_xml_value(actuator, "name");
  if (own) mjs_setName(motor->element, own);
  motor->trntype = mjTRN_JOINT;
  mjs_setString(motor->target, name);
  motor->gear[0] = gear;
  if (driven->actfrcrange[0] < driven->actfrcrange[1]) {
    for (int i = 0; i < 2; i++) motor->ctrlrange[i] = driven->actfrcrange[i] / fabs(gear);
    motor->ctrllimited = mjLIMITED_TRUE;
  }
  return true;
}

int ig_add_transmissions(mjSpec* spec, const char* urdf) {
  FILE* stream = ig_read_regular(urdf);
  if (!stream) return 0;
  ig_Arena pool = {.raises = true, .small = true};
  char* text = NULL;
  size_t length = 0, room = 0;
  for (size_t got = 1; got; length += got) {
    if (length + 4096 > room) {
      char* more = realloc(text, room = 2 * room + 8192);
      if (!more) free(text);
      text = more;
    }
    got = text ? fread(text + length, 1, 4096, stream) : 0;
  }
  fclose(stream);
  ig_Diag diag = {0};
  ig_XmlFile file = {.name = urdf, .dir = "", .text = text, .length = length};
  if (text) text[length] = 0;
  const ig_Node* robot = text ? ig_xml_parse(&pool, &file, &ig_default_limits, &diag) : NULL;
  int count = 0;
  for (const ig_Node* t = robot ? ig_xml_child(robot, "transmission") : NULL; t; t = ig_xml_next(t, "transmission")) {
    for (const ig_Node* a = ig_xml_child(t, "actuator"); a; a = ig_xml_next(a, "actuator")) count += add_motor(spec, t, a);
  }
  ig_arena_drop(&pool);
  free(text);
  return count;
}

// ------------------------------------------------ files

// the folder of a file as a whole path, with a slash at the end
static bool folder_of(const char* path, char folder[PATH_MAX]) {
  char copy[PATH_MAX];
  snprintf(copy, sizeof copy, "%s", path);
  if (!realpath(dirname(copy), folder)) return false;
  size_t length = strlen(folder);
  if (length && folder[length - 1] != '/' && length + 1 < PATH_MAX) strcpy(folder + length, "/");
  return true;
}

// a whole path as seen from a folder
static void relative_to(const char* folder, const char* path, char* result, size_t size) {
  size_t common = 0;
  for (size_t i = 0; folder[i] && folder[i] == path[i]; i++) {
    if (folder[i] == '/') common = i + 1;
  }
  size_t used = 0;
  result[0] = 0;
  for (const char* at = folder + common; (at = strchr(at, '/')) && used + 4 < size; at++) {
    used += (size_t)snprintf(result + used, size - used, "../");
  }
  snprintf(result + used, size - used, "%s", path + common);
}

typedef struct {
  const char *from, *to;  // folders
  bool strip;
} Move;

// the file is looked for where the compiler does; one that is not there keeps its name
static void move_file(const Move* move, const char* dir, mjString* file) {
  const char* name = mjs_getString(file);
  if (!name || !*name) return;
  if (move->strip && strrchr(name, '/')) name = strrchr(name, '/') + 1;
  char path[2 * PATH_MAX], whole[PATH_MAX], result[2 * PATH_MAX];
  bool rooted = name[0] == '/', dir_rooted = dir[0] == '/';
  const char* slash = dir[0] && dir[strlen(dir) - 1] != '/' ? "/" : "";
  int n = snprintf(path, sizeof path, "%s%s%s%s", rooted || dir_rooted ? "" : move->from, rooted ? "" : dir, rooted ? "" : slash,
                   name);
  if (n >= (int)sizeof path || !realpath(path, whole)) return;
  relative_to(move->to, whole, result, sizeof result);
  mjs_setString(file, result);
}

void ig_move_files(mjSpec* spec, const char* input, const char* output) {
  char from[PATH_MAX], to[PATH_MAX];
  if (!folder_of(input, from) || !folder_of(output, to)) return;
  Move move = {from, to, spec->strippath};
  char meshes[PATH_MAX], textures[PATH_MAX];
  snprintf(meshes, sizeof meshes, "%s", mjs_getString(spec->compiler.meshdir));
  snprintf(textures, sizeof textures, "%s", mjs_getString(spec->compiler.texturedir));
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_MESH); e; e = mjs_nextElement(spec, e))
    move_file(&move, meshes, mjs_asMesh(e)->file);
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_HFIELD); e; e = mjs_nextElement(spec, e))
    move_file(&move, meshes, mjs_asHField(e)->file);
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_SKIN); e; e = mjs_nextElement(spec, e))
    move_file(&move, meshes, mjs_asSkin(e)->file);
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_TEXTURE); e; e = mjs_nextElement(spec, e))
    move_file(&move, textures, mjs_asTexture(e)->file);
  mjs_setString(spec->compiler.meshdir, "");
  mjs_setString(spec->compiler.texturedir, "");
  spec->strippath = 0;
}
