#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

// temporary files that exist now, for the signal handler; a slot is free while its first byte is 0
enum { SLOTS = 8 };
static char temporaries[SLOTS][IG_OUTPUT_PATH];
static volatile sig_atomic_t waiting, noted;

static void note_temporary(const char* path) {
  for (int i = 0; i < SLOTS; i++) {
    if (!temporaries[i][0]) {
      strcpy(temporaries[i] + 1, path + 1);
      temporaries[i][0] = path[0];
      return;
    }
  }
}

static void forget_temporary(const char* path) {
  for (int i = 0; i < SLOTS; i++) {
    if (!strcmp(temporaries[i], path)) temporaries[i][0] = 0;
  }
}

static void remove_temporaries(void) {
  for (int i = 0; i < SLOTS; i++) {
    if (temporaries[i][0]) unlink(temporaries[i]);
  }
}

bool ig_output_open(ig_Output* output, const char* path) {
  *output = (ig_Output){.path = path};
  int length = snprintf(output->temp, sizeof output->temp, "%s.XXXXXX", path);
  if (length >= (int)sizeof output->temp) {
    ig_complain(IG_EXIT_FILE, "file name too long");
    return false;
  }
  struct stat info;
  if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
    ig_complain(IG_EXIT_FILE, "cannot write '%s': it is a directory", path);
    return false;
  }
  int file = mkstemp(output->temp);
  if (file < 0) {
    ig_complain(IG_EXIT_FILE, "cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  note_temporary(output->temp);
  // mkstemp makes files for the owner alone; what the user asked for gets the usual rights
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
  output->stream = fdopen(file, "w");
  return output->stream != NULL;
}

bool ig_output_commit(ig_Output* output) {
  bool written = !ferror(output->stream);
  written = !fclose(output->stream) && written;
  output->stream = NULL;
  if (!written || rename(output->temp, output->path)) {
    ig_complain(IG_EXIT_FILE, "cannot write '%s': %s", output->path, strerror(errno));
    ig_output_drop(output);
    return false;
  }
  forget_temporary(output->temp);
  return true;
}

void ig_output_drop(ig_Output* output) {
  if (!output->temp[0]) return;
  if (output->stream) fclose(output->stream);
  unlink(output->temp);
  forget_temporary(output->temp);
  *output = (ig_Output){0};
}

static void handle(int signal_number) {
  if (waiting && !noted) {
    noted = signal_number;
    return;
  }
  static const char message[] = "\ningot: interrupted\n";
  ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
  (void)ignored;
  remove_temporaries();
  _exit(128 + signal_number);
}

void ig_catch_signals(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = handle};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
  atexit(remove_temporaries);
}

void ig_signals_wait(bool wait) { waiting = wait; }
int ig_signal_noted(void) { return noted; }
