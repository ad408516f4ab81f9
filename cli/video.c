// SPDX-License-Identifier: Apache-2.0
// Files of moving pictures. GIF and animated PNG are written here; for the others ffmpeg is asked, through a pipe. It writes to
// the file that ig_Output has opened, so that a film too appears whole or not at all and replaces nothing but a regular file.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "output.h"
#include "picture.h"

typedef enum { KIND_GIF, KIND_APNG, KIND_PIPE } Kind;

struct ig_Video_ {
  Kind kind;
  int width, height, frames;
  double rate;
  ig_Output output;
  const char* path;
  const char* format;  // ffmpeg's name of it
  pid_t child;         // ffmpeg
  int pipe;
  long count_at;  // where the number of frames of an animated PNG stands
  uint32_t sequence;
  unsigned char* pixels;  // of a GIF
  bool broken;
};

// ---- GIF: a fixed palette of 6 x 7 x 6 colours, dithered in a pattern that stands still

static int shade(int value, int levels, int threshold) {
  int scaled = value * (levels - 1) * 16 / 255 + threshold;
  return scaled / 16 < levels - 1 ? scaled / 16 : levels - 1;
}

static void to_palette(const unsigned char* rgb, int width, int height, unsigned char* out) {
  static const int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const unsigned char* c = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
      int t = pattern[y & 3][x & 3];
      out[(size_t)y * (size_t)width + (size_t)x] =
          (unsigned char)((shade(c[0], 6, t) * 7 + shade(c[1], 7, t)) * 6 + shade(c[2], 6, t));
    }
  }
}

static void put16(FILE* f, int x) {
  fputc(x & 255, f);
  fputc(x >> 8 & 255, f);
}

static void gif_start(ig_Video* v) {
  FILE* f = v->output.stream;
  fwrite("GIF89a", 1, 6, f);
  put16(f, v->width);
  put16(f, v->height);
  fwrite("\xf7\0\0", 1, 3, f);  // 256 colours for all frames
  for (int i = 0; i < 256; i++) {
    int c = i < 252 ? i : 251;
    fputc(c / 42 * 255 / 5, f);
    fputc(c / 6 % 7 * 255 / 6, f);
    fputc(c % 6 * 255 / 5, f);
  }
  fwrite("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 1, 19, f);  // over and over again
}

typedef struct {
  FILE* f;
  unsigned char block[255];
  int used;
  uint32_t bits;
  int nbit;
} Bits;

static void put_code(Bits* b, int code, int width) {
  b->bits |= (uint32_t)code << b->nbit;
  b->nbit += width;
  while (b->nbit >= 8) {
    b->block[b->used++] = (unsigned char)b->bits;
    b->bits >>= 8;
    b->nbit -= 8;
    if (b->used == 255) {
      fputc(255, b->f);
      fwrite(b->block, 1, 255, b->f);
      b->used = 0;
    }
  }
}

// Lempel, Ziv, Welch: codes of 9 to 12 bits, started anew when all are used
static void put_lzw(FILE* f, const unsigned char* pixels, size_t count) {
  static short next[4096][256];
  Bits b = {.f = f};
  int width = 9, codes = 258, prefix = pixels[0];
  fputc(8, f);
  put_code(&b, 256, width);
  memset(next, 0, sizeof next);
  for (size_t i = 1; i < count; i++) {
    int c = pixels[i];
    if (next[prefix][c]) {
      prefix = next[prefix][c];
      continue;
    }
    put_code(&b, prefix, width);
    if (codes < 4096) {
      next[prefix][c] = (short)codes;
      if (codes++ == 1 << width && width < 12) width++;
    } else {
      put_code(&b, 256, width);
      memset(next, 0, sizeof next);
      width = 9;
      codes = 258;
    }
    prefix = c;
  }
  put_code(&b, prefix, width);
  put_code(&b, 257, width);
  if (b.nbit) put_code(&b, 0, 8 - b.nbit);
  if (b.used) {
    fputc(b.used, f);
    fwrite(b.block, 1, (size_t)b.used, f);
  }
  fputc(0, f);
}

static void gif_frame(ig_Video* v, const unsigned char* rgb) {
  FILE* f = v->output.stream;
  // hundredths of a second, with the error made up for later
  int from = (int)(100 * v->frames / v->rate + 0.5), to = (int)(100 * (v->frames + 1) / v->rate + 0.5);
  fwrite("\x21\xf9\x04\0", 1, 4, f);
  put16(f, to - from);
  fwrite("\0\0\x2c\0\0\0\0", 1, 7, f);
  put16(f, v->width);
  put16(f, v->height);
  fputc(0, f);
  to_palette(rgb, v->width, v->height, v->pixels);
  put_lzw(f, v->pixels, (size_t)v->width * (size_t)v->height);
}

// ---- animated PNG (https://www.w3.org/TR/png-3/): the data of still PNGs under other names

static uint32_t crc(uint32_t sum, const unsigned char* p, size_t n) {
  sum = ~sum;
  while (n--) {
    sum ^= *p++;
    for (int k = 0; k < 8; k++) sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
  }
  return ~sum;
}

static void big(unsigned char* out, uint32_t x) {
  for (int k = 0; k < 4; k++) out[k] = (unsigned char)(x >> (24 - 8 * k));
}

static uint32_t from_big(const unsigned char* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// a chunk of two parts, the first short
static void put_chunk(FILE* f, const char* name, const unsigned char* head, size_t nhead, const unsigned char* data, size_t n) {
  unsigned char word[4];
  big(word, (uint32_t)(nhead + n));
  fwrite(word, 1, 4, f);
  fwrite(name, 1, 4, f);
  if (nhead) fwrite(head, 1, nhead, f);
  if (n) fwrite(data, 1, n, f);
  uint32_t sum = crc(crc(0, (const unsigned char*)name, 4), head, nhead);
  big(word, n ? crc(sum, data, n) : sum);
  fwrite(word, 1, 4, f);
}

static void apng_control(ig_Video* v, uint32_t frames) {
  unsigned char control[8];
  big(control, frames);
  big(control + 4, 0);
  put_chunk(v->output.stream, "acTL", control, 8, NULL, 0);
}

static bool apng_frame(ig_Video* v, const unsigned char* rgb) {
  size_t size = 0;
  unsigned char* png = ig_png(rgb, v->width, v->height, 3, &size);
  if (!png) return false;
  FILE* f = v->output.stream;
  if (!v->frames) {
    fwrite(png, 1, 8, f);
    put_chunk(f, "IHDR", png + 16, 13, NULL, 0);
    v->count_at = ftell(f);
    apng_control(v, 0);
  }
  unsigned char control[26] = {0};
  big(control, v->sequence++);
  big(control + 4, (uint32_t)v->width);
  big(control + 8, (uint32_t)v->height);
  control[20] = 0;
  control[21] = 1;
  int per_second = (int)(v->rate + 0.5);
  control[22] = (unsigned char)(per_second >> 8);
  control[23] = (unsigned char)per_second;
  put_chunk(f, "fcTL", control, 26, NULL, 0);
  for (size_t at = 8; at + 12 <= size;) {
    uint32_t n = from_big(png + at);
    if (!memcmp(png + at + 4, "IDAT", 4)) {
      unsigned char number[4];
      big(number, v->sequence);
      if (v->frames) v->sequence++;
      put_chunk(f, v->frames ? "fdAT" : "IDAT", number, v->frames ? 4 : 0, png + at + 8, n);
    }
    at += n + 12;
  }
  free(png);
  return true;
}

static void apng_end(ig_Video* v) {
  FILE* f = v->output.stream;
  put_chunk(f, "IEND", (const unsigned char*)"", 0, NULL, 0);
  fseek(f, v->count_at, SEEK_SET);
  apng_control(v, (uint32_t)v->frames);
  fseek(f, 0, SEEK_END);
}

// ---- ffmpeg

// what the endings are to ffmpeg, which does not see them
static const struct {
  const char *ending, *format;
} piped[] = {{".mp4", "mp4"}, {".webm", "webm"}, {".mkv", "matroska"}, {".mov", "mov"}, {".avi", "avi"}};

// the name under which a child finds the opened file: it may have none of its own
static bool name_for_child(const ig_Output* output, char* name, size_t size) {
  int length = output->temp[0] ? snprintf(name, size, "file:%s", output->temp)
                               : snprintf(name, size, "file:/proc/self/fd/%d", fileno(output->stream));
  return length < (int)size;
}

static bool start_pipe(ig_Video* v) {
  char size[40], rate[40], file[IG_OUTPUT_PATH + 10];
  if (!name_for_child(&v->output, file, sizeof file)) return false;
  snprintf(size, sizeof size, "%dx%d", v->width, v->height);
  snprintf(rate, sizeof rate, "%g", v->rate);
  int ends[2], report[2];
  if (pipe(ends) || pipe(report)) return false;
  fcntl(report[1], F_SETFD, FD_CLOEXEC);
  v->child = fork();
  if (v->child == 0) {
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    fcntl(fileno(v->output.stream), F_SETFD, 0);
    // -xerror: by itself ffmpeg ends well when the last bytes could not be written
    execlp("ffmpeg", "ffmpeg", "-loglevel", "error", "-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r",
           rate, "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-f", v->format, file, (char*)NULL);
    ssize_t told = write(report[1], "x", 1);
    _exit(told == 1 ? 127 : 126);
  }
  close(ends[0]);
  close(report[1]);
  char failed;
  bool started = v->child > 0 && read(report[0], &failed, 1) == 0;
  close(report[0]);
  v->pipe = ends[1];
  if (!started) {
    close(v->pipe);
    if (v->child > 0) waitpid(v->child, NULL, 0);
  }
  return started;
}

static bool write_all(int file, const unsigned char* bytes, size_t n) {
  while (n) {
    ssize_t done = write(file, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes += done;
    n -= (size_t)done;
  }
  return true;
}

// ---- all kinds

static bool ends_with(const char* path, const char* ending) {
  size_t n = strlen(path), m = strlen(ending);
  return n > m && !strcasecmp(path + n - m, ending);
}

static bool start_video(ig_Video* v) {
  if (!ig_output_open(&v->output, v->path)) return false;
  switch (v->kind) {
    case KIND_GIF: gif_start(v); return true;
    case KIND_APNG:
      // the number of frames, which stands at the beginning, is written last
      if (!fseek(v->output.stream, 0, SEEK_CUR)) return true;
      ig_complain(IG_EXIT_FILE, "%s: an animated PNG cannot be written to a pipe or device; a .gif can", v->path);
      break;
    case KIND_PIPE:
      signal(SIGPIPE, SIG_IGN);
      if (start_pipe(v)) return true;
      ig_complain(IG_EXIT_FILE, "%s: ffmpeg is not installed; .gif and .png (animated) need no other program", v->path);
      break;
  }
  ig_output_drop(&v->output);
  return false;
}

ig_Video* ig_video_open(const char* path, int width, int height, double rate) {
  const char* format = NULL;
  int kind = ends_with(path, ".gif") ? KIND_GIF : ends_with(path, ".png") || ends_with(path, ".apng") ? KIND_APNG : -1;
  for (size_t i = 0; i < sizeof piped / sizeof piped[0]; i++) {
    if (!ends_with(path, piped[i].ending)) continue;
    kind = KIND_PIPE;
    format = piped[i].format;
  }
  if (kind < 0) {
    ig_complain(IG_EXIT_USAGE, "--video: '%s' ends with none of .gif .png .apng .mp4 .webm .mkv .mov .avi", path);
    return NULL;
  }
  ig_Video* v = calloc(1, sizeof *v);
  unsigned char* pixels = malloc((size_t)width * (size_t)height);
  if (!v || !pixels) {
    free(v);
    free(pixels);
    ig_complain(IG_EXIT_ENGINE, "out of memory");
    return NULL;
  }
  v->kind = (Kind)kind;
  v->format = format;
  v->width = width;
  v->height = height;
  v->rate = rate;
  v->path = path;
  v->pixels = pixels;
  if (start_video(v)) return v;
  free(v->pixels);
  free(v);
  return NULL;
}

bool ig_video_add(ig_Video* v, const unsigned char* rgb) {
  if (v->broken) return false;
  switch (v->kind) {
    case KIND_GIF: gif_frame(v, rgb); break;
    case KIND_APNG: v->broken = !apng_frame(v, rgb); break;
    case KIND_PIPE: v->broken = !write_all(v->pipe, rgb, 3 * (size_t)v->width * (size_t)v->height); break;
  }
  v->frames++;
  return !v->broken;
}

// ffmpeg has all pictures and ends; false when it could not write them
static bool end_pipe(ig_Video* v) {
  close(v->pipe);
  int status = 1;
  waitpid(v->child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool ig_video_close(ig_Video* v, bool keep) {
  bool wrote = v->kind != KIND_PIPE || end_pipe(v), fine = !v->broken && keep && v->frames && wrote;
  if (!wrote && keep && v->frames) ig_complain(IG_EXIT_FILE, "%s: ffmpeg could not write it", v->path);
  if (fine) {
    if (v->kind == KIND_GIF) fputc(0x3b, v->output.stream);
    if (v->kind == KIND_APNG) apng_end(v);
    fine = ig_output_commit(&v->output);
  } else {
    ig_output_drop(&v->output);
  }
  if (v->broken && v->kind == KIND_APNG) ig_complain(IG_EXIT_ENGINE, "%s: out of memory", v->path);
  free(v->pixels);
  free(v);
  return fine;
}
