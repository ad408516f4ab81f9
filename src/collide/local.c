// SPDX-License-Identifier: Apache-2.0
#include "collide/local.h"

#include "base/error.h"
#include "collide/collide.h"
#include "collide/convex/ccd.h"
#include "math/vec3.h"
#include "model/stack.h"

size_t ig_local_bytes(const mjModel* m) { return ig_ccd_bytes(m->opt.ccd_iterations); }

// the stack is left alone where nothing is needed: the usual case
ig_Local ig_local_begin(const mjModel* m, const mjData* d) {
  ig_Local local = {.m = m, .scratch_bytes = ig_local_bytes(m)};
  if (local.scratch_bytes) {
    ig_stack_mark((mjData*)d);
    local.scratch = ig_stack_take((mjData*)d, local.scratch_bytes, _Alignof(max_align_t));
  }
  return local;
}

void ig_local_end(const mjModel* m, const mjData* d) {
  if (ig_local_bytes(m)) ig_stack_free((mjData*)d);
}

ig_Posed ig_posed(const mjModel* m, const mjData* d, int geom) {
  ig_Posed p = {.geom = geom, .rbound = m->geom_rbound[geom]};
  ig_copy3(p.pos, d->geom_xpos + 3 * geom);
  ig_copy9(p.mat, d->geom_xmat + 9 * geom);
  ig_copy3(p.size, m->geom_size + 3 * geom);
  return p;
}

static ig_Shape shape_of(const ig_Posed* p) { return (ig_Shape){p->pos, p->mat, p->size}; }

IG_LOCAL_COLLIDER(ig_local_collide) {
  int type1 = local->m->geom_type[a->geom], type2 = local->m->geom_type[b->geom];
  ig_Shape first = shape_of(a), second = shape_of(b);
  IG_ASSERT(type1 <= type2 && type2 != mjGEOM_SDF);
  switch (type1) {
    case mjGEOM_PLANE: return ig_local_plane_convex(local, con, a, b, margin);
    case mjGEOM_HFIELD: return ig_local_hfield(local, con, a, b, margin);
    case mjGEOM_CAPSULE:
      if (type2 == mjGEOM_BOX) return ig_capsule_box(con, margin, &first, &second);
      break;
    case mjGEOM_BOX:
      if (type2 == mjGEOM_BOX) return ig_box_box(con, margin, &first, &second);
      break;
    default: break;
  }
  return ig_local_convex(local, con, a, b, margin);
}
