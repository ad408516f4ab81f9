// SPDX-License-Identifier: Apache-2.0
// Handlers, their order, and the log file.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "catch.h"

static char heard[8][64];
static int nheard;
static void hear(const char* text) { snprintf(heard[nheard++ % 8], 64, "%s", text); }
static void hear_too(const char* text) { snprintf(heard[nheard++ % 8], 64, "own %s", text); }

TEST(an_error_reaches_the_handler_formatted) {
  CHECK_ERROR(mju_error("bad %d of %s", 3, "four"), "bad 3 of four");
  CHECK_ERROR(mju_error_i("number %d", 7), "number 7");
  CHECK_ERROR(mju_error_s("word %s", "w"), "word w");
}

TEST(the_handler_of_a_thread_comes_first) {
  nheard = 0;
  mju_user_warning = hear;
  ig_set_thread_warning_handler(hear_too);
  mju_warning("one");
  ig_set_thread_warning_handler(NULL);
  mju_warning("two");
  mju_user_warning = NULL;
  CHECK_INT(nheard, 2);
  CHECK_TEXT(heard[0], "own one");
  CHECK_TEXT(heard[1], "two");
}

TEST(clearing_handlers_clears_allocators_too) {
  mju_user_warning = hear;
  mju_user_error = hear;
  mju_clearHandlers();
  CHECK(!mju_user_warning && !mju_user_error && !mju_user_malloc && !mju_user_free);
}

TEST(long_messages_are_cut_not_overrun) {
  char text[5000];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = 0;
  CHECK_ERROR(mju_error("%s", text), "xxxx");
  CHECK(strlen(ig_caught) < sizeof text);
}

// without any handler: text in the log and on the console, then the program ends
TEST(an_unhandled_error_logs_and_ends_the_program) {
  char folder[] = "/tmp/ingot_log_XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    if (chdir(folder) || !freopen("/dev/null", "w", stdout)) _exit(3);
    mju_clearHandlers();
    mju_warning("first");
    mju_error("second");
    _exit(4);
  }
  int status = 0;
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
  char path[64], text[512] = "";
  snprintf(path, sizeof path, "%s/MUJOCO_LOG.TXT", folder);
  FILE* log = fopen(path, "r");
  CHECK(log != NULL);
  if (log) {
    text[fread(text, 1, sizeof text - 1, log)] = 0;
    fclose(log);
  }
  CHECK_HAS(text, "WARNING: first\n\n");
  CHECK_HAS(text, "ERROR: second\n\n");
  remove(path);
  rmdir(folder);
}
