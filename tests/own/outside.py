"""Papers outside of the package, built as wheels and installed beside it; commands in processes that find them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
SERVE = """
import json, os, sys, tempfile
import rftheory.kit, rftheory.verification, rftheory.moments.catalogue
from rftheory.cli import run

for line in sys.stdin:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = run(json.loads(line))
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [os.pread(file.fileno(), 1 << 24, 0).decode() for file in (out, err)]
    print(json.dumps([code, *texts]), flush=True)
"""
"""Every command line in a process of its own, which finds the libraries loaded and no paper."""


class Said(NamedTuple):
    """What one command line gave."""

    code: int
    out: str
    err: str

    def json(self, code: int = 0) -> Any:
        """The document that it printed."""
        assert (self.code, self.err) == (code, ""), self
        return json.loads(self.out)


Asked = Callable[..., Said]


def installed(project: Path, folder: Path) -> Path:
    """The folder into which the wheel of a project is installed as a distribution of its own."""
    source, wheels, site = folder / "source", folder / "wheels", folder / "site"
    copytree(project, source, ignore=ignore_patterns("__pycache__", ".*_cache"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels), str(source)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = wheels.glob("*.whl")
    put = [*pip, "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(put, check=True, capture_output=True, timeout=300)
    return site


@contextmanager
def serving(*paths: Path, **variables: str) -> Iterator[Asked]:
    """`asked("show", ...)` of processes that find these folders of packages."""
    path = os.pathsep.join(map(str, (*paths, ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, **variables}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=pipe, stdout=pipe, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, answers = process.stdin, process.stdout

        def ask(*arguments: str) -> Said:
            print(json.dumps(arguments), file=given, flush=True)
            return Said(*json.loads(answers.readline()))

        yield ask
