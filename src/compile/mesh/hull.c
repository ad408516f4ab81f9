// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/hull.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#include "base/platform/listener.h"
#include "base/scope.h"

// work per distance of a point to a plane, of which qhull keeps count, and the new faces after which it reports
enum { ERROR_SIZE = 200, DISTANCE_WORK = 50, REPORT = 100 };

typedef struct Hull_ {
  qhT qh;
  const double* vert;
  int nvert;
  int* place;  // of each vertex of the mesh in the hull, -1: not on it
  int* seen;   // hull vertex that had each vertex of the mesh as a neighbour last
  int* graph;
  ig_Listener log;  // to what qhull would say to the terminal
  char text[200];
  size_t length;
  bool building;  // a report may end it
  bool too_much;
} Hull;

static double work_of(const Hull* h) { return DISTANCE_WORK * (double)h->qh.qhstat.stats[Zdistplane].i; }

// Points in degenerate position take qhull a time that grows with the square of their number. Its reports on the progress
// come here: they leave it, as its own errors do, when it has done more than the load may.
void ig_hull_hear(void* qh, const char* bytes, size_t n) {
  Hull* h = qh;
  size_t room = sizeof(h->text) - 1 - h->length, kept = n < room ? n : room;
  if (!h->building) {
    memcpy(h->text + h->length, bytes, kept);
    h->length += kept;
  } else if (work_of(h) > ig_work_left()) {
    h->too_much = true;
    longjmp(h->qh.errexit, qh_ERRother);
  }
}

// number of a vertex in the mesh, -1: none of ours
static int number(Hull* h, const vertexT* v) {
  int id = qh_pointid(&h->qh, v->point);
  return id >= 0 && id < h->nvert ? id : -1;
}

// vertices in the order of qhull's list
static bool write_vertices(Hull* h) {
  qhT* qh = &h->qh;
  int nvert = h->graph[0], n = 0;
  vertexT* vertex;
  FORALLvertices {
    int id = number(h, vertex);
    if (id < 0 || n >= nvert) return false;
    h->graph[2 + nvert + n] = id;
    h->place[id] = n++;
  }
  return n == nvert;
}

// neighbours in the order in which the faces around a vertex show them
static bool write_edges(Hull* h) {
  qhT* qh = &h->qh;
  int nvert = h->graph[0], total = nvert + 3 * h->graph[1], n = 0, adr = 0;
  int *first = h->graph + 2, *edge = h->graph + 2 + 2 * nvert;
  vertexT* vertex;
  FORALLvertices {
    int own = h->place[number(h, vertex)];
    first[n++] = adr;
    facetT *neighbor, **neighborp;
    FOREACHneighbor_(vertex) {
      vertexT *other, **otherp;
      int corners = 0;
      FOREACHsetelement_(vertexT, neighbor->vertices, other) {
        int id = number(h, other);
        if (id < 0 || h->place[id] < 0 || ++corners > 3) return false;
        if (h->place[id] == own || h->seen[id] == own) continue;
        if (adr >= total) return false;
        h->seen[id] = own;
        edge[adr++] = h->place[id];
      }
      if (corners != 3) return false;
    }
    if (adr >= total) return false;
    edge[adr++] = -1;
  }
  return adr == total;
}

static bool write_faces(Hull* h) {
  qhT* qh = &h->qh;
  int n = 0, nface = h->graph[1];
  int* face = h->graph + 2 + 3 * h->graph[0] + 3 * nface;
  facetT* facet;
  FORALLfacets {
    if (n >= nface) return false;
    vertexT *vertex, **vertexp;
    int k = 0;
    // a facet whose top side is inside has its vertices the other way round
    FOREACHsetelement_(vertexT, facet->vertices, vertex) {
      if (k >= 3) return false;
      int slot = facet->toporient && k < 2 ? 1 - k : k;
      face[3 * n + slot] = number(h, vertex);
      k++;
    }
    if (k != 3) return false;
    n++;
  }
  return n == nface;
}

static bool read_hull(Hull* h, ig_Arena* arena) {
  int nvert = h->qh.num_vertices, nface = h->qh.num_facets;
  h->graph = ig_arena_take(arena, (size_t)ig_hull_size(nvert, nface) * sizeof(int));
  if (!h->graph) return false;
  h->graph[0] = nvert;
  h->graph[1] = nface;
  return write_vertices(h) && write_edges(h) && write_faces(h);
}

// qhull leaves with a jump when it finds fault with the points
static bool run_qhull(Hull* h, int maxvert, ig_Arena* arena) {
  qhT* qh = &h->qh;
  char options[60];
  // it counts the vertices after the first tetrahedron
  int n = snprintf(options, sizeof(options), "qhull Qt TF%d", REPORT);
  if (maxvert > -1) snprintf(options + n, sizeof(options) - (size_t)n, " TA%d", maxvert - 4);
  qh_zero(qh, h->log.stream);
  qh_init_A(qh, stdin, h->log.stream, h->log.stream, 0, NULL);
  if (setjmp(qh->errexit)) {
    qh->NOerrexit = True;
    h->building = false;
    return false;
  }
  qh->NOerrexit = False;
  qh_initflags(qh, options);
  qh_init_B(qh, (coordT*)h->vert, h->nvert, 3, False);
  h->building = true;
  qh_qhull(qh);
  h->building = false;
  qh_triangulate(qh);
  qh_vertexneighbors(qh);
  bool good = read_hull(h, arena);
  qh->NOerrexit = True;
  return good;
}

int* ig_convex_hull(ig_Arena* arena, const double* vert, int nvert, int maxvert, char* error) {
  ig_Arena scratch = {0};
  Hull* h = IG_NEW(&scratch, 1, Hull);
  int* place = IG_NEW(&scratch, 2 * (size_t)nvert, int);
  if (h) h->log = (ig_Listener){.hear = ig_hull_hear, .context = h};
  if (!h || !place || !ig_listener_open(&h->log)) {
    snprintf(error, ERROR_SIZE, "not enough memory for the hull of %d points", nvert);
    ig_arena_drop(&scratch);
    return NULL;
  }
  memset(place, -1, (size_t)nvert * 2 * sizeof(int));
  h->vert = vert;
  h->nvert = nvert;
  h->place = place;
  h->seen = place + nvert;
  bool good = run_qhull(h, maxvert, arena);
  ig_try_spend(work_of(h));
  int curlong, totlong;
  // tables that it has made before it knows that it has them
  if (!h->qh.qhmem.LASTsize) {
    qh_free(h->qh.qhmem.freelists);
    qh_free(h->qh.qhmem.sizetable);
  }
  qh_freeqhull(&h->qh, !qh_ALL);
  qh_memfreeshort(&h->qh, &curlong, &totlong);
  ig_listener_close(&h->log);
  if (!good) {
    // the first line of what qhull said
    int n = (int)strcspn(h->text, "\n");
    if (n > 100) n = 100;
    if (h->too_much)
      snprintf(error, ERROR_SIZE, "the convex hull of %d points takes more work than the limit allows (ingotLimits.work)", nvert);
    else
      snprintf(error, ERROR_SIZE, "qhull error: no convex hull of %d points%s%.*s", nvert, n ? ": " : "", n, h->text);
  }
  int* graph = good ? h->graph : NULL;
  ig_arena_drop(&scratch);
  return graph;
}
