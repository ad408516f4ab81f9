// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of the numbers below n: parent[i] leads from member to member to the smallest of the set, its root, which is
// its own parent. Begin with parent[i] = i.
#ifndef INGOT_BASE_UNION_FIND_H_
#define INGOT_BASE_UNION_FIND_H_

// the including file may define members and marks of other types that behave like these
#ifndef IG_SET_MEMBER
#define IG_SET_MEMBER int
#define IG_SET_MARK unsigned char
#endif

// the smallest member; paths are halved on the way (Tarjan and van Leeuwen 1984)
static inline int ig_find_root(IG_SET_MEMBER* parent, int member) {
  while (parent[member] != member) member = parent[member] = parent[parent[member]];
  return member;
}

static inline void ig_join_sets(IG_SET_MEMBER* parent, int a, int b) {
  a = ig_find_root(parent, a);
  b = ig_find_root(parent, b);
  parent[a < b ? b : a] = a < b ? a : b;
}

// Numbers the sets by their roots in ascending order, -1 for members without a mark; returns how many there are. Marks
// spread within a set first.
static inline int ig_number_sets(IG_SET_MEMBER* parent, int n, IG_SET_MARK* marked, IG_SET_MEMBER* number) {
  for (int member = 0; member < n; member++) {
    int root = ig_find_root(parent, member);
    if (root != member) marked[member] = marked[root] = 1;
  }
  // a root is the smallest of its set, so each is met before its members
  int sets = 0;
  for (int member = 0; member < n; member++) {
    int root = ig_find_root(parent, member);
    number[member] = !marked[member] ? -1 : root == member ? sets++ : (int)number[root];
  }
  return sets;
}

#endif  // INGOT_BASE_UNION_FIND_H_
