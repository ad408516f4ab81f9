# SPDX-License-Identifier: Apache-2.0
"""Every mju_ function that computes, on 1,000 random inputs: the reference's bits, or 1e-14 relative with a reason."""
import ctypes as C
import re

import numpy as np

from mujoco.introspect import functions

from places import OURS, REFERENCE, open_library

ROUNDS = 1000

# functions that are not one order of plain arithmetic, and how far they may be off
CLOSE = {
    # elementary functions: ours are the same on every machine, libm's are not
    "mju_axisAngle2Quat": 1e-14, "mju_quat2Vel": 1e-14, "mju_subQuat": 1e-14, "mju_quatIntegrate": 1e-14, "mju_quatZ2Vec": 1e-14,
    "mju_euler2Quat": 1e-14, "mju_springDamper": 1e-14,
    # iterates until the turn is below a threshold: the last turn may or may not be taken
    "mju_mat2Rot": 1e-7,
}


# what does not compute: errors, memory, files, threads, printing
OTHERS = re.compile(r"mju_(error|warning|clearHandlers|malloc|free|writeLog|print|thread|bindThread|defaultTask|taskJoin|boxQPmalloc|"
                    r"standardNormal|getXML|\w*Resource)")


class Comparison:
    """Calls both libraries with the same arguments and keeps the worst difference per function."""

    called = set()

    def __init__(self):
        self.libs = [open_library(OURS), open_library(REFERENCE)]
        self.rng = np.random.default_rng(0)
        self.calls, self.worst, self.unequal = {}, {}, {}

    def numbers(self, n):
        scale = self.rng.choice([1, 0, 1e-3, 100], n if self.rng.random() < .3 else 1)
        return self.rng.standard_normal(n) * scale

    def quat(self):
        x, r = self.rng.standard_normal(4), self.rng.random()
        if r < .1:
            return np.array([1., 0, 0, 0])
        return x / np.linalg.norm(x) if r < .8 else x

    @staticmethod
    def pass_on(x):
        if isinstance(x, np.ndarray):
            return x.ctypes.data_as(C.c_void_p)
        return C.c_double(x) if isinstance(x, float) else x

    def reference(self, name, *args):
        return getattr(self.libs[1], name)(*[self.pass_on(x) for x in args])

    def __call__(self, name, args, out=(), result=None):
        both = []
        for lib in self.libs:
            function = getattr(lib, name)
            function.restype = result
            mine = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
            returned = function(*[self.pass_on(x) for x in mine])
            parts = [np.asarray(mine[i], float).ravel() for i in out] + ([np.array([float(returned)])] if result else [])
            both.append(np.concatenate(parts))
        ours, theirs = both
        with np.errstate(all="ignore"):
            equal = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
            error = 0 if equal.all() else np.nanmax(np.where(equal, 0, abs(ours - theirs)) / max(np.nanmax(abs(theirs)), 1e-300))
        self.calls[name] = self.calls.get(name, 0) + 1
        self.called.add(name)
        self.unequal[name] = self.unequal.get(name, 0) + int(not equal.all())
        self.worst[name] = max(self.worst.get(name, 0), error)

    def verdict(self):
        wrong = {k: v for k, v in self.worst.items() if v > CLOSE.get(k, 0)}
        assert not wrong, f"{wrong}"
        few = [k for k, v in self.calls.items() if v < ROUNDS]
        assert not few, f"fewer than {ROUNDS} inputs: {few}"
        same = sum(v == 0 for v in self.unequal.values())
        most = max(v for k, v in self.worst.items() if k != "mju_mat2Rot")
        return f"{len(self.calls)} functions, {same} bit by bit, the others within {most:.1e}"


def zeros(*n):
    return np.zeros(n)


def spread(c, n):
    """Symmetric and positive definite."""
    s = c.rng.standard_normal((n, n))
    return (s @ s.T + .1 * np.eye(n)).ravel().copy()


def test_vectors():
    c, real = Comparison(), C.c_double
    for _ in range(ROUNDS):
        n = int(c.rng.integers(1, 40))
        a, b, s = c.numbers(n), c.numbers(n), float(c.numbers(1)[0])
        x, y, q = c.numbers(3), c.numbers(3), c.quat()
        mat = c.numbers(9)
        for f, v, w in (("", a, b), ("3", x, y)):
            length = [] if f else [n]
            for op in ("add", "sub"):
                c(f"mju_{op}{f}", [zeros(len(v)), v, w, *length], [0])
            for op in ("addTo", "subFrom"):
                c(f"mju_{op}{f}", [v, w, *length], [0])
            c(f"mju_addScl{f}", [zeros(len(v)), v, w, s, *length], [0])
            c(f"mju_addToScl{f}", [v, w, s, *length], [0])
            c(f"mju_scl{f}", [zeros(len(v)), v, s, *length], [0])
            c(f"mju_dot{f}", [v, w, *length], [], real)
            c(f"mju_norm{f}", [v, *length], [], real)
            c(f"mju_normalize{f}", [v, *length], [0], real)
            c(f"mju_copy{f}", [zeros(len(v)), v, *length], [0])
            c(f"mju_zero{f}", [v.copy(), *length], [0])
        for f in ("mju_sum", "mju_L1"):
            c(f, [a, n], [], real)
        c("mju_fill", [zeros(n), s, n], [0])
        c("mju_isZero", [a, n], [], C.c_int)
        c("mju_dist3", [x, y], [], real)
        c("mju_cross", [zeros(3), x, y], [0])
        for f in ("mju_mulMatVec3", "mju_mulMatTVec3"):
            c(f, [zeros(3), mat, x], [0])
        c("mju_normalize4", [q * 1.1], [0], real)
        for f in ("mju_zero4", "mju_unit4"):
            c(f, [q.copy()], [0])
        c("mju_copy4", [zeros(4), q], [0])
    return c.verdict()


def test_matrices():
    c, real = Comparison(), C.c_double
    for k in range(ROUNDS):
        nr, nc, n2 = (int(v) for v in c.rng.integers(1, 9, 3))
        a = c.numbers(nr * nc)
        c("mju_mulMatVec", [zeros(nr), a, c.numbers(nc), nr, nc], [0])
        c("mju_mulMatTVec", [zeros(nc), a, c.numbers(nr), nr, nc], [0])
        c("mju_transpose", [zeros(nr * nc), a, nr, nc], [0])
        c("mju_mulMatMat", [zeros(nr * n2), a, c.numbers(nc * n2), nr, nc, n2], [0])
        c("mju_mulMatMatT", [zeros(nr * n2), a, c.numbers(nc * n2), nr, nc, n2], [0])
        c("mju_mulMatTMat", [zeros(nc * n2), a, c.numbers(nr * n2), nr, nc, n2], [0])
        c("mju_sqrMatTD", [zeros(nc * nc), a, c.numbers(nr) if k % 2 else None, nr, nc], [0])
        c("mju_mulVecMatVec", [c.numbers(nc), c.numbers(nc * nc), c.numbers(nc), nc], [], real)
        c("mju_symmetrize", [zeros(nc * nc), c.numbers(nc * nc), nc], [0])
        c("mju_eye", [zeros(nc * nc), nc], [0])
        sparse, nnz, adr, col = zeros(nr * nc), np.zeros(nr, np.int32), np.zeros(nr, np.int32), np.zeros(nr * nc, np.int32)
        a[c.rng.random(nr * nc) < .5] = 0
        c("mju_dense2sparse", [sparse, a, nr, nc, nnz, adr, col, nr * nc], [0, 4, 5, 6], C.c_int)
        c.reference("mju_dense2sparse", sparse, a, nr, nc, nnz, adr, col, nr * nc)
        c("mju_sparse2dense", [zeros(nr * nc), sparse, nr, nc, nnz, adr, col], [0])
        s = spread(c, nc)
        c("mju_cholFactor", [s, nc, 1e-15], [0], C.c_int)
        c.reference("mju_cholFactor", s, nc, 1e-15)
        c("mju_cholSolve", [zeros(nc), s, c.numbers(nc), nc], [0])
        c("mju_cholUpdate", [s, c.numbers(nc), nc, k % 2], [0], C.c_int)
        e = c.numbers(9).reshape(3, 3)
        c("mju_eig3", [zeros(3), zeros(9), zeros(4), ((e + e.T) / 2).ravel().copy()], [0, 1, 2], C.c_int)
    return c.verdict()


def test_banded_matrices_and_box_qp():
    c, real = Comparison(), C.c_double
    for _ in range(ROUNDS):
        total = int(c.rng.integers(2, 12))
        dense = int(c.rng.integers(0, total))
        band = int(c.rng.integers(1, max(2, total - dense + 1)))
        size = (total - dense) * band + dense * total
        b = .1 * c.rng.standard_normal(size)
        for i in range(total):
            b[c.reference("mju_bandDiag", i, total, band, dense)] = 3
        shape = [total, band, dense]
        c("mju_bandDiag", [total // 2, *shape], [], C.c_int)
        c("mju_band2Dense", [zeros(total * total), b, *shape, 1], [0])
        c("mju_dense2Band", [zeros(size), c.numbers(total * total), *shape], [0])
        c("mju_bandMulMatVec", [zeros(2 * total), b, c.numbers(2 * total), *shape, 2, 1], [0])
        c("mju_cholFactorBand", [b, *shape, .1, .01], [0], real)
        c.reference("mju_cholFactorBand", b, *shape, .1, .01)
        c("mju_cholSolveBand", [zeros(total), b, c.numbers(total), *shape], [0])
        low, high = -c.rng.random(total) - .01, c.rng.random(total) + .01
        bounds = [(low, high), (None, None), (low, None), (None, high)][int(c.rng.integers(4))]
        c("mju_boxQP", [c.numbers(total), zeros(total * (total + 7)), None, spread(c, total), c.numbers(total), total, *bounds], [0], C.c_int)
    return c.verdict()


def test_rotations_and_poses():
    c = Comparison()
    for k in range(ROUNDS):
        x, y, q, r, s = c.numbers(3), c.numbers(3), c.quat(), c.quat(), float(c.numbers(1)[0])
        mat = zeros(9)
        c.reference("mju_quat2Mat", mat, q / np.linalg.norm(q))
        c("mju_rotVecQuat", [zeros(3), x, q], [0])
        c("mju_mulQuat", [zeros(4), q, r], [0])
        c("mju_mulQuatAxis", [zeros(4), q, x], [0])
        c("mju_negQuat", [zeros(4), q], [0])
        c("mju_axisAngle2Quat", [zeros(4), x, s], [0])
        c("mju_quat2Vel", [zeros(3), q, .5], [0])
        c("mju_subQuat", [zeros(3), q, r], [0])
        c("mju_quat2Mat", [zeros(9), q], [0])
        c("mju_mat2Quat", [zeros(4), mat], [0])
        c("mju_derivQuat", [zeros(4), q, x], [0])
        c("mju_quatIntegrate", [q, x, .1], [0])
        c("mju_quatZ2Vec", [zeros(4), x if k % 10 else np.array([0, 0, -1.])], [0])
        c("mju_mat2Rot", [np.array([1., 0, 0, 0]), mat + .1 * c.rng.standard_normal(9)], [0])
        c("mju_euler2Quat", [zeros(4), x, c.rng.choice([b"xyz", b"XYZ", b"zYx", b"yXz"])], [0])
        c("mju_mulPose", [zeros(3), zeros(4), x, q, y, r], [0, 1])
        c("mju_negPose", [zeros(3), zeros(4), x, q], [0, 1])
        c("mju_trnVecPose", [zeros(3), x, q, y], [0])
        c("mju_transformSpatial", [zeros(6), c.numbers(6), k % 2, x, y, mat if k % 3 else None], [0])
    return c.verdict()


def test_scalars():
    c, real = Comparison(), C.c_double
    for k in range(ROUNDS):
        u = [float(v) for v in c.rng.uniform(-.5, 1.5, 4)]
        prm = np.array([.75, 1.05, -1 if k % 2 else 30, 200, .5, 1.6, 1.5, 1.3, 1.2])
        lengths = np.array([.3, .9])
        c("mju_muscleGain", [u[0], u[1], lengths, u[2], prm], [], real)
        c("mju_muscleBias", [u[0], lengths, u[2], prm], [], real)
        c("mju_muscleDynamics", [u[0], u[1], np.array([.01, .04, .2 * (k % 3)])], [], real)
        dim = int(c.rng.choice([3, 4, 6]))
        mu = abs(c.numbers(5)) + .1
        c("mju_decodePyramid", [zeros(6), abs(c.numbers(10)), mu, dim if k % 4 else 1], [0])
        c("mju_encodePyramid", [zeros(10), c.numbers(6), mu, dim], [0])
        c("mju_springDamper", [u[0], u[1], abs(u[2]) * 10, abs(u[3]) * 5, .3], [], real)
        c("mju_Halton", [k, int(c.rng.choice([2, 3, 5, 7]))], [], real)
        c("mju_sigmoid", [u[0]], [], real)
        c("mju_round", [u[0] * 10], [], C.c_int)
        c("mju_sign", [u[0] if k % 5 else 0.], [], real)
        c("mju_clip", [u[0], u[1], u[1] + 1], [], real)
        c("mju_min", [u[0], u[1]], [], real)
        c("mju_max", [u[0], u[1]], [], real)
        c("mju_isBad", [[u[0] * 1e11, float("nan"), float("inf"), 1e10][k % 4]], [], C.c_int)
        n = int(c.rng.integers(1, 40))
        c("mju_insertionSort", [c.numbers(n), n], [0])
        c("mju_insertionSortInt", [c.rng.integers(-9, 9, n).astype(np.int32), n], [0])
        single = c.numbers(n).astype(np.float32)
        c("mju_f2n", [zeros(n), single, n], [0])
        c("mju_n2f", [np.zeros(n, np.float32), c.numbers(n), n], [0])
        for f in ("mju_d2n", "mju_n2d"):
            c(f, [zeros(n), c.numbers(n), n], [0])
    return c.verdict()


def test_text():
    libs = Comparison().libs
    for lib in libs:
        for name in ("mju_type2Str", "mju_writeNumBytes", "mju_warningText"):
            getattr(lib, name).restype = C.c_char_p
    for kind in range(-2, 110):
        first, second = (lib.mju_type2Str(kind) for lib in libs)
        assert first == second, (kind, first, second)
        if first:
            ids = [lib.mju_str2Type(first) for lib in libs]
            assert ids[0] == ids[1], (first, ids)
    for size in [0, 1, 999, 1023, 1024, 5000, 1 << 20, (1 << 30) + 7, 1 << 40, 1 << 62]:
        first, second = (lib.mju_writeNumBytes(C.c_size_t(size)) for lib in libs)
        assert first == second, (size, first, second)
    assert [lib.mju_str2Type(b"nothing") for lib in libs] == [0, 0]
    for n in range(1, 8):
        copies = [C.create_string_buffer(b"........", 9) for _ in libs]
        for lib, to in zip(libs, copies):
            lib.mju_strncpy(to, b"words", n)
        assert copies[0].value == copies[1].value, n
    # warnings have words of their own, one for each, and the same number in them
    texts = [[lib.mju_warningText(kind, C.c_size_t(9731)) for kind in range(8)] for lib in libs]
    assert all(len(set(own)) == 8 for own in texts), texts
    for kind, pair in enumerate(zip(*texts)):
        assert pair[0] and len({b"9731" in text or b"9.5K" in text for text in pair}) == 1, (kind, pair)
    Comparison.called |= {"mju_type2Str", "mju_str2Type", "mju_writeNumBytes", "mju_warningText", "mju_strncpy"}


def test_rays():
    c, real = Comparison(), C.c_double
    plane, capsule, ellipsoid, cylinder, box, sphere = 0, 3, 4, 5, 6, 2
    for k in range(ROUNDS):
        mat, size, normal = zeros(9), c.rng.random(3) + .1, zeros(3)
        c.reference("mju_quat2Mat", mat, (lambda q: q / np.linalg.norm(q))(c.quat()))
        kind = [plane, sphere, capsule, ellipsoid, cylinder, box][k % 6]
        pos, start = c.rng.standard_normal(3), 2 * c.rng.standard_normal(3)
        c("mju_rayGeom", [pos, mat, size, start, pos - start + .2 * c.rng.standard_normal(3), kind, normal], [6], real)
        vert = c.rng.standard_normal((6, 3)).astype(np.float32)
        face = np.array([0, 1, 2, 2, 3, 4, 1, 4, 5], np.int32)
        c("mju_raySkin", [3, 6, face, vert, start, -start, np.zeros(1, np.int32)], [6], real)
    return c.verdict()


def test_every_function_was_called():
    """Runs last; by itself it has nothing to say."""
    if not Comparison.called:
        return "skipped: the other tests have not run"
    left = [f for f in functions.FUNCTIONS if f.startswith("mju_") and not OTHERS.match(f) and f not in Comparison.called]
    assert not left, left
    return f"{len(Comparison.called)} functions"
