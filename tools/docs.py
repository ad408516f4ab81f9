#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that the docs speak of things that exist.

    tools/docs.py [root]

Links of the pages lead to files, and all pages of docs/ can be reached from README.md. What stands in `backticks` and looks like a
path of the repository, a source file, a target of a test or a bench, or a function or type of the library is there under that name.
"""
import argparse
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```.*?^```", re.S | re.M)
NAME = re.compile(r"\b(?:ig|mj|mju|mjs|mjv|mjr|mjd|mjc|mjp|mjui|mjcb|ingot)_[A-Za-z]\w*|\bIG_[A-Z]\w*")
TOP = {"src", "tools", "tests", "bench", "cli", "include", "python", "viewer", "models", "docs", "fuzz", "examples", "cmake"}
SOURCE = re.compile(r"(?:[\w.]+/)*\w+(?:\.lane|\.gpu)?\.(?:c|h|py|sh|inc)")
WIDTH = re.compile(r"_w\d+_\w+$")  # a kernel at one width


def tracked(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0:
        return [path for path in listed.stdout.splitlines() if (root / path).exists()]
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() and "build" not in path.parts]


def pages(files):
    return [path for path in files if path.endswith(".md") and (path.startswith("docs/") or "/" not in path)]


def link_faults(root, page, text):
    for target in LINK.findall(BLOCK.sub("", text)):
        if "://" not in target and not target.startswith("mailto:") and not (root / page).parent.joinpath(target).exists():
            yield f"{page}: the link {target} leads nowhere"


def reached(root, start):
    found, left = {start}, [start]
    while left:
        page = left.pop()
        for target in LINK.findall((root / page).read_text()):
            path = ((root / page).parent / target).resolve()
            if path.suffix == ".md" and path.exists() and path.is_relative_to(root):
                name = path.relative_to(root).as_posix()
                if name not in found:
                    found.add(name)
                    left.append(name)
    return found


def exists(word, files, folders):
    """a path from the root on, or the end of one"""
    if any(sign in word for sign in "*{<"):
        return True
    word = word.removeprefix("./").rstrip("/")
    return word in folders or any(path == word or path.endswith("/" + word) for path in files)


def word_faults(page, text, files, folders, words):
    stems = {path.rsplit("/", 1)[-1] for path in files}
    for code in CODE.findall(BLOCK.sub("", text)):
        for word in re.findall(r"[\w./*{<-]+", code):
            word = word.rstrip(".")
            if word.split("/")[0] in TOP and "/" in word and not exists(word, files, folders):
                # a source without its ending stands for all of its files
                if not any(path.startswith(word + ".") for path in files):
                    yield f"{page}: there is no {word}"
            elif SOURCE.fullmatch(word) and word.rsplit("/", 1)[-1] not in stems and code == word and not re.search("[A-Z]", word):
                yield f"{page}: there is no file {word}"
        for name in NAME.findall(code):
            if WIDTH.sub("", name) not in words and not name.endswith("_"):
                yield f"{page}: there is no {name}"


def faults(root):
    files = tracked(root)
    folders = {parent.as_posix() for path in files for parent in pathlib.PurePath(path).parents}
    words = set()
    for path in files:
        if path.endswith((".c", ".h", ".py", ".cmake", ".txt", ".in", ".sh", ".js", ".pyi")) and not path.endswith(".md"):
            words |= set(re.findall(r"\w+", (root / path).read_text(errors="replace")))
    for page in pages(files):
        text = (root / page).read_text()
        yield from link_faults(root, page, text)
        if page != "CHANGELOG.md":  # which speaks of what was
            yield from word_faults(page, text, files, folders, words)
    linked = reached(root, "README.md")
    for page in pages(files):
        if page.startswith("docs/") and page not in linked:
            yield f"{page}: no link leads here from README.md"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(dict.fromkeys(faults(arguments.parse_args().root.resolve())))
    print("\n".join(found + [f"{len(found)} faults"]))
    sys.exit(1 if found else 0)
