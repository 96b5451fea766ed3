"""The rules: one function a rule, in `RULES`. Each raises BadForm where it does not allow the step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .algebra import Algebra, Budget, Quotient, constant, literal
from .facts import Fact
from .number import MAX_BITS, decide
from .reading import INFINITY, BadForm, Step, Term, index, items, keys, need, read_proposition, read_term
from .terms import free, has_operator, is_operator, show, substitute

NOTHING: frozenset[Term] = frozenset()
Extra = tuple[
    frozenset[str], frozenset[Term]
]  # variables of binders and hypotheses in force besides the step's
NONE: Extra = (frozenset(), NOTHING)


@dataclass(frozen=True)
class Context:
    """The context and what the steps of an object share."""

    variables: dict[str, str]
    constraints: frozenset[Term]
    facts: Mapping[str, Fact]
    steps: list[Step] = field(default_factory=list)
    budget: Budget = field(default_factory=Budget)
    used: dict[str, str] = field(default_factory=dict)  # facts with their references


def usable(
    premise: Step, variables: Mapping[str, str], hypotheses: frozenset[Term], binders: frozenset[str]
) -> bool:
    """Whether the premise holds for these variables under these hypotheses; a binder's variable is of either kind."""
    scope = all(v in binders or variables.get(v) == kind for v, kind in premise.locals.items())
    return scope and premise.hypotheses <= hypotheses


class Here:
    """A step in its object."""

    def __init__(self, context: Context, step: Step) -> None:
        self.context, self.step, self.then = context, step, step.then
        self.variables = context.variables | step.locals
        context.budget.next_step()
        self._thens: dict[tuple[Extra, Extra], dict[int, Term]] = {}

    def by(self, *required: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
        return keys(self.step.by, set(required), set(optional), "by")

    def thens(self, extra: Extra = NONE, without: Extra = NONE) -> dict[int, Term]:
        """What the premises prove here, with more (or less) in force."""
        if (extra, without) not in self._thens:
            variables = {v: kind for v, kind in self.step.locals.items() if v not in without[0]}
            hypotheses = (self.step.hypotheses - without[1]) | extra[1]
            steps = ((i, self.context.steps[i]) for i in self.step.premises)
            found = {i: s.then for i, s in steps if usable(s, variables, hypotheses, extra[0])}
            self._thens[extra, without] = found
        return self._thens[extra, without]

    def known(self, extra: Extra = NONE) -> frozenset[Term]:
        """The same as a set."""
        return frozenset(self.thens(extra).values())

    def premise(self, value: Any, extra: Extra = NONE, without: Extra = NONE) -> Term:
        """What the premise of that index proves here."""
        i = index(value, len(self.context.steps), "a premise")
        need(i in self.step.premises, f"{i} is not in from")
        thens = self.thens(extra, without)
        need(i in thens, f"the premise {i} has other variables or hypotheses than are in force")
        return thens[i]

    def needs(self, p: Term, extra: Extra = NONE) -> None:
        need(p in self.known(extra), f"no premise is {show(p):.200}")

    def term(self, value: Any) -> Term:
        """A term of `by`."""
        t = read_term(value)
        need(free(t) <= set(self.variables), "a term of by has foreign variables")
        return t

    def integer(self, t: Term) -> bool:
        """Whether t is seen to be an integer: a literal, a variable of that kind, or by a premise."""
        at_once = isinstance(t, int) or (isinstance(t, str) and self.variables.get(t) == "integer")
        return at_once or ("int", t) in self.known()

    def over(self, k: str, low: Term, high: Term) -> Extra:
        """What is in force besides inside a sum."""
        need(k not in self.variables, f"the bound variable {k} is also a variable of the step")
        ends = {("int", k), ("<=", low, k)} | (set() if high == INFINITY else {("<=", k, high)})
        return frozenset((k,)), frozenset(ends)

    def algebra(self, extra: Extra = NONE) -> Algebra:
        """Normal forms under the premises.

        Inside an operator of the shelf nothing is taken as equal under hypotheses that speak of the shelf: an
        operator may bind what its names stand for.
        """
        return Algebra(self.known(extra), self.congruent(), self.context.budget)

    def congruent(self) -> bool:
        return not any(map(has_operator, self.step.hypotheses | self.context.constraints))


def equation(t: Term, *heads: str) -> tuple[Term, Term]:
    need(t[0] in heads, f"{t[0]} is none of {' '.join(heads)}")
    return t[1], t[2]


def headed(t: Term, head: str) -> bool:
    return isinstance(t, tuple) and t[0] == head


def _given(here: Here) -> None:
    here.by()
    need(
        here.then in here.context.constraints | here.step.hypotheses, "neither a constraint nor a hypothesis"
    )


def _integer(here: Here) -> None:
    def integer(t: Term) -> bool:
        if here.integer(t):
            return True
        if not isinstance(t, tuple):
            return False
        if t[0] == "^":
            return isinstance(t[2], int) and t[2] >= 0 and integer(t[1])
        return t[0] in ("+", "*") and all(map(integer, t[1:]))

    here.by()
    need(here.then[0] == "int" and integer(here.then[1]), "not seen to be an integer")


def _ring(here: Here) -> None:
    here.by()
    a, b = equation(here.then, "=")
    algebra = here.algebra()
    need(algebra.same(algebra.form(a), algebra.form(b)), "the normal forms differ")


def _combine(here: Here) -> None:
    head = here.then[0]
    a, b = equation(here.then, "=", "<", "<=", "!=")
    algebra = here.algebra()
    total, strict = constant(0), False

    def difference(value: Any, *heads: str) -> Quotient:
        left, right = equation(here.premise(value), *heads)
        return algebra.subtract(algebra.form(right), algebra.form(left))

    for value in items(here.by("terms")["terms"], "terms"):
        if type(value) is dict and "times" in value:
            entry = keys(value, {"times", "premise"}, set(), "an entry")
            product = algebra.multiply(
                algebra.form(here.term(entry["times"])), difference(entry["premise"], "=")
            )
        else:
            entry = keys(value, {"coefficient", "squares", "factors"}, set(), "an entry")
            c = literal(here.term(entry["coefficient"]))
            need(head != "=", "an equality follows from equalities only")
            if c is None or c <= 0:
                raise BadForm("a coefficient is a positive rational number")
            product = constant(c)
            squares = [algebra.form(here.term(t)) for t in items(entry["squares"], "squares")]
            factors = items(entry["factors"], "factors")
            for factor in (*squares, *squares, *(difference(i, "<", "<=", "=") for i in factors)):
                product = algebra.multiply(product, factor)
            strict |= not squares and all(here.premise(i)[0] == "<" for i in factors)
        total = algebra.add(total, product)
    need(strict or head in ("=", "<="), "no entry is strict")
    claim = algebra.subtract(algebra.form(b), algebra.form(a))
    signs = (1, -1) if head == "!=" else (1,)
    equal = any(algebra.same(algebra.multiply(constant(s), claim), total) for s in signs)
    need(equal, "the entries do not sum to the difference of the sides")


def _replace(here: Here) -> None:
    entry = here.by(optional=("of",))
    need("of" in entry or here.then[0] == "=", "without a premise to change, an equality")
    old = here.premise(entry["of"]) if "of" in entry else here.then[1]
    new = here.then if "of" in entry else here.then[2]
    congruent = here.congruent()

    def same(a: Term, b: Term, extra: Extra, known: frozenset[Term], closed: bool = False) -> bool:
        if a == b or ("=", a, b) in known or ("=", b, a) in known:
            return True
        if not (isinstance(a, tuple) and isinstance(b, tuple) and a[0] == b[0] and len(a) == len(b)):
            return False
        if a[0] in ("q", "name"):
            return False
        pairs = list(zip(a[1:], b[1:], strict=True))
        if a[0] in ("sum", "prod", "summable"):
            k, ends = a[1], a[2:-1]
            if k != b[1] or k in here.variables or k in extra[0]:
                return False
            if ends != b[2:-1]:
                return all(same(s, t, extra, known, closed) for s, t in pairs[1:])
            more = here.over(k, ends[0], ends[-1] if len(ends) > 1 else INFINITY)
            inside = (extra[0] | more[0], extra[1] | more[1])
            return same(a[-1], b[-1], inside, NOTHING if closed else here.known(inside), closed)
        closed = closed or (is_operator(a[0]) and not (congruent and not any(map(has_operator, extra[1]))))
        return all(same(s, t, extra, NOTHING if closed else known, closed) for s, t in pairs)

    need(same(old, new, NONE, here.known()), "the premises do not turn one into the other")


def _values(here: Here, value: Any, variables: Mapping[str, str]) -> dict[str, Term]:
    """The terms of `with`, those for integer variables seen to be integers."""
    values = {v: here.term(t) for v, t in keys(value, set(), set(variables), "with").items()}
    for v, t in values.items():
        need(variables[v] == "real" or here.integer(t), f"the term for {v} is not seen to be an integer")
    return values


def _fact(here: Here) -> None:
    entry = here.by("name", "with")
    name = entry["name"]
    need(type(name) is str and name in here.context.facts, "no such fact")
    fact = here.context.facts[name]
    values = _values(here, entry["with"], fact.variables)
    need(set(values) == set(fact.variables), "a fact needs a term for each of its variables")
    for p in fact.needs:
        here.needs(substitute(p, values))
    need(here.then == substitute(fact.claim, values), "not what the fact claims")
    here.context.used[name] = fact.reference


def _instantiate(here: Here) -> None:
    entry = here.by("of", "with")
    i = index(entry["of"], len(here.context.steps), "of")
    need(i in here.step.premises, f"{i} is not in from")
    premise = here.context.steps[i]
    values = _values(here, entry["with"], premise.locals)
    for v, kind in premise.locals.items():
        need(v in values or here.step.locals.get(v) == kind, f"{v} of the premise is left free")
    for p in premise.hypotheses:
        substituted = substitute(p, values)
        if substituted not in here.step.hypotheses:
            here.needs(substituted)
    need(here.then == substitute(premise.then, values), "not what the premise says of these terms")


def _induction(here: Here) -> None:
    entry = here.by("variable", "start", "base", "step")
    k, low = entry["variable"], here.term(entry["start"])
    need(type(k) is str and here.step.locals.get(k) == "integer", "the variable is no local integer")
    bound = ("<=", low, k)
    need(bound in here.step.hypotheses, "the range of the variable is no hypothesis")
    need(not any(k in free(p) for p in here.step.hypotheses - {bound}), f"another hypothesis speaks of {k}")
    need(
        k not in free(low) and here.integer(low),
        "the start is not seen to be an integer without the variable",
    )
    base = here.premise(entry["base"], without=(frozenset((k,)), frozenset((bound,))))
    need(base == substitute(here.then, {k: low}), "the base is another proposition")
    step = here.premise(entry["step"], (frozenset(), frozenset((here.then,))))
    need(step == substitute(here.then, {k: ("+", k, 1)}), "the step is another proposition")


def _cases(here: Here) -> None:
    entry = here.by("on", "yes", "no")
    case = read_proposition(entry["on"])
    a, b = equation(case, "<", "<=", "=")
    need(free(case) <= set(here.variables), "the case has foreign variables")
    otherwise = {"<": ("<=", b, a), "<=": ("<", b, a), "=": ("!=", a, b)}[case[0]]
    for i, hypothesis in ((entry["yes"], case), (entry["no"], otherwise)):
        need(
            here.premise(i, (frozenset(), frozenset((hypothesis,)))) == here.then,
            "a case proves something else",
        )


def _and(here: Here) -> None:
    here.by()
    need(here.then[0] == "and", "not a conjunction")
    for p in here.then[1:]:
        here.needs(p)


def _part(here: Here) -> None:
    here.by()
    need(any(p[0] == "and" and here.then in p[1:] for p in here.known()), "part of no premise")


def _where(here: Here) -> None:
    here.by()
    need(here.then[0] == "where", "not a where")
    here.needs(here.then[2], (frozenset(), frozenset(here.then[1][1:])))


def _number(here: Here) -> None:
    bits = here.by("bits")["bits"]
    need(type(bits) is int and 8 <= bits <= MAX_BITS, f"bits must be 8 to {MAX_BITS}")
    need(decide(here.then, bits, here.context.budget), "the enclosure does not show it")


def _sum_first(here: Here) -> None:
    here.by()
    total, split = equation(here.then, "=")
    k, low, body = _series(total)
    need(isinstance(low, int), "the lower end is no literal")
    here.needs(("summable", k, low, body))
    rest = ("sum", k, low + 1, INFINITY, body)
    need(split == ("+", substitute(body, {k: low}), rest), "not the first term and the rest")


def _series(t: Term) -> tuple[str, Term, Term]:
    need(headed(t, "sum") and t[3] == INFINITY, "not an infinite sum")
    return t[1], t[2], t[4]


def _dominated(here: Here) -> None:
    entry = here.by(optional=("at",))
    left, right = (_series(t) for t in equation(here.then, "<", "<="))
    k, low, s = left
    t = right[2]
    need(left[:2] == right[:2] and isinstance(low, int), "other variables or ends, or no literal")
    here.needs(("summable", k, low, s))
    here.needs(("summable", k, low, t))
    here.needs(("<=", s, t), here.over(k, low, INFINITY))
    if here.then[0] == "<":
        n = entry.get("at")
        need(type(n) is int and n >= low, "at must be an index of the sum")
        here.needs(("<", substitute(s, {k: n}), substitute(t, {k: n})))


def _summable(here: Here) -> tuple[str, Term, Term]:
    need(here.then[0] == "summable", "not a summability")
    k, low, body = here.then[1:]
    return k, low, body


def _summable_below(here: Here) -> None:
    here.by()
    k, low, s = _summable(here)
    inside = here.known(here.over(k, low, INFINITY))
    need(("<=", 0, s) in inside, "the terms are not known to be nonnegative")
    series = [p for p in here.known() if p[:3] == ("summable", k, low)]
    need(any(("<=", s, p[3]) in inside for p in series), "no summable series is known to be above")


def _sum_scale(here: Here) -> None:
    here.by()
    total, scaled = equation(here.then, "=")
    need(headed(total, "sum") and headed(scaled, "*") and len(scaled) == 3, "not a sum and a multiple")
    (_, k, low, high, s), (_, c, other) = total, scaled
    need(headed(other, "sum") and other[:4] == total[:4], "other variables or ends")
    need(k not in free(c), f"the factor speaks of {k}")
    here.needs(("=", s, ("*", c, other[4])), here.over(k, low, high))
    if high == INFINITY:
        here.needs(("summable", k, low, other[4]))


def _two(here: Here, k: str, low: Term, high: Term, body: Term) -> None:
    """The body is a sum of two, each summable where the sum is infinite."""
    need(headed(body, "+") and len(body) == 3, "not a sum of two")
    for t in body[1:] if high == INFINITY else ():
        here.needs(("summable", k, low, t))


def _sum_add(here: Here) -> None:
    here.by()
    total, parts = equation(here.then, "=")
    need(headed(total, "sum"), "not a sum")
    _two(here, *total[1:])
    need(parts == ("+", *((*total[:4], t) for t in total[4][1:])), "not the sums of the two terms")


def _summable_add(here: Here) -> None:
    here.by()
    k, low, body = _summable(here)
    _two(here, k, low, INFINITY, body)


def _summable_scale(here: Here) -> None:
    here.by()
    k, low, body = _summable(here)
    need(headed(body, "*") and len(body) == 3, "not a product of two")
    need(k not in free(body[1]), f"the factor speaks of {k}")
    here.needs(("summable", k, low, body[2]))


def _last(head: str, join: str) -> Callable[[Here], None]:
    def rule(here: Here) -> None:
        here.by()
        whole, parts = equation(here.then, "=")
        need(headed(whole, head) and whole[3] != INFINITY, f"not a finite {head}")
        _, k, low, high, body = whole
        need(headed(parts, join) and len(parts) == 3, f"not a {head} and its last term")
        shorter, last = parts[1:]
        need(headed(shorter, head) and shorter[:3] == whole[:3] and shorter[4] == body, "other terms")
        need(shorter[3] != INFINITY and last == substitute(body, {k: high}), "not the last term")
        need(here.integer(low) and here.integer(high), "an end is not seen to be an integer")
        here.needs(("<=", low, high))
        _apart(here, high, shorter[3])

    return rule


def _empty(head: str, value: int) -> Callable[[Here], None]:
    def rule(here: Here) -> None:
        here.by()
        whole, result = equation(here.then, "=")
        need(headed(whole, head) and whole[3] != INFINITY, f"not a finite {head}")
        need(result == value, f"an empty {head} is {value}")
        _apart(here, whole[2], whole[3])

    return rule


def _apart(here: Here, a: Term, b: Term) -> None:
    algebra = here.algebra()
    one = algebra.subtract(algebra.form(a), algebra.form(b))
    need(algebra.same(one, constant(1)), "the ends are not 1 apart")


def _ratio(here: Here, k: str, t: Term) -> tuple[Term, Term]:
    """The value at k = 0 and the hypergeometric series whose multiple by it the series of t is, term by term."""
    entry = here.by("hyper", "ratio")
    hyper = here.term(entry["hyper"])
    need(headed(hyper, "hyper"), "hyper is no hypergeometric series")
    _, (_, *above), (_, *below), z = hyper
    need(len(above) <= len(below), "more parameters above than below")
    thens, extra = here.known(), here.over(k, 0, INFINITY)
    algebra = here.algebra(extra)
    for b in below:
        need(algebra.known.positive(b), "a lower parameter may not be positive")
    next_term = ("*", substitute(t, {k: ("+", k, 1)}), *(("+", b, k) for b in below), ("+", k, 1))
    this_term = ("*", t, *(("+", a, k) for a in above), z)
    left, right = equation(here.premise(entry["ratio"], extra), "=")
    shown = algebra.subtract(algebra.form(left), algebra.form(right))
    wanted = algebra.subtract(algebra.form(next_term), algebra.form(this_term))
    opposite = algebra.multiply(constant(-1), wanted)
    need(algebra.same(shown, wanted) or algebra.same(shown, opposite), "the premise is not about this ratio")
    starts = [p[2] for p in thens if p[:2] == ("=", substitute(t, {k: 0}))]
    need(starts, "no premise gives the first term")
    first = here.then[2][1] if here.then[0] == "=" else starts[0]
    need(first in starts, "no premise says that the first term is this")
    return first, hyper


def _series_ratio(here: Here) -> None:
    total, multiple = equation(here.then, "=")
    k, low, t = _series(total)
    need(type(low) is int and low == 0, "the sum does not start at 0")
    need(headed(multiple, "*"), "not a multiple of a hypergeometric series")
    need(multiple == ("*", *_ratio(here, k, t)), "another multiple")


def _series_ratio_summable(here: Here) -> None:
    k, low, t = _summable(here)
    need(low == 0, "the sum does not start at 0")
    _ratio(here, k, t)


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (
        *(
            _given,
            _integer,
            _ring,
            _combine,
            _replace,
            _fact,
            _instantiate,
            _induction,
            _cases,
            _and,
            _part,
            _where,
        ),
        *(
            _number,
            _sum_first,
            _dominated,
            _summable_below,
            _sum_scale,
            _sum_add,
            _summable_scale,
            _summable_add,
        ),
        *(_series_ratio, _series_ratio_summable),
    )
} | {
    "sum-last": _last("sum", "+"),
    "sum-empty": _empty("sum", 0),
    "prod-last": _last("prod", "*"),
    "prod-empty": _empty("prod", 1),
}
