// SPDX-License-Identifier: Apache-2.0
#include "base/platform/listener.h"

FILE* ig_listener_open(ig_Listener* listener) { return listener->stream = fopen("NUL", "w"); }
void ig_listener_close(ig_Listener* listener) { fclose(listener->stream); }
