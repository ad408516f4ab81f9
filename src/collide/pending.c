// Development only: colliders that are not in the tree yet are served by the library behind this one.
#include <dlfcn.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/flex.h"

#define WEAK __attribute__((weak))

static IG_COLLIDER(behind) {
  mjfCollision(*table)[mjNGEOMTYPES] = dlsym(RTLD_NEXT, "mjCOLLISIONFUNC");
  return table ? table[m->geom_type[g1]][m->geom_type[g2]](m, d, con, g1, g2, margin) : 0;
}

WEAK IG_COLLIDER(ig_collide_convex) { return behind(m, d, con, g1, g2, margin); }
WEAK IG_COLLIDER(ig_collide_plane_convex) { return behind(m, d, con, g1, g2, margin); }
WEAK IG_COLLIDER(ig_collide_hfield) { return behind(m, d, con, g1, g2, margin); }
WEAK IG_COLLIDER(ig_collide_hfield_sdf) { return behind(m, d, con, g1, g2, margin); }
WEAK IG_COLLIDER(ig_collide_mesh_sdf) { return behind(m, d, con, g1, g2, margin); }
WEAK IG_COLLIDER(ig_collide_sdf) { return behind(m, d, con, g1, g2, margin); }
WEAK bool ig_elem_active(const mjModel* m, int flex, int elem) { return m->flex_dim[flex] < 3 || m->flex_elemlayer[m->flex_elemadr[flex] + elem] < m->flex_activelayers[flex]; }
WEAK void ig_collide_plane_flex(const mjModel* m, mjData* d, int geom, int flex) {}
WEAK void ig_collide_geom_elem(const mjModel* m, mjData* d, int geom, int flex, int elem) {}
WEAK void ig_collide_elems(const mjModel* m, mjData* d, int flex1, int elem1, int flex2, int elem2) {}
WEAK void ig_collide_flex_internal(const mjModel* m, mjData* d, int flex) {}
WEAK void ig_collide_flex_all(const mjModel* m, mjData* d, int flex) {}
