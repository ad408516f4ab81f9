#include "command.h"
static int compare_command(int argc, char** argv) { return ig_complain(IG_EXIT_USAGE, "not yet"); }
const ig_Command ig_command_compare = {"compare", "", "", compare_command};
