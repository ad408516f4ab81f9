// SPDX-License-Identifier: Apache-2.0
#include "svg.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// places in the drawing, in pixels
enum { WIDTH = 760, LEFT = 78, RIGHT = 170, TOP = 34, PANEL = 170, GAP = 26, BOTTOM = 48, LEGEND_ROW = 15, LEGEND_MAX = 10 };
// more curves than the legend has room for get a small panel each, side by side with the same axes
enum { CELLS = 4, CELL = 92, CELL_TOP = 16, CELL_GAP = 14, CELL_RIGHT = 20 };

// colours that stay apart for colour-blind readers and in grey; further curves repeat them dashed
static const char* const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F"};
static const char* const dashes[] = {"none", "6 3", "2 2", "8 3 2 3"};
enum { NCOLOUR = sizeof colours / sizeof colours[0], NDASH = sizeof dashes / sizeof dashes[0] };

typedef struct {
  double low, high, step;  // ends of an axis and the distance of its ticks
  int decimals;
} Axis;

typedef struct {
  const ig_Recorder* recorder;
  FILE* stream;
  Axis x, y;
  int panel;
  double left, top, width, height;  // of the box that is drawn into
} Plot;

// ticks at 1, 2 or 5 times a power of ten; `stretch` moves the ends outward to ticks
static Axis make_axis(double low, double high, int ticks, int stretch) {
  if (!(high > low)) {
    double around = fabs(low) > 0 ? 0.1 * fabs(low) : 1;
    low -= around;
    high += around;
  }
  double raw = (high - low) / ticks, power = pow(10, floor(log10(raw))), ratio = raw / power;
  Axis axis = {low, high, power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10), 0};
  if (stretch) {
    axis.low = axis.step * floor(low / axis.step + 1e-9);
    axis.high = axis.step * ceil(high / axis.step - 1e-9);
  }
  int decimals = (int)-floor(log10(axis.step) + 1e-9);
  axis.decimals = decimals < 0 ? 0 : decimals;
  return axis;
}

static double to_x(const Plot* plot, double t) {
  return plot->left + (t - plot->x.low) / (plot->x.high - plot->x.low) * plot->width;
}

static double to_y(const Plot* plot, double value) {
  return plot->top + plot->height - (value - plot->y.low) / (plot->y.high - plot->y.low) * plot->height;
}

static void write_escaped(FILE* stream, const char* text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': fputs("&amp;", stream); break;
      case '<': fputs("&lt;", stream); break;
      case '>': fputs("&gt;", stream); break;
      default: fputc(*text, stream);
    }
  }
}

static void write_label(const Plot* plot, double x, double y, const char* attributes, const char* text) {
  fprintf(plot->stream, "<text x=\"%.2f\" y=\"%.2f\" %s>", x, y, attributes);
  write_escaped(plot->stream, text);
  fputs("</text>\n", plot->stream);
}

static void tick_text(char text[40], const Axis* axis, double value) {
  if (fabs(value) < 1e-9 * axis->step) value = 0;
  double largest = fmax(fabs(axis->low), fabs(axis->high));
  if (largest >= 1e5 || axis->decimals > 5)
    snprintf(text, 40, "%.3g", value);
  else
    snprintf(text, 40, "%.*f", axis->decimals, value);
}

// along the left side
static void draw_panel_title(const Plot* plot, double middle) {
  const ig_Panel* panel = &plot->recorder->panels[plot->panel];
  char title[2 * IG_LABEL];
  snprintf(title, sizeof title, *panel->unit ? "%s (%s)" : "%s", panel->title, panel->unit);
  char turn[96];
  snprintf(turn, sizeof turn, "text-anchor=\"middle\" transform=\"rotate(-90 16 %.2f)\"", middle);
  write_label(plot, 16, middle, turn, title);
}

static void draw_axes(const Plot* plot, int last) {
  FILE* out = plot->stream;
  char text[40];
  for (int i = 0;; i++) {
    double value = plot->y.low + i * plot->y.step;
    if (value > plot->y.high + 1e-6 * plot->y.step) break;
    double y = to_y(plot, value);
    fprintf(out, "<path d=\"M%d %.2fH%d\" class=\"grid\"/>\n", LEFT, y, WIDTH - RIGHT);
    tick_text(text, &plot->y, value);
    write_label(plot, LEFT - 6, y + 4, "text-anchor=\"end\"", text);
  }
  double first = plot->x.step * ceil(plot->x.low / plot->x.step - 1e-9);
  for (int i = 0;; i++) {
    double value = first + i * plot->x.step;
    if (value > plot->x.high + 1e-6 * plot->x.step) break;
    double x = to_x(plot, value);
    fprintf(out, "<path d=\"M%.2f %.2fv-5\" class=\"axis\"/>\n", x, plot->top + PANEL);
    tick_text(text, &plot->x, value);
    if (last) write_label(plot, x, plot->top + PANEL + 17, "text-anchor=\"middle\"", text);
  }
  fprintf(out, "<rect x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%d\" class=\"axis\"/>\n", LEFT, plot->top, WIDTH - LEFT - RIGHT,
          PANEL);
  draw_panel_title(plot, plot->top + PANEL / 2.0);
  if (last) write_label(plot, (LEFT + WIDTH - RIGHT) / 2.0, plot->top + PANEL + 38, "text-anchor=\"middle\"", "time (s)");
}

// at most two points, the extremes, for each half pixel: looks the same and stays small
static void draw_curve(const Plot* plot, int column, int place) {
  const ig_Recorder* r = plot->recorder;
  size_t stride = (size_t)r->ncolumn + 1;
  fprintf(plot->stream,
          "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-dasharray=\"%s\" d=\"",
          colours[place % NCOLOUR], dashes[place / NCOLOUR % NDASH]);
  int bins = 2 * (int)plot->width, pen = 0;
  int per_bin = r->nsample > 4 * bins ? r->nsample / bins : 1;
  for (int start = 0; start < r->nsample; start += per_bin) {
    int low = start, high = start, finite = 0;
    for (int i = start; i < start + per_bin && i < r->nsample; i++) {
      double value = r->samples[i * stride + column + 1];
      if (!isfinite(value)) continue;
      if (!finite || value < r->samples[low * stride + column + 1]) low = i;
      if (!finite || value > r->samples[high * stride + column + 1]) high = i;
      finite = 1;
    }
    if (!finite) {
      pen = 0;
      continue;
    }
    int order[2] = {low < high ? low : high, low < high ? high : low};
    for (int k = order[0] == order[1]; k < 2; k++) {
      const double* sample = r->samples + order[k] * stride;
      fprintf(plot->stream, "%c%.2f %.2f", pen ? 'L' : 'M', to_x(plot, sample[0]), to_y(plot, sample[column + 1]));
      pen = 1;
    }
  }
  fputs("\"/>\n", plot->stream);
}

static void draw_legend(const Plot* plot, int place, int total, const char* label) {
  double y = plot->top + 8 + LEGEND_ROW * place;
  char text[IG_LABEL + 16];
  if (place == LEGEND_MAX) {
    snprintf(text, sizeof text, "and %d more", total - place);
    write_label(plot, WIDTH - RIGHT + 12, y + 4, "", text);
  }
  if (place >= LEGEND_MAX) return;
  fprintf(plot->stream, "<path d=\"M%d %.2fh22\" stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\"/>\n",
          WIDTH - RIGHT + 12, y, colours[place % NCOLOUR], dashes[place / NCOLOUR % NDASH]);
  snprintf(text, sizeof text, strlen(label) > 19 ? "%.18s\342\200\246" : "%s", label);
  write_label(plot, WIDTH - RIGHT + 39, y + 4, "", text);
}

// smallest and largest finite value of the panel's columns
static void find_bounds(const ig_Recorder* r, int panel, double* low, double* high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int row = 0; row < r->nsample; row++) {
    for (int i = 0; i < r->ncolumn; i++) {
      double value = r->samples[(size_t)row * (size_t)(r->ncolumn + 1) + (size_t)i + 1];
      if (r->columns[i].panel != panel || !isfinite(value)) continue;
      *low = fmin(*low, value);
      *high = fmax(*high, value);
    }
  }
  if (*low > *high) *low = *high = 0;
}

static int count_curves(const ig_Recorder* r, int panel) {
  int total = 0;
  for (int i = 0; i < r->ncolumn; i++) total += r->columns[i].panel == panel;
  return total;
}

static int panel_height(int curves) {
  return curves > LEGEND_MAX ? (curves + CELLS - 1) / CELLS * (CELL + CELL_GAP) - CELL_GAP : PANEL;
}

// a title that is too long loses its beginning, which is that of a path
static void fit_title(char* text, size_t size, const char* title, size_t longest) {
  size_t length = strlen(title);
  if (length <= longest) snprintf(text, size, "%s", title);
  if (length <= longest) return;
  const char* rest = title + length - longest;
  while (((unsigned char)*rest & 0xC0) == 0x80) rest++;
  snprintf(text, size, "\342\200\246%s", rest);
}

// the ends of the axes in numbers, beside the first cell of a row and below the last row
static void draw_cell(Plot* plot, int column, int place, bool last) {
  char text[40], label[IG_LABEL + 8];
  bool first = place % CELLS == 0;
  fit_title(label, sizeof label, plot->recorder->columns[column].label, 22);
  fprintf(plot->stream, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" class=\"axis\"/>\n", plot->left, plot->top,
          plot->width, plot->height);
  write_label(plot, plot->left, plot->top - 4, "font-size=\"11\"", label);
  for (int end = 0; end < 2 && first; end++) {
    tick_text(text, &plot->y, end ? plot->y.high : plot->y.low);
    write_label(plot, plot->left - 6, end ? plot->top + 10 : plot->top + plot->height, "text-anchor=\"end\"", text);
  }
  for (int end = 0; end < 2 && last; end++) {
    tick_text(text, &plot->x, end ? plot->x.high : plot->x.low);
    write_label(plot, plot->left + end * plot->width, plot->top + plot->height + 14, end ? "text-anchor=\"end\"" : "", text);
  }
  draw_curve(plot, column, 0);
}

static void draw_cells(Plot* plot, int total, double top) {
  const ig_Recorder* r = plot->recorder;
  int place = 0;
  plot->width = (WIDTH - LEFT - CELL_RIGHT - (CELLS - 1) * CELL_GAP) / (double)CELLS;
  plot->height = CELL - CELL_TOP;
  for (int i = 0; i < r->ncolumn; i++) {
    if (r->columns[i].panel != plot->panel) continue;
    plot->left = LEFT + place % CELLS * (plot->width + CELL_GAP);
    plot->top = top + place / CELLS * (CELL + CELL_GAP) + CELL_TOP;
    draw_cell(plot, i, place, place + CELLS >= total);
    place++;
  }
  draw_panel_title(plot, top + panel_height(total) / 2.0);
}

static void draw_panel(Plot* plot, double top) {
  const ig_Recorder* r = plot->recorder;
  double low, high;
  find_bounds(r, plot->panel, &low, &high);
  int total = count_curves(r, plot->panel), place = 0;
  plot->y = make_axis(low, high, 5, 1);
  if (total > LEGEND_MAX) {
    draw_cells(plot, total, top);
    return;
  }
  plot->left = LEFT;
  plot->top = top;
  plot->width = WIDTH - LEFT - RIGHT;
  plot->height = PANEL;
  draw_axes(plot, plot->panel == r->npanel - 1);
  for (int i = 0; i < r->ncolumn; i++) {
    if (r->columns[i].panel != plot->panel) continue;
    draw_curve(plot, i, place);
    if (total > 1) draw_legend(plot, place, total, r->columns[i].label);
    place++;
  }
}

void ig_write_svg(const ig_Recorder* recorder, const char* title, FILE* stream) {
  Plot plot = {.recorder = recorder, .stream = stream};
  int height = TOP + BOTTOM - GAP;
  for (int i = 0; i < recorder->npanel; i++) height += panel_height(count_curves(recorder, i)) + GAP;
  char shown[200];
  fit_title(shown, sizeof shown, title, 80);
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
          "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
          "<style>.axis{fill:none;stroke:#222}.grid{fill:none;stroke:#ddd}</style>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
          WIDTH, height, WIDTH, height);
  write_label(&plot, (LEFT + WIDTH - RIGHT) / 2.0, 20, "text-anchor=\"middle\" font-size=\"13\" font-weight=\"bold\"", shown);
  // a sample stands for the step after it, so the axis ends one sample later
  size_t stride = (size_t)recorder->ncolumn + 1, n = (size_t)recorder->nsample;
  double first = n ? recorder->samples[0] : 0, last = n ? recorder->samples[(n - 1) * stride] : 1;
  double spacing = n > 1 ? last - recorder->samples[(n - 2) * stride] : 0;
  plot.x = make_axis(first, last + fmax(0, spacing), 8, 0);
  double top = TOP;
  for (plot.panel = 0; plot.panel < recorder->npanel; plot.panel++) {
    draw_panel(&plot, top);
    top += panel_height(count_curves(recorder, plot.panel)) + GAP;
  }
  fputs("</svg>\n", stream);
}
