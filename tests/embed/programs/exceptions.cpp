// SPDX-License-Identifier: Apache-2.0
// Exceptions out of a function that runs in many worlds, on as many threads as the argument says: they arrive on the caller's.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <ingot/read.h>
#include <ingot/worlds.h>

enum { WORLDS = 40 };
static std::atomic<int> calls, cleaned;

struct Cleanup {
  ~Cleanup() { cleaned++; }
};

static void push(const mjModel*, mjData* d, int world, void* user) {
  Cleanup cleanup;
  calls++;
  if (*static_cast<bool*>(user) && world % 4 == 3) throw std::runtime_error("world " + std::to_string(world) + " threw");
  d->qvel[0] = world;
}

static void check(bool good, const char* what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  std::exit(1);
}
#define CHECK(condition) check(condition, #condition)

int main(int, char** argv) {
  ingotReport report;
  mjSpec* spec;
  mjModel* model;
  ingotWorlds* worlds;
  const char* text = "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>";
  CHECK(ingot_parseText(text, nullptr, nullptr, &spec, &report) == INGOT_OK && ingot_compile(spec, nullptr, &model, &report) == INGOT_OK);
  std::vector<const mjModel*> models(WORLDS, model);
  CHECK(ingot_worldsCreate(models.data(), WORLDS, std::atoi(argv[1]), &worlds, &report) == INGOT_OK);

  std::string said;
  for (int again = 0; again < 50; again++) {
    bool throwing = true;
    calls = cleaned = 0;
    said.clear();
    try {
      ingot_worldsCall(worlds, push, &throwing, nullptr, &report);
    } catch (const std::exception& e) {
      CHECK(std::uncaught_exceptions() == 0);
      said = e.what();
    }
    CHECK(!std::uncaught_exceptions() && said == "world 3 threw" && calls == WORLDS && cleaned == WORLDS);

    // those that threw stand still until they are reset; the others are where the function left them
    std::vector<ingotWorldStatus> status(WORLDS);
    CHECK(ingot_worldsStatuses(worlds, status.data(), sizeof status[0], &report) == INGOT_OK);
    for (int e = 0; e < WORLDS; e++) CHECK((status[e].state == INGOT_WORLD_FAILED) == (e % 4 == 3));
    CHECK(ingot_worldsReset(worlds, nullptr, -1, &report) == INGOT_OK);
    throwing = false;
    CHECK(ingot_worldsCall(worlds, push, &throwing, nullptr, &report) == INGOT_OK);
    CHECK(ingot_worldsStep(worlds, 2, nullptr, &report) == INGOT_OK);
    CHECK(ingot_worldsData(worlds, 7)->qvel[0] > 6.9);
    CHECK(ingot_worldsReset(worlds, nullptr, -1, &report) == INGOT_OK);
  }
  std::puts(said.c_str());
  ingot_worldsDelete(worlds);
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}
