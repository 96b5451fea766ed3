"""The child's side: takes calls from its parent one by one, each within its limits, and ends with its parent."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import pickle
import signal
import sys
import time
from types import ModuleType

from rftheory.errors import RFTheoryError
from rftheory.isolation.messages import receive, send_pickled

resource: ModuleType | None
try:
    import resource
except ImportError:  # not a POSIX system: no limits by the kernel
    resource = None

_GRACE = (
    2  # seconds of processor time beyond those asked for, in which a Python limit may still speak for itself
)
_PR_SET_PDEATHSIG = 1


def serve(memory: int) -> None:
    """Answer calls until the parent closes its pipe; at most `memory` bytes of data."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends this
    _end_with_parent()
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_DATA", memory)
    while True:
        try:
            seconds, function, given = receive(requests)
        except EOFError:
            return
        send_pickled(answers, _answer(function, given, seconds))


_loaded = functools.lru_cache(maxsize=8)(pickle.loads)
"""The function of a call, once where many calls are of one function."""


def _answer(called: bytes, given: bytes, seconds: float) -> bytes:
    """("value", what the function returned) or ("error", what it raised), pickled."""
    try:
        function, (arguments, named) = _loaded(called), pickle.loads(given)  # imports are no part of its time
        _compute_until(math.ceil(time.process_time() + seconds) + _GRACE)
        value = function(*arguments, **named)
        return pickle.dumps(("value", value))
    except MemoryError:
        return pickle.dumps(("memory", None))
    except Exception as error:  # noqa: BLE001 -- raised again by the parent
        return pickle.dumps(("error", _travelling(error)))


@functools.lru_cache(maxsize=1)
def _compute_until(seconds: int) -> None:
    """End this process once it has computed for so long in all; nothing to do where that is the limit already."""
    _limit("RLIMIT_CPU", seconds)


def _travelling(error: Exception) -> Exception:
    """The exception itself where it can be sent, else one of the same text."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:  # noqa: BLE001 -- whatever a foreign exception does when it is copied
        plain = RFTheoryError if isinstance(error, RFTheoryError) else RuntimeError
        return plain(str(error))


def _limit(name: str, value: int) -> None:
    kind = getattr(resource, name, None)
    if resource is None or kind is None:
        return
    _, hard = resource.getrlimit(kind)
    wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (wanted, hard))


def _end_with_parent() -> None:
    """Where the kernel can (Linux), be killed once the parent is; elsewhere the limit of time ends an orphan."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
