"""The rules: one function a rule, in `RULES`. Each raises BadForm where it does not allow the step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import entries, independence, means, rearranging, series, slope
from .algebra import literal
from .here import NONE, NOTHING, Extra, Here, equation, names
from .laws import bounded, counts, integral_sums, integrals, signs, suprema, tails, tilting, totals
from .number import MAX_BITS, decide
from .quotients import Divided, constant
from .reading import (
    ATOMS,
    BINDERS,
    INFINITY,
    OVER_REALS,
    QUANTIFIERS,
    BadForm,
    Term,
    index,
    items,
    keys,
    need,
    read_proposition,
)
from .terms import closed, free, is_random, substitute


def _given(here: Here) -> None:
    here.by()
    supposed = here.then in here.context.constraints or here.then in here.step.hypotheses
    need(supposed, "neither a constraint nor a hypothesis")


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

    def difference(value: Any, *heads: str) -> Divided:
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

    def same(a: Term, b: Term, extra: Extra, known: frozenset[Term], shut: bool = False) -> bool:
        if a == b or ("=", a, b) in known or ("=", b, a) in known:
            return True
        if not (isinstance(a, tuple) and isinstance(b, tuple) and a[0] == b[0] and len(a) == len(b)):
            return False
        if a[0] in ATOMS or a[0] in QUANTIFIERS:
            return False
        pairs = list(zip(a[1:], b[1:], strict=True))
        if a[0] in BINDERS:
            k, ends = a[1], a[2:-1]
            if k != b[1] or k in here.variables or k in names(extra[0]):
                return False
            if ends != b[2:-1] or a[0] in OVER_REALS:
                return all(same(s, t, extra, known, shut) for s, t in pairs[1:])
            more = here.over(k, ends[0], ends[-1] if len(ends) > 1 else INFINITY)
            inside = (extra[0] | more[0], extra[1] | more[1])
            return same(a[-1], b[-1], inside, NOTHING if shut else here.known(inside), shut)
        shut = shut or (closed(a[0]) and not (congruent and not any(map(is_random, extra[1]))))
        return all(same(s, t, extra, NOTHING if shut else known, shut) for s, t in pairs)

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
    base = here.premise(entry["base"], without=(frozenset(((k, "integer"),)), frozenset((bound,))))
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


def _either(here: Here) -> None:
    entry = here.by("of", "ways")
    head, *parts = here.premise(entry["of"])
    ways = items(entry["ways"], "ways")
    need(head == "or" and len(ways) == len(parts), "not one way for each part of an or")
    for i, part in zip(ways, parts, strict=True):
        need(here.premise(i, (frozenset(), frozenset((part,)))) == here.then, "a way proves something else")


def _or(here: Here) -> None:
    here.by()
    need(here.then[0] == "or" and any(p in here.known() for p in here.then[1:]), "no premise is a part")


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


def _all(here: Here) -> None:
    here.by()
    need(here.then[0] == "all", "not for all")
    _, v, kind, p = here.then
    need(v not in here.variables, f"{v} is also a variable of the step")
    here.needs(p, (frozenset(((v, kind),)), NOTHING))


def _some(here: Here) -> None:
    entry = here.by("with")
    need(here.then[0] == "some", "not for some")
    _, v, kind, p = here.then
    t = here.term(entry["with"])
    need(kind == "real" or here.integer(t), f"the term for {v} is not seen to be an integer")
    here.needs(substitute(p, {v: t}))


def _number(here: Here) -> None:
    bits = here.by("bits")["bits"]
    need(type(bits) is int and 8 <= bits <= MAX_BITS, f"bits must be 8 to {MAX_BITS}")
    need(decide(here.then, bits, here.context.budget), "the enclosure does not show it")


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (
        *(_given, _integer, _ring, _combine, _replace, _fact, _instantiate, _induction),
        *(_cases, _either, _or, _and, _part, _where, _all, _some, _number),
    )
}
RULES |= series.RULES | rearranging.RULES | means.RULES | entries.RULES | independence.RULES
RULES |= {name: means.closed_rule(rule) for name, rule in (signs.RULES | totals.RULES).items()}
RULES |= bounded.RULES | counts.RULES | integrals.RULES | integral_sums.RULES | suprema.RULES
RULES |= tails.RULES | tilting.RULES
RULES["slope"] = slope.slope
