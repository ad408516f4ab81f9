// SPDX-License-Identifier: Apache-2.0
#include "print/print_text.h"

#include "base/error.h"

#include <string.h>

#include "base/platform/files.h"

enum { MAX_FORMAT = 20, MAX_DIGITS = 3 };

// ------------------------------------------------ format and file ----------------------------------

// a width or a precision; more digits than a number has would be blanks and zeros by the gigabyte
static const char* skip_digits(const char* s, bool* large) {
  size_t n = strspn(s, "0123456789"), zeros = strspn(s, "0");
  if (n > MAX_DIGITS + zeros) *large = true;
  return s + n;
}

const char* ig_bad_float_format(const char* format) {
  static const char flags[] = "-+ #0";
  if (!format) return "there is none";
  if (strnlen(format, MAX_FORMAT + 1) > MAX_FORMAT) return "it is longer than 20 characters";
  if (format[0] != '%') return "it does not start with %";
  const char* s = format + 1;
  for (unsigned seen = 0; *s && strchr(flags, *s); s++) {
    unsigned bit = 1u << (strchr(flags, *s) - flags);
    if (seen & bit) return "a flag is repeated";
    seen |= bit;
  }
  bool large = false;
  s = skip_digits(s, &large);
  if (*s == '.') s = skip_digits(s + 1, &large);
  if (large) return "a width or precision is larger than 999";
  if (*s == 'L') s++;
  if (!*s || !strchr("fgGeE", *s)) return "its specifier is none of fgGeE";
  return s[1] ? "something follows the specifier" : NULL;
}

bool ig_print_open(ig_Print* p, const char* filename, const char* format) {
  p->file = filename ? ig_stream_open(filename, "w") : stdout;
  if (!p->file) {
    mju_warning("file '%s' cannot be written", filename);
    return false;
  }
  const char* bad = ig_bad_float_format(format);
  if (bad) mju_warning("Invalid float format: %s; using the default", bad);
  p->format = bad ? IG_FLOAT_FORMAT : format;
  p->wide = strchr(p->format, 'L') != NULL;
  char text[1];
  p->width = p->wide ? snprintf(text, sizeof(text), p->format, 0.0L) : snprintf(text, sizeof(text), p->format, 0.0);
  return true;
}

void ig_print_close(ig_Print* p, const char* filename) {
  if (filename)
    fclose(p->file);
  else
    fflush(p->file);
}

// ------------------------------------------------ pieces ----------------------------------

void ig_print_num(const ig_Print* p, double value) {
  IG_ASSERT(p->file);
  if (p->wide)
    fprintf(p->file, p->format, (long double)value);
  else
    fprintf(p->file, p->format, value);
}

void ig_print_name(const ig_Print* p, const char* name) { fprintf(p->file, IG_NAME_FORMAT, name); }

void ig_print_table(const ig_Print* p, const char* title, int rows, int cols, const mjtNum* data) {
  IG_ASSERT(rows >= 0 && cols >= 0);
  if (!data || rows <= 0 || cols <= 0) return;
  fprintf(p->file, "%s\n", title);
  for (int r = 0; r < rows; r++) {
    fputc(' ', p->file);
    for (int c = 0; c < cols; c++) {
      fputc(' ', p->file);
      ig_print_num(p, data[(size_t)r * cols + c]);
    }
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

void ig_print_int_table(const ig_Print* p, const char* title, int rows, int cols, const int* data) {
  IG_ASSERT(rows >= 0 && cols >= 0);
  if (!data || rows <= 0 || cols <= 0) return;
  fprintf(p->file, "%s\n", title);
  for (int r = 0; r < rows; r++) {
    fputc(' ', p->file);
    for (int c = 0; c < cols; c++) fprintf(p->file, " %d", data[(size_t)r * cols + c]);
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

void ig_print_vector(const ig_Print* p, const char* label, const mjtNum* data, int n) {
  IG_ASSERT(n >= 0);
  if (!data || n <= 0) return;
  fputs(label, p->file);
  for (int i = 0; i < n; i++) {
    fputc(' ', p->file);
    ig_print_num(p, data[i]);
  }
  fputc('\n', p->file);
}

// ------------------------------------------------ sparse matrices ----------------------------------

static void print_rule(const ig_Print* p, int length) {
  IG_ASSERT(length >= 0);
  for (int i = 0; i < length; i++) fputc('-', p->file);
}

void ig_print_pattern(const ig_Print* p, const char* title, const ig_PrintPattern* s) {
  if (!s->rows || !s->cols || s->cols > IG_PRINT_MAX || !s->nnz || !s->adr || !s->col) return;
  fprintf(p->file, "%s\n", title);
  print_rule(p, s->cols + 2);
  fputc('\n', p->file);
  for (int r = 0; r < s->rows; r++) {
    fputc(' ', p->file);
    for (int c = 0, k = 0; c < s->cols; c++) {
      bool set = k < s->nnz[r] && s->col[s->adr[r] + k] == c;
      fputc(!set ? ' ' : s->diag && s->diag[r] == k ? 'D' : 'x', p->file);
      k += set;
    }
    fputs(" |", p->file);
    if (s->super && s->super[r] > 0) fprintf(p->file, " %d", s->super[r]);
    fputc('\n', p->file);
  }
  print_rule(p, s->cols + 2);
  fputs("\n\n", p->file);
}

void ig_print_sparse(const ig_Print* p, const char* title, const ig_PrintPattern* s, const mjtNum* data) {
  if (!data || !s->rows || s->rows > IG_PRINT_MAX || !s->nnz || !s->adr || !s->col) return;
  fprintf(p->file, "%s\n", title);
  for (int r = 0; r < s->rows; r++) {
    fputs("  ", p->file);
    for (int k = s->adr[r]; k < s->adr[r] + s->nnz[r]; k++) {
      fprintf(p->file, "  %2d: ", s->col[k]);
      ig_print_num(p, data[k]);
    }
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}
