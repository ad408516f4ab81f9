# SPDX-License-Identifier: Apache-2.0
"""Random actions in 32 humanoids at once, and how many steps of the environment that gives per second."""
import time

import ingot.gym

envs = ingot.gym.make_vec("Humanoid-v5", num_envs=32)
observations, infos = envs.reset(seed=1)
envs.action_space.seed(1)
start, steps, episodes = time.perf_counter(), 0, 0
for _ in range(50):
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
    steps += envs.num_envs
    episodes += int((terminations | truncations).sum())
print(f"{steps / (time.perf_counter() - start):.0f} environment steps per second, {episodes} episodes ended")
