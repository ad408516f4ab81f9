# SPDX-License-Identifier: Apache-2.0
"""Observations of pixels: what cameras see in all worlds, the last pictures one behind the other."""
import numpy as np

from ingot._library import Error, as_int, did_you_mean

_DEFAULTS = dict(cameras=(-1,), size=84, stack=1, quality="fast")


def default_camera(model):
    """The number of the camera that a task is shown by: the one that follows it, else the first, else the free one."""
    names = [model.name("camera", number) for number in range(model.ncam)]
    return names.index("track") if "track" in names else 0 if names else -1


class Pixels:
    """Pictures of all worlds, (worlds, height, width, channels): 3 channels for each camera, as often as pictures are stacked, the
    newest last. A world that begins anew has its first picture in all places.

    cameras  names or numbers, -1 for the free one
    size     of a side, or (height, width)
    stack    how many pictures
    quality  as of Worlds.render
    """

    def __init__(self, worlds, options):
        unknown = sorted(set(options) - set(_DEFAULTS))
        if unknown:
            raise Error(f"pixels has no setting {unknown[0]!r}{did_you_mean(unknown[0], _DEFAULTS)}; it has {', '.join(_DEFAULTS)}")
        options = {**_DEFAULTS, **options}
        cameras, size = options["cameras"], options["size"]
        self.worlds, self.quality = worlds, options["quality"]
        self.cameras = [cameras] if isinstance(cameras, (str, int)) else list(cameras)
        self.height, self.width = (size, size) if np.ndim(size) == 0 else size
        self.stack = as_int("stack", options["stack"], 1)
        count = len(worlds)
        # what cannot be drawn is refused now
        self.drawn = worlds.render(cameras=self.cameras, height=self.height, width=self.width, quality=self.quality)
        self.channels = 3 * len(self.cameras)
        self.frames = np.zeros((count, *self.drawn.shape[2:4], self.channels * self.stack), np.uint8)
        self.begun, self.moved = np.ones(count, bool), np.zeros(count, bool)

    def note(self, mask, begun):
        """Worlds that were stepped, or that begin anew."""
        (self.begun if begun else self.moved)[mask] = True

    def observe(self):
        due = self.begun | self.moved
        if due.any():
            self.worlds.render(cameras=self.cameras, height=self.height, width=self.width, quality=self.quality, mask=due, out=self.drawn)
            newest = np.moveaxis(self.drawn, 1, 3).reshape(*self.frames.shape[:3], self.channels)
            on = self.moved & ~self.begun
            self.frames[on, ..., : -self.channels] = self.frames[on, ..., self.channels :]
            self.frames[on, ..., -self.channels :] = newest[on]
            self.frames[self.begun] = np.tile(newest[self.begun], self.stack)
            self.begun[:] = self.moved[:] = False
        return self.frames.copy()
