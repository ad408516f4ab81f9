#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The site: the pages of docs/, the API reference, a gallery of the examples and the list of changes.

    tools/site.py              build/site, with mkdocs-material from tools/requirements-site.txt (make site)
    tools/site.py --pages      only the pages that it is made of, in build/site-pages; needs nothing

Links between pages of the repository lead to pages of the site; links to its other files become their names. A link that leads nowhere
ends the build.
"""
import argparse
import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import api  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES, SITE = ROOT / "build/site-pages", ROOT / "build/site"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
FROM_TOP = {"README.md": "index.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
GUIDE = "python worlds rl gpu pictures gradients precision viewer models check c migrating moving cluster determinism errors platforms performance".split()
INSIDE = "architecture model mjcf spec compile mesh asset lanes collide collide_narrow constrain solve derive step visual render plugin fuzz".split()


def title_of(path):
    found = re.search(r"^# (.+)$", path.read_text(), re.M)
    return found.group(1).strip("`") if found else path.stem


def place_of(page):
    """Where a page of the repository is on the site, None for what is none."""
    name = page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else ""
    if name in FROM_TOP:
        return FROM_TOP[name]
    return name.removeprefix("docs/") if name.startswith("docs/") and page.is_file() else None


def with_links(text, page):
    """The text of a page of the repository with links as the site has them."""
    here = PAGES / place_of(page)

    def link(found):
        picture, words, target, part = found.groups()
        if "://" in target or target.startswith("mailto:"):
            return found.group()
        if not (page.parent / target).exists():
            sys.exit(f"{page.relative_to(ROOT)}: the link {target} leads nowhere")
        place = place_of((page.parent / target).resolve())
        if place is None:
            return words if not picture else found.group()
        return f"{picture}[{words}]({os.path.relpath(PAGES / place, here.parent)}{part or ''})"

    return LINK.sub(link, text)


def copy_pages():
    shutil.rmtree(PAGES, ignore_errors=True)
    for source in [*sorted((ROOT / "docs").rglob("*")), *(ROOT / name for name in FROM_TOP)]:
        place = place_of(source)
        if place is None:
            continue
        target = PAGES / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            target.write_text(with_links(source.read_text(), source))
        else:
            shutil.copy(source, target)


def gallery():
    """A page with every example: what it says of itself, its picture where there is one, and its code."""
    out = ["# Examples", "", "Programs of the folder `examples`, whole. Each runs as it stands.", ""]
    for source in sorted([*(ROOT / "examples").glob("*.py"), *(ROOT / "examples").glob("*.c")]):
        text = source.read_text()
        if source.suffix == ".py":
            about, language = ast.get_docstring(ast.parse(text)) or "", "python"
        else:
            about, language = "\n".join(line[3:] for line in text.splitlines()[1:] if line.startswith("// ")), "c"
        out += [f"## {source.stem}", "", about.split("\n\n")[0].replace("\n", " "), ""]
        picture = ROOT / f"docs/guide/pictures/{source.stem}.png"
        if picture.is_file():
            out += [f"![{source.stem}](guide/pictures/{picture.name})", ""]
        out += [f'??? example "{source.name}"', "", *(f"    {line}" for line in [f"```{language}", *text.rstrip().splitlines(), "```"]), ""]
    (PAGES / "examples.md").write_text("\n".join(out))


def navigation(reference):
    rows = [("Ingot", "index.md"), ("Guide", []), ("Examples", "examples.md"), ("Reference", []), ("Inside", []), ("Changes", "changes.md")]
    made = dict(rows)
    for name in [*GUIDE, *sorted(path.stem for path in (PAGES / "guide").glob("*.md") if path.stem not in GUIDE)]:
        if (PAGES / f"guide/{name}.md").is_file():
            made["Guide"].append((title_of(PAGES / f"guide/{name}.md"), f"guide/{name}.md"))
    made["Guide"].append(("Security", "security.md"))
    for language, pages in reference.items():
        made["Reference"].append((language, [(title, f"reference/{place}") for title, place in pages.items()]))
    top = {path.stem for path in PAGES.glob("*.md")} - {pathlib.Path(name).stem for name in FROM_TOP.values()} - {"examples"}
    for name in [*INSIDE, *sorted(top - set(INSIDE))]:
        if name in top:
            made["Inside"].append((title_of(PAGES / f"{name}.md"), f"{name}.md"))
    made["Inside"].append(("Contributing", "contributing.md"))
    return list(made.items())


def as_yaml(rows, depth=1):
    for title, what in rows:
        quoted = "'" + title.replace("'", "''") + "'"
        if isinstance(what, list):
            yield "  " * depth + f"- {quoted}:"
            yield from as_yaml(what, depth + 1)
        else:
            yield "  " * depth + f"- {quoted}: {what}"


def settings(reference):
    version = re.search(r'INGOT_VERSION "(.+?)"', (ROOT / "include/ingot/version.h").read_text()).group(1)
    return "\n".join([
        f"site_name: Ingot {version}", f"docs_dir: {PAGES}", f"site_dir: {SITE}", "use_directory_urls: false",
        "theme:", "  name: material", "  font: false", "  features: [navigation.tabs, navigation.top, content.code.copy, search.highlight]",
        "  palette:", "    - {media: '(prefers-color-scheme: light)', scheme: default, primary: blue grey, toggle: {icon: material/brightness-7, name: dark}}",
        "    - {media: '(prefers-color-scheme: dark)', scheme: slate, primary: blue grey, toggle: {icon: material/brightness-4, name: light}}",
        "markdown_extensions: [tables, admonition, pymdownx.details, pymdownx.superfences, pymdownx.highlight, {toc: {permalink: true, toc_depth: 3}}]",
        "validation: {links: {not_found: warn, anchors: warn, unrecognized_links: warn}, nav: {omitted_files: warn}}",
        "plugins: [search]", "nav:", *as_yaml(navigation(reference)), "",
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", action="store_true")
    arguments = parser.parse_args()
    copy_pages()
    gallery()
    reference = api.write(PAGES / "reference")
    file = ROOT / "build/mkdocs.yml"
    file.write_text(settings(reference))
    if arguments.pages:
        return 0
    home = ROOT / "build/venv-site"
    program = home / "bin/mkdocs"
    wanted = ROOT / "tools/requirements-site.txt"
    if not program.exists() or not (home / "requirements.txt").exists() or (home / "requirements.txt").read_text() != wanted.read_text():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([home / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r", wanted], check=True)
        shutil.copy(wanted, home / "requirements.txt")
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([program, "build", "--strict", "--quiet", "--config-file", file], env=quiet)
    if done.returncode == 0:
        print(f"{SITE.relative_to(ROOT)}/index.html")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
