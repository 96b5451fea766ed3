"""Theorem 3.2: E f^2, E |f|^2 and (E f)^2 by modulus and angle of 1 - 4A and of 1 - 8A = P + iQ = rho2 e^(i theta2).

(1 - 4A)^2/(1 - 8A) = rho^2/rho2 e^(i (2 theta - theta2)) lies to the right of 0.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.papers.crt._proofs.generalised import ONE, REAL, TWO, Integrals, headed
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.generalised import polar
from rftheory.proof.tactics.generalised.polar import HALF
from rftheory.proof.terms import Term, compound, subterms


def variance(prover: Prover, goal: Term) -> Theorem:
    """Theorem 3.2: E f^2, E |f|^2 and (E f)^2."""
    own = Squares(prover, goal)
    own.of(2, own.one)
    own.of(4, own.two)
    own.modulus()
    own.ratio()
    return own.settled(goal)


class Squares(Integrals):
    """With 1 - 8A, and the powers that the closed form has."""

    def __init__(self, prover: Prover, goal: Term) -> None:
        super().__init__(prover, goal)
        self._goal = goal
        self.prover.add(self.prover.show(("<", 0, TWO[0])))
        self.two = polar.on_the_right(self.prover, *TWO)

    def _logarithms(self) -> list[Term]:
        return [self.one.size, self.two.size, REAL]

    def ratio(self) -> None:
        """Moduli and angles in the closed form."""
        self._lengths()
        self._quotient()
        self._first_modulus()

    def _first_modulus(self) -> None:
        """|(1 - 4A)^(d/4)| = rho^(d/4)."""
        inner, rho = self.prover, self.one.size
        power: Term = ("^", rho, ("*", "d", ("q", 1, 4)))
        inner.add(inner.fact("power-positive", b=rho, p=compound(power)[2]))
        found = [e for e in subterms(self._goal) if headed(e, "^") and compound(e)[2] == HALF]
        root = next(
            e
            for e in found
            if power in subterms(e) and not any(headed(t, "normal-real") for t in subterms(e))
        )
        self.powers.append(polar.modulus(inner, root, power))

    def _lengths(self) -> None:
        """|4A - 1| = rho, and 1 + 16 |A|^2/(1 - 8 Re A) = rho^2/P."""
        inner, rho = self.prover, self.one.size
        turned: tuple[Term, Term] = ("+", -1, ("*", 4, "A_re")), ("*", 4, "A_im")
        same = inner.equal(polar.square(*turned), polar.square(*ONE))
        self.powers.append(inner.replaced(("=", ("^", polar.square(*turned), HALF), rho), same))
        inner.add(
            inner.combine(
                ("<=", 0, polar.square("A_re", "A_im")),
                [product(squares=("A_re",)), product(squares=("A_im",))],
                [],
            )
        )
        size: Term = ("^", polar.square("A_re", "A_im"), HALF)
        base: Term = ("+", 1, ("*", 16, ("^", REAL, -1), ("^", size, 2)))
        value: Term = ("exp", ("+", ("*", 2, ("log", rho)), ("*", -1, ("log", REAL))))
        self.powers.append(self._as_exponential(base, ("*", ("^", rho, 2), ("^", REAL, -1)), value, REAL))
        inner.add(
            inner.replaced(
                ("<", 0, base), self.powers[-1], of=inner.fact("exp-positive", t=compound(value)[1])
            )
        )

    def _as_exponential(self, base: Term, middle: Term, value: Term, other: Term) -> Theorem:
        """base = middle = value, an exponential of logarithms of rho and of another positive term."""
        inner = self.prover
        first = inner.equal(base, middle)
        known = [inner.show(("<", 0, each)) for each in (self.one.size, other)]
        second = inner.infer("ring", ("=", middle, value), [*inner.conditions(middle), *known])
        return inner.replaced(("=", base, value), second, of=first)

    def _quotient(self) -> None:
        """u + iv = (1 - 4A)^2/(1 - 8A) as the closed form writes it, by modulus rho^2/rho2 and angle 2 theta - theta2."""
        inner = self.prover
        angles = [e for e in subterms(self._goal) if headed(e, "arg")]
        raw = next(compound(e)[1:] for e in angles if _squares_of(e) == ("A_re", "A_re"))
        rho, rho2 = self.one.size, self.two.size
        inner.add(inner.fact("power-positive", b=rho2, p=-1))
        middle: Term = ("*", ("^", rho, 2), ("^", rho2, -1))
        value: Term = ("exp", ("+", ("*", 2, ("log", rho)), ("*", -1, ("log", rho2))))
        known = [inner.show(("<", 0, each)) for each in (rho, rho2)]
        same = inner.infer("ring", ("=", middle, value), [*inner.conditions(middle), *known])
        t: Term = ("+", ("*", 2, self.one.angle), ("*", -1, self.two.angle))
        parts = [
            inner.replaced(("=", each, ("*", value, (wave, t))), same, of=self._part(each, middle, wave, t))
            for each, wave in zip(raw, ("cos", "sin"), strict=True)
        ]
        turns = [(Fraction(2), self.one), (Fraction(-1), self.two)]
        self.powers += polar.powers(
            inner, parts, value, t, turns, self._to_the_right(raw[0], parts[0], value, t)
        )

    def _part(self, raw: Term, middle: Term, wave: str, t: Term) -> Theorem:
        """u = rho^2/rho2 cos t, or v with sin t, by the double angle and the difference."""
        inner = self.prover
        (p, q), rho2 = ONE, self.two.size
        theta, theta2 = self.one.angle, self.two.angle
        inverse: Term = ("^", polar.square(*TWO), -1)
        cosine2, sine2 = (("*", rho2, (each, theta2)) for each in ("cos", "sin"))
        rho_cos, rho_sin = (("*", self.one.size, (each, theta)) for each in ("cos", "sin"))
        twice: tuple[Term, Term] = ("+", ("^", p, 2), ("*", -1, ("^", q, 2))), ("*", 2, p, q)
        # rho^2 (cos 2 theta, sin 2 theta) from rho cos theta = p, rho sin theta = q
        double = [
            inner.combine(
                ("=", ("*", ("^", self.one.size, 2), ("cos", ("*", 2, theta))), twice[0]),
                [multiple(("+", p, rho_cos), 0), multiple(("*", -1, ("+", q, rho_sin)), 1)], list(self.one.parts),
            ),
            inner.combine(
                ("=", ("*", ("^", self.one.size, 2), ("sin", ("*", 2, theta))), twice[1]),
                [multiple(("*", 2, q), 0), multiple(("*", 2, rho_cos), 1)], list(self.one.parts),
            ),
        ]  # fmt: skip
        premises = [*double, *self.two.parts]
        if wave == "cos":
            entries = [
                multiple(("*", inverse, cosine2), 0), multiple(("*", inverse, sine2), 1),
                multiple(("*", inverse, twice[0]), 2), multiple(("*", inverse, twice[1]), 3),
            ]  # fmt: skip
        else:
            entries = [
                multiple(("*", -1, inverse, sine2), 0), multiple(("*", inverse, cosine2), 1),
                multiple(("*", inverse, twice[1]), 2), multiple(("*", -1, inverse, twice[0]), 3),
            ]  # fmt: skip
        value: Term = ("*", middle, (wave, t))
        found = inner.combine(("=", value, raw), entries, premises)
        return inner.combine(("=", raw, value), [multiple(-1, 0)], [found])

    def _to_the_right(self, raw: Term, part: Theorem, value: Term, t: Term) -> Theorem:
        """0 < cos t, as u = (p^2 P + q^2 (1 + 2p))/|1 - 8A|^2 > 0 and u = r cos t."""
        inner = self.prover
        p, q = ONE
        inverse: Term = ("^", polar.square(*TWO), -1)
        square = inner.show(("<", 0, polar.square(*TWO)))
        premises = [
            inner.show(("<", 0, p)), inner.show(("<", 0, TWO[0])), inner.fact("power-positive", [square], b=compound(inverse)[1], p=-1),
        ]  # fmt: skip
        entries = [product(0, 0, 1, 2), product(2, squares=(q,)), product(0, 2, squares=(q,), coefficient=2)]
        positive = inner.combine(("<", 0, raw), entries, premises)
        flipped: Term = ("exp", ("*", -1, compound(value)[1]))
        above = inner.fact("exp-positive", t=compound(flipped)[1])
        entries = [product(0, 1), multiple(flipped, 2)]
        return inner.combine(("<", 0, ("cos", t)), entries, [positive, above, part])


def _squares_of(angle: Term) -> tuple[Term, ...]:
    """The factors A_re A_re, where they stand in it."""
    found = [e for e in subterms(angle) if e == ("*", "A_re", "A_re")]
    return compound(found[0])[1:] if found else ()


PROOFS: Scripts = {"crt/thm3.2": (variance,)}
