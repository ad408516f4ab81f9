#include "command.h"
static int bench_command(int argc, char** argv) { return ig_complain(IG_EXIT_USAGE, "not yet"); }
const ig_Command ig_command_bench = {"bench", "", "", bench_command};
