# SPDX-License-Identifier: Apache-2.0
"""Random numbers of worlds, drawn for all of them at once.

A number is a function of the seed of its world, of how many draws the world has made, and of its place in the draw. It does not
depend on how many worlds there are, where they are stepped, or which array library draws it: numpy and torch, on a processor or
a device, give the same bits. The generator is Threefry with 20 rounds (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as
easy as 1, 2, 3", 2011): it needs no state, and adds, rotates and xors only.
"""
import functools
import importlib
import statistics

import numpy as np

_WORD = 0xFFFFFFFF
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA
_BITS = 24  # of a uniform number: exact in single precision too
_KNOTS = 4096


def threefry(key, counter):
    """Two words of 32 bits for a key and a counter of two words each, in arrays of int64."""
    words = (key[0], key[1], key[0] ^ key[1] ^ _PARITY)
    x, y = (counter[0] + words[0]) & _WORD, (counter[1] + words[1]) & _WORD
    for group in range(5):
        for turn in _ROTATIONS[group % 2]:
            x = (x + y) & _WORD
            y = (((y << turn) | (y >> (32 - turn))) & _WORD) ^ x
        x = (x + words[(group + 1) % 3]) & _WORD
        y = (y + words[(group + 2) % 3] + group + 1) & _WORD
    return x, y


@functools.lru_cache
def _quantiles():
    """Quantiles of the normal distribution: at k / 4096 up to the median, and at k / 4096^2 below the first of them.

    Rounded to 2^-40, so that the last bits of a machine's logarithm are not in them.
    """
    normal = statistics.NormalDist()
    coarse = [normal.inv_cdf(k / _KNOTS) for k in range(1, _KNOTS // 2 + 1)]
    fine = [normal.inv_cdf(k / _KNOTS**2) for k in range(1, _KNOTS + 1)]
    table = [2 * fine[0] - fine[1], *fine, *coarse[1:]]  # the lowest knot goes on in a straight line
    return np.round(np.array(table) * 2.0**40) / 2.0**40


class Stream:
    """Draws of `count` worlds. `like` is an array of their library, precision and device: draws are of the same kind.

    mask   worlds that draw; the others get numbers too, but their next draw is not moved on
    """

    def __init__(self, count, like):
        self._xp = np if isinstance(like, np.ndarray) else __import__("torch")
        self._like = like
        self.keys = self._integers(np.zeros((2, count), np.int64))
        self.drawn = self._integers(np.zeros(count, np.int64))
        self.seed(np.random.SeedSequence().generate_state(count, np.uint64).astype(object))

    def __getstate__(self):
        # modules are not pickled
        return {**self.__dict__, "_xp": self._xp.__name__}

    def __setstate__(self, state):
        self.__dict__.update(state, _xp=importlib.import_module(state["_xp"]))

    def _integers(self, values):
        values = np.asarray(values, np.int64)
        return values.copy() if self._xp is np else self._xp.as_tensor(values, device=self._like.device)

    def _numbers(self, values):
        """Doubles as numbers of the worlds' precision."""
        return values.astype(self._like.dtype) if self._xp is np else values.to(self._like.dtype)

    def seed(self, seeds, mask=None):
        """Begin anew with a seed for each world, in the worlds of the mask (an array of numpy)."""
        seeds = [0 if seed is None else int(seed) % 2**64 for seed in seeds]
        keys = self._integers([[seed & _WORD for seed in seeds], [seed >> 32 for seed in seeds]])
        if mask is None:
            self.keys, self.drawn = keys, self.drawn * 0
        else:
            kept = ~(self._xp.as_tensor(mask, device=self._like.device) if self._xp is not np else np.asarray(mask))
            self.keys, self.drawn = self._xp.where(kept, self.keys, keys), self._xp.where(kept, self.drawn, 0 * self.drawn)

    def bits(self, number, mask=None):
        """(worlds, number) words of 32 bits, as int64."""
        pairs = (number + 1) // 2
        place = self._integers(np.arange(pairs))
        counter = (self.drawn[:, None] & _WORD, place[None, :] | ((self.drawn[:, None] >> 32) << 20))
        x, y = threefry((self.keys[0][:, None], self.keys[1][:, None]), counter)
        self.drawn = self.drawn + (1 if mask is None else mask)
        return self._xp.stack((x, y), 2).reshape(len(self.drawn), -1)[:, :number]

    def _unit(self, number, mask):
        """Doubles in [0, 1), multiples of 2^-24."""
        bits = self.bits(number, mask) >> (32 - _BITS)
        return (bits.astype(np.float64) if self._xp is np else bits.to(self._xp.float64)) / 2**_BITS

    def uniform(self, number=1, low=0.0, high=1.0, mask=None):
        """Uniform numbers, shape (worlds, number); low and high broadcast."""
        return self._numbers(low + (high - low) * self._unit(number, mask))

    def log_uniform(self, number=1, low=0.5, high=2.0, mask=None):
        """Numbers whose logarithm is uniform."""
        return self._numbers(low * self._xp.exp(np.log(high / low) * self._unit(number, mask)))

    def normal(self, number=1, mean=0.0, deviation=1.0, mask=None):
        """Normal numbers: quantiles of a table, on straight lines between its knots, so that no logarithm is asked for."""
        unit = self._unit(number, mask) + 0.5 / 2**_BITS
        below = self._xp.where(unit < 0.5, unit, 1 - unit)
        fine = below < 1.0 / _KNOTS
        at = self._xp.where(fine, below * _KNOTS**2, below * _KNOTS + (_KNOTS - 1))
        knot = self._xp.floor(at)
        index = knot.astype(np.int64) if self._xp is np else knot.to(self._xp.int64)
        table = _quantiles() if self._xp is np else self._xp.as_tensor(_quantiles(), device=self._like.device)
        last = len(_quantiles()) - 1
        low, high = table[index], table[index + (index < last)]
        value = low + (at - knot) * (high - low)
        return self._numbers(mean + deviation * self._xp.where(unit < 0.5, value, -value))

    def integers(self, number=1, low=0, high=2, mask=None):
        """Integers from low up to below high, shape (worlds, number)."""
        return low + ((self.bits(number, mask) * (high - low)) >> 32)


DISTRIBUTIONS = ("uniform", "log_uniform", "normal")
