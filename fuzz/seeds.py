# SPDX-License-Identifier: Apache-2.0
"""Seeds of the fuzz targets, one folder each: tiny files of every format that a target reads.

  build/venv/bin/python fuzz/seeds.py fuzz/corpus          (the reference saves the MJB files)
"""
import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "reference"))
from models import MODELS  # noqa: E402

LARGEST = 24000  # bytes; larger files only slow the fuzzer down

OBJ = b"""v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
vt 0 0
vt 1 0
vn 0 0 1
f 1/1/1 3/2/1 2/1/1
f 1 2 4
f 1//1 4//1 3//1
f -3 -2 -1
"""
FACES = (0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3)
CORNERS = (0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
GMSH4 = b"""$MeshFormat
4.1 0 8
$EndMeshFormat
$Nodes
1 4 1 4
3 1 0 4
1
2
3
4
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
1 1 1 1
3 1 4 1
1 1 2 3 4
$EndElements
"""
GMSH2 = b"""$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
1
1 4 0 1 2 3 4
$EndElements
"""
LINK = ("<link name='{0}'><inertial><origin xyz='0 0 .1' rpy='0 .1 0'/><mass value='1'/><inertia ixx='.1' ixy='0' ixz='0' iyy='.1' iyz='0' izz='.1'/>"
        "</inertial><visual><geometry>{1}</geometry><material name='red'><color rgba='1 0 0 1'/></material></visual>"
        "<collision><origin xyz='0 0 1'/><geometry>{1}</geometry></collision></link>")
JOINT = "<joint name='{0}' type='{1}'><origin xyz='0 0 1' rpy='0 0 1'/><parent link='{2}'/><child link='{3}'/><axis xyz='0 1 0'/>{4}</joint>"


def stl():
    corners = [CORNERS[3 * i:3 * i + 3] for i in FACES]
    faces = (struct.pack("<12fH", 0, 0, 1, *sum(corners[i:i + 3], ()), 0) for i in range(0, 12, 3))
    return bytes(80) + struct.pack("<I", 4) + b"".join(faces)


def msh():
    return struct.pack("<4i12f12f8f12i", 4, 4, 4, 4, *CORNERS, *CORNERS, *range(8), *FACES)


def gmsh4_binary():
    nodes = struct.pack("<4Q3iQ4Q12d", 1, 4, 1, 4, 3, 1, 0, 4, 1, 2, 3, 4, *CORNERS)
    elements = struct.pack("<4Q3iQ5Q", 1, 1, 1, 1, 3, 1, 4, 1, 1, 1, 2, 3, 4)
    return (b"$MeshFormat\n4.1 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n" + nodes + b"\n$EndNodes\n$Elements\n" + elements
            + b"\n$EndElements\n")


def gmsh2_binary():
    nodes = b"".join(struct.pack("<i3d", i + 1, *CORNERS[3 * i:3 * i + 3]) for i in range(4))
    return (b"$MeshFormat\n2.2 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n4\n" + nodes + b"\n$EndNodes\n$Elements\n1\n"
            + struct.pack("<3i5i", 4, 1, 0, 1, 1, 2, 3, 4) + b"\n$EndElements\n")


def skin():
    bone = b"a".ljust(40, b"\0") + struct.pack("<7fi3i3f", 0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 2, 1, 1, 1)
    return struct.pack("<4i9f6f3i", 3, 3, 1, 1, *CORNERS[:9], 0, 0, 1, 0, 0, 1, 0, 1, 2) + bone


def png(width, height, kind=2, depth=8, extra=b""):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    row = (width * channels * depth + 7) // 8
    pixels = b"".join(b"\0" + bytes((7 * x + y) % 256 if kind != 3 else 0 for x in range(row)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)) + extra
            + (chunk(b"PLTE", bytes(6)) if kind == 3 else b"") + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b""))


def robots():
    shapes = ["<box size='.1 .2 .3'/>", "<sphere radius='.1'/>", "<cylinder radius='.1' length='.3'/>", "<capsule radius='.1' length='.3'/>",
              "<mesh filename='package://p/a.obj' scale='1 2 1'/>", "<mesh filename='b.obj'/>"]
    for i, shape in enumerate(shapes):
        yield f"shape{i}", bytes([i]) + LINK.format("w", shape).encode()
    for i, kind in enumerate(["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"]):
        limit = "<limit lower='-1' upper='1' effort='5' velocity='1'/><dynamics damping='.1' friction='.2'/><mimic joint='j' multiplier='2'/>"
        yield kind, bytes([i]) + (LINK.format("w", shapes[i % 6]) + LINK.format("x", shapes[0]) + LINK.format("y", shapes[1])
                                  + JOINT.format("j", kind, "w", "x", limit) + JOINT.format("k", "revolute", "x", "y", limit)).encode()


def assets():
    for kind in range(5):
        yield f"png{kind}", bytes([kind]) + png(2, 3 if kind < 3 else 2)
    for color in (0, 3, 4, 6):
        yield f"png_color{color}", bytes([1]) + png(4, 4, color)
    yield "png_deep", bytes([0]) + png(3, 2, 0, 16)
    yield "png_cube", bytes([3]) + png(6, 4)
    yield "hfield", bytes([5]) + struct.pack("<2i6f", 2, 3, *range(6))
    yield "texture", bytes([6]) + struct.pack("<2i", 2, 1) + bytes(6)
    yield "ktx", bytes([7]) + b"\xabKTX 11\xbb\r\n\x1a\n" + bytes(52)
    yield "skin", bytes([8]) + skin()
    for name, body in (("gmsh4", GMSH4), ("gmsh2", GMSH2), ("gmsh4_binary", gmsh4_binary()), ("gmsh2_binary", gmsh2_binary())):
        yield name, bytes([9]) + body
        yield name + "_trilinear", bytes([10]) + body
    yield "flex_obj", bytes([11]) + OBJ
    yield "obj", bytes([12]) + OBJ
    yield "stl", bytes([13]) + stl()
    yield "msh", bytes([14]) + msh()


def meshes():
    for kind, (name, body) in enumerate((("obj", OBJ), ("stl", stl()), ("msh", msh()))):
        for how in (0, 1, 0x34, 0x6A, 0xF4):
            yield f"{name}_{how:02x}", bytes([kind, how]) + body


def states():
    for model in range(6):
        for how in (0, 3, 12, 31):
            yield f"state{model}_{how}", bytes([model, how]) + struct.pack("<6d", 0.1, 0.1 * model, -0.3, 1, 0, -2)
    for i, value in enumerate((float("nan"), float("inf"), 1e308, 1e11, -1e-308)):
        yield f"extreme{i}", bytes([i, 0]) + struct.pack("<2d", value, 0.5)


def binaries():
    import mujoco
    import numpy
    for name, text in MODELS.items():
        model = mujoco.MjModel.from_xml_string(text)
        if (size := mujoco.mj_sizeModel(model)) <= LARGEST:
            body = numpy.zeros(size, "uint8")
            mujoco.mj_saveModel(model, None, body)
            yield name.replace(" ", "_") + ".mjb", body.tobytes()


TARGETS = {
    "load": lambda: ((name.replace(" ", "_") + ".xml", text.encode()) for name, text in MODELS.items()),
    "urdf": robots, "asset": assets, "mesh": meshes, "state": states, "mjb": binaries,
}
for target in sys.argv[2:] or TARGETS:
    folder = pathlib.Path(sys.argv[1]) / target
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in TARGETS[target]():
        (folder / name).write_bytes(body)
