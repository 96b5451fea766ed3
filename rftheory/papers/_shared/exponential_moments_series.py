"""Moments of the weights w^k/k! in proofs: sum p(k) w^k/k! = q(w) e^w for polynomials p and q.

sum (k+1)...(k+n) w^k/k! = n! 1F1(n+1; 1; w), a polynomial times e^w by DLMF 13.3.1; every p is a sum of such products.
"""

from __future__ import annotations

import sympy as sp

from rftheory.papers._shared.regularised_series import K, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.tactics.series import linear, summed
from rftheory.proof.terms import Term


def polynomial_moment(prover: Prover, polynomial: Term, w: Term = "w") -> tuple[Theorem, Theorem]:
    """sum p(k) w^k/k! = q(w) e^w, which converges; the coefficients of p may hold parameters."""
    reader = RationalReader()
    read = sp.expand(reader.read(polynomial))
    k = reader.symbol(K)
    degree = sp.Poly(read, k).degree()
    values = _kummer(prover, degree, w)
    addends = []
    for n, coefficient in enumerate(_in_rising(read, k, degree)):
        body: Term = ("*", *(("+", K, j) for j in range(1, n + 1)), weight(w)) if n else weight(w)
        factorial = int(sp.factorial(n))
        whole, exists = summed(prover, K, body, _hyper(n, w), factorial)
        moment = values[n].then
        assert isinstance(whole.then, tuple)
        assert isinstance(moment, tuple)
        value: Term = ("*", factorial, moment[2])
        whole = prover.replaced(("=", whole.then[1], value), values[n], of=whole)
        if coefficient != 0:
            addends.append((reader.write(coefficient), body, whole, exists))
    return linear(prover, K, addends, ("*", polynomial, weight(w)))


def _in_rising(polynomial: sp.Expr, k: sp.Symbol, degree: int) -> list[sp.Expr]:
    """The coefficients of (k+1)...(k+n)."""
    found = [sp.S.Zero] * (degree + 1)
    rest = sp.expand(polynomial)
    for n in range(degree, -1, -1):
        found[n] = sp.expand(rest).coeff(k, n)
        rest = sp.expand(rest - found[n] * sp.prod([k + j for j in range(1, n + 1)]))
    return found


def _hyper(n: int, w: Term) -> Term:
    return ("hyper", (n + 1,), (1,), w)


def _kummer(prover: Prover, most: int, w: Term) -> list[Theorem]:
    """1F1(n+1; 1; w) = P_n(w) e^w for n = 0, ..., most: n P_n = (2n - 1 + w) P_(n-1) - (n - 1) P_(n-2)."""
    exponential, _ = summed(prover, K, weight(w), ("hyper", (), (), w))
    same, _ = summed(prover, K, weight(w), _hyper(0, w))
    start = [prover.fact("exp-series", t=w), exponential, same]
    entries = [multiple(-1, 0), multiple(1, 1), multiple(-1, 2)]
    found = [prover.combine(("=", _hyper(0, w), ("exp", w)), entries, start)]
    polynomials: list[Term] = [1]
    for n in range(1, most + 1):
        step = prover.fact("kummer-upper", a=n, b=1, z=w)
        size: Term = ("q", 1, n) if n > 1 else 1
        ahead: Term = ("*", size, ("+", 2 * n - 1, w))
        entries = [multiple(size, 0), multiple(ahead, 1)]
        premises = [step, found[-1]]
        polynomial: Term = ("*", ahead, polynomials[-1])
        if n > 1:
            back: Term = ("*", size, 1 - n)
            entries.append(multiple(back, 2))
            premises.append(found[-2])
            polynomial = ("+", polynomial, ("*", back, polynomials[-2]))
        polynomials.append(polynomial)
        found.append(prover.combine(("=", _hyper(n, w), ("*", polynomial, ("exp", w))), entries, premises))
    return found
