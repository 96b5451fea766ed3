"""A paper of one's own to begin with: a distribution with one worked statement, its tests and its CI, from templates."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from rftheory import __version__
from rftheory.errors import InputError, shorten

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z")
FILES = {
    "pyproject.toml": "pyproject.toml.j2",
    "README.md": "README.md.j2",
    ".github/workflows/paper.yml": "paper.yml.j2",
    "{package}/__init__.py": "paper.py.j2",
    "tests/test_paper.py": "test_paper.py.j2",
}


def skeleton(key: str, title: str = "") -> dict[str, str]:
    """The texts of a new paper by the paths of their files; InputError for a key that cannot be one."""
    import jinja2

    if not _KEY.match(key) or keyword.iskeyword(key):
        raise InputError(f"key {shorten(key)}; allowed: a-z, then a-z, 0-9, - and _")
    if any(c in '"\\{}' or not c.isprintable() for c in title):
        raise InputError(f'title {shorten(title)}; allowed: one line without ", \\ and braces')
    package = f"{key.replace('-', '_')}_paper"
    given = {"key": key, "package": package, "title": title or f"The paper {key}", "rftheory": __version__}
    templates = jinja2.Environment(
        loader=jinja2.PackageLoader(__name__, "templates"),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return {
        path.format(package=package): templates.get_template(name).render(given)
        for path, name in FILES.items()
    }


def written(key: str, folder: str | Path, title: str = "") -> list[Path]:
    """The files of a new paper, written below `folder`; InputError where one of them is there already."""
    texts = {Path(folder, path): text for path, text in skeleton(key, title).items()}
    there = [str(path) for path in texts if path.exists()]
    if there:
        raise InputError(f"{shorten(there[0], 200)} exists; allowed: a folder without it")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {shorten(str(path), 200)}: {error.strerror}") from error
    return list(texts)
