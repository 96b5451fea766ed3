"""The blocks of code in a page of the documentation, and how each is run as a reader would run it.

python: run in order, in one namespace a page; where the first line is `# name.py`, it is that file. pycon: a session,
whose answers are compared. sh: commands, answered with exit code 0, or with N where the line ends in `# exit code N`.
console: `$ command` and its output, in which `...` stands for anything. json, toml: are that. Other languages, and
blocks below `<!-- not run: why -->`, are for reading. `<!-- tested with A for B -->` makes a test cheap.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from rftheory.cli import run
from rftheory.proof.checker.program import main as check

READ = ("", "text", "yaml", "bibtex")
RUN = ("python", "pycon", "sh", "console", "json", "toml")
REACHING = ("pip", "git", "curl", "python3", ".")
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_REASON = re.compile(r"<!-- not run: (.+) -->")
_CHEAPER = re.compile(r"<!-- tested with (\S+) for (\S+) -->")
_SHELL = set("|<>&;$`")
OURS: dict[str, Callable[[list[str]], int]] = {"rftheory": run, "rftheory-check": check}
_EXIT = re.compile(r"# .*exit code (\d+)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, its line in the page, and why it is not run, if it is not."""

    language: str
    text: str
    line: int
    reason: str = ""


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page in order, made cheap where it says so."""
    cheaper = _CHEAPER.findall(page)
    reason = ""
    for token in MarkdownIt().parse(page):
        if token.type == "fence":
            text = token.content
            for less, more in cheaper:
                text = text.replace(more, less)
            line = (token.map or [0])[0] + 1
            yield Block((token.info.split() or [""])[0], text, line, reason)
            reason = ""
        elif token.type == "html_block" and (found := _REASON.search(token.content)):
            reason = found[1]


class Reader:
    """Somebody who runs the blocks of one page from top to bottom in the folder where they are."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__page__"}

    def follow(self, block: Block) -> None:
        """Run one block; AssertionError, or what it raises, where it is not as printed."""
        if block.reason:
            return
        if block.language == "python":
            self._python(block)
        elif block.language == "pycon":
            self._session(block)
        elif block.language == "sh":
            for command in commands(block.text):
                expected = _EXIT.search(command)
                code, said = shell(command)
                assert code == (int(expected[1]) if expected else 0), f"{command}\n{said}"
        elif block.language == "console":
            for command, wanted in exchanges(block.text):
                _, said = shell(command)
                assert same(wanted, said), f"{command}\n--- printed in the page\n{wanted}\n--- said\n{said}"
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)

    def _python(self, block: Block) -> None:
        first = block.text.partition("\n")[0]
        if named := re.fullmatch(r"# (\w+\.py)", first):
            Path(named[1]).write_text(block.text, "utf-8")
            return
        with redirect_stdout(StringIO()):
            exec(compile("\n" * block.line + block.text, "<page>", "exec"), self.names)  # noqa: S102 -- the page is ours

    def _session(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, self.names, "page", "page", block.line)
        test.globs = self.names
        said = StringIO()
        found = doctest.DocTestRunner(optionflags=_OPTIONS).run(test, out=said.write, clear_globs=False)
        assert found.failed == 0, said.getvalue()


def commands(text: str) -> Iterator[str]:
    """The commands of a shell block: lines, continued ones joined; comments and empty lines left out."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line


def exchanges(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it prints there."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        yield command, wanted


def same(wanted: str, said: str) -> bool:
    """Whether a printed output is what was said, up to spaces, with `...` for anything."""
    return doctest.OutputChecker().check_output(f"{wanted.strip()}\n", f"{said.strip()}\n", _OPTIONS)


def shell(command: str) -> tuple[int, str]:
    """Exit code and output of a command: ours in this process, with `> FILE`; any other by bash, which knows ours too."""
    words = shlex.split(command, comments=True)
    assert words[0] not in REACHING, (
        f"{command}: it installs or fetches; say `<!-- not run: why -->` above the block"
    )
    file = Path(words[-1]) if words[-2:-1] == [">"] else None
    words = words[:-2] if file else words
    if words[0] not in OURS or _SHELL.intersection("".join(words)):
        return _bash(command)
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = OURS[words[0]](words[1:])
    if file:
        file.write_text(out.getvalue(), "utf-8")
    return code, err.getvalue() if file else out.getvalue() + err.getvalue()


def _bash(command: str) -> tuple[int, str]:
    """Exit code and output of a command of the shell, where `python` is this one and rftheory this tree."""
    python = f'"{sys.executable}"'
    ours = f'rftheory() {{ {python} -m rftheory "$@"; }}; python() {{ {python} "$@"; }}\n'
    known = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        ["bash", "-c", ours + command],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": known},
    )
    return done.returncode, done.stdout + done.stderr
