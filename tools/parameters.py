#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of mjModel's fields for worlds, as the library answers and behaves: every field is changed in a world, and what
set_const() makes of it is looked at.

    PYTHONPATH=python tools/parameters.py > docs/guide/parameters.md
"""
import collections

import numpy as np

import ingot
from ingot._library import C, Error, Report
from ingot._table import MODEL

# something of each kind, no body with a diagonal inertia matrix
RICH = """
<mujoco>
  <compiler angle="radian"/>
  <option density="1"/>
  <asset>
    <hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 .1 .2 .1 0 .3 .2 .1 1"/>
    <mesh name="m" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="mat" texture="t"/>
  </asset>
  <worldbody>
    <geom type="plane" size="5 5 .1" material="mat"/><geom type="hfield" hfield="h" pos="3 0 0"/>
    <camera name="fixed" pos="0 -3 1" mode="targetbody" target="a"/><light pos="0 0 3" dir="0 .1 -1"/>
    <body name="target" mocap="true" pos="0 0 2"><geom type="sphere" size=".01" contype="0" conaffinity="0"/></body>
    <body name="a" pos="0 0 1"><freejoint/><inertial pos=".01 .02 .03" quat="1 .1 0 0" mass="2" diaginertia=".1 .2 .25"/>
      <geom name="box" type="box" size=".1 .2 .05" margin=".001" gap="0"/><geom type="sphere" size=".08" pos=".3 0 0" fluidshape="ellipsoid"/>
      <geom type="mesh" mesh="m" pos="-.3 0 0"/><geom type="capsule" size=".03 .1" pos="0 .3 0" quat="1 .2 0 0"/>
      <site name="s0" pos="0 0 .1"/><camera name="eye" pos="0 0 .1" mode="track"/><light name="lamp" pos=".1 0 .2" mode="trackcom"/>
      <body name="b" pos=".4 0 0" gravcomp=".1"><joint name="j" axis="0 1 .2" pos=".01 0 0" stiffness="2" springref=".1" damping=".1" armature=".01" frictionloss=".1" range="-1 1" limited="true"/>
        <geom name="pole" type="cylinder" size=".05 .2" pos=".1 .1 0"/><geom type="ellipsoid" size=".05 .1 .06" pos="0 0 .2"/><site name="s1" pos=".3 .1 0" size=".02 .02 .02"/>
        <body name="c" pos=".4 0 0"><joint name="k" type="ball" pos="0 .01 0" stiffness="1"/><geom type="sphere" size=".06" pos="0 .1 0"/><site name="s2" pos=".1 .1 .1"/></body></body></body>
  </worldbody>
  <contact><pair geom1="box" geom2="pole"/></contact>
  <tendon>
    <spatial name="rope" stiffness="1" damping=".1" frictionloss=".1" range="0 3" limited="true"><site site="s0"/><geom geom="pole"/><site site="s2"/></spatial>
    <spatial name="line" armature=".01"><site site="s0"/><site site="s1"/></spatial><fixed name="sum"><joint joint="j" coef="2"/></fixed>
  </tendon>
  <equality>
    <connect body1="c" body2="target" anchor=".1 0 0" active="false"/><weld body1="b" body2="target" active="false"/>
    <joint joint1="j" polycoef="0 1 0 0 0" active="false"/><tendon tendon1="sum" active="false"/>
  </equality>
  <actuator>
    <motor joint="j" gear="3" ctrlrange="-1 1" forcerange="-2 2"/><position tendon="rope" kp="3"/><general site="s1" gear="1 0 0 0 0 .1" dyntype="integrator" actrange="-1 1"/>
    <muscle tendon="rope" lengthrange=".2 2"/>
  </actuator>
  <sensor><jointpos joint="j" cutoff="1" noise=".1"/><framepos objtype="site" objname="s2"/><rangefinder site="s1" cutoff="3"/></sensor>
  <custom><numeric name="n" data="1 2"/></custom>
  <keyframe><key time="1"/></keyframe>
</mujoco>"""
HOW = {
    "lanes": "each world its own, side by side",
    "host": "each world its own, side by side on CPUs",
    "alike": "worlds that agree share a vector",
    "alone": "a world that differs from the model is stepped by itself",
    "shown": "no step looks at it",
}
HEAD = """# Fields of the model, world by world

What `worlds.set_parameter` takes, how worlds that have a field of their own are stepped, and what `worlds.set_const()` makes anew when
it changes. The tool that writes this page asks the library for each field, changes it in a world and looks at what follows; a
test holds the page to it.

On a device fields of the kinds *{lanes}* and *{shown}* can be each world's own; the others are refused where they are set.
What follows from a world's own numbers is made by `set_const()` alone; until then it is what it was. Mass and inertia of bodies do not
follow from sizes or densities of geoms, as with `mj_setConst`: set them, too. Where the structure of the model has no room for
what follows, `set_const()` refuses it: a body with a diagonal inertia matrix (`body_simple`) cannot get a centre of mass or a joint beside its frame.

| field | in each world | `set_const()` makes from it |
|---|---|---|
"""


def kind(model, name):
    report = Report()
    found = C.ingot_worldsParameterKind(model._address, name.encode(), report)
    return (found.decode() if found else None), report.message()


def changed(name, values):
    """Other numbers that a model may have."""
    other = values * 1.1 + 0.01
    if "quat" in name:
        other /= np.linalg.norm(other, axis=-1, keepdims=True)
    return other


def derived(worlds, names, name, values):
    """The fields that set_const() makes anew when this one changes, and whether it makes this one."""
    worlds.set_parameter(name, changed(name, values[name]))
    mine = worlds.get_parameter(name)
    worlds.set_const()
    now = {other: worlds.get_parameter(other) for other in names}
    follow = [other for other in names if other != name and not np.array_equal(now[other], values[other])]
    return follow, not np.array_equal(now[name], mine)


def rows():
    model = ingot.load(RICH)
    names = [*MODEL, *(name for name in ingot.worlds.MODEL_NAMES if "." in name)]
    worlds = ingot.Worlds(model, 1)
    worlds.set_const()
    values = {name: worlds.get_parameter(name) for name in names if kind(model, name)[0] or name in ("bvh_aabb", *SAME)}
    found, made = {}, collections.defaultdict(list)
    for name in names:
        how, refusal = kind(model, name)
        if how is None or values[name].dtype.kind != "f" or not values[name].size:
            found[name] = how, refusal, []
            continue
        follow, own = derived(ingot.Worlds(model, 1), list(values), name, values)
        found[name] = how, refusal, follow
        for other in follow:
            made[other].append(name)
        if own and name not in made:
            made[name] = []
    return found, made


SAME = ("body_sameframe", "geom_sameframe", "site_sameframe")


def page():
    found, made = rows()
    lines, fixed = [], []
    for name, (how, refusal, follow) in found.items():
        if how is None and "structure" in refusal and name not in made:
            fixed.append(name)
            continue
        if how is None:
            said = "follows from others" if "structure" in refusal else "refused: " + refusal.split("own: ", 1)[1]
        else:
            said = HOW[how]
        if name in made and how:
            said += "; written by `set_const()`"
        lines.append(f"| `{name}` | {said} | {', '.join(f'`{one}`' for one in follow)} |")
    structure = "\nPart of the structure, which worlds of one model share (`ingot.Worlds([...])` takes several models): " + ", ".join(f"`{name}`" for name in fixed) + ".\n"
    return HEAD.format(**HOW) + "\n".join(lines) + "\n" + structure


if __name__ == "__main__":
    print(page(), end="")
