#include "command.h"
static int convert_command(int argc, char** argv) { return ig_complain(IG_EXIT_USAGE, "not yet"); }
const ig_Command ig_command_convert = {"convert", "", "", convert_command};
