"""Recognises hypergeometric terms: turns the ratio t(k+1)/t(k) into pFq parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import sympy as sp


class NotHypergeometric(ValueError):
    """The ratio of successive terms is not a rational function that this module recognises."""


@dataclass
class Ratio:
    """t(k+1)/t(k) = argument * prod (k + above) / prod (k + below)."""

    argument: sp.Expr = sp.S.One
    above: list[sp.Expr] = field(default_factory=list)
    below: list[sp.Expr] = field(default_factory=list)

    def multiply(self, other: Ratio, power: int = 1) -> None:
        """Multiply by another ratio raised to an integer power."""
        self.argument = self.argument * other.argument**power
        above, below = (other.above, other.below) if power > 0 else (other.below, other.above)
        self.above += above * abs(power)
        self.below += below * abs(power)

    def cancel(self) -> None:
        """Drop factors that stand above and below."""
        for factor in list(self.above):
            for other in self.below:
                if _same(factor, other):
                    self.above.remove(factor)
                    self.below.remove(other)
                    break


def _same(factor: sp.Expr, other: sp.Expr) -> bool:
    """Whether two factors are one; of sums of products of symbols expanding tells, and costs a hundredth."""
    difference = sp.expand(factor - other)
    if difference == 0 or not difference.has(sp.Pow, sp.Function):
        return bool(difference == 0)
    return bool(sp.simplify(difference) == 0)


@dataclass(frozen=True)
class Hypergeometric:
    """sum over k >= start of term(k) = first terms explicitly, then term(offset) * pFq(above; below; argument)."""

    term: sp.Expr
    index: sp.Symbol
    start: sp.Expr
    offset: sp.Expr
    above: tuple[sp.Expr, ...]
    below: tuple[sp.Expr, ...]
    argument: sp.Expr


def ratio_of(term: sp.Expr, k: sp.Symbol) -> Ratio:
    """The ratio of successive terms of a product of powers, Gamma functions, factorials and polynomials."""
    total = Ratio()
    for factor in sp.Mul.make_args(term):
        total.multiply(_factor_ratio(factor, k))
    total.cancel()
    return total


@lru_cache(maxsize=1024)  # statements share their series
def check_hypergeometric(term: sp.Expr, k: sp.Symbol, *, split: bool = True) -> None:
    """NotHypergeometric unless `ratio_of` reads the term or, to `split` it as `decompose` does, every part of it."""
    try:
        for factor in sp.Mul.make_args(term):
            _factor_ratio(factor, k)
    except NotHypergeometric:
        expanded = sp.expand_mul(term)
        if not split or not isinstance(expanded, sp.Add):
            raise
        for part in expanded.args:
            check_hypergeometric(part, k, split=False)


def _factor_ratio(factor: sp.Expr, k: sp.Symbol) -> Ratio:
    if not factor.has(k):
        return Ratio()
    if isinstance(factor, (sp.Pow, sp.exp)):
        base, exponent = factor.as_base_exp()
        if not base.has(k):
            slope = sp.diff(exponent, k)
            if slope.has(k):
                raise NotHypergeometric(factor)
            return Ratio(argument=sp.powsimp(base**slope))
        if exponent.is_Integer:
            inner = Ratio()
            for part in sp.Mul.make_args(base):
                inner.multiply(_factor_ratio(part, k))
            outer = Ratio()
            outer.multiply(inner, int(exponent))
            return outer
        raise NotHypergeometric(factor)
    if isinstance(factor, sp.gamma):
        return _gamma_ratio(factor.args[0], k)
    if isinstance(factor, sp.factorial):
        return _gamma_ratio(factor.args[0] + 1, k)
    if isinstance(factor, sp.factorial2):
        slope, shift = _linear(factor.args[0], k)
        if slope != 2:
            raise NotHypergeometric(factor)
        return Ratio(sp.Integer(2), [shift / 2 + 1], [])
    if isinstance(factor, sp.RisingFactorial):
        base, count = factor.args
        result = _gamma_ratio(base + count, k)
        result.multiply(_gamma_ratio(base, k), -1)
        return result
    return _polynomial_ratio(factor, k)


def _linear(argument: sp.Expr, k: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    slope = sp.diff(argument, k)
    if slope.has(k):
        raise NotHypergeometric(argument)
    return slope, sp.expand(argument - slope * k)


def _gamma_ratio(argument: sp.Expr, k: sp.Symbol) -> Ratio:
    slope, shift = _linear(argument, k)
    if slope == 0:
        return Ratio()
    if not slope.is_Integer or slope < 0:
        raise NotHypergeometric(argument)
    count = int(slope)
    return Ratio(sp.Integer(count) ** count, [(shift + j) / slope for j in range(count)], [])


def _polynomial_ratio(factor: sp.Expr, k: sp.Symbol) -> Ratio:
    result = Ratio()
    parts = sp.Mul.make_args(sp.factor(factor))
    for part in parts:
        base, exponent = part.as_base_exp()
        if not base.has(k):
            continue
        slope, shift = _linear(base, k)
        if not exponent.is_Integer:
            raise NotHypergeometric(factor)
        result.multiply(Ratio(sp.Integer(1), [shift / slope + 1], [shift / slope]), int(exponent))
    return result


def decompose(term: sp.Expr, k: sp.Symbol, start: sp.Expr) -> list[Hypergeometric]:
    """Split an infinite sum into hypergeometric ones; raises NotHypergeometric when it is none."""
    try:
        return [_standard(term, k, start)]
    except NotHypergeometric:
        expanded = sp.expand_mul(term)
        if not isinstance(expanded, sp.Add):
            raise
        return [_standard(part, k, start) for part in expanded.args]


def _standard(term: sp.Expr, k: sp.Symbol, start: sp.Expr) -> Hypergeometric:
    ratio = ratio_of(term, k)
    roots = [-factor for factor in (*ratio.above, *ratio.below) if factor.is_Integer and -factor >= start]
    offset = max([start, *(root + 1 for root in roots)])
    above = [factor + offset for factor in ratio.above]
    below = [factor + offset for factor in ratio.below]
    if sp.Integer(1) in below:
        below.remove(sp.Integer(1))
    else:
        above.append(sp.Integer(1))
    return Hypergeometric(term, k, start, offset, tuple(above), tuple(below), ratio.argument)
