// SPDX-License-Identifier: Apache-2.0
// Elimination order of the blocks of a sparse symmetric matrix, and the structure of its factor. Integers only.
//
// Minimum degree on a quotient graph with approximate external degrees (Amestoy, Davis and Duff 1996, "An approximate minimum
// degree ordering algorithm"), with blocks weighted by their dofs. Then the elimination tree in postorder (Liu 1990), and
// supernodes: chains of blocks with (nearly) the same structure, which are factored as dense panels (Ng and Peyton 1993).
#ifndef INGOT_SOLVE_ORDER_H_
#define INGOT_SOLVE_ORDER_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// adjacency: neighbours of block b are adj[start[b]] to adj[start[b + 1] - 1], each once and both ways
typedef struct {
  int n;
  const int *size, *start, *adj;
  const bool* unwanted;  // set by another thread when the order is not wanted any more, which ends in an error; NULL: never
} ig_Graph;

// Positions are places in the order, super counts the supernodes in it.
typedef struct {
  int n, nsuper;
  int *block, *position;  // of the order; its inverse
  int* dof;               // (n + 1) first dof of each position, dofs counted in the order
  int* first;             // (nsuper + 1) first position of each supernode
  int *super, *parent;    // supernode of a position; tree of supernodes, -1 at roots
  int *row_start, *row;   // (nsuper + 1) positions below each supernode that meet it, ascending
} ig_Order;

// memory from the stack of d, which the caller has marked
ig_Order ig_order_blocks(const ig_Graph* graph, mjData* d);

#endif  // INGOT_SOLVE_ORDER_H_
