// SPDX-License-Identifier: Apache-2.0
// Registration on behalf of Ingot itself.
#ifndef INGOT_BASE_REGISTRY_H_
#define INGOT_BASE_REGISTRY_H_

#include <stdbool.h>

// While on, what this thread registers are stand-ins: they give way to plugins of the same name, earlier or later.
void ig_register_standins(bool on);

#endif  // INGOT_BASE_REGISTRY_H_
