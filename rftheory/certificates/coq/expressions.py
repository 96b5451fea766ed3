"""Terms of an object at its point as expressions of Coq: what they divide by and take roots of is collected.

A value that Coq's interval arithmetic does not know (a series, a supremum, an integral, an angle) becomes a constant
with a lemma that encloses it; its ends are proposals, which Coq proves or refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rftheory.certificates.coq import constants
from rftheory.certificates.coq.protocol import Names
from rftheory.certificates.coq.texts import Parts, added, closed, minus, multiplied, number, over
from rftheory.errors import InputError
from rftheory.proof.checker.points.intervals import ZERO
from rftheory.proof.checker.points.pointwise import Env, Reading, Value, rational

_TAKEN = re.compile(
    "R|Z|S|O|I|PI|exp|ln|sqrt|cos|sin|atan|acos|pow|larger|hyper|supremum|ratio|from|term|nested|product|factor"
    "|lhs|rhs|domain|legal|holds|reals|in|at|as|fun|let|end|with|match|forall|exists|return|fix|if|then|else"
)
_UNARY = {"exp": "exp", "log": "ln", "cos": "cos", "sin": "sin", "abs": "Rabs"}


def name(text: str) -> str:
    """A parameter's name as one of Coq that hides nothing of the prelude."""
    plain = re.sub(r"\W", "_", text)
    return f"{plain}_" if _TAKEN.fullmatch(plain) or not plain[0].isalpha() else plain


class Writer:
    """Writes terms; keeps the declarations that they need, in order, and the names of enclosed constants."""

    def __init__(self, reading: Reading, parameters: list[str]) -> None:
        self.reading = reading
        self.parameters = parameters
        self.declared: list[str] = []
        self.enclosed: list[str] = []
        self.known: dict[str, str] = {}
        self._conditions: set[str] = set()

    def real(self, term: Any, env: Env, names: Names) -> str:
        """A term whose value is real; InputError where Coq's fragment has no form of it."""
        real, imaginary = self.parts(term, env, names)
        if imaginary:
            raise InputError("a complex value where Coq needs a real one")
        return real or "0"

    def parts(self, term: Any, env: Env, names: Names) -> Parts:
        """Real and imaginary part of a term."""
        if isinstance(term, str):
            return (names[term], "")
        if type(term) is int or term[0] == "q":
            return (number(rational(term)), "")
        head, *inner = term
        if head in ("i", "pi"):
            return ("", "1") if head == "i" else ("PI", "")
        if head == "+":
            return self._sum([self.parts(part, env, names) for part in inner])
        if head == "*":
            return self._without_zero(term, self._product(inner, env, names), env, names)
        if head == "^":
            return self._power(inner[0], inner[1], env, names)
        if head == "re":
            return (self.parts(inner[0], env, names)[0] or "0", "")
        if head == "exp":
            return self._exponential(self.parts(inner[0], env, names))
        if head in ("sum", "prod") and inner[2] != ["oo"]:
            return self._folded(term, env, names)
        if head == "if":
            chosen = inner[1] if self._holds(inner[0], env, names) else inner[2]
            return self.parts(chosen, env, names)
        return (self._function(head, inner, term, env, names), "")

    def _function(self, head: str, inner: list[Any], term: Any, env: Env, names: Names) -> str:
        if head in ("entry", "height", "width"):
            return self._of_vectors(head, term, env, names)
        if head in _UNARY:
            argument = self.real(inner[0], env, names)
            if head == "log":
                self._require(f"0 < {argument}", names)
            return f"{_UNARY[head]} {closed(argument)}"
        if head == "max":
            first, *others = [self.real(part, env, names) for part in inner]
            for other in others:
                first = f"larger {closed(first)} {closed(other)}"
            return first
        if head == "gamma":
            twice = 2 * self._exact(inner[0], env)
            return f"gamma_of_half {twice}"
        makers: dict[str, Callable[..., str]] = {
            "hyper": constants.series,
            "sum": constants.summed,
            "sup": constants.supremum,
            "integral": constants.integral,
            "acos": constants.angle,
        }
        if head not in makers:
            raise InputError(f"{head} has no form in Coq's elementary fragment")
        key = repr((term, sorted(names.items())))
        if key not in self.known:
            self.known[key] = makers[head](self, term, env, names)
        return self.known[key]

    def proposition(self, claim: Any, env: Env, names: Names) -> str:
        """A proposition at the point; quantifiers run over integers and are written out."""
        head, *inner = claim
        if head in ("=", "<", "<=", "!="):
            a, b = (self.real(part, env, names) for part in inner)
            return f"{a} {'<>' if head == '!=' else head} {b}"
        if head == "int":
            return f"{self.real(inner[0], env, names)} = IZR {closed(str(self._exact(inner[0], env)))}"
        if head == "not":
            return self.proposition(_negated(inner[0]), env, names)
        if head in ("every", "some"):
            index, first, last, body = inner
            low, high = (int(self._exact(end, env)) for end in (first, last))
            parts = [self.proposition(body, *_with(index, k, env, names)) for k in range(low, high + 1)]
            head = "and" if head == "every" else "or"
        elif head in ("and", "or"):
            parts = [self.proposition(part, env, names) for part in inner]
        else:
            raise InputError(f"{head} is no proposition of Coq's fragment")
        joined = (r" /\ " if head == "and" else r" \/ ").join(f"({part})" for part in parts)
        return joined or ("True" if head == "and" else "False")

    def value(self, term: Any, env: Env) -> Value:
        """The enclosure of a term, by the checker's arithmetic."""
        return self.reading.value(term, env)

    def _holds(self, claim: Any, env: Env, names: Names) -> bool:
        answer = self.reading.decide(claim, env)
        if answer is None:
            raise InputError("a condition that intervals leave open")
        self._require(self.proposition(claim if answer else _negated(claim), env, names), names)
        return answer

    def _exact(self, term: Any, env: Env) -> Fraction:
        (low, high), imaginary = self.value(term, env)
        if low != high or imaginary != ZERO:
            raise InputError("an exponent, index or parameter that is no exact number at the point")
        return low

    def _require(self, condition: str, names: Names) -> None:
        """Coq's functions are total: that a divisor is not 0 and the like is a lemma of its own."""
        bound = constants.bound(names)
        text = f"{bound[0]}{condition}"
        if text not in self._conditions:
            self._conditions.add(text)
            start = f"intros {bound[1]}; " if bound[1] else ""
            self.declared.append(
                f"Lemma defined_{len(self._conditions)} : {text}.\nProof. {start}{self.opened()}legal. Qed."
            )

    def opened(self) -> str:
        """The tactics that put enclosures in the place of the constants."""
        return "".join(f"enclose {each} {each}_between; " for each in reversed(self.enclosed))

    def _sum(self, parts: list[Parts]) -> Parts:
        real, imaginary = ([p[side] for p in parts if p[side]] for side in (0, 1))
        return (added(real), added(imaginary))

    def _product(self, inner: list[Any], env: Env, names: Names) -> Parts:
        """Numbers in front, with their sign; factors with negative exponents below the line."""
        scale, above, below = Fraction(1), [], []
        for part in inner:
            if type(part) is int or part[0] == "q":
                scale *= rational(part)
                continue
            divisor = self._divisor(part, env, names)
            if divisor is None:
                above.append(self.parts(part, env, names))
            else:
                below.append(divisor)
        total: Parts = (number(abs(scale)), "")
        for each in above:
            total = multiplied(total, each)
        if below:
            under = closed(" * ".join(map(closed, below)))
            total = (over(total[0], under), over(total[1], under))
        return total if scale > 0 else (minus(total[0]), minus(total[1]))

    def _without_zero(self, term: Any, found: Parts, env: Env, names: Names) -> Parts:
        """Without an imaginary part that is 0 at the point, which is a lemma of its own."""
        if not found[1] or self.value(term, env)[1] != ZERO:
            return found
        self._require(f"{found[1]} = 0", names)
        return (found[0] or "0", "")

    def _divisor(self, term: Any, env: Env, names: Names) -> str | None:
        """What a factor b^-n divides by, for a real b that is not 0."""
        if not (isinstance(term, list) and term[0] == "^" and self.parts(term[1], env, names)[1] == ""):
            return None
        exponent = self._exponent(term[2], env)
        if exponent is None or exponent >= 0:
            return None
        return self._real_power(term[1], -exponent, env, names, under=True)

    def _exponent(self, term: Any, env: Env) -> Fraction | None:
        (low, high), imaginary = self.value(term, env)
        return low if low == high and imaginary == ZERO else None

    def _power(self, base: Any, exponent: Any, env: Env, names: Names) -> Parts:
        e = self._exponent(exponent, env)
        found = self.parts(base, env, names)
        if found[1]:
            return self._complex_power(found, e, names)
        if e is None:
            self._require(f"0 < {found[0]}", names)
            return (f"exp ({self.real(exponent, env, names)} * ln {closed(found[0])})", "")
        if e < 0:
            return (over("1", closed(self._real_power(base, -e, env, names, under=True))), "")
        return (self._real_power(base, e, env, names, under=False), "")

    def _complex_power(self, base: Parts, e: Fraction | None, names: Names) -> Parts:
        if e is None or e.denominator != 1 or not 0 < abs(e) < 9:
            raise InputError("such a power of a complex number")
        total = base
        for _ in range(abs(int(e)) - 1):
            total = multiplied(total, base)
        if e > 0:
            return total
        size = " + ".join(f"{closed(part)} ^ 2" for part in total if part)
        self._require(f"0 < {size}", names)
        return (over(total[0], f"({size})"), minus(over(total[1], f"({size})")))

    def _real_power(self, base: Any, e: Fraction, env: Env, names: Names, *, under: bool) -> str:
        text = self.real(base, env, names)
        plain = re.fullmatch(r"[1-9]\d*|PI", text) is not None
        sign = self._sign(base, env)
        if e.denominator > 1 and not plain and not (under and sign > 0):
            self._require(f"0 <= {text}", names)
        if under and not plain:
            self._require(f"{text} < 0" if sign < 0 else f"0 < {text}", names)
        if e == 1:
            return text
        if e.denominator == 1:
            return f"{closed(text)} ^ {e.numerator}"
        if e.denominator == 2:
            root = f"sqrt {closed(text)}"
            return root if e.numerator == 1 else f"({root}) ^ {e.numerator}"
        self._require(f"0 < {text}", names)
        return f"exp ({number(e)} * ln {closed(text)})"

    def _sign(self, term: Any, env: Env) -> int:
        low, high = self.value(term, env)[0]
        return 1 if low > 0 else -1 if high < 0 else 0

    def _exponential(self, inner: Parts) -> Parts:
        size = f"exp {closed(inner[0])}" if inner[0] else "1"
        if not inner[1]:
            return (size, "")
        turn = closed(inner[1])
        return (f"{size} * cos {turn}", f"{size} * sin {turn}")

    def _folded(self, term: Any, env: Env, names: Names) -> Parts:
        head, index, first, last, body = term
        low, high = (int(self._exact(end, env)) for end in (first, last))
        parts = [self.parts(body, *_with(index, k, env, names)) for k in range(low, high + 1)]
        if head == "sum":
            return self._sum(parts) if parts else ("0", "")
        total: Parts = ("1", "")
        for each in parts:
            total = multiplied(total, each)
        return total

    def _of_vectors(self, head: str, term: Any, env: Env, names: Names) -> str:
        if head != "entry":
            return number(self._exact(term, env))
        places = [int(self._exact(index, env)) for index in term[2:]]
        return "_".join([names[term[1]], *map(str, places)])


def _with(index: str, k: int, env: Env, names: Names) -> tuple[Env, Names]:
    return env | {index: ((Fraction(k), Fraction(k)), ZERO)}, names | {index: number(k)}


def _negated(claim: Any) -> Any:
    head, *inner = claim
    if head in ("and", "or"):
        return ["or" if head == "and" else "and", *map(_negated, inner)]
    if head == "not":
        return inner[0]
    if head in ("=", "!="):
        return ["!=" if head == "=" else "=", *inner]
    if head in ("<", "<="):
        return ["<=" if head == "<" else "<", inner[1], inner[0]]
    raise InputError(f"the negation of {head} in Coq's fragment")
