# SPDX-License-Identifier: Apache-2.0
"""ingot.tasks: draws that are the same everywhere, the parts of tasks, and the tasks that ship."""
import numpy as np
import pytest

import ingot
import ingot.gym
from ingot import tasks
from ingot.tasks import random as draws

PENDULUM = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body><freejoint/><geom size=".1"/></body>
    <body pos="1 0 0"><joint name="hinge" axis="0 1 0" damping=".1"/><geom name="bob" type="capsule" fromto="0 0 0 0 0 -.5" size=".05"/></body>
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>"""


class Swing(tasks.Task):
    """A task with nothing in it, for parts to be tried on."""

    model, frame_skip, weights = PENDULUM, 2, dict(angle=1.0)

    def terms(self, action):
        return {"angle": self.worlds.qpos[:, 7]}


def swing(count=8, **members):
    return ingot.gym.make_vec(type("Swing", (Swing,), members), count, threads=1)


# ------------------------------------------------------------------------------------------------------ draws


@pytest.mark.parametrize(
    "key, counter, answer",  # of the generator's authors (Random123, kat_vectors)
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_known_answers_of_threefry(key, counter, answer):
    words = lambda pair: tuple(np.int64(word) for word in pair)
    assert draws.threefry(words(key), words(counter)) == answer


def test_a_world_draws_by_itself():
    many, one = tasks.Stream(5, np.zeros(1)), tasks.Stream(1, np.zeros(1))
    many.seed([4, 5, 6, 7, 8])
    one.seed([6])
    mask = np.array([True, False, True, False, True])
    for stream, third in ((many, mask), (one, mask[2:3])):
        stream.uniform(3)
        stream.normal(2, mask=third)
    np.testing.assert_array_equal(many.integers(9, -3, 4)[2], one.integers(9, -3, 4)[0])
    # who is not in the mask draws the same again
    again = tasks.Stream(5, np.zeros(1))
    again.seed([4, 5, 6, 7, 8])
    again.uniform(3)
    np.testing.assert_array_equal(again.normal(2)[1], many.__class__.normal(_rewound(many, 1), 2)[1])


def _rewound(stream, to):
    stream.drawn = stream.drawn * 0 + to
    return stream


def test_distributions():
    stream = tasks.Stream(2000, np.zeros(1))
    stream.seed(range(2000))
    uniform, normal, log = stream.uniform(200, -1, 3), stream.normal(200, 2, 3), stream.log_uniform(200, 0.5, 8)
    assert -1 <= uniform.min() and uniform.max() < 3 and abs(uniform.mean() - 1) < 0.01 and abs(uniform.std() - 4 / 12**0.5) < 0.01
    z = (normal - 2) / 3
    assert abs(z.mean()) < 0.01 and abs(z.std() - 1) < 0.01 and abs((z**4).mean() - 3) < 0.1 and 4 < np.abs(z).max() < 6
    for share in (0.001, 0.02, 0.3, 0.9):
        assert abs((z < draws.statistics.NormalDist().inv_cdf(share)).mean() - share) < 4 * (share * (1 - share) / z.size) ** 0.5
    assert 0.5 <= log.min() and log.max() <= 8 and abs(np.median(log) - 2) < 0.05
    counts = np.bincount(stream.integers(200, 0, 7).ravel())
    assert len(counts) == 7 and counts.min() > 0.98 * counts.max()


def test_draws_of_both_libraries_have_the_same_bits():
    torch = pytest.importorskip("torch")
    streams = [tasks.Stream(20, like) for like in (np.zeros(1), torch.zeros(1, dtype=torch.float64))]
    for stream in streams:
        stream.seed(range(100, 120))
    for draw in (lambda s: s.uniform(5), lambda s: s.normal(300), lambda s: s.integers(5, 0, 9), lambda s: s.bits(3)):
        a, b = (np.asarray(draw(stream)) for stream in streams)
        np.testing.assert_array_equal(a, b)


# ------------------------------------------------------------------------------------------------------ parts


def test_commands_are_drawn_anew_in_time_and_stay_in_range():
    envs = swing(200, prepare=lambda self, model: (Swing.prepare(self, model), setattr(self, "told", tasks.Command(self, (-1, 2), (1, 3), (0.1, 0.2), 0.3))))
    envs.reset(seed=1)
    first = envs.task.told.value.copy()
    zero = (first == 0).all(1)
    assert 0.15 < zero.mean() < 0.45
    assert (np.abs(first[~zero, 0]) <= 1).all() and (first[~zero, 1] >= 2).all() and (first[~zero, 1] <= 3).all()
    changed = []
    for _ in range(12):
        before = envs.task.told.value.copy()
        envs.step(np.zeros((200, 1)))
        changed.append((envs.task.told.value != before).any(1))
    changed = np.array(changed)
    # 0.1 to 0.2 seconds are 5 to 10 steps
    assert not changed[:4].any() and changed[4:10].any(0)[~zero].all()
    envs.task.told.set((0.5, 2.5))
    assert (envs.task.told.value == (0.5, 2.5)).all()


def test_delays_are_of_each_world():
    envs = swing(50, prepare=lambda self, model: (Swing.prepare(self, model), setattr(self, "late", tasks.Delay(self, (0, 3)))))
    envs.reset(seed=2)
    late, seen = envs.task.late, []
    assert set(late.lag) == {0, 1, 2, 3}
    for k in range(8):
        seen.append(late(np.full((50, 1), float(k)))[:, 0])
    for world in range(50):
        np.testing.assert_array_equal(np.array(seen)[:, world], np.maximum(np.arange(8) - late.lag[world], 0))


def test_servos_in_substeps_are_those_of_the_engine():
    """A servo between action and motor gives what a position actuator with explicit damping gives."""
    servo = '<general joint="hinge" gainprm="7" biastype="affine" biasprm="0 -7 -0.3" forcerange="-2 2"/>'
    there = ingot.Worlds(PENDULUM.replace('<motor joint="hinge"/>', servo), 4, threads=1)

    class Servoed(Swing):
        def prepare(self, model):
            super().prepare(model)
            self.servo = tasks.Servo(self, self.joints("hinge"), self.dofs("hinge"), 7.0, 0.3, 2.0)

        def control(self, action):
            self.target = action

        def substep(self, k):
            return self.servo(self.target)

    envs = ingot.gym.make_vec(Servoed, 4, threads=1)
    envs.reset(seed=0)
    target = np.array([[0.1], [0.5], [-1.0], [2.0]])
    there.ctrl = target
    for _ in range(50):
        envs.step(target)
        there.step(2)
    np.testing.assert_allclose(envs.worlds.qpos[:, 7], there.qpos[:, 7], atol=1e-12)
    assert np.ptp(there.qpos[:, 7]) > 0.1


def test_groups_have_noise_and_history():
    class Seeing(Swing):
        def prepare(self, model):
            super().prepare(model)
            self.clean = tasks.Group(self, {"angle": lambda: self.worlds.qpos[:, 7:8]}, history=3)
            self.noisy = tasks.Group(self, {"angle": (lambda: self.worlds.qpos[:, 7:8], 0.5), "speed": lambda: self.worlds.qvel[:, 6:]})

        def begin(self, mask, random):
            super().begin(mask, random)
            self.put("qpos", self.init_qpos + np.arange(8) * np.arange(8)[:, None] / 50.0, mask)

        def observe(self):
            return {"clean": self.clean.observe(), "noisy": self.noisy.observe()}

    envs = ingot.gym.make_vec(Seeing, 8, threads=1)
    seen, _ = envs.reset(seed=1)
    assert envs.single_observation_space["clean"].shape == (3,) and envs.task.noisy.widths == {"angle": 1, "speed": 1}
    assert envs.observation_space.contains(seen)
    np.testing.assert_array_equal(seen["clean"], np.repeat(envs.worlds.qpos[:, 7:8], 3, 1))
    angles = [envs.worlds.qpos[:, 7].copy()]
    for _ in range(4):
        seen, *_ = envs.step(np.zeros((8, 1)))
        angles.append(envs.worlds.qpos[:, 7].copy())
        np.testing.assert_array_equal(seen["clean"][:, : len(angles)], np.array(angles[::-1]).T[:, :3])
    off = seen["noisy"][:, 0] - envs.worlds.qpos[:, 7]
    assert 0.05 < np.abs(off).max() <= 0.5
    np.testing.assert_array_equal(seen["noisy"][:, 1], envs.worlds.qvel[:, 6])


def test_parameters_of_an_episode():
    class Heavy(Swing):
        def prepare(self, model):
            super().prepare(model)
            tasks.Randomize(self, "body_mass", "uniform", 0.5, 2.0, rows=[2])
            tasks.Randomize(self, "geom_friction", "normal", 0.0, 0.01, change="add", column=1)
            tasks.Randomize(self, "opt.gravity", "uniform", -9.0, -8.0, change="set", column=2)

    envs = ingot.gym.make_vec(Heavy, 40, threads=1)
    envs.reset(seed=3)
    model, mass = envs.worlds.model(0), envs.worlds.get_parameter("body_mass")
    ratio = mass[:, 2] / ingot.Worlds(PENDULUM, 1).model().body_mass[2]
    assert (mass[:, 1] == mass[0, 1]).all() and ratio.min() >= 0.5 and ratio.max() <= 2 and ratio.std() > 0.2
    gravity = envs.worlds.get_parameter("opt.gravity")
    assert (gravity[:, :2] == 0).all() and -9 <= gravity[:, 2].min() < -8.5 < gravity[:, 2].max() < -8
    friction = envs.worlds.get_parameter("geom_friction")
    assert (friction[:, :, 0] == 1).all() and 0.003 < friction[:, :, 1].std() < 0.03
    # constants follow the masses
    invweight = envs.worlds.get_parameter("body_invweight0")[:, 2, 0]
    assert np.corrcoef(invweight, 1 / mass[:, 2])[0, 1] > 0.99 and model.nbody == 3
    # the next episodes of some worlds have others, and the same seed has the same
    envs.reset(seed=3, options={"reset_mask": np.arange(40) < 20})
    np.testing.assert_array_equal(envs.worlds.get_parameter("body_mass"), mass)
    envs.reset(options={"reset_mask": np.arange(40) < 20})
    now = envs.worlds.get_parameter("body_mass")[:, 2]
    assert (now[:20] != mass[:20, 2]).all() and (now[20:] == mass[20:, 2]).all()
    with pytest.raises(ValueError, match="no distribution 'gauss'"):
        tasks.Randomize(envs.task, "body_mass", "gauss", 0, 1)


def test_pushes_and_curricula():
    class Pushed(Swing):
        def prepare(self, model):
            super().prepare(model)
            tasks.Push(self, (0.1, 0.2), speed=1.0, turn=0.5)
            self.course = tasks.Curriculum(self, 3, lambda: self.verdict)

    envs = ingot.gym.make_vec(Pushed, 30, threads=1)
    envs.task.verdict = np.zeros(30)
    envs.reset(seed=4)
    assert (envs.worlds.qvel == 0).all() and (envs.task.course.level == 0).all()
    for _ in range(11):
        envs.step(np.zeros((30, 1)))
    pushed = envs.worlds.qvel[:, :6]
    assert (np.abs(pushed[:, :2]).max(1) > 0).all() and np.abs(pushed[:, :2]).max() <= 2 and np.abs(pushed[:, 3:]).max() <= 1
    envs.task.verdict = np.where(np.arange(30) < 10, -1, 1)
    levels = []
    for _ in range(3):
        envs.reset()
        levels.append(envs.task.course.level.copy())
    assert (np.array(levels)[:, :10] == 0).all() and (levels[0][10:] == 1).all() and (levels[1][10:] == 2).all()
    assert set(levels[2][10:]) == {0, 1, 2}


def test_infos_have_the_mean_of_each_term_over_the_episode():
    envs = swing(3, prepare=Swing.prepare, episode_steps=4)
    envs.reset(seed=0)
    paid, angles = [], []
    for _ in range(4):
        envs.worlds.qvel[:, 6] = [1.0, 2.0, 3.0]
        _, rewards, _, truncations, infos = envs.step(np.zeros((3, 1)))
        paid.append(rewards)
        angles.append(envs.worlds.qpos[:, 7].copy())
    assert truncations.all()
    np.testing.assert_allclose(infos["episode_angle"], np.mean(angles, 0))
    np.testing.assert_allclose(np.sum(paid, 0), np.sum(angles, 0) * envs.dt)
    envs.step(np.zeros((3, 1)))
    _, _, _, _, infos = envs.step(np.zeros((3, 1)))
    np.testing.assert_allclose(infos["episode_angle"], envs.worlds.qpos[:, 7])


def test_terms_without_a_weight_are_refused():
    envs = swing(2, terms=lambda self, action: {"height": self.zeros()})
    envs.reset()
    with pytest.raises(KeyError, match="no weight for the term 'height'"):
        envs.step(np.zeros((2, 1)))


# ---------------------------------------------------------------------------------------------------- terrain


def test_heights_of_the_ground_are_those_of_the_engine():
    ground = tasks.terrain.tiles(("rough", "stairs", "waves"), levels=2, size=3.0, step=0.1, border=1.0, seed=5)
    assert ground.origins.shape == (2, 3, 3)
    worlds = ingot.Worlds(ground.put_into('<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>'), 1)
    # between knots the engine has triangles: rays look at knots
    random = np.random.default_rng(0)
    i, j = random.integers(2, ground.heights.shape[0] - 2, 200), random.integers(2, ground.heights.shape[1] - 2, 200)
    xy = np.stack((i, j), 1) * ground.step - ground.half + [1e-7, 3e-7]
    distances, _ = worlds.rays(np.concatenate((xy, np.full((200, 1), 9.0)), 1)[None], np.array([0, 0, -1.0]))
    np.testing.assert_allclose(9 - distances[0], ground.heights[i, j], atol=1e-4)
    np.testing.assert_allclose(ground.height(np, xy[:, 0], xy[:, 1]), ground.heights[i, j], atol=1e-5)
    assert np.ptp(ground.heights[i, j]) > 0.2
    for x, y, z in ground.origins.reshape(-1, 3):
        assert z >= ground.height(np, np.array([x]), np.array([y]))[0] - 1e-9


def test_a_model_without_a_floor_is_refused():
    with pytest.raises(KeyError, match="no geom 'floor'"):
        tasks.terrain.tiles(("flat",), levels=1).put_into("<mujoco><worldbody/></mujoco>")


# ----------------------------------------------------------------------------------------- the tasks that ship


@pytest.mark.parametrize("name", tasks.TASKS)
def test_a_world_of_a_task_does_not_depend_on_the_others(name):
    found = []
    for count, which in ((6, 4), (1, 0)):
        envs = ingot.gym.make_vec(name, count, threads=1)
        first, _ = envs.reset(seed=[20 + k for k in range(6)] if count == 6 else [24])
        assert envs.observation_space.contains(first) and envs.action_space.shape == (count, envs.worlds.model().nu)
        random = np.random.default_rng(7)
        for _ in range(25):
            action = random.uniform(-1, 1, envs.single_action_space.shape)
            observed, rewards, terminations, truncations, infos = envs.step(np.tile(action, (count, 1)))
        assert np.isfinite(rewards).all() and terminations.dtype == bool and envs.observation_space.contains(observed)
        found.append((envs.worlds.qpos[which].copy(), envs.worlds.qvel[which].copy(), envs.worlds.time[which]))
    for a, b in zip(*found):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", ["biped-walk", "hound-walk"])
def test_robots_stand_without_a_policy(name):
    envs = ingot.gym.make_vec(name, 16, threads=1, push=0.0, noise=0.0)
    envs.reset(seed=1)
    fallen = np.zeros(16, bool)
    for _ in range(50):  # a second
        _, _, terminations, _, _ = envs.step(np.zeros(envs.action_space.shape))
        fallen |= terminations
    assert fallen.mean() <= 0.25
    task = envs.task
    up, velocity = task.up(), task.velocity()
    w, x, y, z = envs.worlds.qpos[:, 3:7].T
    np.testing.assert_allclose(up[:, 2], 1 - 2 * (x * x + y * y), atol=1e-12)
    np.testing.assert_allclose(np.hypot(velocity[:, 0], velocity[:, 1]), np.hypot(*envs.worlds.qvel[:, :2].T), atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(up, axis=1), 1, atol=1e-9)


def test_robots_are_of_a_size_that_machines_have():
    masses = {name: float(ingot.Worlds(tasks.model(name), 1).model().body_mass.sum()) for name in ("biped", "hound", "arm", "hand")}
    assert 30 < masses["biped"] < 40 and 12 < masses["hound"] < 18
    biped = ingot.Worlds(tasks.model("biped"), 1).model()
    assert biped.nu == 29 and biped.nv == 35 and ingot.Worlds(tasks.model("hound"), 1).model().nu == 12
    with pytest.raises(FileNotFoundError, match="no model 'bipet'"):
        tasks.model("bipet")
