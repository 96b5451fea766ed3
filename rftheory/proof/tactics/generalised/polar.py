"""Complex numbers as pairs of real terms: modulus and angle of what stands in powers, and Gaussian integrals of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import roots
from rftheory.proof.tactics.entries import Entry, multiple, product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import PI, Term, compound, exchanged, number

HALF: Term = ("q", 1, 2)
RIGHT: Term = ("*", HALF, PI)


def square(p: Term, q: Term) -> Term:
    """p^2 + q^2."""
    return ("+", ("^", p, 2), ("^", q, 2))


@dataclass(frozen=True)
class PolarForm:
    """p + iq = rho e^(i theta): the parts by modulus and angle, and the bounds of the angle."""

    p: Term
    q: Term
    parts: tuple[Theorem, Theorem]
    bounds: tuple[Theorem, ...] = ()

    @property
    def size(self) -> Term:
        """The modulus rho."""
        return ("^", square(self.p, self.q), HALF)

    @property
    def angle(self) -> Term:
        """The angle theta."""
        return ("arg", self.p, self.q)

    @property
    def shorter(self) -> Term:
        """rho^(-1/2), as an exponential."""
        return ("exp", ("*", ("q", -1, 2), ("log", self.size)))


def of(prover: Prover, p: Term, q: Term) -> PolarForm:
    """The polar form of a number that is not 0; its square and its modulus become positive lemmas of the prover."""
    prover.add(prover.show(("<", 0, square(p, q))))
    prover.add(prover.fact("root-positive", b=square(p, q)))
    real, imaginary = (prover.fact(name, p=p, q=q) for name in ("polar-real", "polar-imaginary"))
    return PolarForm(p, q, (real, imaginary))


def on_the_right(prover: Prover, p: Term, q: Term) -> PolarForm:
    """The polar form for p > 0: the angle lies within pi/2 of 0."""
    positive = prover.show(("<", 0, p))
    prover.add(prover.combine(("<", 0, square(p, q)), [product(0, 0), product(squares=(q,))], [positive]))
    found = of(prover, p, q)
    within = prover.fact("arg-acute", [positive], p=p, q=q)
    bounds = tuple(prover.infer("part", part, [within]) for part in compound(within.then)[1:])
    return PolarForm(p, q, found.parts, bounds)


def within(
    prover: Prover, t: Term, turns: Sequence[tuple[Fraction, PolarForm]], times: int = 1
) -> list[Theorem]:
    """-n pi/2 < t and t < n pi/2 for t = sum c theta with sum |c| <= n, the thetas within pi/2 of 0."""
    rest = times - sum(abs(c) for c, _ in turns)
    end: Term = RIGHT if times == 1 else ("*", times, RIGHT)
    low: Term = ("*", -times, RIGHT)
    found = []
    for proposition, sign in ((("<", low, t), 1), (("<", t, end), -1)):
        entries: list[Entry] = []
        premises: list[Theorem] = []
        for c, polar in turns:
            for side, bound in zip((1, -1), polar.bounds, strict=True):
                weight = max(side * sign * c, Fraction(0)) + Fraction(rest, 2 * len(turns))
                if weight:
                    entries.append(product(len(premises), coefficient=number(weight)))
                    premises.append(bound)
        found.append(prover.combine(proposition, entries, premises))
    return found


def angle_at(
    prover: Prover, r: Term, t: Term, turns: Sequence[tuple[Fraction, PolarForm]], acute: Theorem
) -> Theorem:
    """arg(r cos t, r sin t) = t for t = sum c theta, sum |c| <= 3, and 0 < cos t."""
    return prover.fact("arg-at", [acute, *within(prover, t, turns, 3)], r=r, t=t)


def plain_integral(prover: Prover, a: Term, b: Term, polar: PolarForm) -> list[Theorem]:
    """E exp((a + ib) g^2) = rho^(-1/2) e^(-i theta/2) for p + iq = 1 - 2 (a + ib)."""
    t: Term = ("*", ("q", -1, 2), polar.angle)
    found = []
    for raw, wave in zip(_integral(prover, (a, b, 0, 0), polar), ("cos", "sin"), strict=True):
        value: Term = ("*", polar.shorter, (wave, t))
        same = prover.equal(compound(raw.then)[2], value)
        found.append(prover.replaced(("=", compound(raw.then)[1], value), same, of=raw))
    return found


def integral(
    prover: Prover,
    where: tuple[Term, Term, Term, Term],
    polar: PolarForm,
    slope: Sequence[Theorem],
    growth: Pair,
) -> list[Theorem]:
    """E exp((a + ib) g^2 + (c + ie) g) = rho^(-1/2) e^(-i theta/2) e^(X + iY).

    `slope` says c^2 - e^2 = u and 2 c e = v; `growth` is (X, Y) with (X + iY) (p + iq) = (u + iv)/2 in normal form.
    """
    real, imaginary = growth
    t: Term = ("+", imaginary, ("*", ("q", -1, 2), polar.angle)) if imaginary != 0 else (
        "*", ("q", -1, 2), polar.angle
    )  # fmt: skip
    found = []
    for raw, wave in zip(_integral(prover, where, polar), ("cos", "sin"), strict=True):
        _, left, right = compound(raw.then)
        length, turned = right[1:]
        written = compound(length[2])[1], compound(turned[1])[1]
        inverse: Term = ("*", HALF, ("^", square(polar.p, polar.q), -1))
        p, q = polar.p, polar.q
        first = [multiple(("*", inverse, p), 0), multiple(("*", inverse, q), 1)]
        second = [multiple(("*", -1, inverse, q), 0), multiple(("*", inverse, p), 1)]
        moved = [
            prover.combine(("=", each, value), entries, slope)
            for each, value, entries in zip(written, growth, (first, second), strict=True)
        ]
        changed = exchanged(right, dict(zip(written, growth, strict=True)))
        through = prover.replaced(("=", left, changed), *moved, of=raw)
        value: Term = ("*", polar.shorter, ("exp", real), (wave, t))
        same = prover.equal(changed, value)
        found.append(prover.replaced(("=", left, value), same, of=through))
    return found


Pair = tuple[Term, Term]


def _integral(prover: Prover, where: tuple[Term, ...], polar: PolarForm) -> list[Theorem]:
    """The fact, with p and q of the polar form in place of 1 - 2a and -2b."""
    a, b, c, e = where
    own: dict[Term, Term] = {("+", 1, ("*", -2, a)): polar.p, ("*", -2, b): polar.q}
    alike = [prover.equal(one, other) for one, other in own.items()]
    positive = prover.replaced(("<", 0, next(iter(own))), alike[0], of=prover.show(("<", 0, polar.p)))
    found = []
    for name in ("normal-real", "normal-imaginary"):
        fact = prover.fact(name, [positive], a=a, b=b, c=c, e=e)
        _, left, right = compound(fact.then)
        found.append(prover.replaced(("=", left, exchanged(right, own)), *alike, of=fact))
    return found


def modulus(prover: Prover, root: Term, value: Term) -> Theorem:
    """sqrt(u^2 + v^2) = value > 0, where the squares have one normal form."""
    local = prover.within(("t", "real"), given=(("<", 0, "t"),))
    own: Term = ("^", ("^", "t", 2), HALF)
    local.add(local.show(("<=", 0, ("^", "t", 2))))
    local.add(local.fact("root-nonnegative", b=("^", "t", 2)))
    plain = roots.equal_by_squares(local, own, "t", local.equal(("^", own, 2), ("^", "t", 2)))
    at = instance(prover, plain, {"t": value})
    alike = prover.equal(compound(root)[1], ("^", value, 2))
    return prover.replaced(("=", root, value), alike, of=at)


def real_integral(
    prover: Prover, where: tuple[Term, Term, Term, Term], p: Term, squared: Theorem, growth: Term
) -> Theorem:
    """E exp(a g^2 + c g) = p^(-1/2) e^X for p = 1 - 2a > 0; `squared` says c^2 - 0^2 = u, and X p = u/2."""
    own = on_the_right(prover, p, 0)
    nothing = prover.equal(("*", 2, where[2], where[3]), 0)
    found = integral(prover, where, own, [squared, nothing], (growth, 0))[0]
    shorter: Term = ("exp", ("*", ("q", -1, 2), ("log", p)))
    flat = prover.equal(("*", p, ("cos", 0)), p), prover.equal(("*", p, ("sin", 0)), 0)
    acute = prover.fact("cos-positive", within(prover, 0, [(Fraction(0), own)]), t=0)
    angle = prover.replaced(
        ("=", own.angle, 0), *flat, of=angle_at(prover, p, 0, [(Fraction(0), own)], acute)
    )
    same = modulus(prover, own.size, p)
    _, left, right = compound(found.then)
    changed = exchanged(right, {own.angle: 0, own.size: p})
    plain: Term = shorter if growth == 0 else ("*", shorter, ("exp", growth))
    settled = prover.replaced(("=", left, changed), angle, same, of=found)
    return prover.replaced(("=", left, plain), prover.equal(changed, plain), of=settled)


def powers(
    prover: Prover,
    parts: Sequence[Theorem],
    r: Term,
    t: Term,
    turns: Sequence[tuple[Fraction, PolarForm]],
    acute: Theorem,
) -> list[Theorem]:
    """Modulus r and angle t of u + iv, where `parts` say u = r cos t and v = r sin t; that it is not 0 becomes a lemma."""
    raw = [compound(each.then)[1] for each in parts]
    values = [compound(each.then)[2] for each in parts]
    size = modulus(prover, ("^", square(*values), HALF), r)
    angle = angle_at(prover, r, t, turns, acute)
    above = prover.show(("<", 0, r))
    positive = prover.combine(("<", 0, square(*values)), [product(0, 0)], [above])
    prover.add(prover.replaced(("<", 0, square(*raw)), *parts, of=positive))
    moved = prover.replaced(("=", ("^", square(*raw), HALF), r), *parts, of=size)
    turned = prover.replaced(("=", ("arg", *raw), t), *parts, of=angle)
    return [moved, turned]
