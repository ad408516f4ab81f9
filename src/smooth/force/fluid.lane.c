// SPDX-License-Identifier: Apache-2.0
// Two models of a medium with density rho and viscosity eta, both from the velocity (w, v) of a frame relative to the wind:
//   box:       drag on the faces of the box that has the inertia of the body, Stokes friction of a sphere of its size
//   ellipsoid: per geom, with coefficients: added mass, Magnus and Kutta lift, blunt, slender and angular drag
// Velocities and forces are (rotation, translation) in the frame. The models are described in MuJoCo's documentation,
// "Computation: Fluid forces"; the pieces are
//
//   Stokes     a sphere of diameter d in creeping flow: force -3 pi d eta v, torque -pi d^3 eta w
//   box drag   per axis, 1/2 rho |v| v on the area a b of the face; for rotation, the moment arm integrated over the faces:
//              rho |w| w (a^4 + b^4) c / 64 with full edges a, b, c
//   added mass the fluid that moves along has momenta p = rho m_A v and l = rho I_A w; in the turning frame their rate is
//              force p x w, torque p x v + l x w (Kirchhoff's equations; Lamb, "Hydrodynamics", chapter VI)
//   Magnus     c rho V (w x v), V the volume
//   Kutta      circulation c rho cos(alpha) A (n x v), lift circulation x v. For an ellipsoid with half axes s, the area that it
//              shows to the flow is A = pi sqrt(sum_i a_i^4 v_i^2 / sum_i a_i^2 v_i^2) with a_i the product of the two other
//              half axes, and n ~ a_i^2 v_i is the surface normal where the flow stagnates
//   drag       -rho |v| (c_blunt A + c_slender (A_max - A)) v, and likewise for rotation with the moments of discs,
//              8/15 pi s_i max(s_j, s_k)^4
#include "smooth/force/fluid.h"

#include "math/vec3.h"
#include "smooth/awake.h"
#include "smooth/jacobian.h"

typedef struct {
  real density, viscosity, wind[3];
} Medium;

IG_INLINE void apply(const mjModel* m, ig_Data* d, ig_FluidFrame f, const real local[6]) {
  real force[3], torque[3];
  ig_mulmatvec3(torque, f.mat, local);
  ig_mulmatvec3(force, f.mat, local + 3);
  IG_NAME(ig_apply_wrench)(m, d, force, torque, f.pos, f.body, d->qfrc_fluid);
}

IG_INLINE real square(real x) { return x * x; }
IG_INLINE real fourth(real x) { return (x * x) * (x * x); }

static void box_model(const mjModel* m, ig_Data* d, const Medium* medium, int body) {
  ig_FluidFrame f = {d->xipos + 3 * body, d->ximat + 9 * body, body};
  real vel[6], box[3], inertia[3], frc[6], mass = ig_param(m, d, body_mass, body), zero = ig_broadcast(0);
  mask massless = ig_lt(mass, ig_broadcast(mjMINVAL));
  ig_param3(inertia, m, d, body_inertia, 3 * body);
  ig_fluid_box(box, inertia, mass);
  ig_fluid_velocity(m, d, medium->wind, f, vel);

  // friction of a sphere whose diameter is the mean edge
  real diameter = (box[0] + box[1] + box[2]) / 3.0;
  mask viscous = ig_lt(zero, medium->viscosity), dense = ig_lt(zero, medium->density);
  real spin = -mjPI * diameter * diameter * diameter * medium->viscosity, slide = -3.0 * mjPI * diameter * medium->viscosity;
  for (int k = 0; k < 3; k++) {
    frc[k] = ig_select(viscous, vel[k] * spin, zero);
    frc[3 + k] = ig_select(viscous, vel[3 + k] * slide, zero);
  }

  // drag on the two other edges of each axis
  for (int k = 0; k < 3; k++) {
    real a = box[k == 0 ? 1 : 0], b = box[k == 2 ? 1 : 2];
    real force = 0.5 * medium->density * a * b * ig_abs(vel[3 + k]) * vel[3 + k];
    real torque = medium->density * box[k] * (a * a * a * a + b * b * b * b) * ig_abs(vel[k]) * vel[k] / 64.0;
    frc[3 + k] = ig_select(dense, frc[3 + k] - force, frc[3 + k]);
    frc[k] = ig_select(dense, frc[k] - torque, frc[k]);
  }
  for (int k = 0; k < 6; k++) frc[k] = ig_select(massless, zero, frc[k]);
  apply(m, d, f, frc);
}

// the medium that moves along has momentum: what a rotating frame sees of it
IG_INLINE void added_mass(real frc[6], const real vel[6], real density, const ig_FluidCoef* c) {
  real linear[3], angular[3], term[3];
  for (int k = 0; k < 3; k++) {
    linear[k] = density * c->mass[k] * vel[3 + k];
    angular[k] = density * c->inertia[k] * vel[k];
  }
  ig_cross(term, linear, vel + 3);
  ig_addto3(frc, term);
  ig_cross(term, angular, vel);
  ig_addto3(frc, term);
  ig_cross(term, linear, vel);
  ig_addto3(frc + 3, term);
}

// largest moment of the ellipsoid's disc that is turned about an axis
IG_INLINE real disc_moment(const real s[3], int axis) {
  return 8.0 / 15.0 * mjPI * s[axis] * fourth(ig_max(s[(axis + 1) % 3], s[(axis + 2) % 3]));
}

static void lift_and_drag(real frc[6], const real vel[6], const Medium* medium, const real s[3], const ig_FluidCoef* c) {
  const real *spin = vel, *slide = vel + 3;
  real least = ig_broadcast(mjMINVAL), density = medium->density;
  real longest = ig_max(ig_max(s[0], s[1]), s[2]), shortest = ig_min(ig_min(s[0], s[1]), s[2]);
  real middle = s[0] + s[1] + s[2] - longest - shortest, speed = ig_norm3(slide);

  // Magnus: a turning body is pushed across its way
  real magnus[3], volume = 4.0 / 3.0 * mjPI * s[0] * s[1] * s[2];
  ig_cross(magnus, spin, slide);
  ig_scl3(magnus, magnus, c->magnus * density * volume);

  // area that the body shows to the flow, and the cosine between the flow and the surface there
  real area[3] = {s[1] * s[2], s[2] * s[0], s[0] * s[1]};
  real below = fourth(area[0]) * square(slide[0]) + fourth(area[1]) * square(slide[1]) + fourth(area[2]) * square(slide[2]);
  real above = square(area[0] * slide[0]) + square(area[1] * slide[1]) + square(area[2] * slide[2]);
  real shown = mjPI * ig_sqrt(below / ig_max(least, above));
  real cosine = above / ig_max(least, speed * below);

  // Kutta: lift across the flow, from the circulation around the body
  real normal[3], circulation[3], kutta[3];
  for (int k = 0; k < 3; k++) normal[k] = square(area[k]) * slide[k];
  ig_cross(circulation, normal, slide);
  ig_scl3(circulation, circulation, c->kutta * density * cosine * shown);
  ig_cross(kutta, circulation, slide);

  // drag: Stokes friction of a sphere of the mean size, and quadratic in the velocity
  real diameter = 2.0 / 3.0 * (s[0] + s[1] + s[2]), moment[3];
  real largest = 8.0 / 15.0 * mjPI * middle * fourth(longest), flat = mjPI * longest * middle;
  for (int k = 0; k < 3; k++) {
    real disc = disc_moment(s, k);
    moment[k] = spin[k] * (c->angular * disc + c->slender * (largest - disc));
  }
  real drag = medium->viscosity * (3.0 * mjPI * diameter) + density * speed * (shown * c->blunt + c->slender * (flat - shown));
  real twist = medium->viscosity * (mjPI * diameter * diameter * diameter) + density * ig_norm3(moment);
  for (int k = 0; k < 3; k++) {
    frc[k] -= twist * spin[k];
    frc[3 + k] += magnus[k] + kutta[k] - drag * slide[k];
  }
}

static void ellipsoid_model(const mjModel* m, ig_Data* d, const Medium* medium, int body) {
  int begin = m->body_geomadr[body];
  for (int geom = begin; geom < begin + m->body_geomnum[body]; geom++) {
    real numbers[mjNFLUID];
    ig_param_n(numbers, mjNFLUID, m, d, geom_fluid, mjNFLUID * geom);
    ig_FluidCoef c = ig_fluid_coef(numbers);
    if (ig_all(ig_eq(c.interaction, ig_broadcast(0)))) continue;
    ig_FluidFrame f = {d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, body};
    real vel[6], size[3], axes[3], frc[6];
    ig_fluid_velocity(m, d, medium->wind, f, vel);
    ig_param3(size, m, d, geom_size, 3 * geom);
    ig_fluid_ellipsoid(axes, size, m->geom_type[geom]);
    for (int k = 0; k < 6; k++) frc[k] = ig_broadcast(0);
    added_mass(frc, vel, medium->density, &c);
    lift_and_drag(frc, vel, medium, axes, &c);
    for (int k = 0; k < 6; k++) frc[k] = frc[k] * c.interaction;
    apply(m, d, f, frc);
  }
}

static bool wants_ellipsoid(const mjModel* m, int body) {
  int begin = m->body_geomadr[body];
  for (int geom = begin; geom < begin + m->body_geomnum[body]; geom++) {
    if (m->geom_fluid[mjNFLUID * geom] > 0) return true;
  }
  return false;
}

void IG_NAME(ig_fluid)(const mjModel* m, ig_Data* d) {
  Medium medium = {ig_option(m, d, density, 0), ig_option(m, d, viscosity, 0), {ig_broadcast(0)}};
  for (int k = 0; k < 3; k++) medium.wind[k] = ig_option(m, d, wind, k);
  ig_Subset bodies = ig_awake_bodies(ig_bodies_asleep(m, d), m, d);
  for (int b = 0; b < bodies.count; b++) {
    int body = ig_member(bodies, b);
    bool massless = ig_all(ig_lt(ig_param(m, d, body_mass, body), ig_broadcast(mjMINVAL)));
    if (massless || ig_last_dof(m, body) < 0) continue;
    if (wants_ellipsoid(m, body)) {
      ellipsoid_model(m, d, &medium, body);
    } else {
      box_model(m, d, &medium, body);
    }
  }
}
