// Files that appear whole or not at all, and signals that end the program tidily.
//
// A file is written under a temporary name beside its final one and renamed when it is complete. Whatever ends the
// program before that (an error, Ctrl-C) removes the temporary file.
#ifndef INGOT_CLI_OUTPUT_H_
#define INGOT_CLI_OUTPUT_H_

#include <stdbool.h>
#include <stdio.h>

enum { IG_OUTPUT_PATH = 4096 };

typedef struct {
  const char* path;           // the final name, owned by the caller
  char temp[IG_OUTPUT_PATH];  // what is written; functions that want a file name get this one
  FILE* stream;
} ig_Output;

// complain and return false when the file cannot be made
bool ig_output_open(ig_Output* output, const char* path);
// rename to the final name; complains and returns false when something was not written
bool ig_output_commit(ig_Output* output);
// leave no trace
void ig_output_drop(ig_Output* output);

// SIGINT, SIGTERM and SIGHUP: message, temporary files removed, exit code 128 + signal
void ig_catch_signals(void);
// between these two the first signal is only noted, for a loop that asks and ends by itself
void ig_signals_wait(bool wait);
int ig_signal_noted(void);  // 0: none

#endif  // INGOT_CLI_OUTPUT_H_
