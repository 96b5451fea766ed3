"""The options of `conform`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from rftheory.errors import InputError

EPILOG = (
    "Exit codes: 0 conforms (or fails as expected), 1 a check failed, 2 wrong usage, or code that cannot be run, 3 nothing "
    "is refuted and not everything settled: checks stayed undecided, or the code is none of the mechanisms known here."
)
RUN = [
    "mechanism",
    "kernel",
    "d",
    "m",
    "norm",
    "scale",
    "gamma",
    "lengthscale",
    "sigma",
    "nu",
    "kernel_alpha",
    "power",
    "kernel_beta",
    "ard",
    "sharing",
    "convention",
    "profile",
    "draws",
    "seconds",
    "seed",
    "fresh",
    "contract",
    "array",
    "dtype",
    "leading",
    "pairs",
    "saved",
    "ratios",
]
"""What goes to `rftheory.conform` by its own name."""


class _Parser(argparse.ArgumentParser):
    """argparse whose errors are one line like all others."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see `rftheory conform --help`)")


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of one command line; InputError for wrong ones."""
    return _parser().parse_args(list(arguments))


def run_options(given: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of `rftheory.conform`."""
    from rftheory.cli.arguments import parameters

    found = {name: getattr(given, name) for name in RUN}
    return found | {"parameters": parameters(given.parameter), "statements": tuple(given.statement)}


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rftheory conform",
        description="Hold your own feature map, sampler or estimator against the theory.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("target", nargs="?", metavar="MODULE:CALLABLE", help="code, or FILE.py:CALLABLE")
    parser.add_argument(
        "--saved", metavar="FILE.npz", help="draws that another program saved, in place of code"
    )
    parser.add_argument(
        "--list", action="store_true", help="print every name of a mechanism, and nothing else"
    )
    for add in (_claim, _points, _calling, _effort, _outputs):
        add(parser)
    return parser


def _claim(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what it claims to be")
    group.add_argument(
        "--mechanism", metavar="NAME", help="e.g. favor+, rff, orthogonal-positive; see --list"
    )
    group.add_argument(
        "--parameter", metavar="NAME=VALUE", action="append", default=[], help="of the mechanism"
    )
    group.add_argument("--kernel", metavar="NAME", help="gaussian, softmax, matern12, matern32, matern52, matern, rq, exponential, "
                       "exponential-power, generalised-cauchy, laplace, cauchy")  # fmt: skip
    group.add_argument("--gamma", type=float, metavar="G", help="the kernel is exp(-G |x-y|^2)")
    group.add_argument("--lengthscale", type=float, metavar="L", help="the kernel is exp(-|x-y|^2 / (2 L^2))")
    group.add_argument("--sigma", type=float, metavar="S", help="the same as --lengthscale")
    group.add_argument("--ard", type=_numbers, metavar="L1,L2,..", help="a lengthscale for each coordinate")
    group.add_argument(
        "--sharing", metavar="row|block|stratified", help="what has one mixing variable tau of --kernel (row)"
    )
    group.add_argument(
        "--convention",
        metavar="angular|gp|hertz",
        help="of a spectral density: int S = 1, (2 pi)^d S, or of cycles",
    )
    group.add_argument("--nu", type=float, metavar="NU", help="smoothness of --kernel matern")
    group.add_argument("--alpha", dest="kernel_alpha", type=float, metavar="A", help="of --kernel rq")
    group.add_argument("--power", type=float, metavar="A", help="of exponential-power, generalised-cauchy")
    group.add_argument("--beta", dest="kernel_beta", type=float, metavar="B", help="of generalised-cauchy")
    scale = "the kernel is that of S times the points (d^-1/4: logits q.k/sqrt(d))"
    group.add_argument("--scale", default="1", metavar="S|d^-1/4", help=scale)
    group.add_argument(
        "--ratios", action="store_true", help="only ratios are claimed: a stabilised map for attention"
    )
    group.add_argument(
        "--statement", metavar="ID", action="append", default=[], help="only checks of this statement"
    )


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.split(","))


def _points(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where it is asked")
    group.add_argument("--d", type=int, default=16, metavar="D", help="dimension of the points")
    group.add_argument("--m", type=int, metavar="M", help="projections (samplers, estimators, classes)")
    group.add_argument("--norm", type=float, default=0.7, metavar="R", help="norm of the test points")
    group.add_argument("--pairs", metavar="FILE", help="test points: .npy (2, p, d), or .npz with x and y")


def _calling(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it is called")
    group.add_argument(
        "--contract", metavar="features|estimates|frequencies|attention|spectral", help="what it gives"
    )
    group.add_argument(
        "--array", metavar="numpy|torch[:DEVICE]|jax|cupy|tensorflow", help="arrays it is given"
    )
    group.add_argument("--dtype", metavar="DTYPE", help="their dtype")
    group.add_argument(
        "--leading",
        type=int,
        metavar="0|1|2",
        help="axes before the points: batch, head; default: as many as the code takes",
    )
    group.add_argument("--in-process", action="store_true", help="not in a child process: nothing is limited")
    group.add_argument("--timeout", type=float, metavar="S", help="seconds until it is ended (3600)")
    group.add_argument(
        "--memory", type=float, metavar="GIB", help="memory that it may hold (3/4 of the machine's)"
    )


def _effort(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how often")
    group.add_argument("--profile", default="quick", metavar="quick|full", help="4096 or 32768 draws")
    group.add_argument("--draws", type=int, metavar="N", help="in place of the profile's, at least 64")
    group.add_argument(
        "--seconds", type=float, metavar="S", help="as many draws as it makes in about S seconds"
    )
    group.add_argument("--workers", type=int, default=1, metavar="K", help="processes that call the code")
    group.add_argument("--seed", type=int, metavar="N", help="root seed")
    group.add_argument("--fresh", action="store_true", help="a new root seed, printed")


def _outputs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what comes out")
    group.add_argument("--expect", metavar="CAUSE", action="append", default=[], help="a failure that is known: exit 0 "
                       "with it, 1 without it or with another (repeatable)")  # fmt: skip
    group.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
    group.add_argument("--summary", action="store_true", help="one line on stdout and nothing else")
    group.add_argument("--github", action="store_true", help="annotations of GitHub after the report")
    group.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    group.add_argument("--sarif", metavar="FILE", help="write SARIF 2.1.0")
    group.add_argument("--badge", metavar="FILE", help="write a badge: .svg, or .json for a service")
