#include "smooth/kernels.h"

#include "lane/data.h"
#include "smooth/bias.h"
#include "smooth/com.h"
#include "smooth/energy.h"
#include "smooth/inertia.h"
#include "smooth/kinematics.h"

#define IG_CPU_LEVEL_base IG_CPU_BASE
#define IG_CPU_LEVEL_avx2 IG_CPU_AVX2
#define IG_CPU_LEVEL_avx512 IG_CPU_AVX512
#define IG_CPU_LEVEL_plain IG_CPU_BASE   // for a test: not optimised
#define IG_CPU_LEVEL_medium IG_CPU_BASE  // for a test: -O2
#define LEVEL_OF(level) IG_CPU_LEVEL_##level
#define LEVEL(level) LEVEL_OF(level)

static void bias(const mjModel* m, void* d) { IG_NAME(ig_newton_euler)(m, d, false, ((ig_Data*)d)->qfrc_bias); }
static void solve(const mjModel* m, void* d) {
  IG_NAME(ig_solve_mass)(m, d, ((ig_Data*)d)->qacc_smooth, ((ig_Data*)d)->qfrc_bias, 1);
}

#define WRAP(kernel) \
  static void kernel(const mjModel* m, void* d) { IG_NAME(ig_##kernel)(m, d); }
WRAP(pose_bodies)
WRAP(pose_frames)
WRAP(com_positions)
WRAP(pose_views)
WRAP(mass_matrix)
WRAP(factor_mass)
WRAP(potential_energy)
WRAP(com_velocities)
WRAP(subtree_velocities)
WRAP(kinetic_energy)
WRAP(internal_forces)

static const ig_Stage stages[] = {
    {"bodies", pose_bodies},
    {"frames", pose_frames},
    {"com", com_positions},
    {"views", pose_views},
    {"inertia", mass_matrix},
    {"factor", factor_mass},
    {"potential", potential_energy},
    {"velocity", com_velocities},
    {"subtree", subtree_velocities},
    {"bias", bias},
    {"kinetic", kinetic_energy},
    {"internal", internal_forces},
    {"solve", solve},
};

#if IG_WIDTH > 1
static void* make(const mjModel* m) { return IG_NAME(ig_lanes_make)(m); }
static void discard(void* d) { IG_NAME(ig_lanes_free)(d); }
static void set_world(void* d, int lane, mjData* world) { ((ig_Data*)d)->world[lane] = world; }
static void gather(const mjModel* m, void* d) { IG_NAME(ig_lanes_gather)(m, d); }
static void scatter(const mjModel* m, void* d) { IG_NAME(ig_lanes_scatter)(m, d); }
#else
#define make NULL
#define discard NULL
#define set_world NULL
#define gather NULL
#define scatter NULL
#endif

extern const ig_Kernels IG_NAME(ig_smooth_kernels);
const ig_Kernels IG_NAME(ig_smooth_kernels) = {IG_WIDTH, LEVEL(IG_LEVEL), stages, sizeof stages / sizeof stages[0],
                                               make,     discard,         set_world, gather, scatter};
