"""Complex expressions as pairs of real terms: real and imaginary part, powers by modulus and angle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.claims import Expectation, Inner
from rftheory.exact.functions.complex_vectors import Complex, RealPart
from rftheory.exact.functions.gaussian_exponential import GaussianExponential, GaussianMoment
from rftheory.proof.terms import ProofError, Term, literal, number
from rftheory.proof.wording import Words, Writer

HALF: Term = ("q", 1, 2)
Pair = tuple[Term, Term]


@dataclass(frozen=True)
class Parts:
    """Real and imaginary parts of expressions; the complex parameter A is A_re + i A_im.

    A power with another exponent than an integer is the principal one, |z|^e (cos(e arg z) + i sin(e arg z)); of what
    has no imaginary part it is written as the power of a real number, which only one that is positive has.
    """

    words: Words
    names: frozenset[str]

    def of(self, e: sp.Basic) -> Pair:
        """The two parts; ProofError for what proofs have no word for."""
        entries = e.atoms(sp.Indexed) if isinstance(e, (sp.re, sp.im, RealPart)) else ()
        if any(str(each.base.label) not in self.words.parameters for each in entries):
            raise ProofError("entries may be complex")
        if isinstance(e, (sp.re, RealPart)):
            return self.of(e.args[0])[0], 0
        if isinstance(e, sp.im):
            return self.of(e.args[0])[1], 0
        if isinstance(e, sp.Abs):
            return self.modulus(e.args[0]), 0
        if not self.involved(e):
            return self.words.term(e), 0
        written = _WRITTEN.get(type(e))
        if written is None:
            raise ProofError(f"proofs have no word for {type(e).__name__} of a complex number")
        return written(self, e)

    def involved(self, e: sp.Basic) -> bool:
        """Whether the expression speaks of a complex number."""
        return e.has(sp.I, GaussianExponential, GaussianMoment) or bool(
            {str(each) for each in e.free_symbols} & self.names
        )

    def modulus(self, e: sp.Basic) -> Term:
        """|z|."""
        real, imaginary = self.of(e)
        return ("abs", real) if imaginary == 0 else modulus(real, imaginary)

    def symbol(self, e: sp.Basic) -> Pair:
        """The parts of a complex parameter."""
        return f"{e}_re", f"{e}_im"

    def total(self, e: sp.Basic) -> Pair:
        """Of a sum, part by part."""
        found = [self.of(each) for each in _ordered(e)]
        return _sum(real for real, _ in found), _sum(imaginary for _, imaginary in found)

    def product(self, e: sp.Basic) -> Pair:
        """Of a product, real factors first."""
        found = sorted((self.of(each) for each in _ordered(e)), key=lambda pair: pair[1] != 0)
        total = found[0]
        for each in found[1:]:
            total = _times(total, each)
        return total

    def power(self, e: sp.Basic) -> Pair:
        """Of a power with a real exponent."""
        base, exponent = self.of(e.args[0]), self.words.term(e.args[1])
        value = literal(exponent)
        if base[1] == 0:
            return ("^", base[0], exponent), 0
        if value is not None and value.denominator == 1 and abs(value) <= _SMALL:
            return _whole(base, int(value))
        size, angle = modulus(*base), _product(exponent, ("arg", *base))
        length: Term = ("^", size, exponent)
        return ("*", length, ("cos", angle)), ("*", length, ("sin", angle))

    def exponential(self, e: sp.Basic) -> Pair:
        """Of an exponential."""
        real, imaginary = self.of(e.args[0])
        if imaginary == 0:
            return ("exp", real), 0
        return ("*", ("exp", real), ("cos", imaginary)), ("*", ("exp", real), ("sin", imaginary))

    def gaussian(self, e: sp.Basic) -> Pair:
        """Of E exp(a g^2 + b g)."""
        (a, c), (b, d) = map(self.of, e.args)
        where = (a, c, b, d)
        return ("normal-real", *where), 0 if (c, d) == (0, 0) else ("normal-imaginary", *where)

    def moment(self, e: sp.Basic) -> Pair:
        """Of prod_k E exp(g (u_k + i v_k)): the product of the moduli at the sum of the angles; of numbers one factor."""
        entries = e.args[0].args if isinstance(e.args[0], Complex) else ()
        vectors = [each for each in entries if isinstance(each, sp.IndexedBase)]
        if not entries or len(vectors) not in (0, len(entries)):
            raise ProofError(f"proofs have no word for {e}")
        k = sp.Symbol(_PLACE)
        c, d = (self.words.term(each[k] if vectors else each) for each in entries)
        factor: Pair = ("normal-real", 0, 0, c, d), ("normal-imaginary", 0, 0, c, d)
        if not vectors:
            return factor
        places: tuple[Term, ...] = (_PLACE, 0, ("+", "d", -1))
        length: Term = ("prod", *places, modulus(*factor))
        angle: Term = ("sum", *places, ("arg", *factor))
        return ("*", length, ("cos", angle)), ("*", length, ("sin", angle))

    def summed(self, e: sp.Basic) -> Pair:
        """Of a finite sum, part by part."""
        if len(e.limits) > 1 or e.limits[0][2] is sp.oo:
            raise ProofError("complex numbers are added over one finite range")
        (index, low, high), (real, imaginary) = e.limits[0], self.of(e.function)
        ends = (str(index), self.words.term(low), self.words.term(high))
        return tuple(0 if part == 0 else ("sum", *ends, part) for part in (real, imaginary))  # type: ignore[return-value]

    def mean(self, e: sp.Basic) -> Pair:
        """Of a mean, part by part."""
        return tuple(0 if part == 0 else ("E", part) for part in self.of(e.args[0]))  # type: ignore[return-value]

    def inner(self, e: sp.Basic) -> Pair:
        """Of the product of a row and u + i v."""
        row, vector = e.args
        imaginary = sp.expand(vector).coeff(sp.I)
        real = sp.expand(vector - sp.I * imaginary)
        return self.words.term(Inner(row, real)), self.words.term(Inner(row, imaginary))

    def conjugate(self, e: sp.Basic) -> Pair:
        """Of a conjugate."""
        real, imaginary = self.of(e.args[0])
        return real, _product(-1, imaginary)


_SMALL = 8
_PLACE = "k"
_WRITTEN: Mapping[type, Callable[[Parts, sp.Basic], Pair]] = {
    sp.Symbol: Parts.symbol, sp.Add: Parts.total, sp.Mul: Parts.product, sp.Pow: Parts.power,
    sp.exp: Parts.exponential, GaussianExponential: Parts.gaussian, GaussianMoment: Parts.moment,
    sp.conjugate: Parts.conjugate,
    sp.Sum: Parts.summed, Expectation: Parts.mean, Inner: Parts.inner,
    type(sp.I): lambda _, __: (0, 1),
}  # fmt: skip


def modulus(real: Term, imaginary: Term) -> Term:
    """sqrt(p^2 + q^2)."""
    return ("^", ("+", ("^", real, 2), ("^", imaginary, 2)), HALF)


def equal_parts(words: Words, left: sp.Basic, right: sp.Basic) -> Term:
    """That two complex numbers are equal: their real parts are, and their imaginary ones."""
    one, other = (Parts(words, words.complex_names).of(side) for side in (left, right))
    found = tuple(("=", a, b) for a, b in zip(one, other, strict=True) if a != b)
    if not found:
        raise ProofError("both sides are one expression: there is nothing to prove")
    return found[0] if len(found) == 1 else ("and", *found)


def writers(names: frozenset[str]) -> Mapping[type, Writer]:
    """The words for what is real of complex numbers, the complex parameters having these names."""

    def real(inner: Words, node: sp.Expr) -> Term:
        found, imaginary = Parts(inner, names).of(node)
        if imaginary != 0:
            raise ProofError("proofs speak of real numbers")
        return found

    return dict.fromkeys((sp.re, sp.im, RealPart, sp.Abs, GaussianExponential), real)


def _ordered(e: sp.Basic) -> list[sp.Basic]:
    return sorted(e.args, key=str)


def _times(one: Pair, other: Pair) -> Pair:
    (a, b), (c, d) = one, other
    return _sum((_product(a, c), _product(-1, b, d))), _sum((_product(a, d), _product(b, c)))


def _whole(base: Pair, exponent: int) -> Pair:
    total: Pair = (1, 0)
    for _ in range(abs(exponent)):
        total = _times(total, base)
    if exponent >= 0:
        return total
    size: Term = ("^", ("+", ("^", total[0], 2), ("^", total[1], 2)), -1)
    return _product(total[0], size), _product(-1, total[1], size)


def _sum(terms: object) -> Term:
    found = [each for each in terms if each != 0]  # type: ignore[attr-defined]
    return ("+", *found) if len(found) > 1 else found[0] if found else 0


def _product(*terms: Term) -> Term:
    if 0 in terms:
        return 0
    rational = Fraction(1)
    rest: list[Term] = []
    for each in terms:
        value = literal(each)
        if value is None:
            rest.append(each)
        else:
            rational *= value
    found = [*([number(rational)] if rational != 1 or not rest else []), *rest]
    return ("*", *found) if len(found) > 1 else found[0]
