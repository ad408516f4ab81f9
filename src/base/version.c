#include <mujoco/mujoco.h>

int mj_version(void) { return mjVERSION_HEADER; }

const char* mj_versionString(void) { return "3.5.0"; }
