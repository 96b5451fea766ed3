"""Wallis' integrals in proofs: the integral of sin(m v)^n from 0 to pi/m is sqrt(pi) Gamma((n + 1)/2)/Gamma(n/2 + 1)/m."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.angular.turns import sine_of_pi
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import PI, ProofError, Term, compound, substitute, subterms

HALF: Term = ("q", 1, 2)
N = "n"


@dataclass(frozen=True)
class Waves:
    """Integrals over a variable from 0 to pi/m of functions of the sine and cosine of an angle m v."""

    prover: Prover
    variable: str
    angle: Term
    times: int
    end: Term

    @property
    def sine(self) -> Term:
        """sin(m v)."""
        return ("sin", self.angle)

    @property
    def cosine(self) -> Term:
        """cos(m v)."""
        return ("cos", self.angle)

    def over(self, body: Term) -> Term:
        """The integral of the body."""
        return ("integral", self.variable, 0, self.end, body)

    def between(self, prover: Prover) -> Prover:
        """The prover for every value of the variable."""
        ends: tuple[Term, ...] = (("<=", 0, self.variable), ("<=", self.variable, self.end))
        return prover.within((self.variable, "real"), given=ends)

    def continuous(self, prover: Prover, body: Term, *exponents: Term) -> Theorem:
        """That the body is continuous, with exponents that are integers from 0 on."""
        own = [n for n in exponents if not isinstance(n, int)]
        needs = [each for n in own for each in (*prover.integer(n), prover.show(("<=", 0, n)))]
        return prover.infer("continuous", ("continuous", self.variable, 0, self.end, body), needs)

    def by_ends(
        self, prover: Prover, body: Term, function: Term, exponents: tuple[Term, ...] = (), power: Term = 1
    ) -> Theorem:
        """The integral of a derivative; the function has this power, from 1 on, in it."""
        known = self.continuous(prover, body, *exponents)
        ones = [] if isinstance(power, int) else [*prover.integer(power), prover.show(("<=", 1, power))]
        ends = [substitute(function, {self.variable: end}) for end in (self.end, 0)]
        goal: Term = ("=", self.over(body), ("+", ends[0], ("*", -1, ends[1])))
        needs = [known, *ones, prover.show(("<=", 0, self.end))]
        return prover.infer("integral-ends", goal, needs, {"function": function})

    def value(self, n: Term) -> Term:
        """sqrt(pi) Gamma((n + 1)/2)/Gamma(n/2 + 1)/m."""
        half: Term = ("*", HALF, n)
        scale: Term = ("q", 1, self.times) if self.times > 1 else 1
        return (
            "*", scale, ("^", PI, HALF), ("gamma", ("+", half, HALF)), ("^", ("gamma", ("+", half, 1)), -1),
        )  # fmt: skip

    def powers(self) -> Theorem:
        """The integral of sin(m v)^n, for the local n >= 0."""
        first, second = (("=", self.over(("^", self.sine, n)), self.value(n)) for n in (N, ("+", N, 1)))
        both: Term = ("and", first, second)

        def onwards(inner: Prover, goal: Term) -> Theorem:
            held = inner.given(both)
            one, other = (inner.infer("part", each, [held]) for each in (first, second))
            less, more = compound(goal)[1:]
            rate = self._lowered(inner)
            low: Term = ("*", HALF, N)
            gammas = [
                inner.fact("gamma-next", [inner.show(("<", 0, at))], t=at)
                for at in (("+", low, HALF), ("+", low, 1))
            ]
            size: Term = ("^", ("+", N, 2), -1)
            top: Term = ("*", *compound(self.value(N))[1:3])
            over = ("^", ("gamma", ("+", low, 2)), -1)
            below = ("^", ("gamma", ("+", low, 1)), -1)
            signs = [inner.show(("<", 0, ("gamma", at))) for at in (("+", low, 1), ("+", low, 2))]
            entries = [
                multiple(("*", -1, size), 0), multiple(("*", ("+", N, 1), size), 1),
                multiple(("*", -1, top, over), 2),
                multiple(("*", top, ("+", low, HALF), ("gamma", ("+", low, HALF)), over, below, ("^", ("+", low, 1), -1)), 3),
            ]  # fmt: skip
            premises = [
                rate,
                one,
                *gammas,
                *signs,
                inner.show(("<", 0, ("+", low, 1))),
                *inner.conditions(size),
            ]
            shown = inner.combine(more, entries, premises)
            return inner.infer(
                "and", goal, [other if other.then == less else inner.replaced(less, of=other), shown]
            )

        def start(inner: Prover, goal: Term) -> Theorem:
            return inner.infer(
                "and", goal, [self._first(inner, compound(goal)[1]), self._second(inner, compound(goal)[2])]
            )

        shown = induction(self.prover, N, 0, both, onwards, start)
        inner = self.prover.within((N, "integer"), given=(("<=", 0, N),))
        return inner.infer("part", first, [shown])

    def _lowered(self, prover: Prover) -> Theorem:
        """0 = (n + 2) times the integral of the power n + 2, less n + 1 times that of the power n; by parts."""
        s, c = self.sine, self.cosine
        middle: Term = ("+", N, 1)
        top: Term = ("+", middle, 1)
        share: Term = ("q", -1, self.times) if self.times > 1 else -1
        rate: Term = ("+", ("*", s, ("^", s, middle)), ("*", -1, middle, ("^", s, N), ("^", c, 2)))
        function: Term = ("*", share, c, ("^", s, middle))
        whole = self.by_ends(prover, rate, function, (N, middle), middle)
        ends = [("sin", substitute(self.angle, {self.variable: end})) for end in (self.end, 0)]
        steps = [prover.fact("power-next", b=end, n=N) for end in ends]
        nothing = sine_of_pi(prover)
        cosines = [("cos", substitute(self.angle, {self.variable: end})) for end in (self.end, 0)]
        entries = [
            multiple(1, 0), multiple(("*", share, cosines[0]), 1), multiple(("*", -1, share, cosines[1]), 2),
            multiple(("*", share, cosines[0], ("^", ends[0], N)), 3),
        ]  # fmt: skip
        vanishing = prover.combine(("=", self.over(rate), 0), entries, [whole, *steps, nothing])
        inner = self.between(prover)
        powers = [inner.fact("power-next", b=s, n=n) for n in (N, middle)]
        addends: list[tuple[Term, Term]] = [(top, ("^", s, top)), (("*", -1, middle), ("^", s, N))]
        right: Term = ("+", *(("*", a, body) for a, body in addends))
        # s s^(n+1) - (n + 1) s^n (1 - s^2)
        same = inner.combine(
            ("=", rate, right),
            [multiple(("*", -1, middle, s), 0), multiple(("*", -1, top), 1)],
            powers,
        )
        return self._apart(prover, vanishing, rate, addends, same, (N, middle, top))

    def _apart(
        self,
        prover: Prover,
        vanishing: Theorem,
        rate: Term,
        addends: list[tuple[Term, Term]],
        same: Theorem,
        exponents: tuple[Term, ...],
    ) -> Theorem:
        exist = [self.continuous(prover, each, *exponents) for each in (rate, *(body for _, body in addends))]
        total: Term = ("+", *(("*", a, self.over(body)) for a, body in addends))
        split = prover.infer("integral-linear", ("=", self.over(rate), total), [same, *exist])
        return prover.combine(("=", 0, total), [multiple(1, 0), multiple(-1, 1)], [split, vanishing])

    def _first(self, prover: Prover, goal: Term) -> Theorem:
        """The integral of 1 is pi/m."""
        whole = self.by_ends(prover, compound(compound(goal)[1])[4], self.variable)
        return self._closed(prover, goal, whole)

    def _second(self, prover: Prover, goal: Term) -> Theorem:
        """The integral of the sine is 2/m."""
        body = compound(compound(goal)[1])[4]
        s = self.sine
        inner = self.between(prover)
        next_ = inner.fact("power-next", b=s, n=0)
        same = inner.combine(("=", body, ("*", 1, s)), [multiple(1, 0)], [next_])
        exist = [self.continuous(prover, body, ("+", 0, 1)), self.continuous(prover, s)]
        plain = prover.infer(
            "integral-linear", ("=", self.over(body), ("*", 1, self.over(s))), [same, *exist]
        )
        share: Term = ("q", -1, self.times) if self.times > 1 else -1
        whole = self.by_ends(prover, s, ("*", share, self.cosine))
        value: Term = ("q", 2, self.times) if self.times > 2 else 2 // self.times
        turn: Term = ("*", -1, share)
        entries = [multiple(1, 0), multiple(1, 1), multiple(turn, 2)]
        turned = prover.combine(
            ("=", self.over(body), value),
            [*entries[:2], multiple(share, 2)],
            [plain, whole, prover.fact("cos-pi")],
        )
        return self._closed(prover, goal, turned)

    def _closed(self, prover: Prover, goal: Term, whole: Theorem) -> Theorem:
        """The goal for n = 0 or 1, with Gamma at 1/2, 1 and 3/2."""
        half, one = prover.fact("gamma-half"), prover.fact("gamma-one")
        next_ = prover.fact("gamma-next", t=HALF)
        root: Term = ("^", PI, HALF)
        known = []
        for each in dict.fromkeys(
            e for e in subterms(compound(goal)[2]) if isinstance(e, tuple) and e[0] == "gamma"
        ):
            for value, entries, premises in (
                (root, [multiple(1, 0)], [half]),
                (1, [multiple(1, 0)], [one]),
                (("*", HALF, root), [multiple(1, 0), multiple(HALF, 1)], [next_, half]),
            ):
                with suppress(ProofError):
                    known.append(prover.combine(("=", each, value), entries, premises))
                    break

        def script(inner: Prover, wanted: Term) -> Theorem:
            return inner.combine(wanted, [multiple(1, 0)], [whole])

        return rewritten(prover, goal, known, script)


def sine_bounds(prover: Prover, waves: Waves) -> list[Theorem]:
    """-1 <= sin and sin <= 1, as its square and that of the cosine are 1."""
    s, c = waves.sine, waves.cosine
    found = []
    for goal, sign in ((("<=", ("*", -1, 1), s), 1), (("<=", s, ("*", 1, 1)), -1)):
        below: Term = ("+", 1, ("*", -1, sign, s))

        def no(inner: Prover, wanted: Term, below: Term = below) -> Theorem:
            inverse = inner.fact("power-positive", [inner.show(("<", 0, below))], b=below, p=-1)
            return inner.combine(wanted, [product(0, squares=(c,))], [inverse])

        found.append(by_cases(prover, goal, goal, no=no))
    return found
