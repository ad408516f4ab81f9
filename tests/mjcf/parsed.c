// SPDX-License-Identifier: Apache-2.0
#include "parsed.h"

#include "test.h"

static char message[2000];

mjSpec* ig_parsed(const char* xml, const mjVFS* vfs) { return mj_parseXMLString(xml, vfs, message, sizeof(message)); }

const char* ig_parsed_error(void) { return message; }

void ig_check_refused(const char* xml, const char* words) {
  mjSpec* s = ig_parsed(xml, NULL);
  if (s) {
    ig_test_fail(__FILE__, __LINE__, "accepted: %s", xml);
    mj_deleteSpec(s);
  } else if (!strstr(message, words)) {
    ig_test_fail(__FILE__, __LINE__, "message '%s', expected it to contain '%s'", message, words);
  }
}
