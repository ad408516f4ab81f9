// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/shape.h"

#include <math.h>

#include "lane/elementary.h"
#include "math/vec3.h"
#include "spec/pose.h"

// surface of an ellipsoid by Thomsen's formula
static double ellipsoid_area(const double s[3]) {
  double p = 1.6075;
  double sum = ig_pow(s[0] * s[1], p) + ig_pow(s[1] * s[2], p) + ig_pow(s[2] * s[0], p);
  return 4 * IG_PI * ig_pow(sum / 3, 1 / p);
}

double ig_shape_measure(mjtGeom type, mjtGeomInertia kind, const double size[3]) {
  bool shell = kind == mjINERTIA_SHELL;
  double r = size[0], h = 2 * size[1];
  switch (type) {
    case mjGEOM_SPHERE: return shell ? 4 * IG_PI * r * r : 4 * IG_PI * r * r * r / 3;
    case mjGEOM_CAPSULE: return shell ? 4 * IG_PI * r * r + 2 * IG_PI * r * h : IG_PI * (r * r * h + 4 * r * r * r / 3);
    case mjGEOM_CYLINDER: return shell ? 2 * IG_PI * r * r + 2 * IG_PI * r * h : IG_PI * r * r * h;
    case mjGEOM_ELLIPSOID: return shell ? ellipsoid_area(size) : 4 * IG_PI * size[0] * size[1] * size[2] / 3;
    case mjGEOM_HFIELD:
    case mjGEOM_BOX:
      return shell ? 8 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]) : size[0] * size[1] * size[2] * 8;
    default: return 0;
  }
}

// two half balls at the ends of a tube, solid or hollow
static void capsule_moments(double I[3], bool shell, double r, double half, double mass) {
  double h = 2 * half, balls, across, along, shift;
  if (shell) {
    double ball_area = 4 * IG_PI * r * r, tube_area = 2 * IG_PI * r * h;
    balls = mass * ball_area / (ball_area + tube_area);
    double tube = mass - balls, centroid = r / 2, at = half + centroid;
    across = tube * (6 * r * r + h * h) / 12;
    along = tube * r * r;
    shift = balls * (at * at - centroid * centroid);
  } else {
    balls = mass * 4 * r / (4 * r + 3 * h);
    double tube = mass - balls;
    across = tube * (3 * r * r + h * h) / 12;
    along = tube * r * r / 2;
    shift = balls * h * (3 * r + 2 * h) / 8;
  }
  double ball = 2 * balls * r * r / (shell ? 3 : 5);
  I[0] = I[1] = across + (ball + shift);
  I[2] = along + ball;
}

static void cylinder_moments(double I[3], bool shell, double r, double half, double mass) {
  double h = 2 * half;
  if (!shell) {
    I[0] = I[1] = mass * (3 * r * r + h * h) / 12;
    I[2] = mass * r * r / 2;
    return;
  }
  // a tube and two discs
  double disc_area = IG_PI * r * r, tube_area = 2 * IG_PI * r * h;
  double disc = mass * disc_area / (2 * disc_area + tube_area), tube = mass - 2 * disc;
  I[0] = I[1] = tube * (6 * r * r + h * h) / 12 + 2 * (disc * r * r / 4 + disc * half * half);
  I[2] = tube * r * r + 2 * (disc * r * r / 2);
}

static void ellipsoid_solid(double I[3], const double s[3], double mass) {
  double xx = s[0] * s[0], yy = s[1] * s[1], zz = s[2] * s[2];
  ig_set3(I, mass * (yy + zz) / 5, mass * (xx + zz) / 5, mass * (xx + yy) / 5);
}

// a shell of thickness 1e-6 around it, as the difference of two solids
static void ellipsoid_shell(double I[3], const double s[3], double mass) {
  double skin = 1e-6, outer[3] = {s[0] + skin, s[1] + skin, s[2] + skin}, big[3], small[3];
  double inside = ig_shape_measure(mjGEOM_ELLIPSOID, mjINERTIA_VOLUME, s);
  double all = ig_shape_measure(mjGEOM_ELLIPSOID, mjINERTIA_VOLUME, outer);
  double density = mass / (all - inside);
  ellipsoid_solid(small, s, inside * density);
  ellipsoid_solid(big, outer, all * density);
  ig_sub3(I, big, small);
}

static void box_solid(double I[3], const double s[3], double mass) {
  double xx = s[0] * s[0], yy = s[1] * s[1], zz = s[2] * s[2];
  ig_set3(I, mass * (yy + zz) / 3, mass * (xx + zz) / 3, mass * (xx + yy) / 3);
}

// three pairs of plates, named by the axis they stand on
static void box_shell(double I[3], const double s[3], double mass) {
  double l[3] = {2 * s[0], 2 * s[1], 2 * s[2]};
  double area[3] = {l[1] * l[2], l[2] * l[0], l[0] * l[1]};
  double total = 2 * (area[2] + area[0] + area[1]);
  double plate[3], far[3], flat[3][3];
  for (int n = 0; n < 3; n++) {
    int j = (n + 1) % 3, k = (n + 2) % 3;
    plate[n] = mass * area[n] / total;
    far[n] = plate[n] * (s[n] * s[n]);
    flat[n][n] = plate[n] * (l[j] * l[j] + l[k] * l[k]) / 12;
    flat[n][j] = plate[n] * l[k] * l[k] / 12;
    flat[n][k] = plate[n] * l[j] * l[j] / 12;
  }
  I[0] = 2 * (far[2] + far[1] + flat[2][0] + flat[0][0] + flat[1][0]);
  I[1] = 2 * (far[2] + far[0] + flat[2][1] + flat[0][1] + flat[1][1]);
  I[2] = 2 * (far[0] + far[1] + flat[2][2] + flat[0][2] + flat[1][2]);
}

void ig_shape_moments(double moments[3], mjtGeom type, mjtGeomInertia kind, const double size[3], double mass) {
  bool shell = kind == mjINERTIA_SHELL;
  switch (type) {
    case mjGEOM_SPHERE: moments[0] = moments[1] = moments[2] = 2 * mass * size[0] * size[0] / (shell ? 3 : 5); break;
    case mjGEOM_CAPSULE: capsule_moments(moments, shell, size[0], size[1], mass); break;
    case mjGEOM_CYLINDER: cylinder_moments(moments, shell, size[0], size[1], mass); break;
    case mjGEOM_ELLIPSOID: (shell ? ellipsoid_shell : ellipsoid_solid)(moments, size, mass); break;
    case mjGEOM_HFIELD:
    case mjGEOM_BOX: (shell ? box_shell : box_solid)(moments, size, mass); break;
    default: ig_zero3(moments);
  }
}

double ig_shape_radius(mjtGeom type, const double size[3]) {
  switch (type) {
    case mjGEOM_SPHERE: return size[0];
    case mjGEOM_CAPSULE: return size[0] + size[1];
    case mjGEOM_CYLINDER: return sqrt(size[0] * size[0] + size[1] * size[1]);
    case mjGEOM_ELLIPSOID: return mjMAX(mjMAX(size[0], size[1]), size[2]);
    case mjGEOM_BOX:
    case mjGEOM_MESH:
    case mjGEOM_SDF: return ig_norm3(size);
    default: return 0;
  }
}

void ig_shape_box(double box[6], mjtGeom type, const double size[3]) {
  ig_zero3(box);
  switch (type) {
    case mjGEOM_SPHERE: ig_set3(box + 3, size[0], size[0], size[0]); break;
    case mjGEOM_CAPSULE: ig_set3(box + 3, size[0], size[0], size[0] + size[1]); break;
    case mjGEOM_CYLINDER: ig_set3(box + 3, size[0], size[0], size[1]); break;
    case mjGEOM_PLANE:
      // everything below the plane
      box[2] = -mjMAXVAL / 2;
      ig_set3(box + 3, mjMAXVAL, mjMAXVAL, mjMAXVAL / 2);
      break;
    default: ig_copy3(box + 3, size);
  }
}

void ig_hfield_bounds(double size[3], double box[6], double* radius, const double h[4]) {
  ig_set3(size, h[0], h[1], 0.25 * h[2] + 0.5 * h[3]);
  double low[3] = {-h[0], -h[1], -h[3]}, high[3] = {h[0], h[1], h[2]};
  for (int k = 0; k < 3; k++) box[k] = (high[k] + low[k]) / 2, box[3 + k] = (high[k] - low[k]) / 2;
  *radius = sqrt(h[0] * h[0] + h[1] * h[1] + mjMAX(h[2] * h[2], h[3] * h[3]));
}

// virtual mass coefficient along x of an ellipsoid with half axes (x, y, z):
//   kappa = int_0^inf xyz / sqrt((x^2+l)^3 (y^2+l) (z^2+l)) dl
// by 15 Gauss-Kronrod points u in [0, 1] with l = u^3 / (1-u)^2; columns: weight, l(u), dl/du
static double added_mass(double x, double y, double z) {
  static const double node[15][3] = {
      {0.01146766, 7.865151709349917e-08, 5.538677720489877e-05}, {0.03154605, 1.7347976913907274e-05, 0.002080868285293228},
      {0.05239501, 0.0003548008144506193, 0.016514126520723166},  {0.07032663, 0.002846636252924549, 0.07261900344370877},
      {0.08450236, 0.014094260903596077, 0.23985243401862602},    {0.09517529, 0.053063261727396636, 0.6868318249020725},
      {0.10221647, 0.17041978741317773, 1.8551129519182894},      {0.10474107, 0.5, 5.0},
      {0.10221647, 1.4036301548686991, 14.060031152313941},       {0.09517529, 3.9353484827022642, 43.28941239611009},
      {0.08450236, 11.644841677041734, 156.58546376397112},       {0.07032663, 39.53187807410903, 747.9826085305024},
      {0.05239501, 177.5711362220801, 5827.4042950027115},        {0.03154605, 1429.4772912937397, 116754.0197944512},
      {0.01146766, 54087.416549217705, 25482945.327264845},
  };
  double ix = 1.0 / (x * x), iy = 1.0 / (y * y), iz = 1.0 / (z * z);

  // lengths in units of the size keep the integrand of order one
  double scale = ig_pow(x * x * x * y * z, 0.4), sum = 0;
  for (int n = 0; n < 15; n++) {
    double l = scale * node[n][1];
    double a = 1 + l * ix;
    sum += scale * node[n][2] / (a * sqrt(a * (1 + l * iy) * (1 + l * iz))) * node[n][0];
  }
  return sum * ix;
}

// factor of the virtual moment about the axis that sees half axes a and b
static double added_inertia(double a, double b, double ka, double kb) {
  double aa = a * a, bb = b * b, dif = aa - bb;
  double low = fabs(2 * dif + (aa + bb) * (ka - kb));
  return dif * dif * fabs(kb - ka) / mjMAX(IG_EPS, low);
}

void ig_shape_fluid(double fluid[mjNFLUID], mjtGeom type, const double size[3], double ellipsoid, const double coefs[5]) {
  // half axes of the ellipsoid that stands for the shape
  double d[3] = {size[0], size[1], size[2]}, k[3];
  if (type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    d[1] = size[0];
    d[2] = type == mjGEOM_SPHERE ? size[0] : type == mjGEOM_CAPSULE ? size[1] + size[0] : size[1];
  }
  double volume = 4.0 / 3.0 * IG_PI * d[0] * d[1] * d[2];
  for (int i = 0; i < 3; i++) k[i] = added_mass(d[i], d[(i + 1) % 3], d[(i + 2) % 3]);

  fluid[0] = ellipsoid;
  for (int i = 0; i < 5; i++) fluid[1 + i] = coefs[i];
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    fluid[6 + i] = volume * k[i] / mjMAX(IG_EPS, 2 - k[i]);
    fluid[9 + i] = volume * added_inertia(d[a], d[b], k[a], k[b]) / 5;
  }
}
