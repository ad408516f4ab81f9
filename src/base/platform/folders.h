// SPDX-License-Identifier: Apache-2.0
// What is in a folder.
#ifndef INGOT_BASE_PLATFORM_FOLDERS_H_
#define INGOT_BASE_PLATFORM_FOLDERS_H_

// The names in it that end so, in the order of their bytes, each and the list itself from malloc; -1: there is no such folder.
int ig_folder_names(const char* folder, const char* suffix, char*** names);

void ig_folder_names_free(char** names, int count);

#endif  // INGOT_BASE_PLATFORM_FOLDERS_H_
