#include "mjcf/urdf.h"

bool ig_read_urdf(ig_Reader* r, const ig_Node* robot) {
  return ig_fail_node(r->diag, robot, "URDF is not supported in this build");
}
