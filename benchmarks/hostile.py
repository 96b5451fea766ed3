"""Command lines on a grammar of hostile values: every command, every evaluable side; a pure function of seed and index."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from random import Random

from rftheory import registry
from rftheory.domain.values import show

Line = tuple[list[str], bytes]
"""The arguments of a command, and its standard input."""

NUMBERS = [
    "0", "1", "2", "3", "4", "8", "16", "64", "100", "1000", "1e5", "1e6", "1e7", "1e9", "1e12", "1e18", "1e34", "1e300",
    "-1", "-2", "-1/2", "1/2", "1/3", "0.1", "1e-3", "1e-9", "1e-30", "1e-300", "1e30", "-1e30", "0.9999999999",
    "1.0000000001", "2.0000000001", "1e20000", "1e-20000", "9" * 4000, "1/" + "7" * 3000, "-1e-20000",
]  # fmt: skip
NONSENSE = [
    "", " ", "nan", "inf", "-inf", "½", "1e", "1/0", "0/0", "x", "1+2j", "j", "1_0", "0x10", "1e20001", "@/nofile",
    "@/dev/zero", "@", "1,,2", ";", "[1]", "true", "\u202e1", "\x00", "None", "1=2", "-", "--", "٣", "a" * 300,
]  # fmt: skip
DIGITS = ["1", "5", "20", *["50"] * 9, "200", "200", "1000", "10000"]
BAD_DIGITS = ["0", "-1", "10001", "x", "1.5", ""]
SECONDS = (*["0.1"] * 8, "0.3", "2")  # mostly short, so that many inputs are tried
CHEAP = ("hrf/fig6", "hrf/eq1/kernels", "orf/fig2/c", "simrf/eq43", "performer/eq1")
OPTIMISERS = {
    "oprf": ("x", "y"),
    "gerf": ("x", "y", "m"),
    "poisson": ("x", "y"),
    "geometric": ("x", "y"),
    "discrete": ("x", "y", "p"),
    "simplex-plus": ("d",),
    "coupling": ("d", "v", "m"),
    "hybrid": ("x", "y", "m"),
}


def line(seed: int, index: int) -> Line:
    """Input `index` of that seed: seven in ten evaluate, the others go through all commands in turn."""
    source = Random(f"{seed}/{index}")
    if source.random() < 0.7:
        return _evaluation(source)
    makers = (
        _batch,
        _look_up,
        _verify,
        _search,
        _kept,
        _optimize,
        _compare,
        _recommend,
        _conform,
        _report,
        _figure,
        _own,
        _completion,
        _graph,
        _experiment,
        _picture,
    )
    return makers[index % len(makers)](source)


@functools.cache
def sides() -> tuple[tuple[str, str], ...]:
    """Every evaluable side of every paper, as (id, side)."""
    return tuple((record.id, side) for record in registry.records() for side in record.sides)


def _number(source: Random) -> str:
    draw = source.random()
    if draw < 0.7:
        return source.choice(NUMBERS)
    if draw < 0.85:
        return f"{source.choice(('', '-'))}{source.uniform(0, 10):.3g}e{source.randint(-40, 40)}"
    return source.choice(NONSENSE)


def _vector(source: Random) -> str:
    length = source.choice((1, 1, 2, 2, 3, 4, 8, 64, 500))
    entry = source.choice(NUMBERS) if source.random() < 0.5 else None
    return ",".join(_number(source) if entry is None else entry for _ in range(length))


def _value(source: Random, kind: str) -> str:
    """A hostile value, mostly of the kind that is expected."""
    if source.random() < 0.1:
        return source.choice(NONSENSE)
    if kind == "vector":
        return _vector(source)
    if kind == "vectors":
        return ";".join(_vector(source) for _ in range(source.choice((1, 2, 3, 5))))
    return _number(source)


def _parameters(source: Random, identifier: str, side: str) -> dict[str, str]:
    """A point of the domain, with up to all of its coordinates made hostile."""
    formula = registry.find(identifier).sides[side]
    points = list(formula.domain.points(8, formula.names))
    base = source.choice(points) if points else {}
    given = {name: show(value) for name, value in base.items()}
    for name in formula.names:
        if name not in given or source.random() < 0.4:
            given[name] = _value(source, formula.domain[name].kind)
    if source.random() < 0.05:
        given.pop(source.choice(list(given)), None) if given else None
    if source.random() < 0.05:
        given[source.choice(("q", "digits", "self", "D", ""))] = "1"
    return given


def _digits(source: Random) -> str:
    return source.choice(BAD_DIGITS if source.random() < 0.05 else DIGITS)


def _named(identifier: str, side: str) -> str:
    return f"{identifier}:{side}" if side else identifier


def _evaluation(source: Random) -> Line:
    identifier, side = source.choice(sides())
    pairs = [f"{name}={value}" for name, value in _parameters(source, identifier, side).items()]
    more = source.choice(([], ["--json"]))
    return [
        "eval",
        _named(identifier, side),
        *pairs,
        "--digits",
        _digits(source),
        "--seconds",
        source.choice(SECONDS),
        *more,
    ], b""


def _batch(source: Random) -> Line:
    requests = []
    for _ in range(3):
        identifier, side = source.choice(sides())
        asked: dict[str, object] = {"id": identifier, "side": side}
        asked["parameters"] = _parameters(source, identifier, side)
        asked[source.choice(("digits", "digits", "more"))] = source.choice((5, 50, "x", None, 10**30, [1]))
        text = json.dumps(asked)
        requests.append(text[: source.randrange(len(text))] if source.random() < 0.1 else text)
    return ["eval", "--batch", "-", "--seconds", source.choice(SECONDS)], "\n".join(requests).encode()


def _identifier(source: Random) -> str:
    if source.random() < 0.5:
        return _named(*source.choice(sides()))
    return source.choice([*NONSENSE, "simrf", "orf", "nothing/at/all", "simrf/thm4.3/orf:", "../simrf"])


def _look_up(source: Random) -> Line:
    command = source.choice(
        (["show"], ["show", "--proof"], ["list"], ["list", "--kind"], ["errata"], ["errata", "--json"])
    )
    return [
        *command,
        *source.choice(([], [_identifier(source)], [_identifier(source), _identifier(source)])),
    ], b""


def _verify(source: Random) -> Line:
    more = source.choice(
        (
            ["--profile", source.choice(("quick", "slow", ""))],
            ["--seed", _number(source)],
            ["--workers", source.choice(("0", "-1", "x", "1"))],
            ["--store", source.choice(("/", "", "/nofolder/x", "/dev/null"))],
            ["--resume"],
            ["--html", source.choice(("/nofolder/x.html", "", "/"))],
            ["--dask", source.choice(("", "nonsense", "tcp://"))],
            ["--json"],
        )
    )
    chosen = source.choice(CHEAP) if source.random() < 0.6 else f"no{_identifier(source)}"
    return ["verify", chosen, *more], b""


def _search(source: Random) -> Line:
    identifier = source.choice(CHEAP) if source.random() < 0.5 else f"{_identifier(source)}?"
    return ["search", identifier, "--seconds", source.choice(("0.1", "0", "-1", "nan", "inf", "x"))], b""


def _kept(source: Random) -> Line:
    command = source.choice((["certificate"], ["prove"], ["mutants"], ["mutants", "--workers", "0"]))
    return [*command, f"no{_identifier(source)}"], b""


def _optimize(source: Random) -> Line:
    what = source.choice((*OPTIMISERS, "nothing", ""))
    given = {
        name: _vector(source) if name in ("x", "y") else _number(source)
        for name in OPTIMISERS.get(what, ("x",))
    }
    pairs = [f"{name}={value}" for name, value in given.items()]
    return ["optimize", what, *pairs, "--digits", _digits(source), "--seconds", source.choice(SECONDS)], b""


def _compare(source: Random) -> Line:
    identifier, side = source.choice(sides())
    given = _parameters(source, identifier, side) | {"value": _number(source)}
    rows = [",".join(f'"{cell}"' for cell in row) for row in (given, given.values(), [*given.values()][1:])]
    more = source.choice(([], ["--tolerance", _number(source)], ["--value", "no"]))
    table = "\n".join(rows).encode("utf-8", "surrogateescape")
    if source.random() < 0.1:
        table = table[: source.randrange(len(table))]
    return [
        "compare",
        "-",
        "--id",
        _named(identifier, side),
        "--seconds",
        source.choice(SECONDS),
        *more,
    ], table


def _recommend(source: Random) -> Line:
    file = source.choice(("/nofile.npy", "/dev/null", "", "x.csv", "/dev/zero", "/"))
    return ["recommend", file, "--features", _number(source), "--target", _number(source)], b""


def _conform(source: Random) -> Line:
    target = source.choice(("os:getcwd", "nothing:at_all", "os", ":", "", "math:pi"))
    more = source.choice(
        (["--d", _number(source)], ["--norm", _number(source)], ["--profile", "x"], ["--contract", "x"], [])
    )
    within = source.choice(([], *[["--in-process"]] * 4))  # a child process takes half a second to start
    return [
        "conform",
        target,
        "--mechanism",
        source.choice(("iid-positive", "nothing", "")),
        *more,
        *within,
    ], b""


def _report(source: Random) -> Line:
    text = source.choice((b"", b"{}", b"[" * 5000, b'{"schema": 1}', b"\xff", b'{"a": 1e999}', b"nan"))
    return ["report", source.choice(("/dev/null", "/nofolder/x", "")), "--from", "-"], text


_GRIDS = ("0:1:0.5", "1:0:1", "0:1:0", "0:1e400:1", ":", "x", "1", "nan:1:1", "2:2:1")


def _figure(source: Random) -> Line:
    command = source.choice(("plot", "phase", "simulate"))
    target = source.choice(("orthogonal-positive", "orf/thm1/mean", "nothing", "", "iid-positive"))
    if command == "simulate":
        more = [
            f"x={_number(source)},1",
            "y=1,0",
            f"m={_number(source)}",
            "--draws",
            source.choice(("0", "9", "x")),
            "--seconds",
            source.choice(SECONDS),
        ]
        return [command, target, *more], b""
    grids = [
        f"{name}={source.choice(_GRIDS)}" for name in source.choice((("z",), ("z", "d"), ("z", "d", "q")))
    ]
    return [command, target, *grids, "--out", source.choice(("/nofolder/x.svg", "x", "/nofolder/x.svg"))], b""


def _own(source: Random) -> Line:
    if source.random() < 0.5:
        return ["lint", source.choice(("nothing", "", "/dev/null", "/", "./x.py", "orf\0"))], b""
    return ["new-paper", source.choice(("orf", "", "../x", "A b", "1" * 300)), "--folder", "/dev/null/x"], b""


def _completion(source: Random) -> Line:
    return ["completion", source.choice(("bash", "zsh", "", "nothing", "fish"))], b""


def _graph(source: Random) -> Line:
    paper = source.choice(("orf", "", "nothing", "orf/eq1", "x" * 300, "orf\0"))
    return ["graph", paper, "--out", source.choice(("/nofolder/x.svg", "x", "/dev/null", "x.png"))], b""


def _experiment(source: Random) -> Line:
    """One that is refused before any work: by its name or an option."""
    name = source.choice(("", "nothing", "gram" * 50, "gram\0", "gram", "softmax"))
    return ["experiment", name, source.choice(("nothing=1", "m=nan", "=", "--seed", "--nothing"))], b""


def _picture(source: Random) -> Line:
    return ["picture", source.choice(("", "nothing", "x" * 300)), "--out", "/nofolder/x.svg"], b""


Maker = Callable[[Random], Line]
COMMANDS: Sequence[str] = (
    "list", "show", "eval", "verify", "search", "errata", "certificate", "prove", "mutants", "recommend", "optimize",
    "conform", "compare", "report", "plot", "phase", "simulate", "lint", "new-paper", "completion", "graph",
    "experiment", "picture",
)  # fmt: skip
