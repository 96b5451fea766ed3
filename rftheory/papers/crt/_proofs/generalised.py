"""Theorem 3.1: the mean of Re f1 f2 for complex A, by modulus and angle of 1 - 4A = p + iq = rho e^(i theta).

The d Gaussian integrals are rho^(-d/2) e^(-i d theta/2), the one with the slope e^(s|x + sy|^2/2) times that.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.generalised import polar
from rftheory.proof.tactics.generalised.polar import HALF, PolarForm
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import at_least_one, attached, by_ways
from rftheory.proof.terms import Term, compound, exchanged, subterms

_V: Term = ("+", "x2", "y2", ("*", "s", "xy", 2))
_UNIT: Term = ("=", ("^", "s", 2), 1)
ONE: tuple[Term, Term] = ("+", ("*", -4, "A_re"), 1), ("*", -4, "A_im")
TWO: tuple[Term, Term] = ("+", ("*", -8, "A_re"), 1), ("*", -8, "A_im")
REAL: Term = ("+", 1, ("*", "A_re", -8))


def signed(prover: Prover) -> Prover:
    """The prover that knows s^2 = 1 and 0 <= |x + sy|^2."""
    outer = prover.within()

    def way(inner: Prover, _: Term) -> Theorem:
        value = -1 if inner.hypotheses[-1] == ("<", "s", 0) else 1
        size: Term = "s" if value == 1 else ("*", value, "s")
        inner.add(inner.show(("<", 0, size)))
        inner.add(at_least_one(inner, size))
        least, most = (inner.show(p) for p in (("<=", 1, size), ("<=", size, 1)))
        same = inner.fact("antisymmetric", [most, least], a=size, b=1)
        return inner.combine(_UNIT, [multiple(("+", size, 1), 0)], [same])

    outer.add(by_ways(outer, outer.fact("trichotomy", a="s", b=0), _UNIT, way))
    sums = [square_nonnegative(outer, sign) for sign in (1, -1)]
    bounds: tuple[tuple[Term, Term], ...] = (("s", ("<=", -1, "s")), (("*", -1, "s"), ("<=", "s", 1)))
    signs = [outer.combine(("<=", 0, ("+", 1, t)), [product(0)], [outer.show(p)]) for t, p in bounds]
    entries = [product(0, 1, coefficient=HALF), product(2, 3, coefficient=HALF)]
    outer.add(outer.combine(("<=", 0, _V), entries, [signs[0], sums[0], signs[1], sums[1]]))
    return outer


class Integrals:
    """The Gaussian integrals and powers of a goal, with what they are."""

    def __init__(self, prover: Prover, goal: Term) -> None:
        self.prover = signed(prover)
        self._integrals = list(dict.fromkeys(e for e in subterms(goal) if headed(e, "normal-real")))
        self.prover.add(self.prover.show(("<", 0, ONE[0])))
        self.one = polar.on_the_right(self.prover, *ONE)
        self._root = self._turned()
        self.found: list[Theorem] = []
        self.powers: list[Theorem] = []

    def _turned(self) -> PolarForm:
        """s (1 - 4A), of which the slope is a square root."""
        inner = self.prover
        turned: tuple[Term, Term] = ("*", "s", ONE[0]), ("*", "s", ONE[1])
        size = polar.square(*ONE)
        known = [inner.show(("<", 0, size)), inner.show(_UNIT)]
        self.same = inner.combine(("=", polar.square(*turned), size), [multiple(size, 0)], known[1:])
        inner.add(inner.replaced(("<", 0, polar.square(*turned)), self.same, of=known[0]))
        root = polar.of(inner, *turned)
        inner.add(inner.combine(("<=", 0, root.size), [product(0)], [inner.show(("<", 0, root.size))]))
        return root

    def of(self, times: int, base: PolarForm) -> None:
        """The integrals with the factor n A of g^2 and the power of one of them, where 1 - 2nA is the base."""
        a, b = ("*", times, "A_re"), ("*", times, "A_im")
        own = [compound(e) for e in self._integrals if compound(e)[1:3] == (a, b)]
        plain = next(e for e in own if e[3:] == (0, 0))
        sloped = next(e for e in own if e[3:] != (0, 0))
        inner, half = self.prover, Fraction(-1, 2)
        first = polar.plain_integral(inner, a, b, base)
        t: Term = ("*", ("q", -1, 2), base.angle)
        acute = inner.fact("cos-positive", polar.within(inner, t, [(half, base)]), t=t)
        self.powers += polar.powers(inner, first, base.shorter, t, [(half, base)], acute)
        scale = times**2 // 4
        slope = self._slope(sloped[3], sloped[4], scale)
        second = polar.integral(inner, sloped[1:], base, slope, _growth(scale, base))
        self.found += [*first, *second]
        del plain

    def _slope(self, c: Term, e: Term, scale: int) -> list[Theorem]:
        """c^2 - e^2 and 2ce for c + ie = sqrt(scale V) sqrt(s (1 - 4A))."""
        squared: Term = ("+", ("^", c, 2), ("*", -1, ("^", e, 2)))
        found = []
        for left, part, known in zip((squared, ("*", 2, c, e)), ONE, self._root.parts, strict=True):
            right: Term = ("*", scale, _V, "s", part)
            entries = [multiple(("*", scale, _V), 0)]
            found.append(self.prover.combine(("=", left, right), entries, [known]))
        return found

    def modulus(self) -> None:
        """The integrals of the squared modulus, with the factor 4 Re A of g^2 and the slope 2 Re B."""
        inner = self.prover
        inner.add(inner.show(("<", 0, REAL)))
        inner.add(inner.fact("power-positive", b=REAL, p=-1))
        for each in self._integrals:
            _, _, b, c, _ = compound(each)
            if b != 0:
                continue
            total: Term = ("+", self.one.size, ("*", "s", ONE[0]))
            right: Term = 0 if c == 0 else ("*", 2, _V, total)
            left: Term = ("+", ("^", c, 2), ("*", -1, ("^", 0, 2)))
            premises = [self._root.parts[0], self._same_size()]
            entries = [multiple(("*", 2, _V), 0), multiple(("*", 2, _V), 1)] if c != 0 else []
            squared = inner.combine(("=", left, right), entries, premises)
            growth: Term = 0 if c == 0 else ("*", _V, total, ("^", REAL, -1))
            self.found.append(polar.real_integral(inner, compound(each)[1:], REAL, squared, growth))

    def _same_size(self) -> Theorem:
        """|s (1 - 4A)| = |1 - 4A|."""
        return self.prover.replaced(("=", self._root.size, self.one.size), self.same)

    def settled(self, goal: Term) -> Theorem:
        """The goal once powers and integrals have their values, and s^2 = 1."""
        moves = [*self.powers, *self.found]
        values = {compound(e.then)[1]: compound(e.then)[2] for e in moves}
        changed = exchanged(goal, values)
        kernel: Term = ("exp", ("+", "xy", ("*", "x2", ("q", -1, 2)), ("*", "y2", ("q", -1, 2))))
        squared: Term = ("exp", ("+", ("*", "x2", -1), ("*", "xy", 2), ("*", "y2", -1)))
        inner, more = self.prover, []
        longer: dict[Term, Term] = {}
        for each, times in ((kernel, 1), (squared, 2)):
            exponent = compound(each)[1]
            wide: Term = ("+", exponent, ("*", times, "xy", ("+", ("^", "s", 2), -1)))
            entry = multiple(("*", -times, "xy"), 0)
            more.append(inner.combine(("=", exponent, wide), [entry], [inner.show(_UNIT)]))
            longer[each] = ("exp", wide)
        wider = exchanged(changed, longer)
        known = [inner.show(("<", 0, each)) for each in self._logarithms()]
        _, left, right = compound(wider)
        shown = inner.infer("ring", wider, [*inner.conditions(left, right), *known])
        plain = inner.replaced(changed, *more, of=shown)
        return attached(inner, inner.replaced(goal, *moves, of=plain), *inner.lemmas)

    def _logarithms(self) -> list[Term]:
        """What exponents have the logarithms of."""
        return [self.one.size]


def headed(term: Term, head: str) -> bool:
    return isinstance(term, tuple) and term[0] == head


def _growth(scale: int, base: PolarForm) -> tuple[Term, Term]:
    """X + iY = scale V s (p + iq)/(2 (P + iQ)) for the base P + iQ; sV/2 where they are the same."""
    p, q = ONE
    if (base.p, base.q) == ONE:
        return ("*", HALF, scale, _V, "s"), 0
    outer: tuple[Term, ...] = (HALF, scale, _V, "s", ("^", polar.square(base.p, base.q), -1))
    real: Term = ("+", ("*", p, base.p), ("*", q, base.q))
    imaginary: Term = ("+", ("*", q, base.p), ("*", -1, p, base.q))
    return ("*", *outer, real), ("*", *outer, imaginary)


def mean(prover: Prover, goal: Term) -> Theorem:
    """Theorem 3.1: the integrals with the slope have e^(sV/2) besides."""
    own = Integrals(prover, goal)
    own.of(2, own.one)
    return own.settled(goal)


PROOFS: Scripts = {"crt/thm3.1": (mean,)}
