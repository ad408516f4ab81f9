// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, and signals that end the program tidily.
//
// A file that is new or replaces a regular one is written without a name, or where the file system has none of that under
// a temporary name beside the final one, and gets its name when it is complete and on the disk. Whatever ends the program
// before that leaves nothing behind. Links are followed: what they point at is replaced. Devices, FIFOs and what is open
// already (/dev/stdout) are written in place, as a shell does.
#ifndef INGOT_CLI_OUTPUT_H_
#define INGOT_CLI_OUTPUT_H_

#include <stdbool.h>
#include <stdio.h>

enum { IG_OUTPUT_PATH = 4096 };

typedef struct {
  const char* path;             // as the user gave it, owned by the caller
  char target[IG_OUTPUT_PATH];  // what it stands for, links followed; empty: written in place
  char temp[IG_OUTPUT_PATH];    // a name that is there now and not the final one; empty: none
  FILE* stream;
} ig_Output;

// complain and return false when the file cannot be made
bool ig_output_open(ig_Output* output, const char* path);
// give it its final name; complains and returns false when something was not written
bool ig_output_commit(ig_Output* output);
// leave no trace
void ig_output_drop(ig_Output* output);

// SIGINT, SIGTERM and SIGHUP: message, temporary files removed, exit code 128 + signal. Other signals that end a program
// do so after temporary files are removed; writing beyond the limit of a file's size is an error like any other.
void ig_catch_signals(void);
// between these two the first signal is only noted, for a loop that asks and ends by itself
void ig_signals_wait(bool wait);
int ig_signal_noted(void);  // 0: none

#endif  // INGOT_CLI_OUTPUT_H_
