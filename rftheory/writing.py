"""Files are replaced whole or left as they were: what is read there was finished, whatever ended the writer."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(file: str | Path) -> Iterator[Path]:
    """A path to write to; it becomes `file` where the block ends well, and is removed where it does not.

    The mode of a file that was there is kept, a link keeps its place and its target is replaced. What is no regular
    file (a pipe, a terminal) is written to as it is. Raises OSError.
    """
    target = Path(os.path.realpath(file))
    mode = target.stat().st_mode if target.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        yield target
        return
    fresh = target.with_name(f".{target.stem[:100]}-{secrets.token_hex(6)}{target.suffix}")
    try:
        yield fresh
        if mode is not None:
            fresh.chmod(stat.S_IMODE(mode))
        _settle(fresh)
        fresh.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def write_text(file: str | Path, text: str) -> None:
    """Replace the file's content by this text in UTF-8. Raises OSError."""
    with replacing(file) as path:
        path.write_text(text, encoding="utf-8", errors="backslashreplace")


def _settle(path: Path) -> None:
    """On the disk before it gets its name: a crash of the system leaves the old file or the new one."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
