#include "smooth/jacobian.h"

static int ascending(int* chain, int n) {
  for (int low = 0, high = n - 1; low < high; low++, high--) {
    int dof = chain[low];
    chain[low] = chain[high];
    chain[high] = dof;
  }
  return n;
}

int ig_body_chain(const mjModel* m, int body, int* chain) {
  int n = 0;
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) chain[n++] = dof;
  return ascending(chain, n);
}

int ig_pair_chain(const mjModel* m, int body1, int body2, int* chain) {
  int n = 0, a = ig_last_dof(m, body1), b = ig_last_dof(m, body2);
  while (a >= 0 || b >= 0) {
    int dof = a > b ? a : b;
    if (a == dof) a = m->dof_parentid[a];
    if (b == dof) b = m->dof_parentid[b];
    chain[n++] = dof;
  }
  return ascending(chain, n);
}

// all dofs of all bodies, increasing: a merge of one more chain into what is there
static int merge_chain(int* chain, int n, const int* more, int nmore, int* buffer) {
  int count = 0;
  for (int i = 0, j = 0; i < n || j < nmore;) {
    int dof = j >= nmore || (i < n && chain[i] < more[j]) ? chain[i] : more[j];
    if (i < n && chain[i] == dof) i++;
    if (j < nmore && more[j] == dof) j++;
    buffer[count++] = dof;
  }
  for (int k = 0; k < count; k++) chain[k] = buffer[k];
  return count;
}

int ig_jac_sum(const mjModel* m, mjData* d, int n, const int* body, const mjtNum* weight, const mjtNum point[3],
               bool rotation, mjtNum* jac, bool sparse, int* chain) {
  int rows = rotation ? 6 : 3, columns = m->nv;
  mj_markStack(d);
  mjtNum* one = mj_stackAllocNum(d, (size_t)(rows * m->nv));
  if (sparse) {
    int* more = mj_stackAllocInt(d, (size_t)m->nv);
    int* buffer = mj_stackAllocInt(d, (size_t)m->nv);
    columns = 0;
    for (int i = 0; i < n; i++) columns = merge_chain(chain, columns, more, ig_body_chain(m, body[i], more), buffer);
  }

  // the first body sets, the others add
  for (int i = 0; i < n; i++) {
    if (sparse) {
      ig_jac_sparse(m, d, one, rotation ? one + 3 * columns : NULL, point, body[i], columns, chain);
    } else {
      ig_jac(m, d, one, rotation ? one + 3 * columns : NULL, point, body[i]);
    }
    for (int k = 0; k < rows * columns; k++) jac[k] = i ? jac[k] + weight[i] * one[k] : weight[i] * one[k];
  }
  mj_freeStack(d);
  return columns;
}
