// SPDX-License-Identifier: Apache-2.0
// The commands of the program, their exit codes, and what all of them do with options.
#ifndef INGOT_CLI_COMMAND_H_
#define INGOT_CLI_COMMAND_H_

#include <getopt.h>
#include <stdbool.h>

// documented in docs/ingot.1
typedef enum {
  IG_EXIT_OK = 0,
  IG_EXIT_FOUND = 1,  // check found mistakes, compare found differences
  IG_EXIT_USAGE = 2,
  IG_EXIT_MODEL = 3,   // a model that cannot be read or compiled
  IG_EXIT_FILE = 4,    // a file that cannot be read or written, or does not belong to the model
  IG_EXIT_ENGINE = 5,  // the engine raised an error
} ig_Exit;             // 128 + n: ended by signal n

typedef struct {
  const char* name;
  const char* summary;
  const char* help;
  int (*run)(int argc, char** argv);
} ig_Command;

extern const ig_Command ig_command_run, ig_command_info, ig_command_check, ig_command_convert, ig_command_bench,
    ig_command_compare, ig_command_render, ig_command_view, ig_command_export;

// "ingot <command>: <message>" on stderr; returns the code
int ig_complain(ig_Exit code, const char* format, ...) __attribute__((format(printf, 2, 3)));
void ig_complain_as(const char* command);  // the name in the messages

// read an option's number; complains and returns false when it is none or outside of the bounds
bool ig_option_number(const char* option, const char* text, double low, double high, double* value);
bool ig_option_count(const char* option, const char* text, int low, int high, int* value);
// place of the word in a list that ends with NULL, -1 after a complaint
int ig_option_word(const char* option, const char* text, const char* const* words);

// getopt found an option it does not know, or one without its argument; `known` are those of the command
int ig_option_unknown(char** argv, const struct option* known);

#endif  // INGOT_CLI_COMMAND_H_
