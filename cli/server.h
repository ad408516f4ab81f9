// SPDX-License-Identifier: Apache-2.0
// The HTTP server of `ingot view`: it gives out the page, the model's files in one piece, and a word that changes when
// one of them does; the last two need its token. Nothing else is served.
#ifndef INGOT_CLI_SERVER_H_
#define INGOT_CLI_SERVER_H_

#include <stdbool.h>

#include "bundle.h"
#include "shown.h"

enum { IG_TOKEN_SIZE = 33 };

typedef struct {
  const ig_Shown* shown;
  const ig_Bytes* page;
  const char* host;  // address to listen at
  int port;          // 0: a free one; filled by start
  bool play;
  char token[IG_TOKEN_SIZE];  // filled by start
} ig_Serving;

// complains and returns false when it cannot listen, or when the program was built without a server
bool ig_server_start(ig_Serving* serving);
void ig_server_stop(void);

#endif  // INGOT_CLI_SERVER_H_
