// Constraint rows. Each family walks its objects twice with the same code: once to count rows and nonzeros, and,
// when the arena has given the arrays, once to write them. A group is what the walk hands over: rows that share
// their dofs and their solver parameters. Written with a group go everything that depends on positions only:
// Jacobian, position, margin, friction loss, approximate inverse inertia, regularisation and reference coefficients.
#ifndef INGOT_CONSTRAIN_ROWS_H_
#define INGOT_CONSTRAIN_ROWS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// most rows of a group: the pyramid of a contact with six dimensions
#define IG_GROUP_MAX 10

typedef struct {
  mjtConstraint type;
  int id;             // of the equality, dof, joint, tendon or contact
  int size;           // rows
  int n;              // dofs that the rows touch
  const int* dof;     // (n) ascending
  const mjtNum* jac;  // (size x n)
  mjtNum pos[IG_GROUP_MAX];
  mjtNum margin;  // of the first row; of all rows of a pyramid
  mjtNum frictionloss;
  mjtNum invweight[IG_GROUP_MAX];  // of a contact: the first is enough
  const mjtNum* solref;
  const mjtNum* solreffriction;  // NULL unless a contact
  const mjtNum* solimp;
} ig_Group;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse;
  bool counting;
  int nefc, nnz;   // counted so far
  int* dof;        // scratch (nv) of one family at a time
  int* dof2;       // scratch (nv)
  mjtNum* jac;     // scratch (IG_GROUP_MAX x nv)
  mjtNum* frame;   // scratch (6 x nv)
  mjtNum* column;  // scratch (nv x 6)
} ig_RowBuilder;

// count or write one group. Rows without any dof (sparse) or all zero (dense) are left out, except those of contacts.
void ig_rows_add(ig_RowBuilder* rows, const ig_Group* group);

// build all rows; when the arena is full: none, and a warning
void ig_make_rows(const mjModel* m, mjData* d);

// forget all rows and islands, give their memory back
void ig_drop_rows(mjData* d);

// arena memory for rows; when it is full: a warning, no rows, NULL
void* ig_rows_alloc(mjData* d, size_t bytes, size_t alignment);

#endif  // INGOT_CONSTRAIN_ROWS_H_
