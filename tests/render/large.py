#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the largest kind, which `make test` has no time for:  tests/render/large.py build/ingot

A picture of 8192 x 8192 pixels, a mesh and a height field of a million triangles each are drawn; with too little memory each
is refused with a message.
"""
import math
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

SCENE = """<mujoco><asset>{asset}</asset><worldbody><light pos="0 0 4"/><camera name="eye" pos="0 -3 1.5" xyaxes="1 0 0 0 .5 1"/>
<geom type="{kind}" {kind}="big" rgba=".8 .3 .2 1" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def write_mesh(path, columns=1000, rows=500):
    """A bumpy torus of 2 x columns x rows triangles."""
    with open(path, "w") as file:
        for i in range(columns):
            for j in range(rows):
                a, b = 2 * math.pi * i / columns, 2 * math.pi * j / rows
                r = 0.3 + 0.02 * math.sin(9 * a) * math.sin(7 * b)
                file.write(f"v {(1 + r * math.cos(b)) * math.cos(a):.5f} {(1 + r * math.cos(b)) * math.sin(a):.5f} {r * math.sin(b):.5f}\n")
        for i in range(columns):
            for j in range(rows):
                corner = lambda x, y: x % columns * rows + y % rows + 1
                p, q, r, s = corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)
                file.write(f"f {p} {q} {r}\nf {p} {r} {s}\n")


def write_field(path, rows=708, columns=708):
    with open(path, "wb") as file:
        file.write(struct.pack("ii", rows, columns))
        for i in range(rows):
            file.write(struct.pack(f"{columns}f", *(math.sin(i / 30) * math.sin(j / 40) + 1 for j in range(columns))))


def read_png(path):
    """Width, height and the bytes of the rows, each with its filter before it."""
    data = open(path, "rb").read()
    at, packed, size = 8, b"", None
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    return *size, zlib.decompress(packed)


def draw(program, folder, model, size, memory=None):
    picture = os.path.join(folder, "picture.png")
    limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))) if memory else None
    command = [program, "render", model, "--size", size, "-o", picture] + (["--camera", "eye"] if folder in model else [])
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, timeout=600)
    return done, picture


def check(what, condition, detail=""):
    print(f"{what}: {'passed' if condition else 'FAILED ' + detail}", flush=True)
    return bool(condition)


def drawn(program, folder, model, size):
    done, picture = draw(program, folder, model, size)
    if done.returncode:
        return check(f"{os.path.basename(model)} {size}", False, done.stderr)
    width, height, rows = read_png(picture)
    fine = size == f"{width}x{height}" and len(rows) == height * (3 * width + 1) and len(set(rows[::41])) > 16
    return check(f"{os.path.basename(model)} {size}", fine, f"{width} x {height}, {len(rows)} bytes, {len(set(rows[::41]))} values")


def refused(program, folder, model, size, memory):
    done, _ = draw(program, folder, model, size, memory)
    fine = done.returncode > 0 and "ingot render:" in done.stderr
    return check(f"{os.path.basename(model)} {size} with {memory >> 20} MB is refused: {done.stderr.strip()[-120:]}", fine, str(done.returncode))


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        mesh, field = os.path.join(folder, "mesh.xml"), os.path.join(folder, "hfield.xml")
        write_mesh(os.path.join(folder, "big.obj"))
        write_field(os.path.join(folder, "big.bin"))
        for path, kind, asset in (
            (mesh, "mesh", '<mesh name="big" file="big.obj" inertia="shell"/>'),
            (field, "hfield", '<hfield name="big" file="big.bin" size="1.5 1.5 .3 .1"/>'),
        ):
            with open(path, "w") as file:
                file.write(SCENE.format(asset=asset, kind=kind))
        fine = drawn(program, folder, "crane", "8192x8192")
        fine &= drawn(program, folder, mesh, "640x480")
        fine &= drawn(program, folder, field, "640x480")
        fine &= refused(program, folder, "crane", "8192x8192", 400 << 20)
        fine &= refused(program, folder, mesh, "640x480", 200 << 20)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
