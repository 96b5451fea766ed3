"""Work that would take the host down is refused or ended, and one bad line never stops the lines behind it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory import evaluate
from rftheory.errors import BudgetError, DomainError, InputError, PrecisionError, UnknownIdError
from rftheory.exact import balls
from rftheory.isolation import Child

SPHERE = {"m": "3", "x2": "2.75", "y2": "2", "xy": "0.5", "theta": "1/2", "a": "1/3"}
SLOW = {"c": "-1", "d": "1e9", "w": "1"}
"""Of simrf/eq56/line1:rhs: an integral that takes minutes."""
ORF = {"id": "simrf/thm4.3/orf", "side": "rhs", "parameters": {"d": 4, "v": 1}, "digits": 5}


def _batch(command: Any, *requests: object, seconds: str = "60") -> list[dict[str, Any]]:
    lines = "".join(f"{json.dumps(request)}\n" for request in requests).encode()
    answer = command(["eval", "--batch", "-", "--seconds", seconds], stdin=lines)
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.out.splitlines()]


@pytest.mark.parametrize("d", ["1e34", "1e18", "1e12"])
def test_sizes_are_estimated_before_flint_is_called(command: Any, d: str) -> None:
    start = time.process_time()
    given = [f"{name}={value}" for name, value in (SPHERE | {"d": d}).items()]
    answer = command(["eval", "performer/thm3/iid", *given, "--seconds", "2"])
    assert answer.code == 2
    assert answer.err.startswith(("rftheory: it needs numbers of more than", "rftheory: no answer after 2 "))
    assert answer.err.count("\n") == 1
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["beyond/dirf/common", "x=100", "y=1e300"], "a law over more than 4194304 counts"),
        (["beyond/dense/ort/at-optimum", "d=4", "v2=1e6"], "no (finite enclosure|answer after 2 seconds)"),
        (["beyond/dense/ort/at-optimum", "d=4", "v2=1e300"], "no (finite enclosure|answer after 2 seconds)"),
        (
            ["beyond/spectral/stratified/block-mse", "d=3", "B=4", "nu=1000", "l=1e-20000", "z=1/100"],
            "no answer after 2 seconds",
        ),
        (
            ["performer/thm3/iid:rhs", "d=1e34", "m=6", "x2=1e5", "y2=4", "xy=-3", "theta=40", "a=1071/1024"],
            "no answer after 2 seconds",
        ),
        (["orf/lemma2:lhs", "z=1/1000", "d=1e20000", "--digits", "10000"], "no answer after 2 seconds"),
    ],
)
def test_what_the_fuzzer_found(command: Any, arguments: list[str], said: str) -> None:
    answer = command(["eval", *arguments, "--seconds", "2"])
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert re.search(said, answer.err)


@pytest.mark.parametrize("power", ["1e12", "20000", "16384", "380"])
def test_a_power_of_any_size_ends_no_process(command: Any, power: str) -> None:
    """FLINT ends the process at an exact 2^(10^12); against log Gamma of mpmath, on both sides of the exact moments."""
    import mpmath

    answer = command(["eval", "performer/eq63", "d=3", f"k={power},{power}", "--digits", "20", "--json"])
    with mpmath.workdps(50):
        k, half = mpmath.mpf(power) / 2, mpmath.mpf(3) / 2
        log = 2 * mpmath.loggamma(half + k) - mpmath.loggamma(half) - mpmath.loggamma(half + 2 * k)
        expected = mpmath.nstr(mpmath.exp(log), 20)
        assert (
            abs(mpmath.mpf(json.loads(answer.out)["value"]) / mpmath.mpf(expected) - 1)
            < mpmath.mpf(10) ** -18
        )


def test_an_exponent_may_have_more_digits_than_the_interpreter_converts(command: Any) -> None:
    """E e^(..) of a first argument of 4000 digits has a decimal exponent of more than 4300."""
    given = ["d=2", "m=2", "a0=1e30", "a1=1e-3", f"v={'9' * 4000}", "theta=1", "--digits", "10000"]
    answer = command(["eval", "beyond/favor/exponential-moment:lhs", *given, "--seconds", "20", "--json"])
    assert (answer.code, answer.err) == (0, "")
    document = json.loads(answer.out)
    assert len(document["value"].partition("e")[2]) > 4300
    assert document["radius"].startswith("5e")


def test_the_time_ends_under_an_integral_too(command: Any) -> None:
    given = [f"{name}={value}" for name, value in SLOW.items()]
    answer = command(["eval", "simrf/eq56/line1:rhs", *given, "--seconds", "0.2"])
    assert answer.err.startswith("rftheory: no answer after 0.2 seconds of computing: ask for fewer digits")
    assert answer.code == 2


def test_python_has_the_same_limit() -> None:
    with pytest.raises(BudgetError, match=r"no answer after 0\.2 seconds"):
        evaluate("simrf/eq56/line1:rhs", seconds=0.2, **SLOW)
    with pytest.raises(DomainError, match="seconds"):
        evaluate("simrf/thm4.3/orf:rhs", d=4, v=1, seconds=0)


def test_a_child_gives_what_this_process_gives() -> None:
    here = evaluate("simrf/thm4.3/orf:rhs", d=4, v="1.5")
    assert evaluate("simrf/thm4.3/orf:rhs", d=4, v="1.5", isolate=True).identical(here)
    with pytest.raises(DomainError) as told:
        evaluate("simrf/thm4.3/orf:rhs", d=0, v=1, isolate=True)
    assert (told.value.parameter, told.value.rule) == ("d", "integer >= 1")
    with pytest.raises(UnknownIdError) as unknown:
        evaluate("simrf/thm4.3/ofr", d=2, v=1, isolate=True)
    assert "simrf/thm4.3/orf" in unknown.value.nearest
    assert str(unknown.value).startswith("unknown statement simrf/thm4.3/ofr; nearest")


def test_a_child_is_ended_by_time_memory_abort_and_kill_and_replaced() -> None:
    with Child(memory=400 << 20) as child:
        with pytest.raises(BudgetError, match="400 MiB of memory"):
            child.call(bytearray, 800 << 20, seconds=10)
        with pytest.raises(BudgetError, match="400 MiB of memory"):
            child.call(os.abort, seconds=10)  # what FLINT does where it gets no memory
        with pytest.raises(BudgetError, match=r"no answer after 0\.1 seconds"):
            child.call(sum, range(10**15), seconds=0.1)
        with pytest.raises(BudgetError, match="signal 9"):
            child.call(signal.raise_signal, signal.SIGKILL, seconds=10)
        with pytest.raises(BudgetError, match="exit code 0"):
            child.call(os._exit, 0, seconds=10)
        with pytest.raises(InputError, match="cannot be given to another process"):
            child.call(lambda: 1, seconds=10)
        assert child.call(bytearray, 3, seconds=10) == bytearray(3)


def test_calls_on_their_way_behind_one_that_ends_the_child_are_made_again() -> None:
    """Order, errors and what stands for itself are kept however many calls are on their way."""
    refused = InputError("no call")
    given: list[tuple[Any, ...] | Exception] = [(1,), (0,), refused, (-1,), (2,), (-2,), (-1,), refused, (3,)]
    for ahead in (1, 3, 40):
        with Child() as child:
            found = list(child.each(_act, given, seconds=20, ahead=ahead))
        told: list[Any] = [str(f) if isinstance(f, Exception) else f for f in found]
        assert (told[0], told[2]) == (1, "no call")
        assert "by zero" in told[1]
        assert "ended (exit code 7)" in told[3]
        assert told[4] == 4
        assert "768 MiB" in told[5] or "signal" in told[5]
        assert "ended (exit code 7)" in told[6]
        assert told[7:] == ["no call", 9]


def test_a_child_that_is_killed_between_two_calls_costs_no_answer() -> None:
    with Child() as child:

        def given() -> Iterator[tuple[int]]:
            yield (1,)
            process = child._process
            assert process is not None
            process.kill()
            process.wait()
            yield (2,)

        assert list(child.each(_act, given(), seconds=20)) == [1, 4]


def test_large_calls_and_large_answers_do_not_wait_for_each_other() -> None:
    """Answers beyond what a pipe holds are read before a call beyond it is written; none is out of order."""
    given = [(b"small", 20_000), *[(b"small", 5_000)] * 45, (b"." * 400_000, 2), *[(b"small", 70_000)] * 20,
             (b"." * 90_000, 90_001), (b"." * 90_000, 1), *[(b"small", 3)] * 40]  # fmt: skip
    wanted = [max(size, len(text)) for text, size in given]
    done: list[list[int]] = []

    def ask() -> None:
        with Child() as child:
            done.extend(
                [len(found) for found in child.each(bytes.ljust, given, seconds=20, ahead=ahead)]
                for ahead in (1, 2, 32, 200)
            )

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(60)
    assert done == [wanted] * 4


def _act(number: int) -> int:
    """number^2; an error of 0, the end of the process of -1, an abort of -2."""
    if number == -1:
        os._exit(7)
    if number == -2:
        os.abort()
    return number**2 if number else 1 // number


def test_who_writes_one_line_after_the_other_is_answered_before_the_next() -> None:
    asked = [sys.executable, "-m", "rftheory", "eval", "--batch", "-"]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for d in (2, 3):
            process.stdin.write(json.dumps(ORF | {"parameters": {"d": d, "v": 1}}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["parameters"]["d"] == str(d)
        process.stdin.close()


def test_lines_of_a_file_are_answered_as_those_of_a_pipe(command: Any, tmp_path: Path) -> None:
    requests = [ORF | {"parameters": {"d": d, "v": 1}} for d in range(1, 90)]
    requests[40:40] = [
        {"id": "simrf/eq56/line1", "side": "rhs", "parameters": {"c": "-1", "d": "-1", "w": "1"}}
    ]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests).encode()
    file = tmp_path / "lines.jsonl"
    file.write_bytes(lines[:5000] + b"{\n" + lines[5000:])
    from_file = command(["eval", "--batch", str(file)])
    from_pipe = command(["eval", "--batch", "-"], stdin=file.read_bytes())
    assert from_file.out == from_pipe.out
    assert len(from_file.out.splitlines()) == file.read_bytes().count(b"\n")


def test_precision_has_a_largest_size() -> None:
    with balls.working_precision(1 << 20):
        pass
    with pytest.raises(BudgetError, match="more than 1048576 bits"), balls.working_precision((1 << 20) + 1):
        pass


def test_no_line_stops_a_batch(command: Any, tmp_path: Path) -> None:
    (tmp_path / "broken.npz").write_bytes(b"PK\x03\x04" + bytes(100))
    (tmp_path / "broken.npy").write_bytes(b"\x93NUMPY\x01\x00\x10\x00{'descr': 'f8', ")
    vectors = {"y": [1, 2]}
    found = _batch(
        command,
        ORF,
        {"id": "performer/thm3/iid", "parameters": SPHERE | {"d": "1e34"}},
        {"id": "performer/thm3/iid", "parameters": vectors | {"x": f"@{tmp_path / 'broken.npz'}"}},
        {"id": "performer/thm3/iid", "parameters": vectors | {"x": f"@{tmp_path / 'broken.npy'}"}},
        ORF | {"parameters": {"d": 4, "v": "1e30"}},
        {"id": "simrf/eq56/line1", "side": "rhs", "parameters": SLOW, "digits": 10},
        ORF,
        seconds="2",
    )
    assert found[0] == found[-1]
    assert "more than 1048576 bits" in found[1]["error"]
    assert "not a readable .npz file" in found[2]["error"]
    assert "not a readable .npy file" in found[3]["error"]
    assert not any("internal error" in answer.get("error", "") for answer in found)
    assert [answer.get("line") for answer in found] == [None, 2, 3, 4, None, 6, None]


def test_json_of_values_beyond_every_exponent_of_decimals(command: Any) -> None:
    """e^(2e30) and so on: log10 of the value is far above 10^18, the largest exponent that Decimal takes."""
    answer = command(["eval", "simrf/thm4.3/orf:rhs", "d=4", "v=1e30", "--digits", "5", "--json"])
    document = json.loads(answer.out)
    power = int(document["value"].partition("e")[2])
    assert power > 10**18
    assert document["radius"] == f"5e{power - 5}"


def test_a_huge_line_is_passed_over_piece_by_piece() -> None:
    from rftheory.cli.batch import MAX_LINE, answers

    class Endless:
        """A line of `left` bytes, and a short one behind it; remembers the most that was asked for at once."""

        def __init__(self, left: int) -> None:
            self.left, self.most = left, 0

        def readline(self, most: int) -> bytes:
            self.most = max(self.most, most)
            if self.left == 0:
                self.left = -1
                return b'{"id": "nothing"}\n'
            if self.left < 0:
                return b""
            size = min(most, self.left)
            self.left -= size
            return b" " * (size - 1) + (b"\n" if self.left == 0 else b" ")

    stream: Any = Endless(5 * MAX_LINE + 7)
    first, second = answers(stream, 5)
    assert first["error"] == f"a line of {5 * MAX_LINE + 7} bytes; at most {MAX_LINE}"
    assert "unknown statement nothing" in second["error"]
    assert stream.most <= MAX_LINE + 1


def test_names_and_sizes_are_looked_at_before_files(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "half.npy"
    held = np.lib.format.open_memmap(file, mode="w+", dtype=np.float16, shape=(1 << 25,))
    del held
    wrong = command(["eval", "simrf/thm4.3/orf:rhs", "d=4", f"q=@{file}"])
    assert "unknown parameter q; allowed: d, v" in wrong.err
    large = command(["eval", "performer/thm3/iid", f"x=@{file}", f"y=@{file}", "m=1", "theta=1", "a=1/3"])
    assert f"{1 << 25} numbers; at most" in large.err


def test_files_are_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    from rftheory.writing import replacing, write_text

    file = tmp_path / "ledger.json"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file)

    def interrupted() -> None:
        with replacing(link) as path:
            path.write_text("ha", "utf-8")
            assert file.read_text("utf-8") == "old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert file.read_text("utf-8") == "old"
    write_text(link, "new")
    assert (file.read_text("utf-8"), file.stat().st_mode & 0o777, link.is_symlink()) == ("new", 0o640, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ledger.json", "link.json"]
    write_text("/dev/null", "nothing is kept")


@pytest.mark.parametrize("option", ["--html", "--junit", "--markdown", "--record"])
def test_every_file_of_a_command_is_replaced(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """What is cut short while it is written leaves the old file, or none; no piece of the new one stays."""
    import rftheory.writing

    def cut(path: Path) -> None:
        assert path != file
        raise OSError(28, "No space left on device")

    file = tmp_path / "file"
    answer = command(["verify", "simrf/eq1", option, str(file)])
    assert answer.code == 0
    before = file.read_text("utf-8")
    monkeypatch.setattr(rftheory.writing, "_settle", cut)
    answer = command(["verify", "simrf/eq1", "simrf/eq4", option, str(file)])
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "No space left on device" in answer.err
    assert file.read_text("utf-8") == before
    file.unlink()
    assert command(["verify", "simrf/eq1", option, str(file)]).code == 2
    assert not any(tmp_path.iterdir())


def test_a_ledger_that_is_killed_while_it_is_written_stays_whole(tmp_path: Path) -> None:
    """The process ends without any farewell between writing and renaming; `--record` goes on from what was there."""
    import subprocess
    import sys

    ledger = tmp_path / "ledger.json"
    code = "import os, rftheory.writing as w, rftheory.cli as c; {}; c.run(['verify', 'simrf/eq1', '--record', {!r}])"
    for died, way in ((0, "0"), (9, "w._settle = lambda path: os._exit(9)")):
        line = code.format(way, str(ledger))
        done = subprocess.run([sys.executable, "-c", line], capture_output=True, check=False, timeout=120)
        assert done.returncode == died, done.stderr
        assert json.loads(ledger.read_text("utf-8"))["verdicts"].keys() == {"simrf/eq1"}


def test_errors_travel_as_they_are() -> None:
    import pickle

    for error in (
        PrecisionError("p", None),
        DomainError("d", 1, "integer >= 2"),
        UnknownIdError("a", ("b",)),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


BEYOND = "9" * 400


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((f"x={BEYOND},1", "y=1,0", "m=3"), "a number below 1.8e308"),
        (("x=1,1", "y=1,0", f"m={BEYOND}/7"), "a number below 1.8e308"),
        (("x=1,1", "y=1,0", "m=1e8"), "one draw holds m d numbers"),
        (("x=1,1", "y=1,0", f"m={BEYOND}"), "one draw holds m d numbers"),
        (("x=1,1", "y=1,0", "m=3", "--draws", "1000000000"), "at most 16777216"),
    ],
)
def test_what_is_too_large_to_be_drawn_is_one_line(command: Any, given: tuple[str, ...], said: str) -> None:
    answer = command(["simulate", "iid-positive", *given])
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("name", ["certificate", "prove", "show", "verify"])
def test_an_id_that_is_no_name_of_a_file_is_unknown(command: Any, name: str) -> None:
    answer = command([name, "a" * 300])
    assert answer.code == 2
    assert answer.err.startswith("rftheory: unknown ")
    assert answer.err.count("\n") == 1


@pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="there is no file that opens and cannot be read"
)
def test_what_the_system_refuses_is_no_bug(command: Any) -> None:
    answer = command(["eval", "--batch", "/proc/self/mem"])
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "rftheory: the system refuses: [Errno 5] Input/output error\n"


def test_a_system_without_threads_is_no_bug(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refused)
    answer = command(["verify", "orf/eq1", "orf/lemma2", "--workers", "2"])
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "rftheory: the system refuses: can't start new thread; allow more processes\n"


@pytest.mark.parametrize("packed", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_damaged_byte_of_an_archive_is_more_than_one_line(tmp_path: Path, packed: int) -> None:
    from rftheory.cli.arguments import load
    from rftheory.conformance.claim.points import brought
    from rftheory.conformance.client.saved import saved
    from rftheory.recommendation.sources import sources

    plain, file = tmp_path / "plain.npy", tmp_path / "some.npz"
    np.save(plain, np.eye(2))

    doors = (
        lambda: load("x", str(file)),
        lambda: [chunk.shape for chunk in sources(str(file))[0].chunks()],
        lambda: brought(file),
        lambda: saved(file),
    )
    with zipfile.ZipFile(file, "w", packed) as archive:
        archive.write(plain, "x.npy")
        archive.write(plain, "y.npy")
    assert np.array_equal(brought(file)[0].x, [1.0, 0.0])
    whole, source = file.read_bytes(), np.random.default_rng(0)
    for _ in range(150):
        place, bits = source.integers(len(whole)), source.integers(1, 256)
        file.write_bytes(whole[:place] + bytes([whole[place] ^ bits]) + whole[place + 1 :])
        for door in doors:
            with contextlib.suppress(InputError):
                door()


def test_archives_that_are_encrypted_or_unpack_to_too_much_are_one_line(tmp_path: Path) -> None:
    from rftheory.cli.arguments import load
    from rftheory.recommendation.sources import sources

    large, small, broken = (tmp_path / f"{name}.npz" for name in ("large", "small", "broken"))
    np.savez_compressed(large, a=np.zeros(1 << 21))
    with pytest.raises(InputError, match="an array of 16777344 bytes; at most 1048576 numbers"):
        load("x", str(large))
    np.savez_compressed(small, q=np.eye(3))
    whole = small.read_bytes()
    assert load("x", f"{small}:q") == np.eye(3).tolist()
    encrypted = bytearray(whole)
    for name, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        encrypted[whole.index(name) + flags] |= 1
    broken.write_bytes(encrypted)
    with pytest.raises(InputError, match="encrypted"):
        load("x", str(broken))
    with pytest.raises(InputError, match="encrypted"):
        sources(str(broken))
