#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Legal extreme models: does the solver stay finite where MuJoCo 3.5.0's does?

    build/venv/bin/python fuzz/extreme.py [--first SEED] [--count N]        print a seed's model: --model SEED

Masses, sizes, stiffness, friction, losses and timesteps over many decades, in heaps of bodies with equalities, tendons and limits. Each
engine steps the model of a seed eight times without resets, in a process of its own. A finding is a step in which all
smooth accelerations are finite and an acceleration is not, where the reference has none up to there; the exit status is 1 then.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = 8
HUGE = 1e10  # where mj_step calls a number bad


def make(seed):
    r = random.Random(seed)
    def dec(lo, hi): return 10 ** r.uniform(lo, hi)
    def maybe(p): return r.random() < p
    span = r.choice([1, 3, 6, 9, 12])       # decades of the model
    soft = r.choice([0, 0, 1, 2, 3])
    def mass(): return dec(-span / 2, span / 2)
    def size(): return dec(-min(span, 6) / 3, min(span, 6) / 3) * r.choice([.1, 1])
    base_size = size()
    def sz(): return base_size * dec(-min(span, 4) / 4, min(span, 4) / 4)
    def contact():
        a = ""
        if soft and maybe(.5):
            if maybe(.5): a += f" solref='{dec(-3 * soft, soft):.6g} {dec(-2 * soft, soft):.6g}'"
            else: a += f" solref='-{dec(-2, 5 * soft):.6g} -{dec(-2, 4 * soft):.6g}'"
        if soft and maybe(.5):
            d0 = r.choice([0, .0001, .5, .9, .99, .9999, .99999, 1])
            d1 = r.choice([.5, .9, .99, .9999, .99999, 1])
            a += f" solimp='{d0} {d1} {dec(-6 * soft, soft):.6g} {r.choice([0, .1, .5, .9, 1])} {r.choice([1, 2, 6, 20])}'"
        return a
    def rows(name):
        return contact().replace("solref", "solref" + name).replace("solimp", "solimp" + name)
    bodies = []
    joints, slides = [], []
    def geom():
        t = r.choice(["sphere", "capsule", "box", "ellipsoid", "cylinder", "box", "sphere"])
        n = {"sphere": 1, "capsule": 2, "cylinder": 2}.get(t, 3)
        s = " ".join(f"{sz():.6g}" for _ in range(n))
        a = f"<geom type='{t}' size='{s}'" + contact()
        a += f" mass='{mass():.6g}'" if maybe(.7) else f" density='{dec(0, 4):.6g}'"
        if maybe(.5): a += f" condim='{r.choice([1, 3, 4, 6])}'"
        if maybe(.3): a += f" friction='{dec(-5, 3):.6g} {dec(-5, 3):.6g} {dec(-5, 3):.6g}'"
        if maybe(.1): a += f" margin='{sz():.6g}'"
        if maybe(.1): a += f" solmix='{dec(-5, 5):.6g}' priority='{r.randrange(3)}'"
        return a + "/>"
    def pos(k=1.): return " ".join(f"{base_size * k * r.gauss(0, 1):.6g}" for _ in range(3))
    def body(depth):
        name = f"b{len(bodies)}"
        bodies.append(name)
        out = f"<body name='{name}' pos='{pos(2 if depth else 3)}'" + (f" gravcomp='{dec(-3, 3):.4g}'" if maybe(.05) else "") + ">"
        kind = r.choice(["free"] * 3 + ["ball", "hinge", "slide", "two"]) if not depth else r.choice(["hinge", "hinge", "ball", "slide", "two", "none"])
        def joint(t):
            j = f"j{len(joints)}"
            if t in ("hinge", "slide"): joints.append(j)
            else: joints.append(None)
            a = f"<joint name='{j}' type='{t}' axis='{r.gauss(0,1):.4g} {r.gauss(0,1):.4g} {r.gauss(0,1) + .01:.4g}'"
            if maybe(.4): a += f" armature='{dec(-span, span/2):.6g}'"
            if maybe(.4): a += f" damping='{dec(-span/2, span/2):.6g}'"
            if maybe(.3): a += f" stiffness='{dec(-span/2, span/2):.6g}'" + (f" springref='{r.gauss(0, 1):.4g}'" if t in ("hinge", "slide") else "")
            if maybe(.3): a += f" frictionloss='{dec(-span, span):.6g}'" + rows("friction")
            if maybe(.4) and t != "ball": a += f" limited='true' range='{-dec(-2,1)*base_size if t == 'slide' else -dec(-2, 2):.4g} {dec(-2,1)*base_size if t == 'slide' else dec(-2, 2):.4g}'" + rows("limit")
            if maybe(.1): a += f" margin='{dec(-3, 1):.4g}'"
            return a + "/>"
        if kind == "free": out += "<freejoint/>"
        elif kind == "two": out += joint("slide") + joint("hinge")
        elif kind != "none": out += joint(kind)
        for _ in range(r.choice([1, 1, 2])): out += geom()
        out += f"<site name='s{name}' pos='{pos(.3)}'/>"
        while depth < 6 and maybe(.45) and len(bodies) < 24: out += body(depth + 1)
        return out + "</body>"
    world = ""
    if maybe(.7): world += f"<geom type='plane' size='1 1 1' pos='0 0 {-base_size * dec(-2, 1):.6g}'{contact()}/>"
    for _ in range(r.choice([1, 2, 4, 8, 12])): world += body(0)
    eq = ""
    for _ in range(r.choice([0, 0, 1, 2, 5, 10])):
        a, b = r.choice(bodies), r.choice(bodies + [None])
        if a == b: continue
        two = f" body2='{b}'" if b else ""
        eq += r.choice([f"<connect body1='{a}'{two} anchor='{pos(.5)}'{contact()}/>", f"<weld body1='{a}'{two} torquescale='{dec(-3,3):.4g}'{contact()}/>"])
    named = [j for j in joints if j]
    if len(named) > 1 and maybe(.4):
        for _ in range(r.choice([1, 3])):
            a, b = r.sample(named, 2)
            eq += f"<joint joint1='{a}' joint2='{b}' polycoef='{r.gauss(0, 1):.4g} {dec(-3,3):.4g} 0 0 0'{contact()}/>"
    ten = ""
    if maybe(.4):
        for _ in range(r.choice([1, 3])):
            a = f" frictionloss='{dec(-span, span):.4g}'{rows('friction')}" if maybe(.4) else ""
            if maybe(.5): a += f" limited='true' range='0 {base_size * dec(-2, 1):.6g}'{rows('limit')}"
            if maybe(.3): a += f" stiffness='{dec(-span/2, span/2):.4g}' damping='{dec(-span/2, span/2):.4g}'"
            if maybe(.2): a += f" armature='{dec(-span/2, span/2):.4g}'"
            ten += f"<spatial{a}><site site='s{r.choice(bodies)}'/><site site='s{r.choice(bodies)}'/></spatial>"
    act = ""
    if named and maybe(.3):
        act += f"<position joint='{r.choice(named)}' kp='{dec(-span/2, span):.4g}' kv='{dec(-span/2, span):.4g}'/>"
    o = ""
    if maybe(.6):
        if maybe(.5): o += f" timestep='{dec(-6, 0):.4g}'"
        if maybe(.3): o += f" cone='elliptic'"
        if maybe(.3): o += f" impratio='{dec(-3, 6):.4g}'"
        if maybe(.2): o += f" solver='{r.choice(['CG', 'PGS'])}'"
        if maybe(.3): o += f" integrator='{r.choice(['implicit', 'implicitfast', 'RK4'])}'"
        if maybe(.2): o += f" jacobian='{r.choice(['dense', 'sparse'])}'"
        if maybe(.3): o += f" gravity='0 0 -{dec(-6, 6):.4g}'"
        if maybe(.2): o += f" tolerance='{r.choice([0, 1e-12, 1e-4])}'"
    f = "<flag island='disable'/>" if maybe(.15) else ""
    if maybe(.1): f += "" if f else "<flag warmstart='disable'/>"
    return (f"<mujoco><option{o}>{f}</option><worldbody>{world}</worldbody>" + (f"<equality>{eq}</equality>" if eq else "") +
            (f"<tendon>{ten}</tendon>" if ten else "") + (f"<actuator>{act}</actuator>" if act else "") + "</mujoco>")


def first_bad(seed):
    """the first step with an acceleration that is not finite, None if there is none; -1: refused, or an error while stepping"""
    import mujoco
    import numpy as np
    try:
        m = mujoco.MjModel.from_xml_string(make(seed))
        d = mujoco.MjData(m)
        r = random.Random(seed * 7 + 1)
        if r.random() < 0.5:
            speed = 10 ** r.uniform(-2, 4)
            d.qvel[:] = [r.gauss(0, 1) * speed for _ in range(m.nv)]
        m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
        for step in range(STEPS):
            mujoco.mj_forward(m, d)
            if not np.isfinite(d.qacc_smooth).all() or (np.isfinite(d.qacc).all() and np.abs(d.qacc).max(initial=0) > HUGE):
                return None
            if not np.isfinite(d.qacc).all():
                return step
            mujoco.mj_step(m, d)
            if not (np.abs(d.qpos) < HUGE).all() or not (np.abs(d.qvel) < HUGE).all():
                return None
    except (ValueError, mujoco.FatalError):
        return -1
    return None


def start(words, options, path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")])}
    words = [sys.executable, *words, __file__, "--out", path, "--first", str(options.first), "--count", str(options.count)]
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--model", type=int)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.model is not None:
        print(make(options.model))
        return 0
    seeds = range(options.first, options.first + options.count)
    if options.out:
        pathlib.Path(options.out).write_text(json.dumps([first_bad(seed) for seed in seeds]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("theirs", "ours")]
        ends = [child.wait() for child in [start([], options, paths[0]), start(["-m", "ingot"], options, paths[1])]]
        if any(ends):
            print(f"an engine ended with {ends}")
            return 1
        theirs, ours = (json.loads(pathlib.Path(path).read_text()) for path in paths)
    found = [seed for seed, a, b in zip(seeds, theirs, ours) if a is None and b is not None]
    for seed in found:
        print(f"seed {seed}: not finite in step {ours[seed - options.first]}")
    beside = sum(a is not None and b is None for a, b in zip(theirs, ours))
    print(f"{options.count} models, {len(found)} findings; {beside} are finite here and not, or an error, in the reference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
