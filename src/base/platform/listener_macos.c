// SPDX-License-Identifier: Apache-2.0
// as on Windows: a jump out of a stream of funopen would leave it locked
#include "base/platform/listener.h"

FILE* ig_listener_open(ig_Listener* listener) { return listener->stream = fopen("/dev/null", "w"); }
void ig_listener_close(ig_Listener* listener) { fclose(listener->stream); }
