// SPDX-License-Identifier: Apache-2.0
// Plugin libraries.
#ifndef INGOT_PLUGINS_H_
#define INGOT_PLUGINS_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

// Load all plugin libraries (*.so) of a folder in the order of their names; one that can not be loaded does not keep the
// others back, the first failure is reported. *count is the number of new plugins; it may be NULL.
//
// NULL as the folder: the first-party plugins that come with Ingot, from where they are installed. They stand in: one that
// is registered already stays, and another library that registers the same name later replaces the stand-in for models
// compiled from then on, without an error. To call this twice does no harm.
MJAPI ingotStatus ingot_loadPlugins(const char* folder, int* count, ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_PLUGINS_H_
