// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program: the n-th allocation, read or write fails, once or from then on, and blocks are counted.
//
// The kinds are counted from fault_arm, or from the start of a program that has FAULT_KIND and FAULT_N in its environment.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define SHOWN __attribute__((visibility("default")))

enum { ALLOC, READ, WRITE, NKIND };

static atomic_long seen[NKIND], fails_at[NKIND], live;

SHOWN void fault_arm(int kind, long n);
SHOWN long fault_seen(int kind);
SHOWN long fault_live(void);

void fault_arm(int kind, long n) {
  seen[kind] = 0;
  fails_at[kind] = n;
}

long fault_seen(int kind) { return seen[kind]; }
long fault_live(void) { return live; }

__attribute__((constructor)) static void arm_from_environment(void) {
  const char *kind = getenv("FAULT_KIND"), *n = getenv("FAULT_N");
  if (kind && n && atoi(kind) >= 0 && atoi(kind) < NKIND) fault_arm(atoi(kind), atol(n));
}

static bool fails(int kind) {
  long n = ++seen[kind];
  return n == fails_at[kind];
}

// glibc's own names: looking them up would allocate
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t n, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void* block);

static void* counted(void* block) {
  if (block) live++;
  return block;
}

static bool no_memory(void) {
  if (!fails(ALLOC)) return false;
  errno = ENOMEM;
  return true;
}

SHOWN void* malloc(size_t size) { return no_memory() ? NULL : counted(__libc_malloc(size)); }
SHOWN void* calloc(size_t n, size_t size) { return no_memory() ? NULL : counted(__libc_calloc(n, size)); }
SHOWN void* memalign(size_t alignment, size_t size) { return no_memory() ? NULL : counted(__libc_memalign(alignment, size)); }
SHOWN void* aligned_alloc(size_t alignment, size_t size) {
  return no_memory() ? NULL : counted(__libc_memalign(alignment, size));
}

SHOWN int posix_memalign(void** block, size_t alignment, size_t size) {
  if (no_memory()) return ENOMEM;
  *block = counted(__libc_memalign(alignment, size));
  return *block ? 0 : ENOMEM;
}

SHOWN void* realloc(void* block, size_t size) {
  if (!block) return malloc(size);
  return no_memory() ? NULL : __libc_realloc(block, size);
}

SHOWN void free(void* block) {
  if (block) live--;
  __libc_free(block);
}

// ------------------------------------------------ files

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static bool io_error(int kind) {
  if (!fails(kind)) return false;
  errno = kind == READ ? EIO : ENOSPC;
  return true;
}

SHOWN ssize_t read(int file, void* bytes, size_t n) {
  REAL(read);
  return io_error(READ) ? -1 : real(file, bytes, n);
}

SHOWN int open(const char* path, int flags, ...) {
  REAL(open);
  va_list arguments;
  va_start(arguments, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
  va_end(arguments);
  bool writes = (flags & O_ACCMODE) != O_RDONLY;
  return io_error(writes ? WRITE : READ) ? -1 : real(path, flags, mode);
}

SHOWN FILE* fopen(const char* path, const char* mode) {
  REAL(fopen);
  return io_error(mode[0] == 'r' ? READ : WRITE) ? NULL : real(path, mode);
}

SHOWN size_t fwrite(const void* bytes, size_t size, size_t n, FILE* file) {
  REAL(fwrite);
  if (file != stderr && file != stdout && io_error(WRITE)) {
    // glibc's mark of a failure, as ferror finds it
    file->_flags |= 0x20;
    return 0;
  }
  return real(bytes, size, n, file);
}

// the bytes are lost, and the stream is closed all the same
SHOWN int fclose(FILE* file) {
  REAL(fclose);
  bool lost = io_error(WRITE);
  int answer = real(file);
  if (lost) errno = ENOSPC;
  return lost ? EOF : answer;
}

SHOWN int fflush(FILE* file) {
  REAL(fflush);
  if (file && file != stderr && file != stdout && io_error(WRITE)) return EOF;
  return real(file);
}

SHOWN int fsync(int file) {
  REAL(fsync);
  return io_error(WRITE) ? -1 : real(file);
}

SHOWN int rename(const char* from, const char* to) {
  REAL(rename);
  return io_error(WRITE) ? -1 : real(from, to);
}

SHOWN int linkat(int from, const char* path, int to, const char* name, int flags) {
  REAL(linkat);
  return io_error(WRITE) ? -1 : real(from, path, to, name, flags);
}
