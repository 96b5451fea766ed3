"""Curves, simulated errors and phases: plot, simulate, phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypeVar, cast

import typer

from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, print_parts, say, wrote

T = TypeVar("T")

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="ID|MECHANISM ... name=value ...",
        help="Ids (with :side) or mechanisms such as orthogonal-positive, then parameters; v=0:3:0.05 is a grid.",
    ),
]
MORE = ("A", "Sigma", "M", "mean", "lengthscale", "nu", "alpha", "power", "beta", "sharing")
"""What some mechanisms and kernels of `simulate` take beside x, y and m."""
Out = Annotated[
    str | None, typer.Option("-o", "--out", metavar="FILE", help="Write a figure (.svg, .pdf, .png).")
]
Limit = Annotated[
    float | None,
    typer.Option(
        "--seconds", metavar="S", help="End after so much computing, in a child process.", show_default="none"
    ),
]
KernelOption = Annotated[
    str, typer.Option("--kernel", metavar="gaussian|softmax", help="The kernel of mechanisms.")
]


def plot(
    words: Words,
    out: Out = None,
    draws: Annotated[
        int, typer.Option(metavar="N", help="Simulate mechanisms with so many draws a point.")
    ] = 0,
    points: Annotated[int, typer.Option(metavar="K", help="Simulated points along the grid.")] = 12,
    kernel: KernelOption = "gaussian",
    log: Annotated[str | None, typer.Option(metavar="x|y|xy", help="Logarithmic axes.")] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="In place of the fixed parameters.")] = "",
    confidence: Annotated[float, typer.Option(metavar="P", help="Of every interval.")] = 0.99,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the draws.")] = 0,
    seconds: Limit = None,
    as_json: Json = False,
) -> None:
    """Draw certified curves of statements or mechanisms along one parameter, with simulated points."""
    from rftheory.cli.files import writable
    from rftheory.curves.series import series
    from rftheory.errors import InputError
    from rftheory.report.figures import house_style
    from rftheory.report.figures.curves import plot_document
    from rftheory.report.figures.plotting import drawn

    if out is None and not as_json:
        raise InputError("plot needs -o FILE (or --json); allowed endings: .svg, .pdf, .png")
    if out is not None:
        house_style.check_format(out)
        house_style.require_matplotlib()
        writable(out)
    if log not in (None, "", "x", "y", "xy"):
        raise InputError(f"--log {log}; allowed: x, y, xy")
    names, given = _split(words)
    drawing = partial(
        series,
        names,
        given,
        draws=draws,
        points=points,
        kernel=_kernel(kernel),
        seed=seed,
        confidence=confidence,
    )
    found = _within(seconds, drawing)
    if out is not None:
        house_style.saved(drawn(found, log, title), out)
        wrote(out)
    if as_json:
        print_json(plot_document(found))


def simulate(
    mechanism: Annotated[str, typer.Argument(metavar="MECHANISM", help="Such as simplex-positive.")],
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="x=.. y=.. m=..",
            help="Two vectors and m; A, Sigma, M, mean of dense maps (numbers or @file.npy); lengthscale, nu, alpha, power, "
            "beta, sharing of a stationary kernel.",
        ),
    ],
    draws: Annotated[int, typer.Option(metavar="N", help="How many estimates are drawn.")] = 100_000,
    kernel: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="gaussian, softmax, or a stationary one (matern32, rq, laplace, ..)."
        ),
    ] = "gaussian",
    confidence: Annotated[float, typer.Option(metavar="P", help="Of the interval.")] = 0.99,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the draws.")] = 0,
    seconds: Limit = None,
    as_json: Json = False,
) -> None:
    """Draw a mechanism and give its mean squared error at x and y with an interval that holds at every N."""
    from rftheory.cli.arguments import loaded
    from rftheory.domain.values import parse_number, parse_vector
    from rftheory.errors import InputError
    from rftheory.recommendation.simulation import simulate as run
    from rftheory.report.figures.curves import simulation_document

    _, given = _split(words)
    if not {"x", "y", "m"} <= set(given) <= {"x", "y", "m", *MORE}:
        raise InputError(
            f"parameters {', '.join(given) or 'none'}; allowed: x, y (vectors) and m, then {', '.join(MORE)}"
        )
    values = loaded(dict(given))
    x, y = ([_double(entry, name) for entry in parse_vector(values[name], name)] for name in ("x", "y"))
    m = parse_number(given["m"], "m")
    drawing = partial(
        run,
        mechanism,
        x,
        y,
        m=int(m) if m.denominator == 1 else cast(int, _double(m, "m")),
        draws=draws,
        kernel=kernel,
        confidence=confidence,
        seed=seed,
        **{name: _numbers(values[name], name) for name in given if name in MORE},
    )
    found = _within(seconds, drawing)
    if as_json:
        print_json(simulation_document(found))
        return
    say(
        f"{found.mechanism}: mean squared error {found} with {found.confidence:.6g} ({found.draws} draws, {found.how})"
    )


def phase(
    words: Words,
    out: Out = None,
    kernel: KernelOption = "gaussian",
    greatest: Annotated[bool, typer.Option("--greatest", help="Who has the greatest value instead.")] = False,
    title: Annotated[str, typer.Option(metavar="TEXT", help="In place of the fixed parameters.")] = "",
    seconds: Limit = None,
    as_json: Json = False,
) -> None:
    """Say which mechanism (or statement) has the least value over two parameters; winners and boundaries are certified."""
    from rftheory.cli.files import writable
    from rftheory.curves.phases import phase as run
    from rftheory.report.figures import house_style
    from rftheory.report.figures.curves import phase_document, phase_lines

    if out is not None:
        house_style.check_format(out)
        house_style.require_matplotlib()
        writable(out)
    names, given = _split(words)
    found = _within(seconds, partial(run, *names, kernel=_kernel(kernel), greatest=greatest, **given))
    if out is not None:
        from rftheory.report.figures.plotting import phase_figure

        house_style.saved(phase_figure(found, title), out)
        wrote(out)
    if as_json:
        print_json(phase_document(found))
    else:
        print_parts(phase_lines(found))


def _split(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """What is drawn, and the parameters."""
    from rftheory.cli.arguments import parameters

    return [word for word in words if "=" not in word], parameters(word for word in words if "=" in word)


def _numbers(value: object, name: str) -> Any:
    """A number, a list or rows of numbers as doubles; `sharing` is a word."""
    from rftheory.domain.values import parse_number, parse_vector, parse_vectors

    if name == "sharing":
        return value
    rows = isinstance(value, list) and isinstance(value[0], list)
    if rows or (isinstance(value, str) and ";" in value):
        return [[_double(entry, name) for entry in row] for row in parse_vectors(value, name)]
    if isinstance(value, list) or "," in str(value):
        return [_double(entry, name) for entry in parse_vector(value, name)]
    return _double(parse_number(value, name), name)


def _double(value: Any, name: str) -> float:
    """The nearest double; DomainError where a number is beyond them all."""
    from rftheory.errors import DomainError

    try:
        return float(value)
    except OverflowError:
        raise DomainError(name, value, "a number below 1.8e308, as it is drawn in floating point") from None


def _within(seconds: float | None, making: Callable[[], T]) -> T:
    """What it returns; BudgetError once it has computed for so long, if a time is given."""
    if seconds is None:
        return making()
    from rftheory.exact.limits import limited
    from rftheory.registry import travelling

    return limited(seconds, True, travelling(making))


def _kernel(name: str) -> Literal["gaussian", "softmax"]:
    from rftheory.errors import InputError

    if name not in ("gaussian", "softmax"):
        raise InputError(f"--kernel {name}; allowed: gaussian, softmax")
    return "softmax" if name == "softmax" else "gaussian"
