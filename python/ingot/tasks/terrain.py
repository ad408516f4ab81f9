# SPDX-License-Identifier: Apache-2.0
"""Ground that is not flat: tiles of a height field, one row for each level of difficulty, one column for each kind.

    tiles = terrain.tiles(("flat", "rough", "waves", "stairs", "slopes"), levels=6, seed=1)
    text = tiles.put_into(tasks.model("biped"))           # the model with this ground in the place of its plane "floor"
"""
import pathlib
import xml.etree.ElementTree as ElementTree

import numpy as np


def flat(random, x, y, level):
    return 0 * x


def rough(random, x, y, level):
    """Bumps of up to 2 cm at the first level and 10 cm at the last, every quarter of a metre."""
    coarse = random.uniform(0, 0.02 + 0.08 * level, [1 + int(np.ptp(axis) / 0.25) + 2 for axis in (x, y)])
    return _between(coarse, (x - x.min()) / 0.25, (y - y.min()) / 0.25)


def waves(random, x, y, level):
    """Waves across the way, 1.6 m long, up to 30 cm from top to bottom."""
    return (0.03 + 0.12 * level) * (np.sin(2 * np.pi * x / 1.6) + np.sin(2 * np.pi * y / 1.6)) / 2


def stairs(random, x, y, level):
    """Steps up to a platform in the middle, 31 cm deep, 4 to 20 cm high."""
    ring = np.floor((np.abs(x).max() - np.maximum(np.abs(x), np.abs(y))) / 0.31)
    return np.minimum(ring, 8) * (0.04 + 0.16 * level)


def slopes(random, x, y, level):
    """A pyramid whose sides rise by up to 22 degrees."""
    inside = np.abs(x).max() - np.maximum(np.abs(x), np.abs(y))
    return np.minimum(inside, 3.0) * (0.06 + 0.34 * level)


KINDS = {"flat": flat, "rough": rough, "waves": waves, "stairs": stairs, "slopes": slopes}


def _between(grid, x, y):
    """Bilinear values of a grid at fractional places."""
    i, j = np.clip(x.astype(int), 0, len(grid) - 2), np.clip(y.astype(int), 0, grid.shape[1] - 2)
    u, v = x - i, y - j
    return (1 - u) * (1 - v) * grid[i, j] + u * (1 - v) * grid[i + 1, j] + (1 - u) * v * grid[i, j + 1] + u * v * grid[i + 1, j + 1]


class Tiles:
    """Heights over a rectangle around the origin: `heights[i, j]` at x = i * step - size_x / 2, y = j * step - size_y / 2.

    origins   (levels, kinds, 3): the middle of each tile, on the ground
    """

    def __init__(self, heights, step, origins):
        self.heights, self.step, self.origins = heights, step, origins
        self.half = (np.array(heights.shape) - 1) * step / 2

    def put_into(self, model, floor="floor", name="ground"):
        """The text of a model with this ground in the place of a plane."""
        path = pathlib.Path(model)
        root = ElementTree.fromstring(path.read_text() if path.suffix and path.is_file() else str(model))
        plane = next((geom for geom in root.iter("geom") if geom.get("name") == floor), None)
        if plane is None:
            raise KeyError(f"the model has no geom '{floor}' to put the ground in the place of")
        low, high = float(self.heights.min()), float(self.heights.max())
        span = max(high - low, 1e-3)
        # the reference wants rows along y, and heights from 0 to 1 above the geom
        levels = np.round((self.heights.T[::-1] - low) / span, 5)
        asset = root.find("asset")
        asset = ElementTree.SubElement(root, "asset") if asset is None else asset
        ElementTree.SubElement(asset, "hfield", name=name, nrow=str(levels.shape[0]), ncol=str(levels.shape[1]),
                               size=f"{self.half[0]:.6g} {self.half[1]:.6g} {span:.6g} 0.5",
                               elevation=" ".join(f"{value:g}" for value in levels.ravel()))
        plane.set("type", "hfield")
        plane.set("hfield", name)
        plane.set("pos", f"0 0 {low:.6g}")
        plane.attrib.pop("size", None)
        return ElementTree.tostring(root, encoding="unicode")

    def height(self, xp, x, y, table=None):
        """The height of the ground at places of any shape; `table`: self.heights as an array of xp."""
        table = self.heights if table is None else table
        rows, columns = self.heights.shape
        u = xp.clip((x + self.half[0]) / self.step, 0, rows - 1.001)
        v = xp.clip((y + self.half[1]) / self.step, 0, columns - 1.001)
        i, j = xp.floor(u), xp.floor(v)
        u, v = u - i, v - j
        i, j = (i.astype(int), j.astype(int)) if xp is np else (i.long(), j.long())
        return (1 - u) * (1 - v) * table[i, j] + u * (1 - v) * table[i + 1, j] + (1 - u) * v * table[i, j + 1] + u * v * table[i + 1, j + 1]


def tiles(kinds=tuple(KINDS), levels=6, size=8.0, step=0.1, border=4.0, seed=0):
    """Square tiles with `size` metres a side; level 0 is the easiest. kinds: names, or functions (random, x, y, level from 0 to 1)."""
    random = np.random.default_rng(seed)
    number, edge = round(size / step), round(border / step)
    heights = np.zeros((levels * number + 2 * edge + 1, len(kinds) * number + 2 * edge + 1))
    origins = np.zeros((levels, len(kinds), 3))
    places = (np.arange(number + 1) - number / 2) * step
    x, y = np.meshgrid(places, places, indexing="ij")
    half = (np.array(heights.shape) - 1) * step / 2
    for level in range(levels):
        for column, kind in enumerate(kinds):
            make = KINDS[kind] if isinstance(kind, str) else kind
            tile = make(random, x, y, level / max(levels - 1, 1))
            i, j = edge + level * number, edge + column * number
            heights[i : i + number + 1, j : j + number + 1] = tile
            around = np.maximum(np.abs(x), np.abs(y)) < 0.5
            origins[level, column] = (i + number / 2) * step - half[0], (j + number / 2) * step - half[1], tile[around].max()
    return Tiles(heights, step, origins)
