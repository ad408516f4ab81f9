// SPDX-License-Identifier: Apache-2.0
// What the files of the module share.
#ifndef INGOT_VIEWER_WASM_ENGINE_H_
#define INGOT_VIEWER_WASM_ENGINE_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>

// exported to JavaScript under its own name
#define WEB_API __attribute__((used, visibility("default")))

// run a function that uses the API; false when it raised an error, whose text web_error() gives
bool web_guard(void (*function)(void* argument), void* argument);

#endif  // INGOT_VIEWER_WASM_ENGINE_H_
