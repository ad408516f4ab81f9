// SPDX-License-Identifier: Apache-2.0
// ingot view: the model in a browser, with the engine inside the page.
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "output.h"
#include "page.h"
#include "server.h"
#include "shown.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot view [options] [model] [states]\n\n"
    "Open a page in the browser in which the model runs. When a file of the model changes, the page loads it again and keeps\n"
    "the state where it fits. States recorded by ingot run with --states are played back; a saved state is where it begins.\n"
    "The server answers this machine only, and gives the model's files to those who have the address with its token.\n"
    "Ctrl-C ends it.\n\n"
    "  --port N             instead of a free one\n"
    "  --host ADDRESS       listen there instead of 127.0.0.1: others can see the model then\n"
    "  --no-open            print the address, open nothing\n"
    "  --key NAME|NUMBER    begin with this keyframe\n"
    "  --paused             do not play at once\n\n"
    "Example:\n"
    "  ingot view models/quadruped.xml --key stand\n";

typedef struct {
  const char *host, *key;
  int port;
  bool closed, paused;
} Options;

enum { OPTION_PORT = 256, OPTION_HOST, OPTION_NO_OPEN, OPTION_KEY, OPTION_PAUSED };

static int read_options(int argc, char** argv, Options* options) {
  static const struct option known[] = {{"port", required_argument, 0, OPTION_PORT}, {"host", required_argument, 0, OPTION_HOST},
                                        {"no-open", no_argument, 0, OPTION_NO_OPEN}, {"key", required_argument, 0, OPTION_KEY},
                                        {"paused", no_argument, 0, OPTION_PAUSED},   {0, 0, 0, 0}};
  *options = (Options){.host = "127.0.0.1"};
  bool good = true;
  for (int found; good && (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (found) {
      case OPTION_PORT: good = ig_option_count("port", optarg, 0, 65535, &options->port); break;
      case OPTION_HOST: options->host = optarg; break;
      case OPTION_NO_OPEN: options->closed = true; break;
      case OPTION_KEY: options->key = optarg; break;
      case OPTION_PAUSED: options->paused = true; break;
      default: return ig_option_unknown(argv, known);
    }
  }
  return good ? IG_EXIT_OK : IG_EXIT_USAGE;
}

// the user's browser, on its own: forked twice, so that no process waits for it
static void open_browser(const char* url) {
  pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {
    if (fork()) _exit(0);
    const char* browser = getenv("BROWSER");
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
    if (browser && *browser) execlp(browser, browser, url, (char*)NULL);
    execlp("xdg-open", "xdg-open", url, (char*)NULL);
    execlp("open", "open", url, (char*)NULL);
    _exit(1);
  }
  waitpid(child, NULL, 0);
}

static void wait_for_end(void) {
  ig_signals_wait(true);
  // a signal may come between the question and the rest: it is short
  while (!ig_signal_noted()) poll(NULL, 0, 300);
  ig_signals_wait(false);
}

static ig_Exit serve(const void* asked, const ig_Shown* shown, const ig_Bytes* page) {
  const Options* options = asked;
  ig_Serving serving = {.shown = shown, .page = page, .host = options->host, .port = options->port, .play = !options->paused};
  if (!ig_server_start(&serving)) return IG_EXIT_FILE;
  // what follows '#' stays in the browser
  char url[150];
  snprintf(url, sizeof url, "http://%s:%d/#token=%s", !strcmp(options->host, "0.0.0.0") ? "127.0.0.1" : options->host,
           serving.port, serving.token);
  printf("%s%s%s  (Ctrl-C ends)\n", ig_colour(stdout, IG_BOLD), url, ig_colour(stdout, IG_PLAIN));
  fflush(stdout);
  if (!options->closed) open_browser(url);
  wait_for_end();
  ig_server_stop();
  return IG_EXIT_OK;
}

static int view_command(int argc, char** argv) {
  Options options;
  int code = read_options(argc, argv, &options);
  if (code) return code;
  return ig_show(argc - optind, argv + optind, options.key, true, serve, &options);
}

const ig_Command ig_command_view = {"view", "the model in the browser, with the engine inside the page", help, view_command};
