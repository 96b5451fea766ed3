"""The rules that hold of all theorems: assumptions, normal forms, combinations, replacement, facts, cases, induction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rftheory.proof.facts import FACTS
from rftheory.proof.kernel.algebra import Algebra
from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.kernel.theorem import KINDS, Inference, Sequent
from rftheory.proof.terms import (
    INFINITY,
    OVER_REALS,
    QUANTIFIERS,
    ProofError,
    Term,
    bound,
    free,
    literal,
    parts,
    substitute,
)

Rule = Callable[[Inference], None]
COMPARISONS = ("=", "<", "<=", "!=")


def algebra(step: Inference) -> Algebra:
    """Normal forms under the conditions that the premises state."""
    return Algebra(Conditions.of(step.usable))


def compared(term: Term, *allowed: str) -> tuple[str, Term, Term]:
    """Relation and sides of a comparison."""
    if not isinstance(term, tuple) or len(term) != 3 or term[0] not in (allowed or COMPARISONS):
        raise ProofError(f"a comparison is needed ({', '.join(allowed or COMPARISONS)}), not {term}")
    return term


def need(step: Inference, proposition: Term) -> None:
    """A premise or a hypothesis says so."""
    if proposition not in step.usable:
        raise ProofError(f"no premise says {proposition}")


def need_integer(step: Inference, term: Term) -> None:
    """The term is an integer: a literal, a variable of that kind, or by a premise."""
    if not (isinstance(term, int) or (isinstance(term, str) and term in step.integers)):
        need(step, ("int", term))


def given(step: Inference) -> None:
    """One of the constraints or of the hypotheses."""
    if step.then not in (*step.context.constraints, *step.sequent.given):
        raise ProofError(f"neither a constraint nor a hypothesis: {step.then}")


def integer(step: Inference) -> None:
    """Integers from integers, by sums, products and powers with a literal exponent."""
    if not (isinstance(step.then, tuple) and step.then[0] == "int" and len(step.then) == 2):
        raise ProofError("allowed: int of a term")
    pending = [step.then[1]]
    while pending:
        term = pending.pop()
        if isinstance(term, tuple) and term[0] in ("+", "*") and ("int", term) not in step.usable:
            pending += term[1:]
        elif isinstance(term, tuple) and term[0] == "^" and isinstance(term[2], int) and term[2] >= 0:
            pending.append(term[1])
        else:
            need_integer(step, term)


def ring(step: Inference) -> None:
    """Both sides have one normal form."""
    _, left, right = compared(step.then, "=")
    if not algebra(step).equal(left, right):
        raise ProofError(f"the normal forms differ: {left} and {right}")


def combine(step: Inference) -> None:
    """right - left is a combination of what the premises say is 0, or not below 0."""
    relation, left, right = compared(step.then)
    entries = step.by.get("terms")
    if not isinstance(entries, (list, tuple)):
        raise ProofError("terms: a list is needed")
    found = [_entry(step, entry) for entry in entries]
    total: Term = ("+", 0, 0, *(term for term, _ in found))
    if relation == "=" and any(strict is not None for _, strict in found):
        raise ProofError("an equality comes from equalities alone")
    if relation in ("<", "!=") and not any(found_strict for _, found_strict in found):
        raise ProofError("no entry is strict")
    space = algebra(step)
    forward = ("+", right, ("*", -1, left))
    ways = (forward, ("*", -1, forward)) if relation == "!=" else (forward,)
    if not any(space.equal(way, total) for way in ways):
        raise ProofError("the combination is not right - left")


def _entry(step: Inference, entry: Mapping[str, Any]) -> tuple[Term, bool | None]:
    """The value of an entry; whether it is strict, None for a multiple of 0."""
    if set(entry) == {"times", "premise"}:
        return ("*", entry["times"], _gap(step, entry["premise"], "=")[0]), None
    if set(entry) != {"coefficient", "squares", "factors"}:
        raise ProofError(f"an entry has times and premise, or coefficient, squares and factors: {entry}")
    value = literal(entry["coefficient"])
    if value is None or value <= 0:
        raise ProofError(f"a coefficient must be a rational > 0, not {entry['coefficient']}")
    gaps = [_gap(step, place, "=", "<", "<=") for place in entry["factors"]]
    squares = [("^", term, 2) for term in entry["squares"]]
    strict = not squares and all(relation == "<" for _, relation in gaps)
    return ("*", entry["coefficient"], 1, *squares, *(term for term, _ in gaps)), strict


def _gap(step: Inference, place: object, *allowed: str) -> tuple[Term, str]:
    """right - left of the premise at that place, and its relation."""
    premise = step.at(place)
    if not premise.sequent.within(step.sequent):
        raise ProofError(f"premise {place} does not hold here")
    relation, left, right = compared(premise.then, *allowed)
    return ("+", right, ("*", -1, left)), relation


def replace(step: Inference) -> None:
    """A premise with terms replaced by equal ones, or both sides of an equality alike up to that."""
    if "of" in step.by:
        premise = step.premise("of")
        if not premise.sequent.within(step.sequent):
            raise ProofError("the premise does not hold here")
        before: Term = premise.then
    else:
        _, left, _ = compared(step.then, "=")
        before = ("=", left, left)
    if not _alike(step, before, step.then, step.sequent):
        raise ProofError(f"{before} does not become {step.then}")


def _alike(step: Inference, one: Term, other: Term, where: Sequent) -> bool:
    """Whether premises that hold in `where` make the terms equal, part by part."""
    if one == other:
        return True
    known = {p.then for p in step.premises if p.sequent.within(where)}
    if ("=", one, other) in known or ("=", other, one) in known:
        return True
    if not (isinstance(one, tuple) and isinstance(other, tuple)) or one[0] != other[0]:
        return False
    if not parts(one) or len(one) != len(other) or (one[0] == "entry" and one[1] != other[1]):
        return False
    if one[0] in ("hyper", "where") and [len(x) for x in one[1:-1]] != [len(x) for x in other[1:-1]]:
        return False
    if one[0] in QUANTIFIERS:
        return False
    if bound(one) is not None:
        if (inside := _inside(step, one, where)) is None or one[1] != other[1]:
            return False
        if one[2:-1] != other[2:-1] or one[0] in OVER_REALS:
            return all(_alike(step, a, b, where) for a, b in zip(one[2:], other[2:], strict=True))
        return _alike(step, one[-1], other[-1], inside)
    return all(_alike(step, a, b, where) for a, b in zip(parts(one), parts(other), strict=True))


def _inside(step: Inference, term: tuple[Any, ...], where: Sequent) -> Sequent | None:
    """Where the body of a binder holds: for every integer of its range."""
    k, low, high = term[1], term[2], INFINITY if term[0] == "summable" else term[3]
    taken = {name for name, _ in (*step.context.variables, *where.local)}
    if k in taken:
        return None
    ends = (("<=", low, k),) if high == INFINITY else (("<=", low, k), ("<=", k, high))
    return Sequent(where.then, (*where.local, (k, "integer")), (*where.given, *ends))


def fact(step: Inference) -> None:
    """An instance of a named fact whose needs are premises."""
    found = FACTS.get(str(step.by.get("name")))
    values = step.by.get("with")
    if found is None or not isinstance(values, Mapping):
        raise ProofError(f"there is no fact {step.by.get('name')}")
    if set(values) != {name for name, _ in found.variables}:
        raise ProofError(f"{found.name} is about {', '.join(n for n, _ in found.variables)}")
    for name, kind in found.variables:
        if kind == "integer":
            need_integer(step, values[name])
    for proposition in found.needs:
        need(step, substitute(proposition, values))
    if step.then != substitute(found.claim, values):
        raise ProofError(f"{found.name} says {substitute(found.claim, values)}")


def instantiate(step: Inference) -> None:
    """A premise at terms for some of its local variables."""
    premise, values = step.premise("of"), step.by.get("with")
    if not isinstance(values, Mapping) or not set(values) <= {n for n, _ in premise.sequent.local}:
        raise ProofError("with: terms for local variables of the premise")
    for name, kind in premise.sequent.local:
        if name not in values:
            if (name, kind) not in step.sequent.local:
                raise ProofError(f"{name} is left, and not local here")
        elif kind == "integer":
            need_integer(step, values[name])
    for hypothesis in premise.sequent.given:
        instance = substitute(hypothesis, values)
        if instance not in step.sequent.given:
            need(step, instance)
    if step.then != substitute(premise.then, values):
        raise ProofError(f"the instance says {substitute(premise.then, values)}")


def induction(step: Inference) -> None:
    """From the start and from each integer to the next."""
    k, low = step.by.get("variable"), step.by.get("start")
    base, onward, then = step.premise("base"), step.premise("step"), step.then
    local, assumed = dict(step.sequent.local), step.sequent.given
    if not isinstance(k, str) or local.get(k) != "integer" or ("<=", low, k) not in assumed or low is None:
        raise ProofError(f"{k} must be a local integer with the hypothesis {low} <= {k}")
    others = tuple(h for h in assumed if h != ("<=", low, k))
    need_integer(step, low)
    if k in free(low) or any(k in free(h) for h in others):
        raise ProofError(f"{k} stands in another hypothesis or in its own start")
    outside = Sequent(then, tuple(v for v in step.sequent.local if v[0] != k), others)
    if not (base.sequent.within(outside) and base.then == substitute(then, {k: low})):
        raise ProofError("the base is not the proposition at the start")
    inside = Sequent(then, step.sequent.local, (*assumed, then))
    if not (onward.sequent.within(inside) and onward.then == substitute(then, {k: ("+", k, 1)})):
        raise ProofError("the step is not the proposition at the next integer")


_OPPOSITE = {"<": ("<=", True), "<=": ("<", True), "=": ("!=", False)}


def cases(step: Inference) -> None:
    """Both where a comparison holds and where it does not."""
    relation, left, right = compared(step.by.get("on") or 0, *_OPPOSITE)
    other, swapped = _OPPOSITE[relation]
    otherwise = (other, right, left) if swapped else (other, left, right)
    for key, hypothesis in (("yes", (relation, left, right)), ("no", otherwise)):
        premise = step.premise(key)
        where = Sequent(step.then, step.sequent.local, (*step.sequent.given, hypothesis))
        if not (premise.sequent.within(where) and premise.then == step.then):
            raise ProofError(f"the case {hypothesis} is not shown")


def either(step: Inference) -> None:
    """In each of the ways that a premise leaves open."""
    premise, ways = step.premise("of"), step.by.get("ways")
    if not (
        premise.sequent.within(step.sequent) and isinstance(premise.then, tuple) and premise.then[0] == "or"
    ):
        raise ProofError("of: a premise with or is needed")
    if not isinstance(ways, tuple) or len(ways) != len(premise.then) - 1:
        raise ProofError("ways: a premise for each part is needed")
    for place, hypothesis in zip(ways, premise.then[1:], strict=True):
        found = step.at(place)
        where = Sequent(step.then, step.sequent.local, (*step.sequent.given, hypothesis))
        if not (found.sequent.within(where) and found.then == step.then):
            raise ProofError(f"the way {hypothesis} is not shown")


def some(step: Inference) -> None:
    """A disjunction from one of its parts."""
    if not (isinstance(step.then, tuple) and step.then[0] == "or"):
        raise ProofError("allowed: or")
    if not any(each in step.usable for each in step.then[1:]):
        raise ProofError("no premise shows a part")


def together(step: Inference) -> None:
    """All parts of a conjunction."""
    if not (isinstance(step.then, tuple) and step.then[0] == "and"):
        raise ProofError("allowed: a conjunction")
    for each in step.then[1:]:
        need(step, each)


def part(step: Inference) -> None:
    """One part of a conjunction."""
    if not any(isinstance(p, tuple) and p[0] == "and" and step.then in p[1:] for p in step.usable):
        raise ProofError("no premise has this part")


def where(step: Inference) -> None:
    """A proposition wherever conditions hold, from a proof with these as hypotheses."""
    if not (isinstance(step.then, tuple) and step.then[0] == "where"):
        raise ProofError("allowed: where")
    inside = Sequent(step.then[2], step.sequent.local, (*step.sequent.given, *step.then[1]))
    if not any(p.sequent.within(inside) and p.then == step.then[2] for p in step.premises):
        raise ProofError("no premise shows it under these hypotheses")


def quantified(step: Inference) -> None:
    """A proposition for all values of a variable, from a proof for it as a local one."""
    head, name, kind, inner = _quantifier(step.then, "all")
    scope = Sequent(inner, (*step.sequent.local, (name, kind)), step.sequent.given)
    if name in step.names or not any(p.sequent.within(scope) and p.then == inner for p in step.premises):
        raise ProofError(f"no premise shows it for every {kind} {name}: {head}")


def witnessed(step: Inference) -> None:
    """A proposition for some value of a variable, from a proof at one."""
    _, name, kind, inner = _quantifier(step.then, "some")
    if set(step.by) != {"with"}:
        raise ProofError("with: a term is needed")
    value = step.by["with"]
    if kind == "integer":
        need_integer(step, value)
    need(step, substitute(inner, {name: value}))


def _quantifier(term: Term, head: str) -> tuple[Any, ...]:
    if not (isinstance(term, tuple) and term[0] == head and len(term) == 4 and term[2] in KINDS):
        raise ProofError(f"allowed: {head} of a variable, its kind and a proposition")
    return term


RULES: Mapping[str, Rule] = {
    "given": given, "integer": integer, "ring": ring, "combine": combine, "replace": replace, "fact": fact,
    "instantiate": instantiate, "induction": induction, "cases": cases, "either": either, "or": some, "and": together, "part": part, "where": where, "all": quantified, "some": witnessed,
}  # fmt: skip
