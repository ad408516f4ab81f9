#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The API reference from the headers: sections, comments and declarations.

    tools/api.py > docs/api.md
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = sorted((ROOT / "include/ingot").glob("*.h"))
PUBLIC = ROOT / "include/mujoco/mujoco.h"


def entries(path):
    """(kind, text) in the order of the file: section, comment of the file, declaration with the comment above it."""
    comment, declaration, first = [], [], True
    for line in path.read_text().splitlines():
        text = line.strip()
        if declaration:
            declaration.append(text)
        elif text.startswith("//"):
            section = re.fullmatch(r"// -{3,} (.*?) -{3,}", text)
            if section:
                comment = []
                yield "section", section.group(1)
            else:
                comment.append(text[2:].strip())
            continue
        elif text.startswith("MJAPI"):
            declaration = [text]
        elif first and text.startswith("#ifndef"):
            kept = [part for part in comment if not re.match(r"Copyright|SPDX", part)]
            yield "about", " ".join(kept).strip()
            comment, first = [], False
            continue
        elif not text:
            comment = []
            continue
        if declaration and declaration[-1].split("//")[0].rstrip().endswith(";"):
            words = " ".join(part.split("//")[0].strip() for part in declaration)
            yield "declaration", (re.sub(r"^MJAPI (extern )?", "", words).rstrip(";"), " ".join(comment).strip())
            declaration, comment = [], []



def page(path):
    print(f"\n## `{path.relative_to(ROOT / 'include')}`")
    last = None
    for kind, what in entries(path):
        if kind == "section":
            print(f"\n### {what}")
        elif kind == "about" and what:
            print(f"\n{what}")
        elif kind == "declaration":
            text, comment = what
            # declarations below one comment share it
            if comment or last != "declaration":
                print(f"\n{comment}" if comment else "")
            print(f"- `{text}`")
        last = kind


if __name__ == "__main__":
    print("# API reference\n\nGenerated from the headers by `tools/api.py`. Structs and enumerations are in the headers themselves.")
    for header in [*OWN, PUBLIC]:
        page(header)
