# SPDX-License-Identifier: Apache-2.0
"""Vector environments on a device: from actions to observations, restarts included, nothing visits the host.

What is a choice of some worlds is made for all of them, and kept where it counts: every step has the work of a restart in it, and
no question is asked of the device. Starts are drawn by counter (Task.draw), all worlds at once.
"""
import numpy as np

from ingot._device_worlds import AFTER_STEPS, DeviceWorlds
from ingot.gym._env import MOST, AutoresetMode, VectorEnv, _kept, _seeds_of
from ingot.task import Task


class DeviceVectorEnv(VectorEnv):
    """As VectorEnv, with worlds on a device and tensors of it: actions, observations, rewards, ends and infos.

    Infos have a row for each world, and "_name" says where they count. With SAME_STEP "final_obs" has rows for all worlds too.
    """

    def __init__(self, task, num_envs=1, *, array="torch", **options):
        super().__init__(task, num_envs, array=array, **options)
        kind = type(self.task)
        foreign = [name for name in kind.functions if name not in AFTER_STEPS]
        if foreign:
            raise ValueError(f"{kind.__name__} runs {foreign[0]} after its steps, which a device does not: use device=\"cpu\"")
        if kind.begin is Task.begin and kind.start not in (Task.start, Task.noise, Task.noise_normal):
            raise ValueError(f"{kind.__name__} draws its starts world by world: give it begin(mask, random), which draws with self.draw, or use device=\"cpu\"")
        self._all = self.task.worlds.time * 0 == 0
        self._elapsed, self._done = self._all * 0, self._all & False
        self.task.fresh = _kept(self._all)
        self._initial = {name: _kept(field) for name, field in self.task.worlds.fields.items()}
        self._pause = 0.5 * self.worlds.model(0).opt.timestep

    def _may_change(self, array):
        return True

    def _seen(self, array):
        return DeviceWorlds(self.worlds, array)

    # ------------------------------------------------------------------------------------------------- episodes

    def _choose(self, mask, new, old):
        rows = mask.reshape(-1, *[1] * (len(old.shape) - 1))
        return self.task.xp.where(rows, new, old)

    def _restart(self, mask, seeds=None):
        task, fields = self.task, self.task.worlds.fields
        for name, field in fields.items():
            field[...] = self._choose(mask, self._initial[name], field)
        if seeds is not None:
            given = np.array([seed is not None for seed in seeds])
            if given.any():
                task.seed(seeds, given)
        task.randomize(mask, None)
        if type(task).begin is Task.begin:
            task.begin_together(mask)
        else:
            task.begin(mask, None)
        task.fresh = task.fresh | mask
        task.worlds.forward(mask)
        task.started(mask)
        self._elapsed = self.task.xp.where(mask, 0, self._elapsed)

    def reset(self, *, seed=None, options=None):
        self._check_open()
        mask = self._all
        if options and "reset_mask" in options:
            mask = self._array(np.asarray(options["reset_mask"], bool)) if isinstance(options["reset_mask"], (list, np.ndarray)) else options["reset_mask"]
        self.worlds.wait()
        self._restart(mask, _seeds_of(seed, self.num_envs))
        self._done = self._done & ~mask
        return self._observe(), self._infos(self.task.place(), mask)

    @staticmethod
    def _infos(values, mask):
        infos = {}
        for name, value in values.items():
            infos[name], infos[f"_{name}"] = value, mask
        return infos

    def _actions(self, actions):
        xp = self.task.xp
        given = np.asarray(actions) if xp is np else xp.as_tensor(actions, device=self.task.worlds.qpos.device)
        if tuple(given.shape) != self.action_space.shape:
            raise ValueError(f"actions have shape {tuple(given.shape)}, expected {self.action_space.shape}")
        good = (abs(given) <= MOST).all(1)
        return xp.where(good[:, None], given, 0), ~good

    def _step(self, actions):
        xp, task, worlds = self.task.xp, self.task, self.task.worlds
        taken, bad = self._actions(actions)
        restart = self._done if self.autoreset_mode == AutoresetMode.NEXT_STEP else self._done & False
        go = ~restart
        before, due = _kept(task.before()), worlds.time + self.frame_skip * self.worlds.model(0).opt.timestep

        # worlds that begin anew make a step that is of no account
        self._move(taken, taken, None)
        task.fresh = task.fresh & restart
        diverged = (abs(worlds.time - due) > self._pause) & go
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._restart(restart)
        self._elapsed = self._elapsed + go
        task.advance(go)

        rewards, terminations, values = self._score(before, taken)
        rewards, terminations = self._finish(rewards, terminations, go, diverged)
        truncations = (self._elapsed >= self.max_episode_steps) & go
        self._done = terminations | truncations
        infos = {**self._infos(values, go), **self._infos({"diverged": diverged, "bad_action": bad & go}, go)}
        infos.update(self._infos(task.place(), self._all))
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._end_episodes(infos)
        return self._observe(), rewards, terminations, truncations, infos

    def _end_episodes(self, infos):
        ended = _kept(self._done)
        last, final = self._observe(), {name: _kept(value) for name, value in infos.items()}
        self._restart(ended)
        infos.update(self._infos(self.task.place(), self._all))
        return {**infos, "final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}
