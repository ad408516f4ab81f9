// SPDX-License-Identifier: Apache-2.0
// Geom after geom, as in one world, with some rays at a time: shapes with a formula for all lanes at once, meshes and height
// fields lane by lane.
#include "collide/ray_lanes.h"

#include "collide/ray/ray.h"

#if IG_WIDTH > 1

enum { BLOCK = 16 };  // rays whose numbers stay near

typedef struct {
  ig_Ray ray;
  real best, normal[3];
  ints geom;
} Shot;

typedef struct {
  const mjModel* m;
  ig_Data* d;
  const ig_LaneRays* rays;
  int first, count;
  bool normals;
  Shot shots[BLOCK];
} Block;

// a lane with a ray that has no direction leaves
static void load(Block* b) {
  const ig_LaneRays* r = b->rays;
  for (int i = 0; i < b->count; i++) {
    Shot* s = b->shots + i;
    for (int lane = 0; lane < IG_LANES; lane++) {
      for (int k = 0; k < 3; k++) {
        size_t at = 3 * (size_t)(b->first + i) + (size_t)k;
        ig_set_lane(s->ray.point + k, lane, r->origin[lane][at]);
        ig_set_lane(s->ray.vec + k, lane, r->direction[lane][at]);
      }
    }
    b->d->active &= ~ig_mask_bits(ig_lt(ig_norm3(s->ray.vec), ig_broadcast(mjMINVAL)));
    s->best = ig_broadcast(-1);
    s->geom = ig_ints(-1);
    ig_zero3(s->normal);
  }
}

static void store(const Block* b) {
  const ig_LaneRays* r = b->rays;
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!(b->d->active >> lane & 1)) continue;
    for (int i = 0; i < b->count; i++) {
      const Shot* s = b->shots + i;
      int at = b->first + i;
      r->distance[lane][at] = ig_lane(s->best, lane);
      if (r->geom[lane]) r->geom[lane][at] = ig_ints_lane(s->geom, lane);
      for (int k = 0; r->normal[lane] && k < 3; k++) r->normal[lane][3 * at + k] = ig_lane(s->normal[k], lane);
    }
  }
}

// lanes whose rays see a geom: groups and colours may be a world's own
static unsigned seeing(const Block* b, int geom) {
  unsigned bits = 0;
  for (int lane = 0; lane < IG_LANES; lane++) {
    const mjModel* own = ig_lane_model(b->m, b->d, lane);
    if (lane && own == ig_lane_model(b->m, b->d, lane - 1)) {
      bits |= (bits >> (lane - 1) & 1) << lane;
    } else {
      bits |= (unsigned)!ig_ray_hides(own, geom, &b->rays->who) << lane;
    }
  }
  return bits & b->d->active;
}

static void try_shape(Block* b, int geom, unsigned sees) {
  const ig_Data* d = b->d;
  real size[3];
  mask on = ig_mask_of(sees), nearer;
  ig_param3(size, b->m, d, geom_size, 3 * geom);
  for (int i = 0; i < b->count; i++) {
    Shot* s = b->shots + i;
    IG_NAME(ig_ray_shape_nearer)
    (d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, size, &s->ray, b->m->geom_type[geom], &on, &s->best,
     b->normals ? s->normal : NULL, &nearer);
    s->geom = ig_ints_select(nearer, ig_ints(geom), s->geom);
  }
}

// in the model of the lane, whose numbers are brought together
static void try_surface(Block* b, int geom, int lane) {
  const mjModel* own = ig_lane_model(b->m, b->d, lane);
  const ig_LaneRays* r = b->rays;
  num pos[3], mat[9], facing[3];
  ig_lane_store(pos, b->d->geom_xpos + 3 * geom, 3, lane);
  ig_lane_store(mat, b->d->geom_xmat + 9 * geom, 9, lane);
  const ig_RayGeom g = {geom, pos, mat, own->geom_size + 3 * geom, NULL};
  for (int i = 0; i < b->count; i++) {
    Shot* s = b->shots + i;
    size_t at = 3 * (size_t)(b->first + i);
    num x = ig_ray_geom(own, &g, r->origin[lane] + at, r->direction[lane] + at, b->normals ? facing : NULL);
    unsigned nearer = ig_mask_bits(ig_ray_nearer_among(&s->best, ig_broadcast(x), ig_mask_of(1u << lane)));
    if (!nearer) continue;
    ig_set_ints_lane(&s->geom, lane, geom);
    for (int k = 0; b->normals && k < 3; k++) ig_set_lane(s->normal + k, lane, facing[k]);
  }
}

static void try_geom(Block* b, int geom) {
  unsigned sees = seeing(b, geom);
  int type = b->m->geom_type[geom];
  if (type != mjGEOM_MESH && type != mjGEOM_HFIELD) {
    if (sees) try_shape(b, geom, sees);
    return;
  }
  for (; sees; sees &= sees - 1) try_surface(b, geom, __builtin_ctz(sees));
}

// signed distances are asked of a world's own data
static bool has_distances(const mjModel* m) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    if (m->geom_type[geom] == mjGEOM_SDF) return true;
  }
  return false;
}

void IG_NAME(ig_rays_lanes)(const mjModel* m, ig_Data* d, const ig_LaneRays* rays) {
  if (has_distances(m)) d->active = 0;
  Block b = {.m = m, .d = d, .rays = rays, .normals = rays->normal[0]};
  for (b.first = 0; b.first < rays->count && d->active; b.first += BLOCK) {
    b.count = rays->count - b.first < BLOCK ? rays->count - b.first : BLOCK;
    load(&b);
    for (int geom = 0; geom < m->ngeom; geom++) try_geom(&b, geom);
    store(&b);
  }
}

#endif
