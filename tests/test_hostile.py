"""Hostile input at every door: an answer, or exit code 2 and exactly one line on stderr; never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rftheory import registry

ORF = "simrf/thm4.3/orf"
Command = Callable[..., Any]

TEXTS = [
    "", " ", "0", "-1", "1/0", "0/0", "nan", "NaN", "inf", "-inf", "Infinity", "1e", "1e20001", "1e-20001", "1e9999999999",
    "9" * 20_001, "9" * 19_999 + "x", "1" * 1_000_000, "0." + "0" * 30_000 + "1", "1/" + "3" * 20_000, "1e1e1", "0x10",
    "1_0", "½", "٣", "²", "－1", "−1", "\u202e1", "\ud800", "\x00", "\x1b[31m", "\n", "1\n2", "a" * 300, "é", "🦊",
    "1,2", ",", ",,", "1;2", ";", "1,2;3", "[1,2]", "[[1]]", "(1)", "{}", "1+2j", "j", "True", "None", "null",
    "__import__('os')", "os.system('true')", "exec('1')", "lambda: 1", "$(id)", "`id`", "%s%n", "../../etc/passwd",
    "@", "@/", "@/etc/passwd", "@/dev/zero", "@no.npy", "@\x00", "@" + "a" * 10_000, "'; DROP TABLE", "<script>", "=",
    "--help", "-", "--", "*", "2.0", "1e0", "+3",
]  # fmt: skip
HARMLESS = ["1", "2", "3", "1/3", "0.5", "64", "1e-30", "0"]
NAMES = [
    "d",
    "v",
    "m",
    "x",
    "y",
    "x2",
    "xy",
    "W",
    "digits",
    "printed",
    "identifier",
    "self",
    "parameters",
    "D",
    "δ",
    "",
    "1",
]
IDS = [
    ORF, f"{ORF}:rhs", f"{ORF}:lhs", f"{ORF}:", f"{ORF}:top", f"{ORF}:rhs:lhs", f"{ORF}/", "simrf", "simrf/", "/", ":", "",
    "simrf/thm4.3/ORF", "__class__", "rftheory.errors", "../simrf", "a" * 100_000, "\x00", "é/ü", "simrf/thm4.3/orf\n",
]  # fmt: skip

anything = st.one_of(st.sampled_from(TEXTS), st.sampled_from(HARMLESS), st.text(max_size=12))
names = st.one_of(st.sampled_from(NAMES), st.sampled_from(["d", "v"]), st.text(max_size=4))
ids = st.one_of(st.sampled_from(IDS), st.sampled_from(IDS[:2]), st.text(max_size=20))


def examples(count: int) -> settings:
    """That many examples, always the same ones, however long they take."""
    return settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )


def _plain(arguments: list[str]) -> list[str]:
    """Options that do long work, or print help, are tested elsewhere."""
    return [a for a in arguments if not a.startswith("--") or a in ("--", "--digits", "--kind", "--json")]


def _behaves(command: Command, arguments: list[str]) -> None:
    answer = command(arguments)
    shown = [a[:60] for a in arguments]
    assert answer.code in (0, 2), (shown, answer)
    assert "Traceback" not in answer.err, shown
    assert "internal error" not in answer.err, (shown, answer.err)
    if answer.code == 2:
        assert answer.out == "", shown
        assert answer.err.endswith("\n"), shown
        assert len(answer.err.splitlines()) == 1, (shown, answer.err)
        assert len(answer.err) < 1100, shown
    else:
        assert answer.err == "", (shown, answer.err)


@examples(600)
@given(ids, st.lists(st.tuples(names, anything), max_size=4), st.lists(anything, max_size=1))
def test_eval(command: Command, name: str, pairs: list[tuple[str, str]], stray: list[str]) -> None:
    _behaves(command, _plain(["eval", name, *[f"{key}={value}" for key, value in pairs], *stray]))


@examples(600)
@given(st.sampled_from(["", ":rhs", ":lhs"]), anything, anything, anything)
def test_values(command: Command, side: str, d: str, v: str, digits: str) -> None:
    options = ["--digits", digits] if digits not in ("64",) else ["--json"]
    _behaves(command, ["eval", ORF + side, f"d={d}", f"v={v}", *options])


@examples(150)
@given(st.sampled_from(["list", "show", "errata"]), st.lists(st.one_of(ids, anything), max_size=2))
def test_look_ups(command: Command, door: str, arguments: list[str]) -> None:
    _behaves(command, _plain([door, *arguments]))


@examples(60)
@given(st.one_of(anything, st.sampled_from(["identity", "definition"])), st.booleans())
def test_kinds(command: Command, kind: str, as_json: bool) -> None:
    _behaves(command, ["list", "--kind", kind, *["--json"] * as_json])


@examples(200)
@given(st.lists(st.one_of(ids, anything, st.text(max_size=8)), max_size=3))
def test_doors(command: Command, arguments: list[str]) -> None:
    """Whatever stands where a command is expected (names of real commands are not among it)."""
    _behaves(command, _plain(arguments))


leaves = st.one_of(
    anything,
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from([10**4000, -1, 0.1, 1e308]),
)
trees = st.recursive(
    leaves, lambda t: st.lists(t, max_size=3) | st.dictionaries(names, t, max_size=3), max_leaves=6
)
requests = st.one_of(
    trees,
    st.fixed_dictionaries(
        {
            "id": st.one_of(ids, trees),
            "parameters": st.one_of(trees, st.dictionaries(names, trees, max_size=3)),
        },
        optional={
            "side": st.one_of(st.sampled_from(["lhs", "rhs", ""]), trees),
            "digits": trees,
            "more": trees,
        },
    ),
    st.fixed_dictionaries(
        {"id": st.just(ORF), "parameters": st.fixed_dictionaries({"d": trees, "v": trees})},
        optional={"digits": trees},
    ),
)


def _encoded(request: object) -> bytes:
    return json.dumps(request).encode()


@examples(25)  # every one starts a child
@given(st.lists(st.one_of(requests.map(_encoded), st.binary(max_size=30)), max_size=6))
def test_batch(command: Command, lines: list[bytes]) -> None:
    lines = [line.replace(b"\n", b" ").replace(b"\r", b" ") for line in lines]
    answer = command(["eval", "--batch", "-"], stdin=b"".join(line + b"\n" for line in lines))
    assert (answer.code, answer.err) == (0, "")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert len(found) == len(lines)
    for number, result in enumerate(found, 1):
        if "error" in result:
            assert result["line"] == number
            assert "internal" not in result["error"]
            assert len(result["error"]) <= 1000
        else:
            assert {"id", "side", "parameters", "digits", "value", "radius", "method"} <= set(result)


@pytest.mark.parametrize("identifier", sorted(registry.entries()))
def test_every_id_refuses_foreign_and_lacking_parameters(command: Command, identifier: str) -> None:
    for pairs in (["no_such_parameter=1"], ["d=nan"], ["d=__import__('os')"]):
        answer = command(["eval", identifier, *pairs])
        assert answer.code == 2, identifier
        _behaves(command, ["eval", identifier, *pairs])


def test_dimensions_outside_the_domain(command: Command) -> None:
    for entry in registry.entries().values():
        for side, formula in entry.sides.items():
            if {"d", "m"} <= set(formula.names) and any(
                rule.names == ("d", "m") for rule in formula.domain.rules
            ):
                given = dict.fromkeys(formula.names, "1") | {"d": "3", "m": "7"}
                pairs = [f"{name}={value}" for name, value in given.items()]
                answer = command(["eval", f"{entry.id}:{side}" if side else entry.id, *pairs])
                assert answer.code == 2, entry.id
                assert "outside its domain" in answer.err or "m = 7: outside the domain" in answer.err


def test_integers_too_long_for_decimal_text_are_named(command: Command) -> None:
    """A budget of 10^20000: the two choices that no precision tells apart have too many digits to be printed."""
    _behaves(command, ["eval", "beyond/budget/flops:m", "K=1e20000", "d=8", "r=10", "--seconds", "5"])


@pytest.mark.parametrize("pairs", [["d=8.23e20", "v2=1/10"], ["d=1e18", "v2=2.5"], ["d=1e30", "v2=1e-9"]])
def test_a_bound_that_cannot_be_taken_is_passed_over(command: Command, pairs: list[str]) -> None:
    """At such d the bound of an ellipse is a ball around zero, whose logarithm is none."""
    _behaves(command, ["eval", "beyond/dense/ort/at-optimum", *pairs, "--digits", "50", "--seconds", "2"])


def test_bessel_functions_of_large_order_are_refused_before_they_are_begun(command: Command) -> None:
    """One call of FLINT takes minutes at 10,000 digits, and no limit of time can break it off."""
    pairs = ["d=4", "nu=2.16e13", "l=1/2", "z=1", "--digits", "10000", "--seconds", "0.1"]
    answer = command(["eval", "beyond/spectral/orf/large-z-matern:rhs", *pairs])
    assert answer.code == 2
    assert answer.err.startswith("rftheory: no answer after 0.1 seconds of computing")
