// SPDX-License-Identifier: Apache-2.0
// Plugins, decoders and providers of resources: what was registered, and registration on behalf of Ingot itself.
#ifndef INGOT_BASE_REGISTRY_H_
#define INGOT_BASE_REGISTRY_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// While on, what this thread registers are stand-ins: they give way to plugins of the same name, earlier or later.
void ig_register_standins(bool on);

// the decoder of a resource by its type or by the extension of its name; NULL: none
const mjpDecoder* ig_find_decoder(const mjResource* resource, const char* content_type);

// the provider of what is named "scheme:..."; NULL: none
const mjpResourceProvider* ig_find_provider(const char* resource_name);

// plugins by name and by the number that they got; slot may be NULL
const mjpPlugin* ig_find_plugin(const char* name, int* slot);
const mjpPlugin* ig_plugin_at(int slot);
int ig_plugin_count(void);

#endif  // INGOT_BASE_REGISTRY_H_
