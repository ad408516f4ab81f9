#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the code blocks of README.md and docs/guide/*.md: sh blocks with the program, whole C programs against the library.
Every page: the paths it names are there.

    tests/docs/run.py build/ingot build/libingot.so

A block after the line <!-- not run: reason --> is left out.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
LIBRARY = pathlib.Path(sys.argv[2]).resolve()
SANITIZED = "san" in PROGRAM.parent.name
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]

PLACES = [p.name for p in ROOT.iterdir() if p.is_dir() and p.name != "build" and not p.name.startswith(".")]
LAYERS = [p.name for p in (ROOT / "src").iterdir()]
FILE = re.compile(r"[\w.*-]+\.(?:c|h|py|pyi|inc|md|sh|cmake|txt|xml)")


def blocks(page, language):
    text = page.read_text()
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.S | re.M):
        before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        if not before.startswith("<!-- not run"):
            yield text[: match.start()].count("\n") + 2, match.group(1)


def missing_tests():
    """tests that the table of SECURITY.md names and nobody has"""
    text = (ROOT / "SECURITY.md").read_text()
    named = [name for line in text.splitlines() if line.startswith("|") for name in re.findall(r"`(\w+_\w+_\w+)`", line)]
    sources = "".join(path.read_text() for pattern in ("*.c", "*.py") for path in (ROOT / "tests").rglob(pattern))
    there = set(re.findall(r"^TEST\((\w+)\)|^ *def (test_\w+)\(", sources, re.M))
    return named, [name for name in named if (name, "") not in there and ("", name) not in there]


def missing_paths(page):
    """what a page names and the tree lacks: links; in `...`, paths, names of files, files of a layer without their ending"""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.S | re.M)
    for word in re.findall(r"`([\w./*-]+)`", text):
        first, inside, _ = word.partition("/")
        if inside and first in PLACES:
            good = any(ROOT.glob(word.rstrip("/")))
        elif inside and first in LAYERS:
            good = any((ROOT / "src").glob(word.rstrip("/"))) or any((ROOT / "src").glob(word + ".*"))
        elif FILE.fullmatch(word):
            good = any(path for place in PLACES for path in (ROOT / place).rglob(word)) or any(ROOT.glob(word))
        else:
            continue
        if not good:
            yield word
    # tables of files name them without folder and ending
    for table in re.findall(r"^\| file \|.*\n\|-.*\n((?:\|.*\n)+)", text, re.M):
        for cell in re.findall(r"^\|([^|]*)\|", table, re.M):
            yield from (word for word in re.findall(r"`(\w+)`", cell) if not any((ROOT / "src").rglob(word + ".*")) and word not in LAYERS)
    for word in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
        if not (page.parent / word).exists():
            yield word


class Blocks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.symlink(ROOT / "models", f"{self.folder.name}/models")
        os.symlink(ROOT / "include", f"{self.folder.name}/include")
        os.symlink(PROGRAM.parent, f"{self.folder.name}/build")
        self.environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}

    def tearDown(self):
        self.folder.cleanup()

    def shell(self, text, where):
        done = subprocess.run(["sh", "-e", "-c", text], cwd=self.folder.name, env=self.environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, f"{where}\n{text}\n{done.stdout}\n{done.stderr}")

    def test_shell_blocks(self):
        count = 0
        for page in PAGES:
            for line, text in blocks(page, "sh"):
                self.shell(text, f"{page}:{line}")
                count += 1
        self.assertGreater(count, 0)

    @unittest.skipIf(SANITIZED, "programs of users are not built with sanitizers")
    def test_c_programs(self):
        count = 0
        for page in PAGES:
            for line, text in blocks(page, "c"):
                if "int main" not in text:
                    continue
                pathlib.Path(self.folder.name, "program.c").write_text(text)
                self.shell(f"cc -Iinclude program.c -o program {LIBRARY} -lm && LD_LIBRARY_PATH={LIBRARY.parent} ./program", f"{page}:{line}")
                count += 1
        self.assertGreater(count, 0)

    def test_the_reference_has_every_declaration(self):
        subprocess.run([sys.executable, ROOT / "tools/api.py", self.folder.name], check=True)
        for header in [ROOT / "include/mujoco/mujoco.h", *(ROOT / "include/ingot").glob("*.h")]:
            page = pathlib.Path(self.folder.name, f"c/{header.parent.name}-{header.stem}.md").read_text()
            declared = re.findall(r"^MJAPI [^;]*?\b(\w+)(?:\(|;|\[)", header.read_text(), re.M)
            self.assertEqual([name for name in declared if not re.search(rf"\b{name}\b", page)], [], header.name)
            self.assertEqual(page.count("```") % 2, 0)
        worlds = pathlib.Path(self.folder.name, "python/worlds.md").read_text()
        for name in ("step", "reset", "rollout", "gather", "forward"):
            self.assertIn(f"def {name}(", worlds)

    def test_links_and_paths_lead_to_files(self):
        for page in [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
            self.assertEqual(list(missing_paths(page)), [], page)

    def test_promises_have_tests(self):
        named, missing = missing_tests()
        self.assertGreater(len(named), 15)
        self.assertEqual(missing, [])

    def test_a_path_that_leads_nowhere_is_found(self):
        page = pathlib.Path(self.folder.name, "page.md")
        page.write_text("`src/step/none.c` `step/none` `none_at_all.c` [x](none.md) `mj_step` `a/b` `step/inverse` `width.c` `src/*/forward.*`\n\n| file | x |\n|---|---|\n| `forward`, `gone` | y |\n")
        self.assertEqual(list(missing_paths(page)), ["src/step/none.c", "step/none", "none_at_all.c", "gone", "none.md"])


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main(verbosity=1)
