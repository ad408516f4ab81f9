// SPDX-License-Identifier: Apache-2.0
// The forces are those of smooth/fluid: in a frame fixed to the body they depend on the frame's own velocity relative
// to the wind, (rotation w, translation v). Their derivative is a 6 x 6 matrix in that frame, made of four 3 x 3 blocks.
#include "derive/fluid_rate.h"

#include <stdbool.h>

#include "constrain/support.h"
#include "derive/rate_matrix.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/force/fluid.h"

enum { TURN = 0, SLIDE = 3 };  // first row or column of a block

typedef struct {
  mjtNum vel[6];   // local
  mjtNum axes[3];  // half sizes of the ellipsoid
  mjtNum density, viscosity;
  const ig_FluidCoef* coef;
} FluidState;

// the frame's Jacobian in its own coordinates, rotation rows first; B is given in the same
static void add_frame(const mjModel* m, mjData* d, const ig_FluidFrame* f, const mjtNum B[36]) {
  ig_stack_mark(d);
  int* dof = IG_SCRATCH(d, m->nv, int);
  mjtNum* column = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  mjtNum* row = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  ig_Support s;
  s.n = 0;
  ig_support_add(&s, f->body, 1, f->pos);
  ig_Columns c = ig_support_columns(m, d, &s, dof, column);
  for (int i = 0; i < c.n; i++) {
    mjtNum local[6];
    ig_mulmattvec3(local, f->mat, c.column + 6 * i + 3);
    ig_mulmattvec3(local + 3, f->mat, c.column + 6 * i);
    for (int k = 0; k < 6; k++) row[k * c.n + i] = local[k];
  }
  ig_rate_add(m, d, &(ig_RateRows){c.n, c.dof, row}, B, 6);
  ig_stack_free(d);
}

// ------------------------------------------------ box model: each component damps itself

static void box_slope(const mjModel* m, int body, const mjtNum vel[6], mjtNum viscosity, mjtNum B[36]) {
  mjtNum box[3], density = m->opt.density;
  ig_fluid_box(box, m->body_inertia + 3 * body, m->body_mass[body]);
  mjtNum diameter = (box[0] + box[1] + box[2]) / 3.0;
  for (int k = 0; k < 3; k++) {
    mjtNum a = box[(k + 1) % 3], b = box[(k + 2) % 3];
    mjtNum turn = 0, slide = 0;
    if (viscosity > 0) {
      turn = -mjPI * diameter * diameter * diameter * viscosity;
      slide = -3.0 * mjPI * diameter * viscosity;
    }
    if (density > 0) {
      turn -= density * box[k] * (a * a * a * a + b * b * b * b) * 2 * mju_abs(vel[k]) / 64.0;
      slide -= 0.5 * density * a * b * 2 * mju_abs(vel[3 + k]);
    }
    B[7 * k] = turn;
    B[7 * (k + 3)] = slide;
  }
}

// ------------------------------------------------ ellipsoid model

// block += scale * derivative of (a x b) by b; by a it is the negative of that by b with b in place of a.
// Columns can be scaled one by one, for a = diag(by) * velocity.
static void add_cross(mjtNum* B, int row, int col, const mjtNum a[3], mjtNum scale, const mjtNum* by) {
  for (int k = 0; k < 3; k++) {
    // (a x e_k) has the two other components
    int i = (k + 1) % 3, j = (k + 2) % 3;
    mjtNum s = by ? scale * by[k] : scale;
    B[6 * (row + i) + col + k] += s * a[j];
    B[6 * (row + j) + col + k] -= s * a[i];
  }
}

// block += outer product of a and b, or diagonal
static void add_outer(mjtNum* B, int block, const mjtNum a[3], const mjtNum b[3], mjtNum scale) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) B[6 * (block + i) + block + j] += scale * a[i] * b[j];
  }
}

static void add_diagonal(mjtNum* B, int block, mjtNum value) {
  for (int i = 0; i < 3; i++) B[7 * (block + i)] += value;
}

// what the shape looks like from the direction of v: S_i = (product of the two other axes)^2,
// across = sum S v^2, along = sum S^2 v^2; the projected area is pi * sqrt(along / across)
typedef struct {
  mjtNum S[3], v2[3], across, along, speed2;
} Projection;

static Projection project(const mjtNum axes[3], const mjtNum v[3]) {
  Projection p = {0};
  for (int i = 0; i < 3; i++) {
    mjtNum side = axes[(i + 1) % 3] * axes[(i + 2) % 3];
    p.S[i] = side * side;
    p.v2[i] = v[i] * v[i];
    p.across += p.S[i] * p.v2[i];
    p.along += p.S[i] * p.S[i] * p.v2[i];
    p.speed2 += p.v2[i];
  }
  return p;
}

// torque (I w) x w + (M v) x v and force (M v) x w of the fluid that moves along
static void added_mass(mjtNum* B, const FluidState* s) {
  const mjtNum *w = s->vel, *v = s->vel + 3;
  mjtNum spin[3], momentum[3];
  for (int i = 0; i < 3; i++) {
    spin[i] = s->density * s->coef->inertia[i] * w[i];
    momentum[i] = s->density * s->coef->mass[i] * v[i];
  }
  add_cross(B, TURN, TURN, spin, 1, NULL);
  add_cross(B, TURN, TURN, w, -s->density, s->coef->inertia);
  add_cross(B, TURN, SLIDE, momentum, 1, NULL);
  add_cross(B, TURN, SLIDE, v, -s->density, s->coef->mass);
  add_cross(B, SLIDE, TURN, momentum, 1, NULL);
  add_cross(B, SLIDE, SLIDE, w, -s->density, s->coef->mass);
}

// force k (w x v), k = coefficient * mass of the displaced fluid
static void magnus(mjtNum* B, const FluidState* s) {
  mjtNum volume = 4.0 / 3.0 * mjPI * s->axes[0] * s->axes[1] * s->axes[2];
  mjtNum k = s->coef->magnus * s->density * volume;
  add_cross(B, SLIDE, TURN, s->vel + 3, -k, NULL);
  add_cross(B, SLIDE, SLIDE, s->vel, k, NULL);
}

// force cos * area * ((S v) x v) x v, with cos = across / (speed * sqrt(along)). With g_i = sum_k v_k^2 (S_i - S_k):
//   d f_i / d v_j ~ v_i v_j (2 across (S_j - S_i) + g_i (S_j^2 across/along - S_j + across/speed2)) - [i=j] g_i across
static void kutta(mjtNum* B, const FluidState* s) {
  const mjtNum* v = s->vel + 3;
  Projection p = project(s->axes, v);
  mjtNum scale = mjPI * s->coef->kutta * s->density / ig_max(mjMINVAL, ig_sqrt(p.along * p.across * p.speed2));
  mjtNum slant = p.across / ig_max(mjMINVAL, p.along), cosine = p.across / ig_max(mjMINVAL, p.speed2);
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    mjtNum g = p.v2[a] * (p.S[i] - p.S[a]) + p.v2[b] * (p.S[i] - p.S[b]);
    for (int j = 0; j < 3; j++) {
      mjtNum curve = p.S[j] * p.S[j] * slant - p.S[j] + cosine;
      mjtNum term = v[i] * v[j] * (2 * p.across * (p.S[j] - p.S[i]) + curve * g);
      if (i == j) term -= g * p.across;
      B[6 * (SLIDE + i) + SLIDE + j] += scale * term;
    }
  }
}

// sorted half sizes
static void sort_axes(const mjtNum a[3], mjtNum* low, mjtNum* mid, mjtNum* high) {
  *high = ig_max(ig_max(a[0], a[1]), a[2]);
  *low = ig_min(ig_min(a[0], a[1]), a[2]);
  *mid = a[0] + a[1] + a[2] - *high - *low;
}

// force -(viscous + density * (blunt * area + slender * (largest area - area)) * speed) v
static void drag(mjtNum* B, const FluidState* s) {
  const mjtNum* v = s->vel + 3;
  mjtNum low, mid, high, slope[3];
  sort_axes(s->axes, &low, &mid, &high);
  Projection p = project(s->axes, v);
  mjtNum area = mjPI * ig_sqrt(p.along / ig_max(mjMINVAL, p.across)), largest = mjPI * high * mid;
  mjtNum speed = ig_sqrt(p.speed2), mean = 2.0 / 3.0 * (s->axes[0] + s->axes[1] + s->axes[2]);
  mjtNum viscous = s->viscosity * 3.0 * mjPI * mean;
  mjtNum quadratic = s->density * (area * s->coef->blunt + s->coef->slender * (largest - area));

  // derivative of the area
  mjtNum bend = mjPI / ig_max(mjMINVAL, ig_sqrt(p.across * p.across * p.across * p.along));
  mjtNum weight = s->density * speed * (s->coef->blunt - s->coef->slender) * bend;
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    mjtNum turn = p.S[a] * p.v2[a] * (p.S[i] - p.S[a]) + p.S[b] * p.v2[b] * (p.S[i] - p.S[b]);
    slope[i] = weight * p.S[i] * v[i] * turn;
  }
  mjtNum scale = -quadratic / ig_max(mjMINVAL, speed);
  add_outer(B, SLIDE, v, v, scale);
  add_outer(B, SLIDE, v, slope, -1);
  add_diagonal(B, SLIDE, scale * p.speed2 - viscous);
}

// the viscous part of drag alone
static void stokes(mjtNum* B, const FluidState* s) {
  mjtNum mean = 2.0 / 3.0 * (s->axes[0] + s->axes[1] + s->axes[2]);
  add_diagonal(B, SLIDE, -(s->viscosity * 3.0 * mjPI * mean));
}

// torque -(viscous + density * |C w|) C w, C from the moments of the ellipsoid's cross sections
static void angular_drag(mjtNum* B, const FluidState* s) {
  const mjtNum *w = s->vel, *axes = s->axes;
  mjtNum low, mid, high, moment[3], drive[3], coef[3];
  sort_axes(axes, &low, &mid, &high);
  mjtNum mean = 2.0 / 3.0 * (axes[0] + axes[1] + axes[2]);
  mjtNum viscous = s->viscosity * mjPI * mean * mean * mean;
  mjtNum largest = 8.0 / 15.0 * mjPI * mid * (high * high) * (high * high);
  for (int i = 0; i < 3; i++) {
    mjtNum wide = ig_max(axes[(i + 1) % 3], axes[(i + 2) % 3]);
    mjtNum own = 8.0 / 15.0 * mjPI * axes[i] * (wide * wide) * (wide * wide);
    coef[i] = s->coef->angular * own + s->coef->slender * (largest - own);
    moment[i] = w[i] * coef[i];
  }
  mjtNum scale = s->density / ig_max(mjMINVAL, ig_norm3(moment));
  for (int i = 0; i < 3; i++) drive[i] = -scale * w[i] * coef[i] * coef[i];
  add_diagonal(B, TURN, ig_dot3(w, drive) - viscous);
  add_outer(B, TURN, w, drive, 1);
}

static void ellipsoid_slope(const mjModel* m, int geom, const mjtNum vel[6], mjtNum viscosity, bool area, mjtNum B[36]) {
  ig_FluidCoef coef = ig_fluid_coef(m->geom_fluid + mjNFLUID * geom);
  FluidState s = {.density = m->opt.density, .viscosity = viscosity, .coef = &coef};
  for (int k = 0; k < 6; k++) s.vel[k] = vel[k];
  ig_fluid_ellipsoid(s.axes, m->geom_size + 3 * geom, m->geom_type[geom]);
  magnus(B, &s);
  if (area) {
    kutta(B, &s);
    drag(B, &s);
  } else {
    stokes(B, &s);
  }
  angular_drag(B, &s);
  added_mass(B, &s);
}

// ------------------------------------------------ frames

ig_FluidFrame ig_fluid_frame(const mjModel* m, const mjData* d, int body, int geom) {
  return geom < 0 ? (ig_FluidFrame){d->xipos + 3 * body, d->ximat + 9 * body, body}
                  : (ig_FluidFrame){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, body};
}

void ig_fluid_slope(const mjModel* m, int body, int geom, const mjtNum vel[6], mjtNum viscosity, bool area, mjtNum B[36]) {
  for (int i = 0; i < 36; i++) B[i] = 0;
  if (geom < 0) {
    box_slope(m, body, vel, viscosity, B);
  } else {
    ellipsoid_slope(m, geom, vel, viscosity, area, B);
  }
}

void ig_fluid_damping(const mjModel* m, int body, int geom, const mjtNum vel[6], mjtNum B[36]) {
  ig_fluid_slope(m, body, geom, vel, m->opt.viscosity, true, B);
  if (geom < 0 || m->opt.integrator != mjINT_IMPLICITFAST) return;
  // implicitfast factors a symmetric matrix
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < i; j++) B[6 * i + j] = B[6 * j + i] = 0.5 * (B[6 * i + j] + B[6 * j + i]);
  }
}

int ig_next_fluid_frame(const mjModel* m, int body, int geom) {
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  bool ellipsoid = false;
  if (m->body_mass[body] < mjMINVAL) return -2;
  for (int i = first; i < end; i++) ellipsoid = ellipsoid || m->geom_fluid[mjNFLUID * i] > 0;
  if (!ellipsoid) return geom == -2 ? -1 : -2;
  for (int i = geom == -2 ? first : geom + 1; i < end; i++) {
    if (m->geom_fluid[mjNFLUID * i] != 0) return i;
  }
  return -2;
}

void ig_fluid_rate(const mjModel* m, mjData* d, int body) {
  for (int geom = -2; (geom = ig_next_fluid_frame(m, body, geom)) != -2;) {
    ig_FluidFrame f = ig_fluid_frame(m, d, body, geom);
    mjtNum vel[6], B[36];
    ig_fluid_velocity(m, d, m->opt.wind, f, vel);
    ig_fluid_damping(m, body, geom, vel, B);
    add_frame(m, d, &f, B);
  }
}
