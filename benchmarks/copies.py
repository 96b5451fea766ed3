"""A copy of the checkout whose code may be changed, and pytest on it in a fork that has the libraries loaded."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
MEMORY = 4 << 30


@contextlib.contextmanager
def checkout() -> Iterator[Path]:
    """A copy of what the tests read, whose code may be changed."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        place = Path(folder)
        for name in ("rftheory", "tests", "benchmarks", "docs", "light", "notebooks"):
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "LICENSE", "action.yml", ".pre-commit-hooks.yaml"):
            shutil.copy2(ROOT / name, place / name)
        yield place


def forked(place: Path, arguments: Sequence[str], limit: float, **environment: str) -> int | None:
    """The exit code of pytest on the copy, in a fork that has the libraries loaded; None where it does not end."""
    pid = os.fork()
    if pid == 0:
        _inside(place, arguments, environment)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            _end_group(pid)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    _end_group(pid)
    os.waitpid(pid, 0)
    return None


def _inside(place: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """In the fork: run pytest and leave."""
    import resource

    code: int = 70
    try:
        os.setsid()
        os.chdir(place)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_RDWR)
        log = os.open(place / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(quiet, 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ.update({"PYTHONPATH": str(place), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment})
        sys.path[:] = [str(place), *(entry for entry in sys.path if Path(entry or ".").resolve() != ROOT)]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("benchmarks", "rftheory")]:
            del sys.modules[name]
        pytest = importlib.import_module("pytest")
        code = int(pytest.main([*arguments, "-q", "-p", "no:cacheprovider"]))
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 -- whatever it is, it ends here and not in the parent's code
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _end_group(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
