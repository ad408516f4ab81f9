// SPDX-License-Identifier: Apache-2.0
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "terminal.h"

// the same worlds on every machine: directions from Halton's sequences, which fill the space evenly
static void displace(const ig_Sheet* sheet, const mjModel* m, int world, double* qpos, double* velocity) {
  static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  enum { COUNT = sizeof primes / sizeof primes[0] };
  for (int dof = 0; dof < m->nv; dof++) {
    velocity[dof] = 2 * mju_Halton(world + COUNT * (dof / COUNT), primes[dof % COUNT]) - 1;
  }
  mj_integratePos(m, qpos, velocity, sheet->noise);
}

static ingotStatus start(const ig_Sheet* sheet, const mjModel* m, ingotWorlds* w, ingotReport* report) {
  ingotStatus status = ingot_worldsReset(w, NULL, sheet->key, report);
  ingotView view;
  if (status == INGOT_OK) status = ingot_worldsField(w, 0, INGOT_QPOS, &view, report);
  double* qpos = malloc(sizeof(double) * (size_t)(m->nq + m->nv + 1));
  if (!qpos && status == INGOT_OK) status = INGOT_NO_MEMORY;
  for (int world = 1; status == INGOT_OK && world < sheet->worlds; world++) {
    double* row = view.data + world * view.world_stride;
    for (int i = 0; i < m->nq; i++) qpos[i] = row[i * view.stride];
    displace(sheet, m, world, qpos, qpos + m->nq);
    for (int i = 0; i < m->nq; i++) row[i * view.stride] = qpos[i];
  }
  free(qpos);
  return status;
}

static ingotStatus simulate(const ig_Sheet* sheet, const mjModel* m, ingotWorlds* w, ingotReport* report) {
  enum { PART = 32 };
  ingotStatus status = start(sheet, m, w, report);
  long long steps = llround(sheet->time / m->opt.timestep);
  for (long long done = 0; status == INGOT_OK && done < steps; done += PART) {
    status = ingot_worldsStep(w, (int)(steps - done < PART ? steps - done : PART), NULL, report);
    ig_show_progress("simulating", (double)done / (double)steps);
  }
  ig_clear_progress();
  return status;
}

// rows of pictures, as square as their number allows
static unsigned char* tile(const ig_Sheet* sheet, const unsigned char* pictures, int* width, int* height) {
  int columns = (int)ceil(sqrt(sheet->worlds)), rows = (sheet->worlds + columns - 1) / columns;
  *width = columns * sheet->width;
  *height = rows * sheet->height;
  unsigned char* out = calloc((size_t)*width * (size_t)*height, 3);
  size_t row = 3 * (size_t)sheet->width;
  for (int world = 0; out && world < sheet->worlds; world++) {
    unsigned char* corner =
        out + 3 * (size_t)*width * (size_t)(world / columns * sheet->height) + row * (size_t)(world % columns);
    for (int y = 0; y < sheet->height; y++, pictures += row) memcpy(corner + 3 * (size_t)*width * (size_t)y, pictures, row);
  }
  return out;
}

static ingotStatus draw(const ig_Sheet* sheet, const mjModel* m, unsigned char* pictures, ingotReport* report) {
  const mjModel** models = malloc(sizeof *models * (size_t)sheet->worlds);
  if (!models) return INGOT_NO_MEMORY;
  for (int i = 0; i < sheet->worlds; i++) models[i] = m;
  ingotWorlds* w = NULL;
  int threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
  ingotStatus status = ingot_worldsCreate(models, sheet->worlds, threads < sheet->worlds ? threads : sheet->worlds, &w, report);
  if (status == INGOT_OK) status = simulate(sheet, m, w, report);
  ingotPictures what = {.width = sheet->width,
                        .height = sheet->height,
                        .ncamera = 1,
                        .camera = &sheet->camera,
                        .quality = sheet->quality,
                        .rgb = pictures};
  if (status == INGOT_OK) status = ingot_worldsRender(w, &what, NULL, report);
  ingot_worldsDelete(w);
  free(models);
  return status;
}

unsigned char* ig_draw_sheet(const ig_Sheet* sheet, const mjModel* m, int* width, int* height, int* code) {
  ingotReport report = {.text = "out of memory"};
  unsigned char* pictures = malloc(3 * (size_t)sheet->width * (size_t)sheet->height * (size_t)sheet->worlds);
  ingotStatus status = pictures ? draw(sheet, m, pictures, &report) : INGOT_NO_MEMORY;
  unsigned char* out = status == INGOT_OK ? tile(sheet, pictures, width, height) : NULL;
  free(pictures);
  *code = out ? IG_EXIT_OK : ig_complain(IG_EXIT_ENGINE, "%s", report.text[0] ? report.text : "out of memory");
  return out;
}
