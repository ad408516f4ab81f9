// SPDX-License-Identifier: Apache-2.0
#include "compile/flex/flex.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compile/flex/flex_elastic.h"
#include "compile/flex/flex_topology.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"

static bool fail(ig_Compiler* c, const ig_CFlex* flex, const char* why) {
  return ig_refuse(c, flex, "flex '%s': %s", ig_record_name(flex), why);
}

// ------------------------------------------------ sizes

static const char* check_settings(const ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int nelem = IG_COUNT(int, s->elem);
  if (s->dim < 1 || s->dim > 3) return "dim is not 1, 2 or 3";
  if (!nelem) return "it has no elements";
  if (nelem % (s->dim + 1)) return "the numbers of elem do not fill elements of dim + 1 vertices";
  if (nelem > INT_MAX / 24) return "too many elements";
  if (!ig_texts_count(s->vertbody) && !flex->interpolated) return "it names no bodies: neither vertbody nor nodebody";
  if (IG_COUNT(double, s->vert) % 3) return "the numbers of vert do not fill points of three";
  if (s->edgestiffness > 0 && s->dim > 1) return "edges have stiffness in dim 1 only; use elasticity";
  if (flex->interpolated && s->selfcollide != mjFLEXSELF_NONE) {
    return "trilinear interpolation cannot do self-collision: set selfcollide to none";
  }
  if (flex->interpolated && s->internal) return "trilinear interpolation cannot do internal contacts: set internal to false";
  return NULL;
}

static const char* set_sizes(ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int nbody = ig_texts_count(s->vertbody), nvert = IG_COUNT(double, s->vert) / 3;
  flex->nelem = IG_COUNT(int, s->elem) / (s->dim + 1);
  flex->nnode = ig_texts_count(s->nodebody);
  flex->nvert = nvert ? nvert : nbody;
  flex->centered = !nvert;
  flex->rigid = nvert && nbody == 1;
  if (flex->interpolated && (!nvert || nbody != nvert)) return "interpolation needs vert, and a vertbody for each";
  if (!flex->rigid && nbody != flex->nvert) return "vertbody names neither one body nor one for each vertex";
  if (flex->nvert < s->dim + 1) return "it has fewer vertices than one element needs";
  if (!flex->interpolated) return NULL;
  flex->order = flex->nnode == 8 ? 1 : 2;
  if (flex->nnode != 8 && flex->nnode != 27) return "interpolation works on 8 or 27 nodes";
  int nnode = IG_COUNT(double, s->node);
  return nnode && nnode != 3 * flex->nnode ? "node must have three numbers for each nodebody" : NULL;
}

static const char* check_elements(const ig_CFlex* flex) {
  int n = flex->s.dim + 1;
  for (int e = 0; e < flex->nelem; e++) {
    const int* vert = flex->elem + n * e;
    for (int i = 0; i < n; i++) {
      if (vert[i] < 0 || vert[i] >= flex->nvert) return "an element has a vertex id out of range";
      for (int j = 0; j < i; j++) {
        if (vert[i] == vert[j]) return "an element has the same vertex twice";
      }
    }
  }
  return NULL;
}

static const char* set_texcoord(ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  flex->texcoord = IG_ITEMS(float, s->texcoord);
  flex->ntexcoord = IG_COUNT(float, s->texcoord);
  flex->elemtexcoord = IG_ITEMS(int, s->elemtexcoord);
  flex->nelemtexcoord = IG_COUNT(int, s->elemtexcoord);
  if (!flex->ntexcoord) return NULL;
  if (!flex->nelemtexcoord) {
    // three per element, whatever its dimension, of the elements as they were given
    int all = (s->dim + 1) * flex->nelem;
    if (flex->ntexcoord != 2 * flex->nvert) return "texcoord has not two numbers for each vertex";
    flex->elemtexcoord = IG_ITEMS(int, s->elem);
    flex->nelemtexcoord = 3 * flex->nelem < all ? 3 * flex->nelem : all;
  }
  if (flex->nelemtexcoord > (s->dim + 1) * flex->nelem) return "elemtexcoord has more numbers than elem";
  for (int i = 0; i < flex->nelemtexcoord; i++) {
    int at = flex->elemtexcoord[i];
    if (at < 0 || at >= flex->ntexcoord / 2) return "elemtexcoord out of range";
  }
  return NULL;
}

// ------------------------------------------------ references

static bool find_bodies(ig_Compiler* c, const ig_CFlex* flex, const void* names, ig_CBody** body) {
  for (int i = 0; i < ig_texts_count(names); i++) {
    const char* name = ig_texts_at(names, i);
    // many vertices in a row may be in one body
    bool again = i && !strcmp(ig_record_name(body[i - 1]), name);
    body[i] = again ? body[i - 1] : (ig_CBody*)(void*)ig_lookup(c, mjOBJ_BODY, name);
    // bodies that were fused with their parent are no more
    if (!body[i] || body[i]->r.from->id < 0) {
      return ig_refuse(c, flex, "flex '%s': body '%s' not found", ig_record_name(flex), name);
    }
  }
  return true;
}

static bool find_references(ig_Compiler* c, ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int nbody = ig_texts_count(s->vertbody);
  bool bends = s->dim == 2 && (s->elastic2d == 1 || s->elastic2d == 3);
  if (!ig_text_empty(s->material)) {
    flex->material = ig_lookup(c, mjOBJ_MATERIAL, ig_text(s->material));
    if (!flex->material) {
      return ig_refuse(c, flex, "flex '%s': material '%s' not found", ig_record_name(flex), ig_text(s->material));
    }
  }
  flex->vertbody = IG_NEW(&c->arena, nbody, ig_CBody*);
  flex->nodebody = IG_NEW(&c->arena, flex->nnode, ig_CBody*);
  if (!flex->vertbody || !flex->nodebody) return fail(c, flex, "out of memory");
  if (!find_bodies(c, flex, s->vertbody, flex->vertbody) || !find_bodies(c, flex, s->nodebody, flex->nodebody)) return false;
  bool one = true;
  for (int i = 0; i < nbody; i++) {
    if (bends && flex->vertbody[i]->joints.n != 3) return fail(c, flex, "bending needs bodies of three joints: no pins");
    one = one && flex->vertbody[i] == flex->vertbody[0];
  }
  if (one && !flex->interpolated) flex->rigid = true;
  return true;
}

// ------------------------------------------------ places

// of points in bodies; no offsets: the bodies' own
static void place(double* xpos, int n, ig_CBody* const* body, bool one, const double* offset) {
  for (int i = 0; i < n; i++) {
    const ig_CBody* at = body[one ? 0 : i];
    double arm[3] = {0};
    if (offset) ig_rotvecquat(arm, offset + 3 * i, at->xquat);
    ig_add3(xpos + 3 * i, at->xpos, arm);
  }
}

// ------------------------------------------------ boxes

// a tree over the elements, of tetrahedra only those near enough to the border
static bool make_tree(ig_Compiler* c, ig_CFlex* flex) {
  static const double origin[3] = {0}, unturned[4] = {1, 0, 0, 0};
  ig_BvhLeaf* leaves = IG_NEW(&c->arena, flex->nelem, ig_BvhLeaf);
  double* boxes = IG_NEW(&c->arena, 6 * flex->nelem, double);
  ig_Bvh* tree = &flex->tree;
  int n = 0, size = ig_bvh_size(flex->nelem);
  tree->box = IG_NEW(&c->arena, 6 * size, double);
  tree->child = IG_NEW(&c->arena, 2 * size, int);
  tree->id = IG_NEW(&c->arena, size, int);
  tree->depth = IG_NEW(&c->arena, size, int);
  if (!leaves || !boxes || !tree->box || !tree->child || !tree->id || !tree->depth) return false;
  for (int e = 0; e < flex->nelem; e++) {
    if (flex->s.dim == 3 && flex->layer[e] >= flex->s.activelayers) continue;
    double* box = boxes + 6 * e;
    const int* v = flex->elem + (flex->s.dim + 1) * e;
    for (int k = 0; k < 3; k++) {
      double low = flex->xpos[3 * v[0] + k], high = low;
      for (int i = 1; i <= flex->s.dim; i++) {
        low = mjMIN(low, flex->xpos[3 * v[i] + k]);
        high = mjMAX(high, flex->xpos[3 * v[i] + k]);
      }
      box[k] = 0.5 * (high + low);
      box[3 + k] = 0.5 * (high - low) + flex->s.radius;
    }
    leaves[n++] = (ig_BvhLeaf){.id = e, .pos = box, .box = box};
  }
  return ig_bvh_build(tree, origin, unturned, leaves, n);
}

bool ig_compile_flex(ig_Compiler* c, void* record) {
  ig_CFlex* flex = record;
  const mjsFlex* s = &flex->s;
  flex->interpolated = ig_texts_count(s->nodebody) > 0;
  const char* wrong = check_settings(flex);
  if (!wrong) wrong = set_sizes(flex);
  if (wrong) return fail(c, flex, wrong);

  int nelem = IG_COUNT(int, s->elem);
  flex->elem = IG_NEW(&c->arena, nelem, int);
  flex->xpos = IG_NEW(&c->arena, 3 * (size_t)flex->nvert, double);
  flex->vert0 = IG_NEW(&c->arena, 3 * (size_t)flex->nvert, double);
  flex->nodexpos = IG_NEW(&c->arena, 3 * (size_t)flex->nnode, double);
  if (!flex->elem || !flex->xpos || !flex->vert0 || !flex->nodexpos) return fail(c, flex, "out of memory");
  memcpy(flex->elem, IG_ITEMS(int, s->elem), (size_t)nelem * sizeof(int));

  wrong = check_elements(flex);
  if (!wrong) wrong = set_texcoord(flex);
  if (wrong) return fail(c, flex, wrong);
  if (!find_references(c, flex)) return false;

  // places in the world; without offsets, a vertex or node is where its body is
  const double *vert = IG_ITEMS(double, s->vert), *node = IG_ITEMS(double, s->node);
  flex->centered =
      flex->interpolated ? ig_all_zero(node, IG_COUNT(double, s->node)) : ig_all_zero(vert, IG_COUNT(double, s->vert));
  place(flex->xpos, flex->nvert, flex->vertbody, flex->rigid, flex->centered && !flex->interpolated ? NULL : vert);
  place(flex->nodexpos, flex->nnode, flex->nodebody, false, flex->centered ? NULL : node);
  // files and specs can have any number: nothing below can be made of one that is not finite
  for (int i = 0; i < 3 * flex->nvert; i++) {
    if (!isfinite(flex->xpos[i])) return fail(c, flex, "a vertex is not at a finite place");
  }
  for (int i = 0; i < 3 * flex->nnode; i++) {
    if (!isfinite(flex->nodexpos[i])) return fail(c, flex, "a node is not at a finite place");
  }
  // tetrahedra whose first face, seen from outside, turns the wrong way
  for (int e = 0; s->dim == 3 && e < flex->nelem; e++) {
    int* v = flex->elem + 4 * e;
    double side[3][3], normal[3];
    for (int k = 0; k < 3; k++) ig_sub3(side[k], flex->xpos + 3 * v[k + 1], flex->xpos + 3 * v[0]);
    ig_cross(normal, side[0], side[1]);
    if (ig_dot3(normal, side[2]) <= 0) continue;
    int middle = v[1];
    v[1] = v[2];
    v[2] = middle;
  }
  if (!ig_flex_make_edges(c, flex)) return fail(c, flex, "out of memory");
  if (!ig_flex_make_elastic(c, flex)) return false;
  if (!ig_flex_make_border(c, flex) || !make_tree(c, flex)) return fail(c, flex, "out of memory");

  // vertices relative to the box around all
  const double* box = flex->tree.box;
  for (int k = 0; k < 3; k++) {
    flex->size[k] = flex->tree.n ? box[3 + k] - s->radius : 0;
    for (int i = 0; i < flex->nvert; i++) {
      bool wide = flex->size[k] > mjMINVAL;
      flex->vert0[3 * i + k] = wide ? (flex->xpos[3 * i + k] - box[k]) / (2 * flex->size[k]) + 0.5 : 0.5;
    }
  }
  return true;
}

// ------------------------------------------------ counting

// dofs of bodies and all above them, each body once per round
typedef struct DofCount_ {
  int* round;  // per body: when it was counted last
  int now;
  int64_t dofs;
} DofCount;

static void add_chain(DofCount* count, const ig_CBody* body) {
  for (; body && count->round[body->r.id] != count->now; body = body->parent) {
    count->round[body->r.id] = count->now;
    count->dofs += body->dofnum;
  }
}

// entries of the Jacobians of edges, and of vertices with their neighbours
static void count_jacobians(ig_Compiler* c, const ig_CFlex* flex, DofCount* count) {
  int64_t before = count->dofs;
  for (int e = 0; e < flex->nedge; e++) {
    count->now++;
    add_chain(count, flex->vertbody[flex->edge[2 * e]]);
    add_chain(count, flex->vertbody[flex->edge[2 * e + 1]]);
  }
  c->n.nJfe += count->dofs - before;
  before = count->dofs;

  // ends of the edges around each vertex
  int *adr = IG_NEW(&c->arena, flex->nvert + 1, int), *other = IG_NEW(&c->arena, 2 * (size_t)flex->nedge, int);
  for (int i = 0; i < 2 * flex->nedge; i++) adr[flex->edge[i] + 1]++;
  for (int v = 0; v < flex->nvert; v++) adr[v + 1] += adr[v];
  for (int i = 2 * flex->nedge - 1; i >= 0; i--) other[--adr[flex->edge[i] + 1]] = flex->edge[i ^ 1];
  for (int v = 0; v < flex->nvert; v++) {
    int end = v + 1 < flex->nvert ? adr[v + 2] : 2 * flex->nedge;
    count->now++;
    add_chain(count, flex->vertbody[v]);
    for (int i = adr[v + 1]; i < end; i++) add_chain(count, flex->vertbody[other[i]]);
  }
  c->n.nJfv += count->dofs - before;
}

void ig_count_flex_jacobians(ig_Compiler* c) {
  const ig_Records* list = &c->list[mjOBJ_FLEX];
  DofCount count = {.round = IG_NEW(&c->arena, c->list[mjOBJ_BODY].n, int)};
  for (int i = 0; i < list->n; i++) {
    const ig_CFlex* flex = IG_RECORD(ig_CFlex, *list, i);
    if (!flex->interpolated && !flex->rigid) count_jacobians(c, flex, &count);
  }
}

void ig_count_flex(mjModel* n, const void* record) {
  const ig_CFlex* flex = record;
  int dim = flex->s.dim;
  n->nflexnode += flex->nnode;
  n->nflexvert += flex->nvert;
  n->nflexedge += flex->nedge;
  n->nflexelem += flex->nelem;
  n->nflexelemdata += flex->nelem * (dim + 1);
  n->nflexelemedge += flex->nelem * ig_flex_nedge[dim - 1];
  n->nflexshelldata += flex->nshell * dim;
  n->nflexevpair += flex->nevpair;
  n->nflextexcoord += flex->ntexcoord / 2;
  n->nbvhdynamic += flex->tree.n;
}

// ------------------------------------------------ model

static void write_settings(mjModel* m, const ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int id = flex->r.id;
  m->flex_contype[id] = s->contype, m->flex_conaffinity[id] = s->conaffinity;
  m->flex_condim[id] = s->condim, m->flex_priority[id] = s->priority;
  m->flex_solmix[id] = s->solmix;
  IG_PUT(m->flex_solref, id, s->solref, mjNREF);
  IG_PUT(m->flex_solimp, id, s->solimp, mjNIMP);
  IG_PUT(m->flex_friction, id, s->friction, 3);
  m->flex_margin[id] = s->margin, m->flex_gap[id] = s->gap;
  m->flex_internal[id] = s->internal, m->flex_selfcollide[id] = s->selfcollide;
  m->flex_activelayers[id] = s->activelayers, m->flex_passive[id] = s->passive;
  m->flex_dim[id] = s->dim, m->flex_matid[id] = ig_id(flex->material), m->flex_group[id] = s->group;
  m->flex_interp[id] = flex->order;
  m->flex_radius[id] = s->radius;
  IG_PUT(m->flex_size, id, flex->size, 3);
  m->flex_damping[id] = s->damping;
  m->flex_edgestiffness[id] = s->edgestiffness, m->flex_edgedamping[id] = s->edgedamping;
  m->flex_rigid[id] = flex->rigid, m->flex_centered[id] = flex->centered, m->flex_flatskin[id] = s->flatskin;
  IG_PUT(m->flex_rgba, id, s->rgba, 4);
}

// whether edges (1) or vertices (2) are held by an equality; the first one decides
static int held_by(const ig_Compiler* c, const ig_CFlex* flex) {
  for (int i = 0; i < c->list[mjOBJ_EQUALITY].n; i++) {
    const ig_CEquality* eq = IG_RECORD(ig_CEquality, c->list[mjOBJ_EQUALITY], i);
    if (!ig_text_is(eq->s.name1, ig_record_name(flex))) continue;
    if (eq->s.type == mjEQ_FLEX) return 1;
    if (eq->s.type == mjEQ_FLEXVERT) return 2;
  }
  return 0;
}

static void put_ints(int* to, const int* from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof(int));
}

static void put_numbers(mjtNum* to, const double* from, int64_t n) {
  if (n) memcpy(to, from, (size_t)n * sizeof(mjtNum));
}

static void write_points(mjModel* m, const ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int vertadr = m->flex_vertadr[flex->r.id], nodeadr = m->flex_nodeadr[flex->r.id];
  for (int i = 0; i < flex->nvert; i++) {
    m->flex_vertbodyid[vertadr + i] = flex->interpolated ? -1 : ig_id(flex->vertbody[flex->rigid ? 0 : i]);
  }
  for (int i = 0; i < flex->nnode; i++) m->flex_nodebodyid[nodeadr + i] = ig_id(flex->nodebody[i]);
  if (!flex->centered || flex->interpolated) put_numbers(m->flex_vert + 3 * vertadr, IG_ITEMS(double, s->vert), 3 * flex->nvert);
  if (!flex->centered && flex->interpolated) put_numbers(m->flex_node + 3 * nodeadr, IG_ITEMS(double, s->node), 3 * flex->nnode);
  put_numbers(m->flex_vert0 + 3 * vertadr, flex->vert0, 3 * flex->nvert);
  put_numbers(m->flex_node0 + 3 * nodeadr, flex->nodexpos, 3 * flex->nnode);
}

static void write_edges(mjModel* m, const ig_CFlex* flex) {
  const mjsFlex* s = &flex->s;
  int adr = m->flex_edgeadr[flex->r.id];
  bool bends = s->dim == 2 && (s->elastic2d == 1 || s->elastic2d == 3);
  put_ints(m->flex_edge + 2 * adr, flex->edge, 2 * flex->nedge);
  if (flex->bending) put_numbers(m->flex_bending + IG_FLEX_EDGE_BENDING * adr, flex->bending, IG_FLEX_EDGE_BENDING * flex->nedge);
  for (int e = 0; e < flex->nedge; e++) {
    const int* end = flex->edge + 2 * e;
    bool welded = flex->rigid;
    if (!flex->rigid && !flex->interpolated) welded = flex->vertbody[end[0]]->weldid == flex->vertbody[end[1]]->weldid;
    m->flexedge_rigid[adr + e] = welded;
    for (int k = 0; k < 2; k++) m->flex_edgeflap[2 * (adr + e) + k] = bends ? flex->flap[4 * e + 2 + k] : -1;
  }
}

static void write_elements(mjModel* m, const ig_CFlex* flex) {
  int id = flex->r.id, dim = flex->s.dim, data = m->flex_elemdataadr[id], count = (dim + 1) * flex->nelem;
  put_ints(m->flex_elem + data, flex->elem, count);
  put_ints(m->flex_elemedge + m->flex_elemedgeadr[id], flex->elemedge, ig_flex_nedge[dim - 1] * flex->nelem);
  put_ints(m->flex_elemlayer + m->flex_elemadr[id], flex->layer, flex->nelem);
  if (flex->stiffness) {
    put_numbers(m->flex_stiffness + (int64_t)IG_FLEX_ELEM_STIFFNESS * m->flex_elemadr[id], flex->stiffness,
                (int64_t)IG_FLEX_ELEM_STIFFNESS * flex->nelem);
  }
  if (flex->nshell) put_ints(m->flex_shell + m->flex_shelldataadr[id], flex->shell, dim * flex->nshell);
  if (flex->nevpair) put_ints(m->flex_evpair + 2 * m->flex_evpairadr[id], flex->evpair, 2 * flex->nevpair);
  if (flex->ntexcoord) {
    memcpy(m->flex_texcoord + 2 * m->flex_texcoordadr[id], flex->texcoord, (size_t)flex->ntexcoord * sizeof(float));
    put_ints(m->flex_elemtexcoord + data, flex->elemtexcoord, flex->nelemtexcoord);
  } else {
    put_ints(m->flex_elemtexcoord + data, flex->elem, count);
  }
}

void ig_write_flex(const ig_Compiler* c, const void* record) {
  const ig_CFlex* flex = record;
  mjModel* m = c->model;
  write_settings(m, flex);
  // nodes of flexes come after those of bodies and meshes
  int id = flex->r.id;
  m->flex_vertadr[id] = (int)c->at.nflexvert, m->flex_vertnum[id] = flex->nvert;
  m->flex_nodeadr[id] = (int)c->at.nflexnode, m->flex_nodenum[id] = flex->nnode;
  m->flex_edgeadr[id] = (int)c->at.nflexedge, m->flex_edgenum[id] = flex->nedge;
  m->flex_elemadr[id] = (int)c->at.nflexelem, m->flex_elemnum[id] = flex->nelem;
  m->flex_elemdataadr[id] = (int)c->at.nflexelemdata;
  m->flex_elemedgeadr[id] = (int)c->at.nflexelemedge;
  m->flex_shelldataadr[id] = flex->nshell ? (int)c->at.nflexshelldata : -1, m->flex_shellnum[id] = flex->nshell;
  m->flex_evpairadr[id] = flex->nevpair ? (int)c->at.nflexevpair : -1, m->flex_evpairnum[id] = flex->nevpair;
  m->flex_texcoordadr[id] = flex->ntexcoord ? (int)c->at.nflextexcoord : -1;
  m->flex_bvhadr[id] = flex->tree.n ? (int)(m->nbvhstatic + c->at.nbvhdynamic) : -1, m->flex_bvhnum[id] = flex->tree.n;
  m->flex_edgeequality[id] = held_by(c, flex);
  write_points(m, flex);
  write_edges(m, flex);
  write_elements(m, flex);
  // boxes of the tree are found while stepping
  const ig_Bvh* tree = &flex->tree;
  int adr = m->flex_bvhadr[id];
  if (!tree->n) return;
  put_ints(m->bvh_child + 2 * adr, tree->child, 2 * tree->n);
  put_ints(m->bvh_depth + adr, tree->depth, tree->n);
  put_ints(m->bvh_nodeid + adr, tree->id, tree->n);
}
