// SPDX-License-Identifier: Apache-2.0
#include "richardson.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4 };

typedef struct {
  const mjModel* m;
  mjData *d, *work;
  mjtNum *centre, *out;  // next positions from the state itself; ny numbers, states then sensors
  int ny;
} Stepper;

// one step from a state with an input moved by h; the result in tangent space about the centre
static void step(const Stepper* s, int input, mjtNum h, mjtNum* out) {
  const mjModel* m = s->m;
  int nv = (int)m->nv, na = (int)m->na;
  mj_copyData(s->work, m, s->d);
  mjData* w = s->work;
  if (input < nv) {
    mjtNum* direction = calloc((size_t)nv, sizeof(mjtNum));
    direction[input] = 1;
    mj_integratePos(m, w->qpos, direction, h);
    free(direction);
  } else if (input < 2 * nv) {
    w->qvel[input - nv] += h;
  } else if (input < 2 * nv + na) {
    w->act[input - 2 * nv] += h;
  } else {
    w->ctrl[input - 2 * nv - na] += h;
  }
  mj_step(m, w);
  mj_differentiatePos(m, out, 1, s->centre, w->qpos);
  memcpy(out + nv, w->qvel, sizeof(mjtNum) * (size_t)nv);
  memcpy(out + 2 * nv, w->act, sizeof(mjtNum) * (size_t)na);
  memcpy(out + 2 * nv + na, w->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
}

// by one input: value and error estimate of each of ny outputs
static void extrapolate(const Stepper* s, int input, mjtNum h, mjtNum* value, mjtNum* error) {
  size_t ny = (size_t)s->ny;
  mjtNum *table = calloc(LEVELS * ny, sizeof(mjtNum)), *up = calloc(ny, sizeof(mjtNum)), *down = calloc(ny, sizeof(mjtNum));
  for (size_t i = 0; i < ny; i++) error[i] = INFINITY;
  for (int level = 0; level < LEVELS; level++, h /= 2) {
    step(s, input, h, up);
    step(s, input, -h, down);
    for (size_t i = 0; i < ny; i++) {
      mjtNum current = (up[i] - down[i]) / (2 * h), factor = 4;
      for (int k = 0; k <= level; k++, factor *= 4) {
        mjtNum before = table[(size_t)k * ny + i];
        table[(size_t)k * ny + i] = current;
        if (k == level) break;
        mjtNum next = current + (current - before) / (factor - 1), change = fmax(fabs(next - current), fabs(next - before));
        if (change <= error[i]) error[i] = change, value[i] = next;
        current = next;
      }
    }
  }
  free(table);
  free(up);
  free(down);
}

ig_Richardson ig_richardson(const mjModel* m, mjData* d, mjtNum h) {
  int nv = (int)m->nv, nx = 2 * nv + (int)m->na, nu = (int)m->nu, ns = (int)m->nsensordata, ny = nx + ns;
  size_t inputs = (size_t)(nx + nu);
  ig_Richardson r = {.nx = nx, .nu = nu, .ns = ns};
  r.A = calloc((size_t)(nx * nx) + 1, sizeof(mjtNum)), r.B = calloc((size_t)(nx * nu) + 1, sizeof(mjtNum));
  r.C = calloc((size_t)(ns * nx) + 1, sizeof(mjtNum)), r.D = calloc((size_t)(ns * nu) + 1, sizeof(mjtNum));
  r.error_A = calloc((size_t)(nx * nx) + 1, sizeof(mjtNum)), r.error_B = calloc((size_t)(nx * nu) + 1, sizeof(mjtNum));
  mjtNum *value = calloc((size_t)ny, sizeof(mjtNum)), *error = calloc((size_t)ny, sizeof(mjtNum));
  Stepper s = {m, d, mj_makeData(m), calloc((size_t)m->nq + 1, sizeof(mjtNum)), NULL, ny};
  mj_copyData(s.work, m, d);
  mj_step(m, s.work);
  memcpy(s.centre, s.work->qpos, sizeof(mjtNum) * (size_t)m->nq);
  mjtNum worst = 0, largest = 1;
  for (size_t input = 0; input < inputs; input++) {
    extrapolate(&s, (int)input, h, value, error);
    bool of_state = input < (size_t)nx;
    int columns = of_state ? nx : nu, column = (int)input - (of_state ? 0 : nx);
    for (int i = 0; i < nx; i++) {
      (of_state ? r.A : r.B)[i * columns + column] = value[i];
      (of_state ? r.error_A : r.error_B)[i * columns + column] = error[i];
      worst = fmax(worst, error[i]);
      largest = fmax(largest, fabs(value[i]));
    }
    for (int i = 0; i < ns; i++) (of_state ? r.C : r.D)[i * columns + column] = value[nx + i];
  }
  r.error = worst / largest;
  mj_deleteData(s.work);
  free(s.centre);
  free(value);
  free(error);
  return r;
}

void ig_richardson_free(ig_Richardson* r) {
  mjtNum* all[] = {r->A, r->B, r->C, r->D, r->error_A, r->error_B};
  for (int k = 0; k < 6; k++) free(all[k]);
}

mjtNum ig_relative_difference(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum worst = 0, largest = 1;
  for (int i = 0; i < n; i++) {
    mjtNum difference = fabs(a[i] - b[i]);
    if (!(difference <= worst)) worst = difference;
    largest = fmax(largest, fabs(b[i]));
  }
  return worst / largest;
}
