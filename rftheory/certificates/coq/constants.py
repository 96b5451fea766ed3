"""Values that Coq encloses by a lemma of their own: series, suprema, integrals, angles."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from rftheory.certificates.coq import summands
from rftheory.certificates.coq.protocol import Names, Writing
from rftheory.errors import InputError
from rftheory.proof.checker.points.intervals import ONE, ZERO, Interval, exact
from rftheory.proof.checker.points.pointwise import Env, moving_apart

_RANGE = "\0"  # in a name: a bound variable, with its range


def bound(names: Names) -> tuple[str, str]:
    """The quantifiers of the bound variables, and their introduction."""
    ranges = [text for key, text in sorted(names.items()) if key.startswith(_RANGE)]
    words = "".join(f"forall {text.split()[0]}, {text.split(' ', 1)[1]} -> " for text in ranges)
    return words, " ".join(f"{text.split()[0]} {text.split()[0]}_range" for text in ranges)


def series(writer: Writing, term: Any, env: Env, names: Names) -> str:
    """A hypergeometric series: so many terms, and the bound of its tail."""
    if bound(names)[0]:
        raise InputError("a series under a bound variable")
    _, above, below, z = term
    lists = ["; ".join(writer.real(c, env, names) for c in numbers) for numbers in (above, below)]
    argument = writer.real(z, env, names)
    made = f"hyper [{lists[0]}] [{lists[1]}] ({argument})"
    if writer.value(z, env)[0] == ZERO:
        return _declared(writer, "series", made, Fraction(1), Fraction(1), "at_0")
    numbers = [[writer.value(c, env)[0][0] for c in given] for given in (above, below)]
    length, q, tail = _geometric(
        writer, term, ONE, numbers[0], [*numbers[1], Fraction(1)], writer.value(z, env)[0]
    )
    low, high = _ends(writer.value(term, env)[0], tail)
    proof = f"series {length - 1}%nat {_q(q)}"
    return _declared(writer, "series", made, low, high, proof)


def summed(writer: Writing, term: Any, env: Env, names: Names) -> str:
    """A sum to infinity whose terms have rational quotients, exact at the point."""
    if bound(names)[0]:
        raise InputError("a sum under a bound variable")
    _, index, first, _, body = term
    if moving_apart(body, index)[1]:
        raise InputError("a series in the terms of a sum")
    (start, _), _ = writer.value(first, env)
    at = env | {index: (exact(start), ZERO)}
    ((z, most), _), above, below = writer.reading.quotient(body, index, env)
    if z != most:
        raise InputError("a quotient of terms that is no exact number at the point")
    above, below = ([c + start for c in numbers] for numbers in (above, below))
    length, q, tail = _geometric(writer, term, writer.value(body, at)[0], above, below, (z, z))
    low, high = _ends(writer.value(term, env)[0], tail)
    lists = " ".join(f"[{'; '.join(map(_q, numbers))}]" for numbers in (above, below))
    known = " ".join(writer.parameters)
    proof = f"cbv beta iota delta [{known}]; summed {lists} {_q(z)} {length - 1}%nat {_q(q)}"
    text = summands.text(writer, body, index, int(start), env, names)
    return _declared(writer, "sum", f"Series (fun k : nat => {text})", low, high, proof)


def _geometric(
    writer: Writing,
    term: Any,
    first: Interval,
    above: list[Fraction],
    below: list[Fraction],
    argument: Interval,
) -> tuple[int, Fraction, Fraction]:
    """How many terms, a bound q < 1 of the later quotients, and of the tail, in rationals."""
    z = max(map(abs, argument))
    found = writer.reading.by.get(_named(term), {})
    length = max(int(found.get("length", 1)), 1)
    while True:
        quotient = z
        for a, b in zip(above, below, strict=False):
            quotient *= max(Fraction(1), (length + a) / (length + b))
        for b in below[len(above) :]:
            quotient /= length + b
        if quotient < Fraction(15, 16) and all(length + c > 0 for c in (*above, *below)):
            break
        length += 1
        if length > 400:
            raise InputError("a series too slow for Coq")
    q = _up(quotient, 12)
    size = writer.reading.at.multiply(first, ONE)
    for k in range(length):
        step = exact(z)
        for c in above:
            step = writer.reading.at.multiply(step, exact(abs(k + c)))
        for c in below:
            step = writer.reading.at.multiply(step, exact(1 / abs(k + c)))
        size = writer.reading.at.multiply(size, step)
    return length, q, max(map(abs, size)) / (1 - q)


def _named(term: Any) -> str:
    return json.dumps(term)


def supremum(writer: Writing, term: Any, env: Env, names: Names) -> str:
    """A supremum: at least the body at the witness, at most what encloses it on the range."""
    low, high = writer.value(term, env)[0]
    function, ends = _function(writer, term, env, names)
    witness = writer.reading.by[_named(term)]["at"]
    proof = f"greatest {_q(_rational(witness))}"
    margin = Fraction(1, 10**12) * max(abs(low), abs(high), Fraction(1, 10**6))
    return _declared(writer, "sup", f"supremum {function} {ends}", low - margin, high + margin, proof)


def integral(writer: Writing, term: Any, env: Env, names: Names) -> str:
    """An integral over a finite range, as `integral` of coq-interval encloses it."""
    function, ends = _function(writer, term, env, names)
    low, high = writer.value(term, env)[0]
    known = " ".join([*writer.parameters, "gamma_of_half Z.of_nat"])
    proof = f"cbv beta iota delta [{known}]; area"  # all of it would unfold what the integral is taken in
    return _declared(writer, "integral", f"RInt {function} {ends}", low, high, proof)


def angle(writer: Writing, term: Any, env: Env, names: Names) -> str:
    """An angle by its cosine, strictly between -1 and 1."""
    low, high = _ends(writer.value(term, env)[0], Fraction(0))
    return _declared(writer, "angle", f"acos ({writer.real(term[1], env, names)})", low, high, "angle")


def _function(writer: Writing, term: Any, env: Env, names: Names) -> tuple[str, str]:
    _, variable, first, last, body = term
    a, b = (writer.real(end, env, names) for end in (first, last))
    (low, _), _ = writer.value(first, env)
    (_, high), _ = writer.value(last, env)
    ranged = {variable: variable, f"{_RANGE}{variable}": f"{variable} {a} <= {variable} <= {b}"}
    inner = writer.real(body, env | {variable: ((low, high), ZERO)}, names | ranged)
    return f"(fun {variable} => {inner})", f"({a}) ({b})"


def _declared(writer: Writing, kind: str, made: str, low: Fraction, high: Fraction, proof: str) -> str:
    name = f"{kind}_{len(writer.enclosed) + 1}"
    writer.declared.append(
        f"Definition {name} : R := {made}.\n"
        f"Lemma {name}_between : {_q(low)} <= {name} <= {_q(high)}.\n"
        f"Proof. unfold {name}; {writer.opened()}{proof}. Qed."
    )
    writer.enclosed.append(name)
    return name


def _ends(value: Interval, tail: Fraction) -> tuple[Fraction, Fraction]:
    """Widened by the tail and by rounding."""
    low, high = value
    margin = 2 * tail + (high - low) + max(abs(low), abs(high)) / 10**15
    return _down(low - margin), -_down(-high - margin)


def _down(value: Fraction) -> Fraction:
    """Downwards to about twenty significant digits."""
    unit = Fraction(1)
    while abs(value) / unit >= 10**20:
        unit *= 10
    while value and abs(value) / unit < 10**19:
        unit /= 10
    return value // unit * unit


def _up(value: Fraction, bits: int) -> Fraction:
    return Fraction(int(value * 2**bits) + 1, 2**bits)


def _rational(term: Any) -> Fraction:
    return Fraction(term) if type(term) is int else Fraction(term[1], term[2])


def _q(value: Fraction) -> str:
    return f"({'' if value >= 0 else '- '}{abs(value.numerator)} / {value.denominator})"
