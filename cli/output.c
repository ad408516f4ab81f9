// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "command.h"

// temporary files that exist now, for the signal handler; a slot is free while its first byte is 0
enum { SLOTS = 8, MAX_LINKS = 40, PROC_SYSTEM = 0x9fa0 };  // the last: statfs calls procfs so
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

// signals wait while a name is made and noted, or taken away and forgotten
static void hold_signals(sigset_t* before) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, before);
}

static void release_signals(const sigset_t* before) { sigprocmask(SIG_SETMASK, before, NULL); }

// ------------------------------------------------ where to write

// the folder of a path
static void folder_of(const char* path, char folder[IG_OUTPUT_PATH]) {
  char copy[IG_OUTPUT_PATH];
  snprintf(copy, sizeof copy, "%s", path);
  snprintf(folder, IG_OUTPUT_PATH, "%s", dirname(copy));
}

// what the kernel shows of processes: names there are not files that could be replaced
static bool in_proc(const char* path) {
  char folder[IG_OUTPUT_PATH];
  struct statfs system;
  folder_of(path, folder);
  return !statfs(folder, &system) && system.f_type == PROC_SYSTEM;
}

// Follow links from name to name, also to one that does not exist yet. False with errno set: there is no such place.
static bool follow_links(char target[IG_OUTPUT_PATH]) {
  struct stat info;
  for (int links = 0; !in_proc(target) && !lstat(target, &info) && S_ISLNK(info.st_mode); links++) {
    char text[IG_OUTPUT_PATH], folder[IG_OUTPUT_PATH], next[2 * IG_OUTPUT_PATH];
    ssize_t length = readlink(target, text, sizeof text - 1);
    if (length < 0) return false;
    text[length] = 0;
    folder_of(target, folder);
    int size = snprintf(next, sizeof next, "%s%s%s", text[0] == '/' ? "" : folder, text[0] == '/' ? "" : "/", text);
    if (links >= MAX_LINKS || size >= IG_OUTPUT_PATH) {
      errno = links >= MAX_LINKS ? ELOOP : ENAMETOOLONG;
      return false;
    }
    strcpy(target, next);
  }
  return true;
}

// one of the program's own descriptors, which goes on where it is and is not cut to nothing; -1: the path names none
static int own_descriptor(const char* path) {
  static const char* const folders[] = {"/proc/self/fd/", "/dev/fd/"};
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    size_t length = strlen(folders[i]);
    char* end;
    if (strncmp(path, folders[i], length) || path[length] < '0' || path[length] > '9') continue;
    long number = strtol(path + length, &end, 10);
    if (!*end && number <= INT_MAX) return (int)number;
  }
  return -1;
}

// the descriptor to write a device, FIFO or open file with
static int open_in_place(const char* path) {
  int own = own_descriptor(path);
  return own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0) : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

// a file without a name in the folder of the target; where there is no such thing, one with a temporary name
static int make_new(ig_Output* output) {
  char folder[IG_OUTPUT_PATH];
  folder_of(output->target, folder);
  int file = access("/proc/self/fd", F_OK) ? -1 : open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  if (snprintf(output->temp, sizeof output->temp, "%s.XXXXXX", output->target) >= (int)sizeof output->temp) {
    output->temp[0] = 0;
    errno = ENAMETOOLONG;
    return -1;
  }
  sigset_t before;
  hold_signals(&before);
  file = mkostemp(output->temp, O_CLOEXEC);
  if (file >= 0)
    note_temporary(output->temp);
  else
    output->temp[0] = 0;
  release_signals(&before);
  return file;
}

// the rights that a file of the user's usually gets, or those of the file that is replaced
static void set_rights(int file, const struct stat* replaced) {
  if (replaced) {
    int ignored = fchown(file, replaced->st_uid, replaced->st_gid);
    (void)ignored;
    fchmod(file, replaced->st_mode & 07777);
    return;
  }
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
}

static bool cannot_write(const char* path, int why) {
  ig_complain(IG_EXIT_FILE, "cannot write '%s': %s", path, why == EISDIR ? "it is a directory" : strerror(why));
  return false;
}

bool ig_output_open(ig_Output* output, const char* path) {
  *output = (ig_Output){.path = path};
  if (strlen(path) >= sizeof output->target) return cannot_write(path, ENAMETOOLONG);
  strcpy(output->target, path);
  if (!follow_links(output->target)) return cannot_write(path, errno);

  struct stat info;
  bool exists = !stat(output->target, &info);
  if (!exists && errno != ENOENT) return cannot_write(path, errno);
  if (exists && S_ISDIR(info.st_mode)) return cannot_write(path, EISDIR);
  bool in_place = exists && (!S_ISREG(info.st_mode) || in_proc(output->target));
  if (exists && !in_place && access(output->target, W_OK)) return cannot_write(path, errno);

  int file = in_place ? open_in_place(output->target) : make_new(output);
  if (file < 0) return cannot_write(path, errno);
  if (in_place)
    output->target[0] = 0;
  else
    set_rights(file, exists ? &info : NULL);
  output->stream = fdopen(file, "w");
  if (output->stream) return true;
  int why = errno;
  close(file);
  ig_output_drop(output);
  return cannot_write(path, why);
}

// a temporary name for a file that has none: the final one may be taken, and only renaming replaces
static bool name_it(ig_Output* output) {
  char own[64];
  snprintf(own, sizeof own, "/proc/self/fd/%d", fileno(output->stream));
  for (int try = 0; try < 100; try++) {
    int size = snprintf(output->temp, sizeof output->temp, "%s.%d-%d", output->target, (int)getpid(), try);
    if (size >= (int)sizeof output->temp) {
      errno = ENAMETOOLONG;
      break;
    }
    if (!linkat(AT_FDCWD, own, AT_FDCWD, output->temp, AT_SYMLINK_FOLLOW)) {
      note_temporary(output->temp);
      return true;
    }
    if (errno != EEXIST) break;
  }
  output->temp[0] = 0;
  return false;
}

// the name is on the disk when its folder is; a folder that cannot be synchronized is no failure
static void sync_folder(const char* path) {
  char folder[IG_OUTPUT_PATH];
  folder_of(path, folder);
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

static bool give_name(ig_Output* output) {
  sigset_t before;
  hold_signals(&before);
  bool good = (output->temp[0] || name_it(output)) && !rename(output->temp, output->target);
  int why = errno;
  if (good) {
    forget_temporary(output->temp);
    output->temp[0] = 0;
  }
  release_signals(&before);
  if (good) sync_folder(output->target);
  errno = why;
  return good;
}

bool ig_output_commit(ig_Output* output) {
  // an error of before has left no errno
  bool failed = ferror(output->stream);
  errno = failed ? EIO : 0;
  bool written = !fflush(output->stream) && !failed;
  if (written && output->target[0]) written = !fsync(fileno(output->stream)) && give_name(output);
  int why = errno;
  FILE* stream = output->stream;
  output->stream = NULL;
  if (fclose(stream) && written) {
    written = false;
    why = errno;
  }
  const char* path = output->path;
  ig_output_drop(output);
  return written || cannot_write(path, why);
}

void ig_output_drop(ig_Output* output) {
  if (output->stream) fclose(output->stream);
  if (output->temp[0]) {
    sigset_t before;
    hold_signals(&before);
    unlink(output->temp);
    forget_temporary(output->temp);
    release_signals(&before);
  }
  *output = (ig_Output){0};
}

// ------------------------------------------------ signals

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

// the signal comes once more when the handler returns, and does what it does by default
static void clean_up(int signal_number) {
  remove_temporaries();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// what is ignored or has a handler already, a sanitizer's say, stays so
static void catch_default(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) || (action.sa_flags & SA_SIGINFO) || action.sa_handler != SIG_DFL) return;
  action = (struct sigaction){.sa_handler = clean_up};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void ig_catch_signals(void) {
  static const int handled[] = {SIGINT, SIGTERM, SIGHUP};
  static const int kept[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG, SIGWINCH};
  struct sigaction action = {.sa_handler = handle}, present;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof handled / sizeof handled[0]; i++) {
    // nohup: goes on without a terminal
    bool ignored = handled[i] == SIGHUP && !sigaction(SIGHUP, NULL, &present) && present.sa_handler == SIG_IGN;
    if (!ignored) sigaction(handled[i], &action, NULL);
  }
  signal(SIGXFSZ, SIG_IGN);
  for (int number = 1; number < NSIG; number++) {
    bool ends = true;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) ends &= number != kept[i];
    if (ends) catch_default(number);
  }
  atexit(remove_temporaries);
}

void ig_signals_wait(bool wait) { waiting = wait; }
int ig_signal_noted(void) { return noted; }
