// SPDX-License-Identifier: Apache-2.0
// A hundred balls thrown at different angles, in C++20: the C interface with ranges and owners that free themselves.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <ranges>
#include <stdexcept>
#include <vector>

#include <ingot/read.h>
#include <ingot/version.h>
#include <ingot/worlds.h>

namespace {

constexpr int count = 100;
constexpr const char* text = R"(
<mujoco>
  <option density="1.2" viscosity="0.00002"/>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body pos="0 0 1"><freejoint/><geom size=".05" density="900"/></body>
  </worldbody>
</mujoco>)";

template <auto free>
struct Free {
  void operator()(auto* object) const { free(object); }
};
using Spec = std::unique_ptr<mjSpec, Free<mj_deleteSpec>>;
using Model = std::unique_ptr<mjModel, Free<mj_deleteModel>>;
using Worlds = std::unique_ptr<ingotWorlds, Free<ingot_worldsDelete>>;

// what a function of the library returns by its last but one argument, or an exception with its report
template <class Owner, class Function, class... Arguments>
Owner made(Function function, Arguments... arguments) {
  typename Owner::pointer object = nullptr;
  ingotReport report;
  if (function(arguments..., &object, &report) != INGOT_OK) throw std::runtime_error(report.text);
  return Owner(object);
}

void check(ingotStatus status, const ingotReport& report) {
  if (status != INGOT_OK) throw std::runtime_error(report.text);
}

// one number of every world, as a range that can be written
auto numbers(ingotWorlds* worlds, ingotField field, int number) {
  ingotView view;
  ingotReport report;
  check(ingot_worldsField(worlds, 0, field, &view, &report), report);
  return std::views::iota(0, view.worlds) |
         std::views::transform([=](int world) -> double& { return view.data[number * view.stride + world * view.world_stride]; });
}

}  // namespace

int main() try {
  const auto spec = made<Spec>(ingot_parseText, text, nullptr, nullptr);
  const auto model = made<Model>(ingot_compile, spec.get(), nullptr);
  const std::vector<const mjModel*> models(count, model.get());
  const auto worlds = made<Worlds>(ingot_worldsCreate, models.data(), count, 2);

  auto forward = numbers(worlds.get(), INGOT_QVEL, 0), up = numbers(worlds.get(), INGOT_QVEL, 2);
  for (int world : std::views::iota(0, count)) {
    const double angle = 0.5 * std::numbers::pi * (world + 1) / (count + 1);
    forward[world] = 8 * std::cos(angle);
    up[world] = 8 * std::sin(angle);
  }
  ingotReport report;
  check(ingot_worldsStep(worlds.get(), 600, nullptr, &report), report);

  auto x = numbers(worlds.get(), INGOT_QPOS, 0);
  const auto best = std::ranges::max_element(x) - x.begin();
  std::printf("Ingot %s: the ball thrown at %.0f degrees is at %.2f m\n", ingot_version(), 90.0 * (best + 1) / (count + 1), x[best]);
  return best > 20 && best < 80 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
