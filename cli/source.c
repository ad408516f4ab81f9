// SPDX-License-Identifier: Apache-2.0
#include "source.h"

#include <ctype.h>
#include <errno.h>
#include <ingot/read.h>
#include <ingot/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "command.h"
#include "mjcf/text/diag.h"
#include "terminal.h"

#define DEMO "crane"

// All of standard input, read when it is first asked for. What cannot be read or is too large ends as an empty text,
// which the parser refuses.
static const ig_Embedded* standard_input(void) {
  static ig_Embedded input;
  if (input.text) return &input;
  ingotLimits limits;
  ingot_defaultLimits(&limits);
  size_t room = 0, size = 0;
  char* text = NULL;
  for (size_t got = 1; got && size <= limits.bytes;) {
    if (size + 1 >= room) {
      room = room ? 2 * room : 1 << 16;
      char* larger = realloc(text, room);
      if (!larger) break;
      text = larger;
    }
    got = fread(text + size, 1, room - 1 - size, stdin);
    size += got;
  }
  bool good = text && feof(stdin) && size <= limits.bytes;
  if (good) text[size] = 0;
  input = (ig_Embedded){"standard input", good ? text : "", good ? size : 0};
  if (!good) free(text);
  return &input;
}

const ig_Embedded* ig_own_model(const char* path) {
  const char* name = path ? path : DEMO;
  if (!strcmp(name, "-")) return standard_input();
  if (path && access(path, F_OK) == 0) return NULL;
  for (const ig_Embedded* model = ig_embedded; model->name; model++) {
    if (!strcmp(model->name, name)) return model;
  }
  return NULL;
}

ig_Format ig_format_of(const char* path) {
  static const struct {
    const char* extension;
    ig_Format format;
  } known[] = {{".xml", IG_FORMAT_MJCF}, {".mjcf", IG_FORMAT_MJCF}, {".urdf", IG_FORMAT_URDF}, {".mjb", IG_FORMAT_MJB}};
  const char* dot = path ? strrchr(path, '.') : NULL;
  for (size_t i = 0; dot && i < sizeof known / sizeof known[0]; i++) {
    if (!strcasecmp(dot, known[i].extension)) return known[i].format;
  }
  return IG_FORMAT_UNKNOWN;
}

const char* ig_model_title(const char* path) { return !path ? DEMO : strcmp(path, "-") ? path : "standard input"; }

// why a path cannot be read, before a parser says something less helpful
static bool readable(const char* path, char* error, int size) {
  struct stat info;
  if (stat(path, &info)) {
    int why = errno;
    ig_Hint hint = ig_hint(path);
    for (const ig_Embedded* own = ig_embedded; own->name; own++) ig_hint_offer(&hint, own->name);
    char text[200];
    snprintf(error, (size_t)size, "cannot read '%s': %s%s", path, strerror(why), ig_hint_text(&hint, text));
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    snprintf(error, (size_t)size, "cannot read '%s': it is a directory", path);
    return false;
  }
  if (!S_ISREG(info.st_mode)) {
    snprintf(error, (size_t)size, "cannot read '%s': it is not a regular file; a model from a pipe is read as '-'", path);
    return false;
  }
  if (info.st_size == 0) {
    snprintf(error, (size_t)size, "cannot read '%s': it is empty", path);
    return false;
  }
  return true;
}

mjSpec* ig_read_spec(const char* path, char* error, int size) {
  const ig_Embedded* own = ig_own_model(path);
  if (own) return mj_parseXMLString(own->text, NULL, error, size);
  if (!readable(path, error, size)) return NULL;
  return mj_parseXML(path, NULL, error, size);
}

// what ingot_load does inside its guard
static mjModel* read_own(const ig_Embedded* own, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "own.xml", own->text, (int)own->size);
  mjModel* m = mj_loadXML("own.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

mjModel* ig_read_model(const char* path, char* error, int size) {
  *error = 0;
  const ig_Embedded* own = ig_own_model(path);
  if (own && !own->size) {
    snprintf(error, (size_t)size, "cannot read %s: there is nothing in it, or too much", own->name);
    return NULL;
  }
  if (own) return read_own(own, error, size);
  if (!readable(path, error, size)) return NULL;
  mjModel* m = NULL;
  ingotReport report = {0};
  if (ingot_load(path, NULL, NULL, &m, &report) != INGOT_OK) snprintf(error, (size_t)size, "%s", report.text);
  return m;
}

int ig_option_object(const mjModel* m, int type, const char* option, const char* text) {
  static const struct {
    int type;
    const char* word;
    size_t count;
  } kinds[] = {{mjOBJ_CAMERA, "camera", offsetof(mjModel, ncam)}, {mjOBJ_KEY, "keyframe", offsetof(mjModel, nkey)}};
  int kind = type == mjOBJ_KEY;
  long count = (long)*(const mjtSize*)((const char*)m + kinds[kind].count);
  int id = mj_name2id(m, type, text);
  char* end;
  long number = strtol(text, &end, 10);
  if (id < 0 && end != text && !*end && number >= 0 && number < count) id = (int)number;
  if (id >= 0) return id;
  // the names, or how many there are when these have none
  char list[400] = "";
  for (int i = 0; i < count; i++) {
    const char* name = mj_id2name(m, type, i);
    size_t used = strlen(list);
    if (name && *name) snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", name);
  }
  if (!count)
    ig_complain(IG_EXIT_USAGE, "--%s: the model has no %s", option, kinds[kind].word);
  else if (*list)
    ig_complain(IG_EXIT_USAGE, "--%s: the model has no %s '%s'; it has %s", option, kinds[kind].word, text, list);
  else
    ig_complain(IG_EXIT_USAGE, "--%s: the model has no %s '%s'; it has %ld without names, numbered from 0", option,
                kinds[kind].word, text, count);
  return -1;
}

// the engine's words are those of 3.5.0: it begins with "Error: ", and an element without a name has an empty one
char* ig_plain_message(char* message) {
  static const char nameless[] = "Element name '', id ";
  size_t length = strlen(message);
  while (length && isspace((unsigned char)message[length - 1])) message[--length] = 0;
  char* at = strstr(message, nameless);
  if (at) memcpy(at, "unnamed element, id ", sizeof nameless - 1);
  while (!strncmp(message, "Error: ", 7)) message += 7;
  return message;
}

mjModel* ig_open_model(const char* path) {
  char error[1024];
  mjModel* m = ig_read_model(path, error, sizeof error);
  if (m) return m;
  const char* text = ig_plain_message(error);
  // messages of binary models do not name the file
  const char* title = ig_model_title(path);
  bool named = ig_format_of(path) != IG_FORMAT_MJB || strstr(text, title);
  ig_complain(IG_EXIT_MODEL, "%s%s%s", named ? "" : title, named ? "" : ": ", *text ? text : "the model cannot be loaded");
  ig_Where where;
  if (path && ig_find_place(error, path, &where)) ig_show_line(&where);
  return NULL;
}

// the last "file:line:column" or "line N" of the message
int ig_find_place(const char* message, const char* path, ig_Where* where) {
  *where = (ig_Where){0};
  snprintf(where->file, sizeof where->file, "%s", path);
  for (const char* at = message; (at = strstr(at, "at ")); at++) {
    if (at > message && at[-1] != ' ' && at[-1] != '\n') continue;
    const char* end = at + 3 + strcspn(at + 3, "\n");
    const char* column = end;
    while (column > at && isdigit((unsigned char)column[-1])) column--;
    const char* line = column - 1;
    while (line > at && isdigit((unsigned char)line[-1])) line--;
    if (column == end || line >= column - 1 || column[-1] != ':') continue;
    where->line = atoi(line);
    where->column = atoi(column);
    if (line[-1] == ':') snprintf(where->file, sizeof where->file, "%.*s", (int)(line - 1 - (at + 3)), at + 3);
  }
  const char* plain = strstr(message, "line ");
  if (!where->line && plain) where->line = atoi(plain + 5);
  return where->line;
}

void ig_show_line(const ig_Where* where) {
  FILE* file = ig_read_regular(where->file);
  if (!file) return;
  char* text = NULL;
  size_t room = 0;
  ssize_t length = -1;
  for (int line = 0; line < where->line && (length = getline(&text, &room, file)) >= 0; line++) {
  }
  fclose(file);
  if (length > 0) {
    // long lines are cut around the column; tabs count as one place
    int column = where->column > 0 ? where->column - 1 : (int)strspn(text, " \t");
    int start = column > 70 ? column - 60 : 0;
    char shown[121];
    snprintf(shown, sizeof shown, "%s", start < length ? text + start : "");
    shown[strcspn(shown, "\r\n")] = 0;
    // nothing that a terminal might act on; one place per byte, as the column counts
    for (char* c = shown; *c; c++) *c = *c == '\t' ? ' ' : (unsigned char)*c < ' ' || (unsigned char)*c > '~' ? '?' : *c;
    fprintf(stderr, "%6d | %s\n       | %*s%s^%s\n", where->line, shown, column - start, "", ig_colour(stderr, IG_RED),
            ig_colour(stderr, IG_PLAIN));
  }
  free(text);
}

// multiply and fold; not meant to resist anybody
uint64_t ig_hash_bytes(uint64_t hash, const void* bytes, size_t n) {
  const unsigned char* at = bytes;
  hash ^= 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

uint64_t ig_model_hash(const mjModel* m) {
  mjtSize size = mj_sizeModel(m);
  char* buffer = calloc((size_t)size, 1);
  if (!buffer || size > 0x7fffffff) {
    free(buffer);
    return 0;
  }
  mj_saveModel(m, NULL, buffer, (int)size);
  uint64_t hash = ig_hash_bytes(IG_HASH_START, buffer, (size_t)size);
  free(buffer);
  return hash;
}

const char* ig_shown_name(const mjModel* m, int type, int id, char text[128]) {
  if (id < 0) return "none";
  if (type == mjOBJ_BODY && id == 0) return "world";
  const char* name = mj_id2name(m, type, id);
  const char* kind = mju_type2Str(type);
  if (name && *name)
    snprintf(text, 128, "%s", name);
  else
    snprintf(text, 128, "%s %d", kind ? kind : "object", id);
  return text;
}
