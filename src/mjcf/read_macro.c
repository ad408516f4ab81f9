// composite and flexcomp: macros that stand for many elements.
#include "mjcf/reader.h"

bool ig_read_composite(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame) {
  (void)body, (void)frame;
  return ig_fail_node(r->diag, node, "composite is not supported in this build");
}

bool ig_read_flexcomp(ig_Reader* r, const ig_Node* node, mjsBody* body) {
  (void)body;
  return ig_fail_node(r->diag, node, "flexcomp is not supported in this build");
}
