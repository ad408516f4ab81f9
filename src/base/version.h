// SPDX-License-Identifier: Apache-2.0
// The version of the API.
#ifndef INGOT_BASE_VERSION_H_
#define INGOT_BASE_VERSION_H_

#define IG_API_VERSION "3.5.0"

#endif  // INGOT_BASE_VERSION_H_
