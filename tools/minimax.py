#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The polynomials of src/lane/elementary.h: minimax fits by the Remez exchange, in 200-bit arithmetic, rounded to the type.

    tools/minimax.py            print every table as C
    tools/minimax.py --check    compare them with the tables in src/lane/constants.h; 1 if one differs
    tools/minimax.py --write    put them there

Each function f of the table is approximated by a polynomial p of n coefficients so that the largest |p - f| * weight over the
interval is as small as can be. The weight says what the polynomial is multiplied by before it is added to the exactly known first
terms, so that it is the error of the whole result, relative to those terms, that is levelled. Intervals reach a little (one in
ten thousand) beyond what the argument reduction delivers, for arguments that rounding puts just outside.

Method: E. Remez 1934; W. Fraser, "A Survey of Methods of Computing Minimax and Near-Minimax Polynomial Approximations", J. ACM 12
(1965). Needs mpmath.
"""
import pathlib
import re
import struct
import sys

from mpmath import asin, atan, cos, factorial, log, lu_solve, matrix, mp, mpf, pi, polyval, sqrt, tan

mp.prec = 200
HEADER = pathlib.Path(__file__).resolve().parent.parent / "src" / "lane" / "constants.h"
MORE = mpf(10001) / 10000  # how far an interval reaches beyond the reduced arguments
FLAT = mpf(10) ** -8       # below this, quotients of small numbers are taken from their series


def series(term, count):
    return lambda x: sum(term(k) * x**k for k in range(count))


def near_zero(series_part, closed):
    return lambda x: series_part(x) if abs(x) < FLAT else closed(x)


def odd_ratio(function, term):
    """(function(s)/s - 1)/z for z = s^2"""
    return near_zero(series(term, 8), lambda z: (function(sqrt(z)) / sqrt(z) - 1) / z)


def double_factorial_ratio(k):
    """coefficient of s^(2k+3) in asin(s): (2k+1)!! / ((2k+2)!! (2k+3))"""
    value = mpf(1)
    for i in range(1, k + 2):
        value = value * (2 * i - 1) / (2 * i)
    return value / (2 * k + 3)


def square(x):
    return (x * MORE) ** 2


# name of the table in the header, numbers of coefficients in single and in double precision, f, power of the argument in the weight, interval:
#   sine     sin s = s + s z p(z)                 cosine   cos s = 1 - z/2 + z^2 p(z)            |s| <= pi/4
#   atan     atan s = s + s z p(z)                |s| <= tan(pi/8)
#   asin     asin s = s + s z p(z)                |s| <= 1/2
#   exp      e^r = 1 + r + r^2/2 + r^3 p(r)       |r| <= log(2)/2
#   log      log((1+s)/(1-s)) = 2s + 2/3 s^3 + 2/5 s^5 + s^7 p(z)         |s| <= (sqrt 2 - 1)/(sqrt 2 + 1)
TABLES = [
    ("SINE", (4, 7), series(lambda k: (-1) ** (k + 1) / factorial(2 * k + 3), 24), 1, 0, square(pi / 4)),
    ("COSINE", (3, 7), series(lambda k: (-1) ** k / factorial(2 * k + 4), 24), 2, 0, square(pi / 4)),
    ("ARC_TANGENT", (5, 12), odd_ratio(atan, lambda k: mpf((-1) ** (k + 1)) / (2 * k + 3)), 1, 0, square(tan(pi / 8))),
    ("ARC_SINE", (6, 13), odd_ratio(asin, double_factorial_ratio), 1, 0, square(mpf(1) / 2)),
    ("EXP", (5, 11), series(lambda k: 1 / factorial(k + 3), 40), 3, -MORE * log(2) / 2, MORE * log(2) / 2),
    ("LOG", (3, 8), series(lambda k: mpf(2) / (2 * k + 7), 120), 3, 0, square((sqrt(2) - 1) / (sqrt(2) + 1))),
]
PRECISIONS = ["single", "double"]  # in the order of the header


def extrema(error, low, high, count):
    """the largest |error| of each stretch of one sign, refined by parabolas"""
    steps = 64 * count
    grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * i / steps) for i in range(steps + 1)]
    value = [error(x) for x in grid]
    tops = []
    for i in range(steps + 1):
        if value[i] == 0:
            continue
        if tops and (value[i] > 0) == (value[tops[-1]] > 0):
            if abs(value[i]) > abs(value[tops[-1]]):
                tops[-1] = i
        else:
            tops.append(i)
    found = []
    for i in tops:
        if i in (0, steps):
            found.append(grid[i])
            continue
        left, right = grid[i - 1], grid[i + 1]
        for _ in range(90):  # ternary search: the error has one top between neighbours of the grid
            third = (right - left) / 3
            if abs(error(left + third)) < abs(error(right - third)):
                left = left + third
            else:
                right = right - third
        found.append((left + right) / 2)
    while len(found) > count:
        found.pop(0 if abs(error(found[0])) < abs(error(found[-1])) else -1)
    return found


def remez(function, power, low, high, n):
    """coefficients of the best polynomial, and its largest weighted error"""
    def weight(x):
        return abs(x) ** power

    count = n + 1
    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    for _ in range(30):
        system, right = matrix(count, count), matrix(count, 1)
        for i, x in enumerate(nodes):
            for j in range(n):
                system[i, j] = x**j * weight(x)
            system[i, n] = (-1) ** i
            right[i] = function(x) * weight(x)
        solution = lu_solve(system, right)
        coefficients = [solution[j] for j in range(n)]
        reversed_coefficients = coefficients[::-1]

        def error(x):
            return (polyval(reversed_coefficients, x) - function(x)) * weight(x)

        before, nodes = nodes, extrema(error, low, high, count)
        if len(nodes) != count:
            raise ArithmeticError("the error does not alternate often enough")
        level = [abs(error(x)) for x in nodes]
        if max(level) - min(level) < max(level) * mpf(2) ** -70 and max(abs(a - b) for a, b in zip(before, nodes)) < high * mpf(2) ** -40:
            break
    return coefficients, max(level)


def rounded(coefficient, precision):
    return float(coefficient) if precision == "double" else struct.unpack("f", struct.pack("f", coefficient))[0]


def as_c(coefficients):
    return ", ".join(c.hex() for c in coefficients)


TABLE = r"(#define IG_POLY_%s\b[\s\\]*\{)([^}]*)(\})"


def main(arguments):
    text = HEADER.read_text()
    different = 0
    for place, precision in enumerate(PRECISIONS):
        for name, n, function, power, low, high in TABLES:
            exact, level = remez(function, power, mpf(low), high, n[place])
            coefficients = [rounded(c, precision) for c in exact]
            print(f"{name}, {precision}: largest weighted error 2^{float(log(level, 2)):.2f}\n  {as_c(coefficients)}")
            match = list(re.finditer(TABLE % name, text))[place]
            there = [float.fromhex(x) for x in match.group(2).replace("\\\n", " ").split(",")]
            if there != coefficients:
                different += 1
                if "--check" in arguments:
                    print("  differs from the header")
            text = text[:match.start(2)] + as_c(coefficients) + text[match.end(2):]
    if "--write" in arguments:
        HEADER.write_text(text)
        print("written; run make format")
    return 1 if different and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
