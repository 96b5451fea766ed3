"""The exponentials of an identity as products of powers of a few, so that what is left is an identity of fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import sympy as sp

from rftheory.certificates.coq.theorems.wording import literal, subterms, term
from rftheory.errors import InputError

Json = Any


def taken_apart(values: Iterable[Json], hypotheses: Iterable[str]) -> list[str]:
    """The tactics that do it in the goal and in these hypotheses, without full stops."""
    arguments = {json.dumps(each[1]): each[1] for v in values for each in subterms(v) if each[0] == "exp"}
    sums = {key: _parts(argument) for key, argument in arguments.items()}
    units: dict[sp.Expr, Fraction] = {}
    for found in sums.values():
        for monomial, coefficient in found.items():
            units[monomial] = _common(units.get(monomial, coefficient), coefficient)
    lines = []
    for place, (key, argument) in enumerate(sorted(arguments.items(), key=lambda each: -len(each[0]))):
        powers = [(_coq(units[m] * m), int(c / units[m])) for m, c in sums[key].items()]
        if powers == [(term(argument), 1)]:
            continue  # one of the few
        product = " * ".join(_power(*each) for each in powers) or "1"
        how = "taken_apart" if powers else f"replace {term(argument)} with 0 by identity; apply exp_0"
        lines.append(f"assert (x'{place} : exp {term(argument)} = {product}) by ({how})")
        lines.append("; ".join([f"rewrite ?x'{place}", *(f"rewrite ?x'{place} in {h}" for h in hypotheses)]))
    return lines


def _parts(argument: Json) -> dict[sp.Expr, Fraction]:
    expanded = sp.expand(sp.cancel(_sympy(argument)))
    found: dict[sp.Expr, Fraction] = {}
    for each in sp.Add.make_args(expanded):
        coefficient, monomial = each.as_coeff_Mul(rational=True)
        if coefficient != 0:
            found[monomial] = Fraction(int(coefficient.p), int(coefficient.q))
    return found


def _common(a: Fraction, b: Fraction) -> Fraction:
    """The largest number of which both are multiples, negative where both are."""
    under = lcm(a.denominator, b.denominator)
    found = Fraction(gcd(int(a * under), int(b * under)), under)
    return -found if a < 0 and b < 0 else found


def _power(argument: str, exponent: int) -> str:
    return f"exp {argument} ^ {exponent}" if exponent >= 0 else f"/ (exp {argument} ^ {-exponent})"


def _sympy(value: Json) -> sp.Expr:
    if (number := literal(value)) is not None:
        return sp.Rational(*number)
    if isinstance(value, str):
        return sp.Symbol(value)
    head, *parts = value
    if head == "pi":
        return sp.pi
    if head == "+":
        return sp.Add(*map(_sympy, parts))
    if head == "*":
        return sp.Mul(*map(_sympy, parts))
    if head == "^" and literal(parts[1]) is not None:
        return sp.Pow(_sympy(parts[0]), _sympy(parts[1]))
    raise InputError(f"an exponential of {head}")


def _coq(argument: sp.Expr) -> str:
    return term(_json(argument))


def _json(e: sp.Expr) -> Json:
    if e.is_Rational:
        return int(e.p) if e.q == 1 else ["q", int(e.p), int(e.q)]
    if e.is_Symbol:
        return e.name
    if e is sp.pi:
        return ["pi"]
    head = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}.get(e.func)
    if head is None:
        raise InputError(f"an exponential of {e}")
    return [head, *map(_json, e.args)]
