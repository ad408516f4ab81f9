// SPDX-License-Identifier: Apache-2.0
// Elastic energy of flexes, as matrices that the compiler prepares and each step only multiplies.
//
// Saint Venant-Kirchhoff on simplices. With the right Cauchy-Green tensor C = F^T F of the deformation, the Green strain is
// E = (C - 1) / 2 and the energy density mu E:E + la/2 tr(E)^2, with the Lame constants mu = Y / (2 (1 + nu)) and
// la = Y nu / ((1 + nu) (1 - 2 nu)). On a simplex with linear shape functions C is fixed by the squared lengths of the edges
// alone:
//   E = sum over edges e of (l_e^2 - L_e^2) T_e,   T_e = -(g_i g_j^T + g_j g_i^T) / 4,
// where e joins corners i and j, and g_i is the gradient of the barycentric coordinate of i, the inward normal of the side across
// from it over its height. So the energy is a quadratic form in the six (three) changes of squared length, and that form, the
// metric, is all that is kept (Delingette 2008, "Triangular Springs for Modeling Nonlinear Membranes", and the same author's
// tetrahedra).
//
// Bending of surfaces: quadratic in the positions of the four vertices around an edge, with cotangent weights (Bergou, Wardetzky,
// Harmon, Zorin, Grinspun 2006, "A Quadratic Bending Model for Inextensible Surfaces"; Wardetzky and others 2007, "Discrete
// Quadratic Curvature Energies"); a shell that is curved at rest adds the cubic term of Garg, Grinspun, Wardetzky, Zorin 2007,
// "Cubic Shells".
//
// Interpolated flexes: vertices follow a grid of 2^3 or 3^3 nodes with Lagrange shape functions; linear elasticity over the box
// of the nodes, integrated by Gauss points, gives one stiffness matrix, used in a frame that turns along with the body
// (corotated, Mueller and Gross 2004, "Interactive Virtual Materials").
#include "compile/flex/flex_elastic.h"

#include <math.h>

#include "lane/elementary.h"
#include "math/vec3.h"
#include "smooth/flex/flex_shape.h"
#include "spec/pose.h"

enum { MAX_NODE = 27 };

// ------------------------------------------------ elements
// The strain of a simplex is a sum over its edges: change of the squared length times a matrix that belongs to the
// edge. That matrix is the symmetric product of the normals of two sides that do not hold the edge, scaled.

static void symmetric_product(double basis[9], const double a[3], const double b[3], double scale) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) basis[3 * i + j] = (a[i] * b[j] + b[i] * a[j]) / scale;
  }
}

// area of a triangle; the edge across from corner k gets the product of the normals, in the plane, of the other two
static double triangle_basis(double basis[6][9], const double* x, const int* v) {
  double side1[3], side2[3], normal[3], out1[3], out2[3];
  ig_sub3(side1, x + 3 * v[1], x + 3 * v[0]);
  ig_sub3(side2, x + 3 * v[2], x + 3 * v[0]);
  ig_cross(normal, side1, side2);
  double area = ig_make_unit(normal, 3) / 2;
  for (int k = 0; k < 3; k++) {
    const double* corner = x + 3 * v[k];
    ig_sub3(side1, x + 3 * v[(k + 1) % 3], corner);
    ig_sub3(side2, x + 3 * v[(k + 2) % 3], corner);
    ig_cross(normal, side1, side2);
    ig_make_unit(normal, 3);
    ig_cross(out1, side1, normal);
    ig_cross(out2, normal, side2);
    symmetric_product(basis[k], out2, out1, 8 * area * area);
  }
  return area;
}

// volume of a tetrahedron
static double tetrahedron_basis(double basis[6][9], const double* x, const int* v) {
  static const int faces[4][3] = {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int faces_of_edge[6][2] = {{2, 3}, {1, 3}, {2, 1}, {1, 0}, {0, 2}, {0, 3}};
  double side1[3], side2[3], side3[3], cross[3], normal[4][3];
  ig_sub3(side1, x + 3 * v[1], x + 3 * v[0]);
  ig_sub3(side2, x + 3 * v[2], x + 3 * v[0]);
  ig_sub3(side3, x + 3 * v[3], x + 3 * v[0]);
  ig_cross(cross, side1, side2);
  double volume = ig_dot3(cross, side3) / 6;
  for (int f = 0; f < 4; f++) {
    const double* corner = x + 3 * v[faces[f][0]];
    ig_sub3(side1, x + 3 * v[faces[f][1]], corner);
    ig_sub3(side2, x + 3 * v[faces[f][2]], corner);
    ig_cross(normal[f], side1, side2);
  }
  for (int e = 0; e < 6; e++) {
    symmetric_product(basis[e], normal[faces_of_edge[e][0]], normal[faces_of_edge[e][1]], 36 * 2 * volume * volume);
  }
  return volume;
}

// upper triangle of the metric that makes an energy of the edges: mu E:E + la tr(E)^2
static void strain_metric(double* metric, int nedge, const double basis[6][9], double mu, double la) {
  double trace[6];
  for (int e = 0; e < nedge; e++) trace[e] = basis[e][0] + basis[e][4] + basis[e][8];
  for (int a = 0; a < nedge; a++) {
    for (int b = a; b < nedge; b++) {
      double product = 0;
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) product += basis[a][3 * i + j] * basis[b][3 * j + i];
      }
      *metric++ = mu * product + la * trace[b] * trace[a];
    }
  }
}

// ------------------------------------------------ bending

typedef struct Corner_ {
  double a[3], b[3];  // sides that leave it
  double cot, area;   // of the angle between them, of the triangle
} Corner;

static Corner make_corner(const double* x, int at, int to1, int to2) {
  Corner corner;
  double normal[3];
  ig_sub3(corner.a, x + 3 * to1, x + 3 * at);
  ig_sub3(corner.b, x + 3 * to2, x + 3 * at);
  ig_cross(normal, corner.a, corner.b);
  double length = sqrt(ig_dot3(normal, normal));
  corner.cot = ig_dot3(corner.a, corner.b) / length;
  corner.area = length / 2;
  return corner;
}

// quadratic energy of the two triangles at an edge (cotangent weights), and the curvature of the rest shape
static void edge_bending(double* bending, const double* x, const int v[4], double mu, double thickness) {
  Corner near0 = make_corner(x, v[0], v[1], v[2]), far0 = make_corner(x, v[0], v[3], v[1]);
  Corner near1 = make_corner(x, v[1], v[2], v[0]), far1 = make_corner(x, v[1], v[0], v[3]);
  double weight[4] = {near1.cot + far1.cot, near0.cot + far0.cot, -(near0.cot + near1.cot), -(far0.cot + far1.cot)};
  double stiffness = 3 * mu * ig_pow(thickness, 3) / (24 * (near0.area + far1.area));

  // heights of the triangles over the edge, times its length: their angle
  double height1[3], height2[3], normal[3];
  for (int k = 0; k < 3; k++) {
    height1[k] = -(near1.cot * near0.b[k] + near0.cot * near1.a[k]);
    height2[k] = -(far1.cot * far0.a[k] + far0.cot * far1.b[k]);
  }
  double square = ig_dot3(near0.a, near0.a), cosine = -ig_dot3(height1, height2) / square;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) bending[4 * i + j] = weight[i] * weight[j] * cosine * stiffness;
  }
  ig_cross(normal, near0.a, near0.b);
  bending[16] = ig_dot3(normal, far0.a) * (near0.cot - near1.cot) * (far1.cot - far0.cot) * stiffness / (square * sqrt(square));
}

// ------------------------------------------------ nodes
// Vertices that follow a grid of nodes share one linear stiffness matrix over all node coordinates, integrated by
// Gauss points over the box of the nodes.

// on 0 to 1; the outer points of the quadratic rule lie outside, as in MuJoCo
static void gauss_points(double* point, double* weight, int order) {
  bool three = order == 2;
  double outer = 0.5 / sqrt(three ? 3. / 5. : 3.);
  int n = 0;
  if (three) point[n] = 0.5, weight[n++] = 0.5 * (8. / 9.);
  for (int side = -1; side <= 1; side += 2) point[n] = side * outer + 0.5, weight[n++] = three ? 0.5 * (5. / 9.) : 0.5;
}

// gradients of all shape functions at a point of the box, by box coordinates of unit length inv
static void shape_gradients(double (*gradient)[3], const double at[3], const double inv[3], int order) {
  ig_LineShape line[3];
  for (int axis = 0; axis < 3; axis++) line[axis] = ig_line_shape(at[axis], order);
  for (int i = 0; i < (order + 1) * (order + 1) * (order + 1); i++) {
    int b[3] = {i / ((order + 1) * (order + 1)), i / (order + 1) % (order + 1), i % (order + 1)};
    for (int k = 0; k < 3; k++) {
      double product = 1;
      for (int axis = 0; axis < 3; axis++) {
        double factor = axis == k ? line[axis].slope[b[axis]] : line[axis].value[b[axis]];
        product = axis ? product * factor : factor;
      }
      gradient[i][k] = inv[k] * product;
    }
  }
}

// tr(sym(A) sym(B)) where A has only row k, which is a, and B only row l, which is b
static double strain_product(const double a[3], int k, const double b[3], int l) {
  double A[3][3] = {{0}}, B[3][3] = {{0}}, sum = 0;
  for (int i = 0; i < 3; i++) {
    A[k][i] += a[i] / 2, A[i][k] += a[i] / 2;
    B[l][i] += b[i] / 2, B[i][l] += b[i] / 2;
  }
  for (int i = 0; i < 3; i++) sum += A[i][0] * B[0][i] + A[i][1] * B[1][i] + A[i][2] * B[2][i];
  return sum;
}

static void add_point(double* K, int nnode, double (*gradient)[3], double la, double mu, double volume) {
  for (int i = 0; i < nnode; i++) {
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < nnode; j++) {
        double* entry = K + 3 * nnode * (3 * i + k) + 3 * j;
        for (int l = 0; l < 3; l++) {
          entry[l] -= la * gradient[i][k] * gradient[j][l] * volume;
          entry[l] -= mu * strain_product(gradient[i], k, gradient[j], l) * volume;
        }
      }
    }
  }
}

static void node_stiffness(const ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  double point[3], weight[3], gradient[MAX_NODE][3], size[3], inv[3];
  double la = s->young * s->poisson / (1 + s->poisson) / (1 - 2 * s->poisson), mu = s->young / (2 * (1 + s->poisson));
  int n = flex->order + 1;
  gauss_points(point, weight, flex->order);
  ig_sub3(size, flex->nodexpos + 3 * (flex->nnode - 1), flex->nodexpos);
  for (int k = 0; k < 3; k++) inv[k] = 1.0 / size[k];
  double box = size[0] * size[1] * size[2];
  for (int i = 0; i < n * n * n; i++) {
    int p[3] = {i / (n * n), i / n % n, i % n};
    double at[3] = {point[p[0]], point[p[1]], point[p[2]]};
    shape_gradients(gradient, at, inv, flex->order);
    add_point(flex->stiffness, flex->nnode, gradient, la, mu, weight[p[0]] * weight[p[1]] * weight[p[2]] * box);
  }
}

// ------------------------------------------------ all

static bool make_bending(ig_Compiler* c, ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  if (s->thickness < 0) return ig_refuse(c, flex, "flex '%s': bending needs a thickness", ig_record_name(flex));
  flex->bending = IG_NEW(&c->arena, IG_FLEX_EDGE_BENDING * (size_t)flex->nedge, double);
  if (!flex->bending) return ig_refuse(c, flex, "out of memory");
  for (int e = 0; e < flex->nedge; e++) {
    const int* flap = flex->flap + 4 * e;
    if (flap[3] < 0) continue;
    edge_bending(flex->bending + IG_FLEX_EDGE_BENDING * e, flex->xpos, flap, s->young / (2 * (1 + s->poisson)), s->thickness);
  }
  return true;
}

bool ig_flex_make_elastic(ig_Compiler* c, ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  if (!(s->young > 0)) return true;
  if (!(s->poisson >= 0 && s->poisson < 0.5)) {
    return ig_refuse(c, flex, "flex '%s': poisson is not from 0 to below 0.5", ig_record_name(flex));
  }
  flex->stiffness = IG_NEW(&c->arena, IG_FLEX_ELEM_STIFFNESS * (size_t)flex->nelem, double);
  if (!flex->stiffness) return ig_refuse(c, flex, "out of memory");
  if (flex->interpolated) {
    // the matrix of the nodes stands where the stiffness of the elements would
    int entries = 9 * flex->nnode * flex->nnode, least = (entries + IG_FLEX_ELEM_STIFFNESS - 1) / IG_FLEX_ELEM_STIFFNESS;
    if (flex->nelem < least) {
      return ig_refuse(c, flex, "flex '%s': interpolation with elasticity needs at least %d elements, it has %d",
                       ig_record_name(flex), least, flex->nelem);
    }
    node_stiffness(flex);
  } else if (s->dim == 3 || (s->dim == 2 && s->elastic2d >= 2 && s->thickness > 0)) {
    bool flat = s->dim == 2;
    for (int e = 0; e < flex->nelem; e++) {
      double basis[6][9];
      const int* v = flex->elem + (s->dim + 1) * e;
      double volume = fabs(flat ? triangle_basis(basis, flex->xpos, v) : tetrahedron_basis(basis, flex->xpos, v));
      double thickness = flat ? s->thickness : 4;
      double mu = s->young / (2 * (1 + s->poisson)) * volume / 4 * thickness;
      double la = s->young * s->poisson / ((1 + s->poisson) * (1 - 2 * s->poisson)) * volume / 4 * thickness;
      strain_metric(flex->stiffness + IG_FLEX_ELEM_STIFFNESS * e, flat ? 3 : 6, basis, mu, la);
    }
  }
  bool bends = s->dim == 2 && (s->elastic2d == 1 || s->elastic2d == 3);
  return !bends || make_bending(c, flex);
}
