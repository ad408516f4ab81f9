// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf/text/diag.h"
#include "terminal.h"

// said before every message
static const char* command_name = "";

void ig_complain_as(const char* command) { command_name = command; }

int ig_complain(ig_Exit code, const char* format, ...) {
  // what was printed so far comes first
  fflush(stdout);
  ig_clear_progress();
  fprintf(stderr, "%singot%s%s:%s ", ig_colour(stderr, IG_RED), *command_name ? " " : "", command_name,
          ig_colour(stderr, IG_PLAIN));
  char text[8192];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fprintf(stderr, "%s\n", ig_make_plain(text));
  return code;
}

bool ig_option_number(const char* option, const char* text, double low, double high, double* value) {
  char* end;
  errno = 0;
  *value = strtod(text, &end);
  if (end == text || *end || errno || !(*value >= low && *value <= high)) {
    ig_complain(IG_EXIT_USAGE, "--%s wants a number from %g to %g, not '%s'", option, low, high, text);
    return false;
  }
  return true;
}

bool ig_option_count(const char* option, const char* text, int low, int high, int* value) {
  char* end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end || errno || number < low || number > high) {
    ig_complain(IG_EXIT_USAGE, "--%s wants a whole number from %d to %d, not '%s'", option, low, high, text);
    return false;
  }
  *value = (int)number;
  return true;
}

int ig_option_word(const char* option, const char* text, const char* const* words) {
  char list[256] = "";
  for (int i = 0; words[i]; i++) {
    if (!strcmp(text, words[i])) return i;
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
  }
  ig_complain(IG_EXIT_USAGE, "--%s is one of %s, not '%s'", option, list, text);
  return -1;
}

int ig_option_unknown(char** argv, const struct option* known) {
  char word[64];  // without a value behind '='
  snprintf(word, sizeof word, "%.*s", (int)strcspn(argv[optind - 1], "="), argv[optind - 1]);
  const char* name = word + strspn(word, "-");
  ig_Hint hint = ig_hint(name);
  for (const struct option* o = known; o->name; o++) {
    if (!strcmp(o->name, name))
      return ig_complain(IG_EXIT_USAGE, "%s %s; see 'ingot %s --help'", word,
                         o->has_arg ? "lacks its argument" : "takes no argument", command_name);
    ig_hint_offer(&hint, o->name);
  }
  if (hint.best)
    return ig_complain(IG_EXIT_USAGE, "'%s' is not an option here; did you mean '--%s'? See 'ingot %s --help'", word, hint.best,
                       command_name);
  return ig_complain(IG_EXIT_USAGE, "'%s' is not an option here; see 'ingot %s --help'", word, command_name);
}
