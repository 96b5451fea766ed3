"""Growth: what a formula is of the order of along one parameter, with constants that hold from a cutoff on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.asymptotics.expansion import ONE, Expansion
from rftheory.exact.asymptotics.frame import Frame, Unclear
from rftheory.exact.asymptotics.monomials import Atom, Combination, Monomial, Speed, value_of
from rftheory.exact.asymptotics.reading import ExpansionReader
from rftheory.exact.compilation.reading import Env
from rftheory.exact.scalars import Ball

_CUTOFFS = (2, 4, 8, 16, 24, 40)
_BITS = 256


@dataclass(frozen=True)
class Magnitude:
    """low M <= formula <= high M for all V >= 10^cutoff, V the variable or, where it tends to 0, its inverse.

    M = exp(..) V^power log(V)^logs is `monomial` times V^top; `tendency` is 1 where M tends to infinity, 0 where it is
    1, -1 where it tends to 0. Where low < 0 < high it is a bound of the size and nothing else.
    """

    cutoff: int
    low: Ball
    high: Ball
    tendency: int
    monomial: Monomial
    top: int
    variable: str
    inverted: bool

    @property
    def sign(self) -> int:
        """1 or -1 where the formula has this sign for all V beyond the cutoff, and stays away from 0 beside M."""
        return int(self.low > 0) - int(self.high < 0)

    @property
    def words(self) -> str:
        """M in the variable."""
        power = self.monomial.power + self.top
        name = f"1/{self.variable}" if self.inverted else self.variable
        own = -power if self.inverted else power
        factors = [self._exponential()] if self.monomial.growth else []
        if own:
            factors.append(self.variable if own == 1 else f"{self.variable}^{_shown(own)}")
        if self.monomial.logs:
            logs = self.monomial.logs
            factors.append(f"log({name})" if logs == 1 else f"log({name})^{_shown(logs)}")
        return " ".join(factors) or "1"

    def _exponential(self) -> str:
        name = f"(1/{self.variable})" if self.inverted else self.variable
        terms = []
        falling = sorted(self.monomial.growth, key=lambda e: (-e[0][0], -e[0][1], str(e[0][2])))
        for (power, logs, atoms), c in falling:
            factors = [_shown(c)]
            factors += [f"log({_base(p)})" + (f"^{n}" if n != 1 else "") for p, n in atoms]
            factors += [name if power == 1 else f"{name}^{_shown(power)}"] if power else []
            factors += [f"log({name})" if logs == 1 else f"log({name})^{_shown(logs)}"] if logs else []
            terms.append(" ".join(factors))
        return f"exp({' + '.join(terms)})"

    @property
    def range_words(self) -> str:
        """The values of the variable that it speaks of."""
        return (
            f"0 < {self.variable} <= 10^-{self.cutoff}"
            if self.inverted
            else f"{self.variable} >= 10^{self.cutoff}"
        )

    def size_at(self, decades: int) -> Ball:
        """M at V = 10^decades."""
        log = balls.arb(10).log() * decades
        exponent = balls.ball(balls.exact(self.monomial.power + self.top)) * log
        for (power, logs, atoms), c in self.monomial.growth:
            rate = (balls.ball(balls.exact(power)) * log).exp() * log ** balls.ball(balls.exact(logs))
            exponent = exponent + balls.exact(c) * value_of(atoms) * rate
        return exponent.exp() * log ** balls.ball(balls.exact(self.monomial.logs))


def growth(expression: sp.Expr, variable: str, values: Env, *, toward_zero: bool = False) -> Magnitude:
    """The growth of an expression along the variable, the others at exact values, at the first cutoff that gives a sign.

    Where none does, a bound from above alone, if there is one that does not grow; else Unsupported or Unclear, where no
    rule expands the expression or no cutoff up to 10^40 decides.
    """
    problem, weaker = Unclear("no cutoff"), None
    for cutoff in _CUTOFFS:
        try:
            with balls.working_precision(_BITS):
                found = ExpansionReader(Frame(cutoff), variable, toward_zero, dict(values)).read(expression)
                if not found.parts:
                    zero = balls.arb(0)
                    return Magnitude(cutoff, zero, zero, -1, ONE, 0, variable, toward_zero)
                monomial, part = found.dominant()
                grown = _beside(found, monomial.varying, part.top, variable, toward_zero)
                if grown.sign:
                    return grown
                weaker = weaker or (grown if grown.tendency <= 0 else None)
                problem = Unclear("a leading part that is not separated from 0")
        except Unclear as error:
            problem = error
    if weaker is None:
        raise problem
    return weaker


def _beside(found: Expansion, varying: Monomial, top: int, variable: str, toward_zero: bool) -> Magnitude:
    """The expansion beside one monomial times V^top."""
    quotient = found.relative_to(varying, top)
    if not quotient.is_finite():
        raise Unclear("a bound that is not finite")
    low, high = quotient.lower(), quotient.upper()
    tendency = Speed.of(varying, top).tendency()
    return Magnitude(found.frame.cutoff, low, high, tendency, varying, top, variable, toward_zero)


def _base(atom: Atom) -> str:
    if isinstance(atom, Combination):
        return atom.value.str(12, radius=False)
    return str(atom) if atom else "pi"


def _shown(value: Fraction) -> str:
    return str(value) if value.denominator == 1 and value >= 0 else f"({value})"
