#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutated models: each is loaded and stepped in a process of its own, which may use 4 GB and ten seconds.

    fuzz/models/run.py PROGRAM [--count N] [--seed S] [--out FOLDER] [--jobs J] [FILE or FOLDER ...]

PROGRAM is step.c beside this, built as fuzz_step. Without files, the models of this project are mutated, those of seeds/ most of
all: they have every element, and assets of every format. Mutations are on the tree (elements copied, moved, removed, nested,
renamed, brought from other models), on numbers, words, names and lists of attributes, on includes and attached models, on the
text, and on the bytes of assets. What the program does with a model besides stepping goes by the seed (step.c). A crash, an end
of the process, an error while stepping, too much memory, too much time, a refusal without a message and a state that is
not finite without a warning are findings: the model is left in the output folder with the seed that made it, and the exit
status is 1.
"""
import argparse
import concurrent.futures
import copy
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MEMORY = 4 << 30
SECONDS = 10
STEPS = 50
RESULTS = {0: "stepped", 10: "refused", 11: "refused without a message", 12: "error while stepping", 13: "not finite",
           14: "reported an arena too small for a step"}
GOOD = {0, 10, 14}
PASSED = {RESULTS[code] for code in GOOD}
ASSETS = {".stl", ".obj", ".msh", ".png", ".skn", ".bin", ".hf", ".ktx", ".xml"}

NUMBERS = ["0", "1", "-1", "2", "3", "7", "0.5", "1e-3", "1e3", "1e6", "1e-10", "1e10", "-1e10", "1e20", "1e30", "1e100", "1e300",
           "-1e300", "1e-300", "1e308", "1e309", "-1e309", "nan", "inf", "-inf", "2147483647", "-2147483648", "4294967296", "65536", "100000",
           "1e-16", "0.001", "-0.001", "1e-45", "3e38", "4e38", "0x10", "1e", "+1", "1,2", ".", "-", "1d3", "-0", "-nan", "infinity", "1e-400",
           "9223372036854775808", "18446744073709551616", "1e15", "16777217", "32768", "255", "256", "1000", "64", "17"]
WORDS = ["", "x", "true", "false", "auto", "main", "world", "0", "none", "all", "1 2 3", "1 2 3 4 5 6 7", "a" * 300, "..", "/", "mujoco", "\u00e9",
         "mesh", "sphere", "capsule", "box", "plane", "hfield", "sdf", "ellipsoid", "cylinder", "free", "ball", "hinge", "slide", "implicit",
         "implicitfast", "RK4", "Euler", "PGS", "CG", "Newton", "dense", "sparse", "elliptic", "pyramidal", "enable", "disable", "trilinear"]
# elements that reach code which few models use, by the element they stand in
EXTRAS = {
    "body": ["<geom type='ellipsoid' size='.1 .2 .3'/>", "<joint type='ball'/>", "<freejoint/>", "<site name='fuzz_site'/>", "<joint type='slide'/>",
             "<body><joint/><geom size='.1'/></body>", "<body mocap='true'><geom size='.1'/></body>", "<camera/>", "<light/>",
             "<body><freejoint/><geom type='box' size='.1 .1 .1' pos='0 0 1'/></body>", "<geom type='capsule' size='.1' fromto='0 0 0 1 0 0'/>",
             "<replicate count='3' offset='0 0 .1'><geom size='.01'/></replicate>", "<frame pos='0 0 1'><geom size='.01'/></frame>",
             "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>", "<geom type='cylinder' size='.1 .2' solref='-100 -1'/>",
             "<flexcomp name='fuzz' type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' mass='1'><elasticity young='1e3'/></flexcomp>",
             "<flexcomp name='fuzz2' type='grid' count='4 4 1' spacing='.1 .1 .1' dim='2' mass='1' dof='trilinear'/>",
             "<composite type='cable' prefix='fuzz' count='9 1 1' size='1' curve='s'><joint kind='main'/><geom size='.01'/></composite>"],
    "option": ["<flag sleep='enable'/>", "<flag energy='enable' fwdinv='enable'/>", "<flag island='disable' multiccd='enable'/>",
               "<flag nativeccd='disable'/>", "<flag autoreset='disable'/>"],
    "mujoco": ["<option integrator='implicit'/>", "<option integrator='RK4'/>", "<option solver='PGS' cone='elliptic'/>", "<option jacobian='sparse'/>",
               "<option noslip_iterations='5'/>", "<size memory='1K'/>", "<size memory='100K'/>", "<compiler fusestatic='true' discardvisual='true'/>",
               "<compiler boundmass='1' boundinertia='1' balanceinertia='true'/>", "<keyframe><key time='1'/></keyframe>",
               "<default><geom solimp='.9 .95 .001' condim='6'/></default>", "<default><joint armature='1e-6' damping='1'/></default>",
               "<option density='1000' viscosity='1' wind='1 1 1'/>", "<option timestep='.1'/>", "<option timestep='1e-6'/>",
               "<contact><exclude body1='world' body2='world'/></contact>", "<custom><numeric name='fuzz_n' size='3'/></custom>"],
    "sensor": ["<touch site='fuzz_site'/>", "<clock/>", "<user dim='3'/>", "<contact data='found force'/>", "<e_kinetic/>",
               "<contact num='100' reduce='none' data='found'/>", "<user dim='100000' nsample='100'/>", "<clock nsample='1000' delay='1'/>"],
    "worldbody": ["<geom type='plane' size='1 1 .1'/>", "<light directional='true'/>", "<geom type='box' size='5 5 .1' pos='0 0 -.5'/>"],
}


def number(rng, old):
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(NUMBERS)
    try:
        value = float(old)
    except ValueError:
        return rng.choice(NUMBERS)
    if kind < 0.6:
        return repr(-value)
    if kind < 0.9:
        return repr(value * 10 ** rng.uniform(-4, 4))
    return repr(value + rng.gauss(0, 1))


def mutate_value(rng, value):
    words = value.split()
    kind = rng.random()
    numeric = [i for i, word in enumerate(words) if word[:1] in "0123456789-+."]
    if numeric and kind < 0.9:
        place = rng.choice(numeric)
        words[place] = number(rng, words[place])
        return " ".join(words)
    if words and kind < 0.92:
        return " ".join(words[: rng.randrange(len(words) + 1)])
    if words and kind < 0.94:
        return " ".join(words + [rng.choice(words)] * rng.choice([1, 2, 10]))
    return rng.choice(WORDS)


def change_attribute(rng, root, others):
    nodes = [n for n in root.iter() if n.attrib]
    if nodes:
        node = rng.choice(nodes)
        name = rng.choice(list(node.attrib))
        node.set(name, mutate_value(rng, node.get(name)))


def add_attribute(rng, root, others):
    """one that another element has, with its value or another"""
    nodes = list(root.iter())
    source = rng.choice([n for n in rng.choice([root, *others]).iter() if n.attrib] or [root])
    if source.attrib:
        name = rng.choice(list(source.attrib))
        target = rng.choice([n for n in nodes if n.tag == source.tag] or nodes)
        value = source.get(name)
        target.set(name, mutate_value(rng, value) if rng.random() < 0.6 else value)


def add_known_attribute(rng, root, others):
    """one that an element of the kind has in any of the models"""
    node = rng.choice(list(root.iter()))
    known = KNOWN.get(node.tag)
    if known:
        name, value = rng.choice(known)
        node.set(name, mutate_value(rng, value) if rng.random() < 0.5 else value)


REFERENCES = {"site", "joint", "joint1", "joint2", "geom", "geom1", "geom2", "body", "body1", "body2", "tendon", "tendon1", "tendon2", "mesh", "hfield", "material",
              "texture", "objname", "refname", "class", "childclass", "target", "sidesite", "refsite", "cranksite", "slidersite", "site1", "site2", "actuator",
              "camera", "flex", "instance", "model", "file", "link", "name", "plugin", "subtree1"}


def cross_references(rng, root, others):
    """a reference to another thing, to itself, or to nothing; a name that is taken"""
    names = [n.get("name") for n in root.iter() if n.get("name")]
    places = [(n, key) for n in root.iter() for key in n.attrib if key in REFERENCES]
    if names and places:
        node, key = rng.choice(places)
        node.set(key, rng.choice(names + [node.get("name", "x"), "world", "main", ""]))


def lengthen(rng, root, others):
    """a list of an attribute gets longer or is repeated"""
    nodes = [(n, key) for n in root.iter() for key, value in n.attrib.items() if " " in value.strip()]
    if nodes:
        node, key = rng.choice(nodes)
        words = node.get(key).split()
        node.set(key, " ".join((words * rng.choice([2, 3, 50, 2000]))[:20000]))


def change_many(rng, root, others):
    """one attribute of all elements of a kind"""
    nodes = [n for n in root.iter() if n.attrib]
    if nodes:
        node = rng.choice(nodes)
        name = rng.choice(list(node.attrib))
        value = mutate_value(rng, node.get(name))
        for other in root.iter(node.tag):
            if name in other.attrib:
                other.set(name, value)


def wrap_element(rng, root, others):
    """in frames, replicates or bodies"""
    pairs = [(p, c) for p, c in parents(root) if p.tag in ("worldbody", "body", "frame", "replicate")]
    if pairs:
        parent, child = rng.choice(pairs)
        text = rng.choice(["<frame euler='1 2 3'/>", "<frame name='f' childclass='main'/>", "<replicate count='2' offset='.1 0 0'/>",
                           "<replicate count='7' euler='0 0 9' sep='_'/>", "<body/>", "<body mocap='true'/>", "<body childclass='main'/>"])
        place = list(parent).index(child)
        parent.remove(child)
        outer = ET.fromstring(text)
        inner = outer
        for _ in range(rng.choice([0, 0, 1, 5, 60])):
            inner = ET.SubElement(inner, outer.tag, dict(outer.attrib, **({"count": "1"} if outer.tag == "replicate" else {})))
        inner.append(child)
        parent.insert(place, outer)


def include_or_attach(rng, root, others):
    """files that are models of this folder, this very one, or none"""
    file = rng.choice(["part.xml", "included.xml", "assets.xml", "fuzz_model.xml", "none.xml", ".", "a.obj", "robot.urdf", "../" * 30 + "etc/hostname"])
    bodies = [n for n in root.iter() if n.tag in ("worldbody", "body", "frame", "replicate")]
    if root.tag != "mujoco":
        return
    if rng.random() < 0.4 or not bodies:
        rng.choice(list(root.iter())).append(ET.Element("include", {"file": file}))
        return
    asset = ET.SubElement(root, "asset")
    ET.SubElement(asset, "model", {"name": "fuzzed", "file": file})
    for i in range(rng.choice([1, 1, 2, 20])):
        words = {"model": "fuzzed", "prefix": rng.choice(["", "p", f"p{i}_"])}
        if rng.random() < 0.5:
            words["body"] = rng.choice(["hand", "finger", "a", "world", "none"])
        rng.choice(bodies).append(ET.Element("attach", words))


def change_case(rng, root, others):
    node = rng.choice(list(root.iter()))
    node.tag = rng.choice([node.tag.upper(), node.tag.capitalize(), node.tag + "x", node.tag[:1]])


def remove_attribute(rng, root, others):
    nodes = [n for n in root.iter() if n.attrib]
    if nodes:
        node = rng.choice(nodes)
        del node.attrib[rng.choice(list(node.attrib))]


def swap_attributes(rng, root, others):
    nodes = [n for n in root.iter() if n.attrib]
    if len(nodes) > 1:
        a, b = rng.choice(nodes), rng.choice(nodes)
        name, other = rng.choice(list(a.attrib)), rng.choice(list(b.attrib))
        a.attrib[name], b.attrib[other] = b.attrib[other], a.attrib[name]


def parents(root):
    return [(parent, child) for parent in root.iter() for child in parent]


def copy_element(rng, root, others):
    pairs = parents(root)
    if pairs:
        parent, child = rng.choice(pairs)
        for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
            parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(child))


def remove_element(rng, root, others):
    pairs = parents(root)
    if pairs:
        parent, child = rng.choice(pairs)
        parent.remove(child)


def place_like(rng, root, parent):
    """mostly an element of the parent's kind"""
    nodes = list(root.iter())
    return rng.choice([n for n in nodes if n.tag == parent.tag] or nodes) if rng.random() < 0.85 else rng.choice(nodes)


def move_element(rng, root, others):
    pairs = parents(root)
    if pairs:
        parent, child = rng.choice(pairs)
        parent.remove(child)
        target = place_like(rng, root, parent)
        target.insert(rng.randrange(len(target) + 1), child)


def nest_element(rng, root, others):
    """an element inside copies of itself"""
    pairs = parents(root)
    if pairs:
        parent, child = rng.choice(pairs)
        place = child
        for _ in range(rng.choice([1, 3, 30])):
            inner = ET.SubElement(place, child.tag, dict(child.attrib))
            place = inner


def bring_element(rng, root, others):
    pairs = parents(rng.choice(others)) if others else []
    if pairs:
        parent, child = rng.choice(pairs)
        target = place_like(rng, root, parent)
        target.insert(rng.randrange(len(target) + 1), copy.deepcopy(child))


def add_extra(rng, root, others):
    kind = rng.choice(list(EXTRAS))
    places = [n for n in root.iter() if n.tag == kind or (kind == "body" and n.tag == "worldbody")]
    if places and not (kind == "mujoco" and root.tag != "mujoco"):
        rng.choice(places).append(ET.fromstring(rng.choice(EXTRAS[kind])))


def rename_element(rng, root, others):
    nodes = list(root.iter())
    rng.choice(nodes).tag = rng.choice(nodes).tag


TREE = ([change_attribute] * 14 + [add_attribute] * 4 + [remove_attribute] * 3 + [copy_element] * 2 + [remove_element] * 2 + [bring_element] * 3
        + [add_extra] * 6 + [move_element, swap_attributes, nest_element, rename_element] + [add_known_attribute] * 6 + [cross_references] * 3
        + [lengthen, change_many, change_many, wrap_element, wrap_element, include_or_attach, change_case])
KNOWN = {}  # attributes with their values, by the element


def mutate_bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8, 64])):
        kind = rng.random()
        place = rng.randrange(len(data) + 1)
        if kind < 0.5 and place < len(data):
            data[place] = rng.randrange(256)
        elif kind < 0.6:
            data[place:place + 4] = rng.choice([b"\xff\xff\xff\x7f", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0\x80\x7f", b"\0\0\xc0\x7f"])
        elif kind < 0.75:
            del data[place:place + rng.choice([1, 4, 100])]
        elif kind < 0.9:
            data[place:place] = data[place:place + rng.choice([1, 4, 100])]
        else:
            del data[place:]
    return bytes(data)


def mutate_text(rng, text):
    """what stands around the elements, and how the characters are written"""
    kind = rng.randrange(9)
    place = rng.randrange(len(text) + 1)
    if kind == 0:
        return b"\xef\xbb\xbf" + text
    if kind == 1:
        return b"<?xml version='1.0' encoding='" + rng.choice([b"utf-16", b"latin1", b"x" * 5000, b"utf-8"]) + b"'?>" + text
    if kind == 2:
        return b"<!DOCTYPE mujoco [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" + text.replace(b"'", b"'&b;", 3)
    if kind == 3:
        return text[:place] + rng.choice([b"&amp;", b"&#0;", b"&#x10ffff;", b"&#xd800;", b"&nothing;", b"&#99999999999;", b"&"]) + text[place:]
    if kind == 4:
        return text[:place] + rng.choice([b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?", b"?>", b"</", b"<", b">", b"'", b'"', b"\0"]) + text[place:]
    if kind == 5:
        return text.decode(errors="replace").encode(rng.choice(["utf-16", "utf-32", "utf-16-be"]))
    if kind == 6:
        return text.replace(b" ", rng.choice([b"\t\n\r ", b"  " * 200, b"\v", b"\f"]), rng.choice([1, 10, 1000]))
    if kind == 7:
        return text + rng.choice([text, b"<mujoco/>", b"\0\0\0", b"x" * 100000, b"<!--" * 1000])
    return text[:place] + b"<!--" + b"-" * rng.choice([0, 1, 10, 100000]) + b"-->" + text[place:]


def link_all(folder, source, but=()):
    """a folder that shows what is in another"""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        if entry.name not in but and not (folder / entry.name).exists():
            (folder / entry.name).symlink_to(entry)


def make_own(folder, source, name):
    """the folders on the way to a file, instead of links to them; its path"""
    for part in name.parts[:-1]:
        folder, source = folder / part, source / part
        if folder.is_symlink():
            folder.unlink()
            link_all(folder, source)
    return folder / name.name


def asset_files():
    """tiny files of every format, from the seeds of the target `asset`, whose first byte is not the file's"""
    names = {"a.obj": "obj", "a.stl": "stl", "a.msh": "msh", "a.png": "png0", "b.png": "png3", "cube.png": "png_cube", "a.bin": "hfield", "a.skn": "skin",
             "g4.msh": "gmsh4", "g4b.msh": "gmsh4_binary", "g2.msh": "gmsh2", "g2b.msh": "gmsh2_binary", "a.ktx": "ktx", "t.bin": "texture"}
    return {name: (ROOT / "fuzz/corpus/asset" / seed).read_bytes()[1:] for name, seed in names.items()}


def seed_models(folder):
    """the models that reach most, with their assets, in a folder"""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((pathlib.Path(__file__).parent / "seeds").iterdir()):
        shutil.copy(path, folder)
    for name, body in asset_files().items():
        (folder / name).write_bytes(body)
    return folder


class Sources:
    """the models to start from, and the files beside them"""

    def __init__(self, paths):
        self.models = []
        self.attributes = {}
        for path in paths:
            files = sorted(path.rglob("*.xml")) + sorted(path.rglob("*.urdf")) if path.is_dir() else [path]
            for file in files:
                try:
                    root = ET.parse(file).getroot()
                except (ET.ParseError, OSError, UnicodeDecodeError):
                    continue
                if root.tag in ("mujoco", "robot") and file.stat().st_size < 1_000_000:
                    self.models.append((file, root))
                for node in root.iter():
                    self.attributes.setdefault(node.tag, []).extend(node.attrib.items())
        self.assets = {}

    def assets_of(self, folder):
        """small files in a folder and below that may be assets"""
        if folder not in self.assets:
            self.assets[folder] = [path.relative_to(folder) for path in sorted(folder.rglob("*"))
                                   if path.suffix.lower() in ASSETS and path.stat().st_size < 1_000_000]
        return self.assets[folder]


def put_includes(rng, root, folder):
    """what is included stands in the model itself, mostly, to be mutated too"""
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == "include" and rng.random() < 0.8:
                try:
                    inner = ET.parse(folder / child.get("file", "")).getroot()
                except (ET.ParseError, OSError, UnicodeDecodeError):
                    continue
                parent.remove(child)
                for offset, element in enumerate(inner):
                    parent.insert(place + offset, element)


def make(sources, seed, folder):
    """a mutated model in a folder of its own; its path, and what it was made from"""
    rng = random.Random(seed)
    file, root = rng.choice(sources.models)
    root = copy.deepcopy(root)
    put_includes(rng, root, file.parent)
    others = [rng.choice(sources.models)[1] for _ in range(2)]
    for _ in range(rng.choice([1, 1, 1, 2, 2, 4, 10])):
        rng.choice(TREE)(rng, root, others)
    text = ET.tostring(root, encoding="utf-8")
    if rng.random() < 0.05:
        text = mutate_bytes(rng, text)
    if rng.random() < 0.04:
        text = mutate_text(rng, text)
    own = folder / file.parent.name
    path = own / ("fuzz_model" + file.suffix)
    link_all(own, file.parent)
    link_all(folder, file.parent.parent, [file.parent.name])
    assets = sources.assets_of(file.parent)
    for _ in range(rng.choice([0, 0, 1, 3]) if assets else 0):
        name = rng.choice(assets)
        target = make_own(own, file.parent, name)
        data = target.read_bytes()
        kind = rng.random()
        if kind < 0.05:
            data = b""
        elif kind < 0.15:
            data = (file.parent / rng.choice(assets)).read_bytes()
        else:
            data = mutate_bytes(rng, data)
        target.unlink()
        target.write_bytes(data)
    path.write_bytes(text)
    return path, file


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    if "SANITIZED" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(program, path, seed):
    """the finding, or one of the good results; and what the program said"""
    process = subprocess.Popen([program, str(path), str(STEPS), str(seed)], cwd=path.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=limit, start_new_session=True)
    # of the processor's time it has SECONDS; one that waits for something has more of the clock's
    try:
        out, _ = process.communicate(timeout=20 * SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
        return "hang", out
    code = process.returncode
    if code in GOOD:
        return RESULTS[code], out
    if code == -signal.SIGXCPU:
        return "hang", out
    if code < 0:
        return f"killed by signal {-code}", out
    return RESULTS.get(code, f"exit {code}"), out


def one(job):
    program, sources, seed, out = job
    with tempfile.TemporaryDirectory(prefix="fuzz_models_") as name:
        folder = pathlib.Path(name)
        try:
            path, file = make(sources, seed, folder)
        except (RecursionError, ValueError, OSError):
            return seed, "not made", b""
        result, text = run(program, path, seed)
        if result not in PASSED:
            target = out / str(seed)
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(folder, target, symlinks=True)
            (target / "finding.txt").write_bytes(f"{result}\nfrom {file}\n".encode() + text[-4000:])
        return seed, result, text


WORKER = {}


def start_worker(program, sources, out):
    WORKER["job"] = (program, sources, out)
    KNOWN.update(sources.attributes)


def work(seed):
    program, sources, out = WORKER["job"]
    return one((program, sources, seed, out))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/fuzz_models")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    # it stays, since findings have links to it; a model that reaches much is taken more often than a small one
    seeds = seed_models(options.out / "seeds")
    own = [ROOT / "models", ROOT / "fuzz/corpus/load", *[seeds] * 4]
    sources = Sources([path.resolve() for path in options.paths] or own)
    if not sources.models:
        sys.exit("no models to mutate")
    options.out.mkdir(parents=True, exist_ok=True)
    program = os.path.abspath(options.program)
    counts, bad = {}, 0
    seeds = [options.seed * 10_000_000 + i for i in range(options.count)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=start_worker, initargs=(program, sources, options.out)) as pool:
        for done, (seed, result, text) in enumerate(pool.map(work, seeds, chunksize=10), 1):
            counts[result] = counts.get(result, 0) + 1
            if result not in PASSED and result != "not made":
                bad += 1
                words = text.decode(errors="replace").strip().splitlines()
                print(f"{seed}: {result}: {words[0][:150] if words else ''}", flush=True)
            if done % 1000 == 0:
                print(f"{done} models: {counts}", flush=True)
    print(f"{options.count} mutated models of {len(sources.models)}, seed {options.seed}: "
          + ", ".join(f"{n} {result}" for result, n in sorted(counts.items())) + f"; {bad} findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
