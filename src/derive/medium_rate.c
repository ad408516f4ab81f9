// SPDX-License-Identifier: Apache-2.0
// In a frame that goes with a body the medium makes a wrench g(u) of the frame's velocity u, (rotation, translation) in its own
// axes. The wrench turns with the frame and changes by dg = g_u du; with x_j, w_j the motion by dof j and the field V of
// velocities,
//   du_j = R^T (dV_j - w_j x (V - wind)),   dV_j from body_rate.c
// Forces of the medium are sums of parts that are linear (viscosity) and quadratic (density) in u: by Euler's theorem on
// homogeneous functions, with B = g_u and B0 that without viscosity, g = (B u + (B - B0) u) / 2. The damping of implicit
// integrators is B(u) s, s = J w: the same with g = B(u) s and dg = dB s + B ds. B is a closed formula of six numbers; it is
// differentiated by extrapolated differences.
#include "derive/medium_rate.h"

#include <math.h>

#include "derive/body_rate.h"
#include "derive/fluid_rate.h"
#include "derive/load_rate.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"

// one frame of one body
typedef struct {
  const mjModel* m;
  mjData* d;
  int body, geom, n;
  ig_FluidFrame frame;
  int* dof;        // (n) that move the body
  mjtNum* by_v;    // (6 x n) the local velocity by joint velocities: rotation, translation
  mjtNum* by_q;    // (6 x n) by positions
  mjtNum* other;   // (6 x n) that of another velocity field by positions
  mjtNum* change;  // (n x 6) of a load
} Frame;

static Frame new_frame(const mjModel* m, mjData* d) {
  mjtNum* all = IG_SCRATCH(d, 24 * m->nv, mjtNum);
  return (Frame){.m = m,
                 .d = d,
                 .dof = IG_SCRATCH(d, m->nv, int),
                 .by_v = all,
                 .by_q = all + 6 * m->nv,
                 .other = all + 12 * m->nv,
                 .change = all + 18 * m->nv};
}

// of the velocity field less the wind, in the frame's axes, by positions: (6 x n)
static void local_changes(const Frame* f, const ig_Velocities* v, const mjtNum wind[3], mjtNum* out) {
  const mjtNum* field = v->body + 6 * f->body;
  mjtNum offset[3], speed[3];
  ig_sub3(offset, f->frame.pos, f->d->subtree_com + 3 * f->m->body_rootid[f->body]);
  ig_cross(speed, field, offset);
  ig_addto3(speed, field + 3);
  ig_subfrom3(speed, wind);
  for (int i = 0; i < f->n; i++) {
    mjtNum turn[3], shift[3], change[6], part[3], seen[6];
    ig_body_motion(f->m, f->d, f->body, f->frame.pos, f->dof[i], turn, shift);
    ig_velocity_change(f->m, f->d, v, f->body, f->frame.pos, f->dof[i], change, change + 3);
    ig_cross(part, field, shift);
    ig_addto3(change + 3, part);
    ig_cross(part, turn, field);
    ig_subfrom3(change, part);
    ig_cross(part, turn, speed);
    ig_subfrom3(change + 3, part);
    ig_mulmattvec3(seen, f->frame.mat, change);
    ig_mulmattvec3(seen + 3, f->frame.mat, change + 3);
    for (int k = 0; k < 6; k++) out[k * f->n + i] = seen[k];
  }
}

static void place_frame(Frame* f, int body, int geom, const ig_Velocities* v) {
  f->body = body;
  f->geom = geom;
  f->frame = ig_fluid_frame(f->m, f->d, body, geom);
  f->n = ig_body_chain(f->m, body, f->dof);
  for (int i = 0; i < f->n; i++) {
    mjtNum turn[3], shift[3], seen[6];
    ig_body_motion(f->m, f->d, body, f->frame.pos, f->dof[i], turn, shift);
    ig_mulmattvec3(seen, f->frame.mat, turn);
    ig_mulmattvec3(seen + 3, f->frame.mat, shift);
    for (int k = 0; k < 6; k++) f->by_v[k * f->n + i] = seen[k];
  }
  local_changes(f, v, f->m->opt.wind, f->by_q);
}

// joint forces of the local wrench g, which changes by dg (6 x n) with positions: into by_q
static void add_wrench(const Frame* f, const mjtNum g[6], const mjtNum* dg, mjtNum* by_q) {
  ig_Load load = {.body = f->body, .point = f->frame.pos};
  ig_mulmatvec3(load.torque, f->frame.mat, g);
  ig_mulmatvec3(load.force, f->frame.mat, g + 3);
  for (int i = 0; i < f->n; i++) {
    mjtNum local[6], *to = f->change + 6 * i, part[3];
    const mjtNum* turn = f->d->cdof + 6 * f->dof[i];
    for (int k = 0; k < 6; k++) local[k] = dg[k * f->n + i];
    ig_mulmatvec3(to, f->frame.mat, local + 3);
    ig_mulmatvec3(to + 3, f->frame.mat, local);
    ig_cross(part, turn, load.force);
    ig_addto3(to, part);
    ig_cross(part, turn, load.torque);
    ig_addto3(to + 3, part);
  }
  ig_load_rate(f->m, f->d, &load, 1, by_q);
  ig_load_change(f->m, f->d, &load, f->n, f->dof, f->change, 1, by_q);
}

// to += J^T rows, rows (6 x n)
static void add_local_rows(const Frame* f, const mjtNum* rows, mjtNum* to) {
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < 6; k++) {
      mjtNum share = f->by_v[k * f->n + i];
      for (int j = 0; j < f->n; j++) to[f->dof[i] * f->m->nv + f->dof[j]] += share * rows[k * f->n + j];
    }
  }
}

// out (6 x n) = B (6 x 6) rows
static void multiply(const mjtNum B[36], const mjtNum* rows, int n, mjtNum* out) {
  ig_zero(out, 6 * n);
  for (int k = 0; k < 6; k++) {
    for (int l = 0; l < 6; l++) ig_addtoscl(out + k * n, rows + l * n, B[6 * k + l], n);
  }
}

// slope (6 x 6) of a vector function of the local velocity, by extrapolated differences
typedef void LocalFunction(const Frame* f, const mjtNum vel[6], const void* argument, mjtNum out[6]);

static void slope_of(LocalFunction* function, const Frame* f, const mjtNum vel[6], const void* argument, mjtNum out[36]) {
  for (int l = 0; l < 6; l++) {
    mjtNum coarse[6], fine[6], h = 1e-3 * (1 + mju_abs(vel[l]));
    for (int level = 0; level < 2; level++, h /= 2) {
      mjtNum moved[6], up[6], down[6], *to = level ? fine : coarse;
      ig_copy(moved, vel, 6);
      moved[l] = vel[l] + h;
      function(f, moved, argument, up);
      moved[l] = vel[l] - h;
      function(f, moved, argument, down);
      for (int k = 0; k < 6; k++) to[k] = (up[k] - down[k]) / (2 * h);
    }
    for (int k = 0; k < 6; k++) out[6 * k + l] = fine[k] + (fine[k] - coarse[k]) / 3;
  }
}

// The slope of drag by the projected area, and of the Kutta lift, are guarded in qDeriv against divisions by zero in another way
// than the forces, which matters for shapes of centimetres. These are the forces themselves (smooth/force/fluid.lane.c) and their
// slopes: with a_i the projected areas, below = sum a_i^4 v_i^2, above = sum a_i^2 v_i^2,
//   shown = pi sqrt(below / above), cosine = above / (|v| below), each divisor at least mjMINVAL
//   drag -density |v| (blunt shown + slender (flat - shown)) v,  lift kutta density cosine shown ((a^2 v) x v) x v
static void add_area_parts(const mjModel* m, int geom, const mjtNum v[3], mjtNum g[6], mjtNum B[36]) {
  ig_FluidCoef c = ig_fluid_coef(m->geom_fluid + mjNFLUID * geom);
  mjtNum s[3], S[3], n[3], below = 0, above = 0, speed = ig_norm3(v), first[3], lift[3];
  ig_fluid_ellipsoid(s, m->geom_size + 3 * geom, m->geom_type[geom]);
  for (int k = 0; k < 3; k++) {
    mjtNum area = s[(k + 1) % 3] * s[(k + 2) % 3];
    S[k] = area * area;
    n[k] = S[k] * v[k];
    above += n[k] * v[k];
    below += n[k] * n[k];
  }
  if (!(speed > 0)) return;
  mjtNum high = ig_max(ig_max(s[0], s[1]), s[2]), low = ig_min(ig_min(s[0], s[1]), s[2]);
  mjtNum flat = mjPI * high * (s[0] + s[1] + s[2] - high - low);
  bool thin = above < mjMINVAL, slow = speed * below < mjMINVAL;
  mjtNum shown = mjPI * sqrt(below / (thin ? mjMINVAL : above)), cosine = above / (slow ? mjMINVAL : speed * below);
  mjtNum density = m->opt.density, pressure = density * (c.blunt * shown + c.slender * (flat - shown));
  ig_cross(first, n, v);
  ig_cross(lift, first, v);
  for (int k = 0; k < 3; k++) g[3 + k] += c.kutta * density * cosine * shown * lift[k] - pressure * speed * v[k];
  for (int j = 0; j < 3; j++) {
    mjtNum dbelow = 2 * S[j] * n[j], dabove = 2 * n[j], dspeed = v[j] / speed, unit[3] = {j == 0, j == 1, j == 2};
    mjtNum dshown = 0.5 * shown * (dbelow / below - (thin ? 0 : dabove / above));
    mjtNum dcosine = cosine * (dabove / above - (slow ? 0 : dspeed / speed + dbelow / below));
    mjtNum dn[3] = {S[0] * unit[0], S[1] * unit[1], S[2] * unit[2]}, change[3], dlift[3], part[3];
    ig_cross(change, dn, v);
    ig_cross(part, n, unit);
    ig_addto3(change, part);
    ig_cross(dlift, change, v);
    ig_cross(part, first, unit);
    ig_addto3(dlift, part);
    for (int i = 0; i < 3; i++) {
      mjtNum drag = density * (c.blunt - c.slender) * dshown * speed * v[i] + pressure * (dspeed * v[i] + speed * unit[i]);
      B[6 * (3 + i) + 3 + j] +=
          c.kutta * density * ((dcosine * shown + cosine * dshown) * lift[i] + cosine * shown * dlift[i]) - drag;
    }
  }
}

// the wrench g and its slope B
static void wrench_of(const Frame* f, const mjtNum vel[6], mjtNum g[6], mjtNum B[36]) {
  mjtNum B0[36], part[6];
  ig_fluid_slope(f->m, f->body, f->geom, vel, f->m->opt.viscosity, false, B);
  ig_fluid_slope(f->m, f->body, f->geom, vel, 0, false, B0);
  ig_mulmatvec(g, B, vel, 6, 6);
  ig_mulmatvec(part, B0, vel, 6, 6);
  for (int k = 0; k < 6; k++) g[k] -= 0.5 * part[k];
  if (f->geom >= 0) add_area_parts(f->m, f->geom, vel + 3, g, B);
}

void ig_medium_rate(const mjModel* m, mjData* d, ig_ForceRate* rate) {
  ig_stack_mark(d);
  Frame f = new_frame(m, d);
  ig_Velocities v = ig_new_velocities(m, d, d->qvel);
  for (int body = 1; body < m->nbody; body++) {
    for (int geom = -2; (geom = ig_next_fluid_frame(m, body, geom)) != -2;) {
      mjtNum vel[6], B[36], g[6], share = geom < 0 ? 1 : m->geom_fluid[mjNFLUID * geom];
      place_frame(&f, body, geom, &v);
      if (!f.n) continue;
      ig_fluid_velocity(m, d, m->opt.wind, f.frame, vel);
      wrench_of(&f, vel, g, B);
      ig_scl(g, g, share, 6);
      ig_scl(B, B, share, 36);
      multiply(B, f.by_q, f.n, f.other);
      add_wrench(&f, g, f.other, rate->q);
      multiply(B, f.by_v, f.n, f.other);
      add_local_rows(&f, f.other, rate->v);
    }
  }
  ig_stack_free(d);
}

// B(u) s
static void damped(const Frame* f, const mjtNum vel[6], const void* s, mjtNum out[6]) {
  mjtNum B[36];
  ig_fluid_damping(f->m, f->body, f->geom, vel, B);
  ig_mulmatvec(out, B, s, 6, 6);
}

void ig_medium_damping_rate(const mjModel* m, mjData* d, const mjtNum* w, ig_ForceRate* rate) {
  static const mjtNum calm[3] = {0, 0, 0};
  ig_stack_mark(d);
  Frame f = new_frame(m, d);
  mjtNum* product = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  ig_Velocities v = ig_new_velocities(m, d, d->qvel), of_w = ig_new_velocities(m, d, w);
  for (int body = 1; body < m->nbody; body++) {
    for (int geom = -2; (geom = ig_next_fluid_frame(m, body, geom)) != -2;) {
      mjtNum vel[6], B[36], bend[36], g[6], s[6] = {0};
      place_frame(&f, body, geom, &v);
      if (!f.n) continue;
      ig_fluid_velocity(m, d, m->opt.wind, f.frame, vel);
      ig_fluid_damping(m, body, geom, vel, B);
      for (int k = 0; k < 6; k++) {
        for (int i = 0; i < f.n; i++) s[k] += f.by_v[k * f.n + i] * w[f.dof[i]];
      }
      ig_mulmatvec(g, B, s, 6, 6);
      slope_of(damped, &f, vel, s, bend);
      multiply(bend, f.by_v, f.n, product);
      add_local_rows(&f, product, rate->v);
      multiply(bend, f.by_q, f.n, f.other);
      local_changes(&f, &of_w, calm, f.by_q);
      multiply(B, f.by_q, f.n, product);
      ig_addto(f.other, product, 6 * f.n);
      add_wrench(&f, g, f.other, rate->q);
    }
  }
  ig_stack_free(d);
}
