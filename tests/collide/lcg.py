# SPDX-License-Identifier: Apache-2.0
"""The pseudo-random numbers of the tests, the same in C (ig_test_random)."""


class Random:
    """numbers in [-1, 1)"""

    def __init__(self, seed):
        self.seed = seed

    def __call__(self):
        self.seed = (self.seed * 1664525 + 1013904223) % 2**32
        return (self.seed >> 8) / 2**23 - 1
