# SPDX-License-Identifier: Apache-2.0
"""Groups of observations, with noise and history: one for the policy, say, and one that only a critic sees."""
from ingot.tasks.base import Part


class Group(Part):
    """Observations side by side. terms: {name: function of nothing}, or {name: (function, noise)}: uniform noise of that size.

    history   how many steps are seen, the newest first; a new episode begins with its first one in all of them
    """

    def __init__(self, task, terms, history=1, noisy=True):
        super().__init__(task)
        self.terms = {name: term if isinstance(term, tuple) else (term, 0.0) for name, term in terms.items()}
        self.history, self.noisy, self.frames = history, noisy, None

    def _frame(self, mask):
        parts = []
        for function, noise in self.terms.values():
            value = function()
            value = value.reshape(self.count, -1)
            if self.noisy and noise:
                value = value + self.draw.uniform(value.shape[1], -noise, noise, mask=mask)
            parts.append(value)
        return self.xp.concatenate(parts, 1)

    def _take(self, mask, anew):
        frame = self._frame(mask)
        if self.frames is None:
            self.frames = [frame] * self.history
            return
        rows, past = mask[:, None], self.frames
        self.frames = [self.xp.where(rows, frame if anew or not k else past[k - 1], past[k]) for k in range(self.history)]

    def started(self, mask):
        self._take(mask, True)

    def advance(self, mask):
        self._take(mask, False)

    def observe(self):
        """(worlds, numbers): the frames that were taken last."""
        if self.frames is None:
            self._take(self.task.zeros() == 0, True)
        return self.xp.concatenate(self.frames, 1) if self.history > 1 else self.frames[0]

    @property
    def widths(self):
        """{name: numbers}"""
        return {name: function().reshape(self.count, -1).shape[1] for name, (function, _) in self.terms.items()}
