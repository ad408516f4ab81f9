# SPDX-License-Identifier: Apache-2.0
"""Parameters of a pendulum from noisy measurements, on a cluster: masses, a length, damping and friction come out of angles.

    python examples/cluster/identify.py                              this machine, under a minute
    RAY_ADDRESS=head:6379 python examples/cluster/identify.py        a cluster, unchanged

Two links on hinges are driven by a torque that is known; both angles are measured with noise. Least squares by Levenberg
and Marquardt (Nocedal and Wright, Numerical Optimization, chapter 10) from many starts at once: each start has one world for
its parameters and one for each of them moved a little, so that a single rollout gives all residuals and Jacobians. The spread
that the fit claims, from the curvature, is checked against the truth. Needs: pip install "ray" tqdm matplotlib
"""
import argparse

import numpy as np
from tqdm import tqdm

import ingot
import ingot.cluster

PENDULUM = """
<mujoco>
  <option timestep="0.005" integrator="RK4"/>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0" damping="0.02"/>
      <geom name="upper" type="capsule" fromto="0 0 0 0 0 -.4" size=".02" mass="0.5"/>
      <body name="lower" pos="0 0 -.4">
        <joint name="elbow" axis="0 1 0" damping="0.02"/>
        <inertial pos="0 0 -.2" mass="0.3" diaginertia=".004 .004 .0001"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="shoulder"/></actuator>
  <sensor><jointpos joint="shoulder"/><jointpos joint="elbow"/></sensor>
</mujoco>"""

NAMES = ("mass of the lower link, kg", "its centre, m", "its inertia, g m²", "damping of the shoulder, mN m s", "damping of the elbow, mN m s")
SCALE = np.array([1, 1, 1e-3, 1e-3, 1e-3])  # of what is printed
TRUE = np.array([0.42, 0.27, 0.0061, 0.035, 0.012])
LOW, HIGH = np.array([0.1, 0.1, 0.001, 0.002, 0.002]), np.array([1.0, 0.4, 0.02, 0.1, 0.1])
STEPS, EVERY = 800, 8


def torques():
    """What the motor does in the 4 seconds of the experiment."""
    time = np.arange(STEPS)[:, None] * 0.005
    return 1.2 * np.sin(2 * np.pi * 0.9 * time) + 0.8 * np.sin(2 * np.pi * 2.3 * time + 1)


def simulate(worlds, parameters):
    """Angles of every world with its own parameters, (count, moments, 2): one call for the models, one for all steps."""
    lower, (shoulder, elbow) = worlds.model().body("lower").id, (0, 1)
    mass, centre, inertia, damping = (worlds.get_parameter(name) for name in ("body_mass", "body_ipos", "body_inertia", "dof_damping"))
    mass[:, lower], centre[:, lower, 2] = parameters[:, 0], -parameters[:, 1]
    inertia[:, lower, 0] = inertia[:, lower, 1] = parameters[:, 2]
    damping[:, shoulder], damping[:, elbow] = parameters[:, 3], parameters[:, 4]
    for name, values in (("body_mass", mass), ("body_ipos", centre), ("body_inertia", inertia), ("dof_damping", damping)):
        worlds.set_parameter(name, values)
    worlds.set_const()
    worlds.reset()
    return worlds.rollout(torques(), outputs=("sensordata",), every=EVERY)["sensordata"]


class Fit:
    """Levenberg and Marquardt from many starts, in the logarithms of the parameters: they stay positive and of one size."""

    def __init__(self, worlds, measured, starts, sigma, random):
        self.worlds, self.measured, self.sigma = worlds, measured, sigma
        self.points = np.log(LOW) + random.random((starts, len(LOW))) * (np.log(HIGH) - np.log(LOW))
        self.trust = np.full(starts, 1e-2)
        self.residuals, self.jacobians = self._evaluate(self.points)

    def _evaluate(self, points):
        """Residuals (starts, numbers) and their derivatives (starts, numbers, parameters)."""
        size, h = points.shape[1], 1e-4
        tried = points[:, None, :] + h * np.vstack([np.zeros(size), np.eye(size)])
        angles = simulate(self.worlds, np.exp(tried).reshape(-1, size))
        apart = (angles - self.measured).reshape(len(points), size + 1, -1) / self.sigma
        return apart[:, 0], (apart[:, 1:] - apart[:, :1]).transpose(0, 2, 1) / h

    def costs(self):
        return (self.residuals**2).mean(1)

    def iterate(self):
        """A step of every start; those that do not improve stay, and trust less."""
        normal = np.einsum("sni,snj->sij", self.jacobians, self.jacobians)
        slope = np.einsum("sni,sn->si", self.jacobians, self.residuals)
        damped = normal + self.trust[:, None, None] * np.einsum("sii->si", normal)[:, :, None] * np.eye(normal.shape[1])
        move = -np.linalg.solve(damped, slope[:, :, None])[:, :, 0]
        points = np.clip(self.points + np.clip(move, -1, 1), np.log(LOW) - 1, np.log(HIGH) + 1)
        residuals, jacobians = self._evaluate(points)
        better = (residuals**2).mean(1) < self.costs()
        self.points[better], self.residuals[better], self.jacobians[better] = points[better], residuals[better], jacobians[better]
        self.trust = np.where(better, self.trust / 3, self.trust * 4).clip(1e-9, 1e6)
        return self.costs().min()

    def best(self):
        """The parameters of the best start, and the spread that the noise gives them."""
        found = int(np.argmin(self.costs()))
        spread = np.sqrt(np.diag(np.linalg.inv(self.jacobians[found].T @ self.jacobians[found])))
        return np.exp(self.points[found]), np.exp(self.points[found]) * spread


def draw(path, measured, fitted, found, spread, costs):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right, last) = pyplot.subplots(1, 3, figsize=(14, 4), dpi=110, width_ratios=(1.5, 1, 0.8))
    time = np.arange(1, len(measured) + 1) * EVERY * 0.005
    for joint, name in enumerate(("shoulder", "elbow")):
        left.plot(time, measured[:, joint], ".", markersize=3, color=f"C{joint}", alpha=0.6, label=f"{name}, measured")
        left.plot(time, fitted[:, joint], color=f"C{joint}", label=f"{name}, fitted")
    left.set(xlabel="seconds", ylabel="angle, rad", title="the experiment", ylim=(measured.min() - 0.2, 1.6 * measured.max()))
    left.legend(fontsize=8, loc="upper center", ncols=2)
    left.grid(alpha=0.3)
    places = np.arange(len(TRUE))
    right.errorbar((found / TRUE - 1) * 100, places, xerr=200 * spread / TRUE, fmt="o", capsize=4, color="C2")
    right.axvline(0, color="0.4", linestyle="--")
    right.set_yticks(places, [name.split(",")[0] for name in NAMES])
    right.set(xlabel="found against true, %, with two standard deviations", title="the numbers")
    right.invert_yaxis()
    right.grid(alpha=0.3)
    last.semilogy(np.array(costs))
    last.set(xlabel="iteration", ylabel="squared residual in units of the noise", title="the best of all starts")
    last.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--starts", type=int, default=32)
    parser.add_argument("--iterations", type=int, default=40, help="at most; it ends where nothing improves any more")
    parser.add_argument("--noise", type=float, default=0.02, help="standard deviation of a measured angle, rad")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-actor", type=int, help="worlds of one actor")
    parser.add_argument("--picture", default="identify.png")
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)

    clean = simulate(ingot.Worlds(PENDULUM, 1), TRUE[None])[0]
    measured = clean + options.noise * random.normal(size=clean.shape)
    costs = []
    with ingot.cluster.Worlds(PENDULUM, options.starts * (len(TRUE) + 1), per_actor=options.per_actor) as worlds:
        fit = Fit(worlds, measured, options.starts, options.noise, random)
        with tqdm(range(options.iterations), unit="iteration") as bar:
            for _ in bar:
                costs.append(fit.iterate())
                bar.set_postfix_str(f"residual {costs[-1]:.4g} of the noise")
                if len(costs) > 4 and costs[-5] - costs[-1] < 1e-6 * costs[-1]:
                    break
    found, spread = fit.best()
    for name, value, width, true, scale in zip(NAMES, found, spread, TRUE, SCALE):
        print(f"{name:32s} found {value / scale:8.4f} ± {width / scale:.4f}   true {true / scale:8.4f}")
    draw(options.picture, measured, simulate(ingot.Worlds(PENDULUM, 1), found[None])[0], found, spread, costs)
    print(f"picture in {options.picture}")
    if np.any(np.abs(found - TRUE) > 4 * spread):
        raise SystemExit("the true numbers are not within four standard deviations")


if __name__ == "__main__":
    main()
