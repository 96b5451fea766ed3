"""Terms and propositions at a point, in intervals: `docs/proof.md`, Refutations, says what they mean.

Every value is complex, a pair of intervals; that of a real number has an imaginary part that is exactly 0.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from .intervals import ONE, ZERO, Interval, Intervals, Weights, exact
from .summands import Env, Ratio, Summands, Value, moving_apart, real, require

MOST = 4096  # bits, terms of a series, indices of a sum, pieces of an integral
_WORK = 1_000_000  # terms read


def rational(term: Any) -> Fraction:
    """The number of an integer, or of ["q", p, q] in lowest terms with q > 1."""
    if type(term) is int:
        return Fraction(term)
    head, p, q = term
    require(head == "q" and type(p) is int and type(q) is int and q > 1, f"{term} is no rational")
    require(Fraction(p, q).denominator == q, f"{term} is not in lowest terms")
    return Fraction(p, q)


def related(relation: str, a: Value, b: Value) -> bool | None:
    """Whether the relation holds between all members of both; None where neither it nor its negation does."""
    if relation in ("=", "!="):
        apart = any(x[1] < y[0] or y[1] < x[0] for x, y in zip(a, b, strict=True))
        same = a == b and all(x[0] == x[1] for x in a)
        return same == (relation == "=") if apart or same else None
    (low, high), (least, most) = real(a), real(b)
    if relation == "<":
        return True if high < least else False if low >= most else None
    return True if high <= least else False if low > most else None


class Reading(Summands):
    """Terms and propositions at a point in intervals, with what is given for series, maxima and integrals."""

    def __init__(self, bits: int, by: list[dict[str, Any]]) -> None:
        self.at = Intervals(bits)
        self.by = {json.dumps(entry["of"]): {k: v for k, v in entry.items() if k != "of"} for entry in by}
        self.used: set[str] = set()
        self.work = 0
        require(len(self.by) == len(by), "a term is given twice")

    def value(self, term: Any, env: Env) -> Value:
        """The enclosure of a term."""
        self.work += 1
        require(self.work <= _WORK, "too much work")
        if isinstance(term, str):
            found: Value = env[term]
            require(isinstance(found, tuple), f"{term} is no number")
            return found
        if type(term) is int or term[0] == "q":
            return (exact(rational(term)), ZERO)
        head, *parts = term
        if head in ("sum", "prod"):
            return self._folded(term, env)
        if head in ("sup", "integral"):
            return self._supremum(term, env) if head == "sup" else self._integral(term, env)
        if head in ("entry", "height", "width"):
            return self._of_vectors(head, parts, env)
        if head == "if":
            condition, yes, no = parts
            answer = self.decide(condition, env)
            require(answer is not None, f"it is not decided whether {condition}")
            return self.value(yes if answer else no, env)
        if head == "hyper":
            above, below = ([self.number(c, env) for c in numbers] for numbers in parts[:2])
            z = self.value(parts[2], env)
            return self._series(term, (ONE, ZERO), (z, above, [*below, Fraction(1)]))
        return self._function(head, [self.value(part, env) for part in parts])

    def decide(self, claim: Any, env: Env) -> bool | None:
        """Whether a proposition holds; None where the intervals do not tell."""
        head, *parts = claim
        if head in ("=", "!=", "<", "<="):
            a, b = parts
            return related(head, self.value(a, env), self.value(b, env))
        if head == "int":
            low, high = real(self.value(parts[0], env))
            return low.denominator == 1 if low == high else None
        if head == "not":
            answer = self.decide(parts[0], env)
            return None if answer is None else not answer
        if head in ("every", "some"):
            name, first, last, inner = parts
            answers = [self.decide(inner, each) for each in self._range(name, first, last, env)]
        else:
            require(head in ("and", "or"), f"{head} is no proposition")
            answers = [self.decide(part, env) for part in parts]
        settled = head in ("some", "or")
        return settled if settled in answers else None if None in answers else not settled

    def _function(self, head: str, v: list[Value]) -> Value:
        at = self.at
        if head in ("+", "*") and len(v) > 1:
            total = v[0]
            for each in v[1:]:
                total = self._sum(total, each) if head == "+" else self.product(total, each)
            return total
        if head == "^" and len(v) == 2:
            return self.power(*v)
        if head == "max" and len(v) > 1:
            lows, highs = zip(*map(real, v), strict=True)
            return ((max(lows), max(highs)), ZERO)
        if head in ("i", "pi") and not v:
            return (ZERO, ONE) if head == "i" else (at.pi(), ZERO)
        require(len(v) == 1, f"{head} is no operator of {len(v)} parts")
        if head == "exp":
            size, turn = at.exp(v[0][0]), v[0][1]
            return (at.multiply(size, at.cos(turn)), at.multiply(size, at.sin(turn)))
        if head == "re":
            return (v[0][0], ZERO)
        a = real(v[0])
        if head == "abs":
            return ((max(Fraction(0), a[0], -a[1]), max(-a[0], a[1])), ZERO)
        require(head in ("log", "cos", "sin", "acos", "gamma"), f"{head} is no operator")
        return (getattr(at, head)(a), ZERO)

    def _sum(self, a: Value, b: Value) -> Value:
        return (self.at.add(a[0], b[0]), self.at.add(a[1], b[1]))

    def product(self, a: Value, b: Value) -> Value:
        add, times, (p, q), (r, s) = self.at.add, self.at.multiply, a, b
        return (add(times(p, r), self.at.negative(times(q, s))), add(times(p, s), times(q, r)))

    def power(self, base: Value, exponent: Value) -> Value:
        e = real(exponent)
        if base[1] == ZERO:
            return (self.at.power(base[0], e), ZERO)
        require(e[0] == e[1] and e[0].denominator == 1 and abs(e[0]) < 64, "a power of a complex number")
        if e[0] < 0:
            p, q = base
            over = self.at.inverse(self.at.add(self.at.power(p, exact(2)), self.at.power(q, exact(2))))
            base = (self.at.multiply(p, over), self.at.negative(self.at.multiply(q, over)))
        found = (ONE, ZERO)
        for _ in range(abs(int(e[0]))):
            found = self.product(found, base)
        return found

    def number(self, term: Any, env: Env) -> Fraction:
        """The exact value of a term."""
        low, high = real(self.value(term, env))
        require(low == high, f"{term} is no exact number here")
        return low

    def _range(self, name: Any, first: Any, last: Any, env: Env) -> list[Env]:
        """The environments of an index that runs over the integers first, .., last."""
        low, high = self.number(first, env), self.number(last, env)
        require(type(name) is str and name not in env, f"{name} is no new name")
        require(low.denominator == high.denominator == 1 and high - low < MOST, f"no range of {name}")
        return [env | {name: (exact(k), ZERO)} for k in range(int(low), int(high) + 1)]

    def _of_vectors(self, head: str, parts: list[Any], env: Env) -> Value:
        """["entry", v, i] and ["entry", V, i, j] from 0; the height of v or V; the width of V."""
        found = env[parts[0]]
        for index in parts[1:] if head == "entry" else [0] * (head == "width"):
            place = self.number(index, env)
            inside = type(found) is list and place.denominator == 1 and 0 <= place < len(found)
            require(inside, f"no entry {index} of {parts[0]}")
            found = found[int(place)]
        require(len(parts) == 1 or head == "entry", f"{head} has one part")
        require(type(found) is (tuple if head == "entry" else list), f"no {head} of {parts[0]}")
        return found if head == "entry" else (exact(len(found)), ZERO)

    def _given(self, term: Any, *keys: str) -> list[Any]:
        """What the object gives of a term, under these keys."""
        name = json.dumps(term)
        require(set(self.by.get(name, ())) == set(keys), f"{' and '.join(keys)} must be given of {name}")
        self.used.add(name)
        return [self.by[name][key] for key in keys]

    def _series(self, term: Any, first: Value, ratio: Ratio, weights: Weights | None = None) -> Value:
        length, tail = self._given(term, "length", "tail")
        require(type(length) is int and 0 <= length <= MOST, f"{length} is no length of a series")
        z, above, below = ratio
        total, rest = self.at.series(real(first), above, below, real(z), length, weights)
        require(rest <= rational(tail), f"the tail is not shown to be at most {tail}")
        return (total, ZERO)

    def _folded(self, term: Any, env: Env) -> Value:
        """A finite sum or product; a sum to infinity by the quotient of its terms."""
        head, name, first, last, body = term
        if head == "sum" and last == ["oo"]:
            (start,) = self._range(name, first, first, env)
            steady, moving = moving_apart(body, name)
            z, above, below = self.quotient(steady, name, env)
            low = start[name][0][0]
            ratio = (z, [a + low for a in above], [b + low for b in below])
            weights = self.weights(moving, name, low, env) if moving else None
            return self._series(term, self.value(steady, start), ratio, weights)
        combine, total = (self._sum, (ZERO, ZERO)) if head == "sum" else (self.product, (ONE, ZERO))
        for each in self._range(name, first, last, env):
            total = combine(total, self.value(body, each))
        return total

    def _ends(self, term: Any, env: Env) -> tuple[Interval, Interval]:
        _, name, first, last, _ = term
        low, high = real(self.value(first, env)), real(self.value(last, env))
        require(type(name) is str and name not in env and low[1] <= high[0], f"no range of {name}")
        return low, high

    def _supremum(self, term: Any, env: Env) -> Value:
        """At least the body at the witness; at most what it is enclosed by on the whole range."""
        (low, high), (place,) = self._ends(term, env), self._given(term, "at")
        witness = rational(place)
        require(low[1] <= witness <= high[0], "the witness is not shown to be in the range")
        reached = real(self.value(term[4], env | {term[1]: (exact(witness), ZERO)}))
        bound = real(self.value(term[4], env | {term[1]: ((low[0], high[1]), ZERO)}))
        return ((reached[0], bound[1]), ZERO)

    def _integral(self, term: Any, env: Env) -> Value:
        """The width times the mean of what the body is enclosed by on equal pieces."""
        (low, high), (pieces,) = self._ends(term, env), self._given(term, "pieces")
        require(type(pieces) is int and 0 < pieces <= MOST, f"{pieces} is no number of pieces")
        width, total = self.at.add(high, self.at.negative(low)), ZERO
        for piece in range(pieces):
            share = (Fraction(piece, pieces), Fraction(piece + 1, pieces))
            place = self.at.add(low, self.at.multiply(width, share))
            total = self.at.add(total, real(self.value(term[4], env | {term[1]: (place, ZERO)})))
        return (self.at.multiply(total, self.at.multiply(width, exact(Fraction(1, pieces)))), ZERO)
