"""Rigorous integrals over a segment, within a number of evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, overload

from rftheory.errors import RFTheoryError
from rftheory.exact.balls.effort import spend
from rftheory.exact.balls.numbers import acb, arb
from rftheory.exact.balls.precision import precision
from rftheory.exact.balls.seconds import beneath_compiled_code, foresee
from rftheory.exact.scalars import Ball, ComplexBall, Real

Integrand = Callable[[ComplexBall, bool], Real | ComplexBall]

_SAMPLES = 24  # heights that tell how small is negligible: a missed peak costs effort, never correctness
_EVALUATIONS: ContextVar[int] = ContextVar(
    "evaluations", default=200_000
)  # some seconds; evidence asks for less


@contextmanager
def integrals_within(evaluations: int) -> Iterator[None]:
    """Integrals inside take at most so many evaluations of their integrand; past them their balls stay wide."""
    token = _EVALUATIONS.set(evaluations)
    try:
        yield
    finally:
        _EVALUATIONS.reset(token)


@overload
def integrate(integrand: Integrand, lower: Real, upper: Real, real: Literal[True] = ...) -> Ball: ...
@overload
def integrate(integrand: Integrand, lower: Real, upper: Real, real: bool) -> Ball | ComplexBall: ...
def integrate(integrand: Integrand, lower: Real, upper: Real, real: bool = True) -> Ball | ComplexBall:
    """Rigorous integral over a finite segment; `integrand(x, analytic)` must turn non-finite where not analytic.

    Samples of the integrand set the effort, never the enclosure: parts far below its size are not refined.
    """
    tolerance = arb(2) ** (-precision())
    low, span = acb(lower), acb(upper) - acb(lower)
    heights = (abs(acb(integrand(low + span * i / _SAMPLES, False))) for i in range(1, _SAMPLES))
    size = max((float(h.log().mid()) for h in heights if h.is_finite() and h > 0), default=-700_000.0)
    stopped: list[RFTheoryError] = []

    def counted(x: ComplexBall, analytic: bool) -> ComplexBall:
        # no exception gets through FLINT: the first is kept, and what is left costs nothing
        if stopped:
            return acb("nan")
        try:
            spend()
            return acb(integrand(x, bool(analytic)))
        except RFTheoryError as error:
            stopped.append(error)
            return acb("nan")

    foresee(3.3 * (precision() / 10_000) ** 2.8)  # nodes of the quadrature, as measured
    with beneath_compiled_code():
        value = acb.integral(
            counted,
            low,
            acb(upper),
            rel_tol=tolerance,
            abs_tol=(arb(size).exp() * abs(span)).mid() * tolerance / 16,
            eval_limit=_EVALUATIONS.get(),
            depth_limit=4 * precision(),
        )
    if stopped:
        raise stopped[0]
    return value.real if real else value
