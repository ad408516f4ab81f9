#!/usr/bin/env python3
"""Run the code blocks of README.md and docs/guide/*.md: sh blocks with the program, whole C programs against the library.

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


def blocks(page, language):
    text = page.read_text()
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.S | re.M):
        before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        if not before.startswith("<!-- not run"):
            yield text[: match.start()].count("\n") + 2, match.group(1)


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
        made = subprocess.run([sys.executable, ROOT / "tools/api.py"], check=True, capture_output=True, text=True).stdout
        declared = sum(path.read_text().count("\nMJAPI ") for path in [ROOT / "include/mujoco/mujoco.h", *(ROOT / "include/ingot").glob("*.h")])
        lines = {line for line in made.splitlines() if line.startswith("- `")}
        self.assertEqual(len(lines), declared)
        kept = set((ROOT / "docs/api.md").read_text().splitlines())
        self.assertEqual(lines - kept, set(), "tools/api.py > docs/api.md")

    def test_links_lead_to_files(self):
        for page in [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
            for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page}: {target}")


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main(verbosity=1)
