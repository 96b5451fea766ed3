"""Moves: what changes a goal, is shown by a script, and leads back to the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rftheory.proof.kernel import Local, Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.signs import by_parts
from rftheory.proof.terms import INFINITY, QUANTIFIERS, ProofError, Term, bound, literal, parts, rebuilt

Script = Callable[[Prover, Term], Theorem]


def search(prover: Prover, goal: Term) -> Theorem:
    """The prover's own search."""
    return prover.show(goal)


def by_cases(prover: Prover, on: Term, goal: Term, yes: Script = search, no: Script = search) -> Theorem:
    """The goal where a comparison holds, and where it does not."""
    assert isinstance(on, tuple)
    relation, left, right = on
    other = {"<": ("<=", right, left), "<=": ("<", right, left), "=": ("!=", left, right)}[relation]
    first = yes(prover.within(given=(on,)), goal)
    second = no(prover.within(given=(other,)), goal)
    return prover.infer("cases", goal, [first, second], {"on": on, "yes": 0, "no": 1})


def by_ways(prover: Prover, of: Theorem, goal: Term, script: Script = search) -> Theorem:
    """The goal in each of the ways that a disjunction leaves open."""
    assert isinstance(of.then, tuple)
    ways = [script(prover.within(given=(way,)), goal) for way in of.then[1:]]
    places = tuple(range(1, len(ways) + 1))
    return prover.infer("either", goal, [of, *ways], {"of": 0, "ways": places})


def rewrite(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with every occurrence of the keys, outermost first, replaced; the bodies of binders are left alone."""
    if term in values:
        return values[term]
    inner = parts(term)
    if not inner or bound(term) is not None:
        return term
    return rebuilt(term, (rewrite(part, values) for part in inner))


def rewritten(prover: Prover, goal: Term, equalities: Iterable[Theorem], script: Script = search) -> Theorem:
    """The goal from the one in which left sides of equalities have become right sides."""
    known = list(equalities)
    values: dict[Term, Term] = {}
    for each in known:
        assert isinstance(each.then, tuple)
        values[each.then[1]] = each.then[2]
    shown = script(prover, rewrite(goal, values))
    return prover.replaced(goal, *known, of=shown)


def generally(
    prover: Prover,
    goal: Term,
    values: Mapping[str, Term],
    given: Iterable[Term] = (),
    script: Script = search,
    kinds: Mapping[str, str] | None = None,
) -> Theorem:
    """The goal from one in which terms are new variables, with what is known of them as hypotheses.

    `given` speaks of the new variables; every hypothesis is searched for the terms.
    """
    back = {term: name for name, term in values.items()}
    local: tuple[Local, ...] = tuple((name, (kinds or {}).get(name, "real")) for name in values)
    hypotheses = tuple(given)
    wider = Prover(
        prover.context, (*prover.local, *local), (*prover.hypotheses, *hypotheses), list(prover.lemmas)
    )
    shown = script(wider, rewrite(goal, back))
    return instance(prover, shown, values)


def instance(prover: Prover, theorem: Theorem, values: Mapping[str, Term]) -> Theorem:
    """A theorem about local variables at terms; its hypotheses are searched."""
    from rftheory.proof.terms import substitute

    local = dict(theorem.sequent.local)
    premises = [theorem]
    for name, term in values.items():
        if local.get(name) == "integer":
            premises += prover.integer(term)
    for hypothesis in theorem.sequent.given:
        said = substitute(hypothesis, values)
        if said not in prover.hypotheses:
            premises.append(prover.show(said))
    return prover.infer(
        "instantiate", substitute(theorem.then, values), premises, {"of": 0, "with": dict(values)}
    )


def zero_or_more(prover: Prover, term: Term) -> Theorem:
    """t = 0 or 1 <= t for an integer t >= 0."""
    claim: Term = ("or", ("=", "whole", 0), ("<=", 1, "whole"))
    within = prover.within(("whole", "integer"), given=(("<=", 0, "whole"),))
    start = prover.infer("or", ("or", ("=", 0, 0), ("<=", 1, 0)), [prover.equal(0, 0)])
    later = within.within(given=(claim,))
    grown: Term = ("+", "whole", 1)
    above = later.combine(("<=", 1, grown), [product(0)], [later.given(("<=", 0, "whole"))])
    onward = later.infer("or", ("or", ("=", grown, 0), ("<=", 1, grown)), [above])
    by = {"variable": "whole", "start": 0, "base": 0, "step": 1}
    return instance(prover, within.infer("induction", claim, [start, onward], by), {"whole": term})


def at_least_one(prover: Prover, term: Term) -> Theorem:
    """1 <= t for an integer t > 0: every integer from 0 on is 0 or at least 1."""
    either = zero_or_more(prover, term)
    positive = prover.show(("<", 0, term))

    def way(inner: Prover, wanted: Term) -> Theorem:
        if inner.hypotheses[-1] == wanted:
            return inner.given(wanted)
        inverse: Term = ("^", term, -1)
        premises = [inner.given(inner.hypotheses[-1]), positive, *inner.conditions(inverse)]
        return inner.combine(wanted, [multiple(("+", -1, inverse), 0)], premises)

    return by_ways(prover, either, ("<=", 1, term), way)


def together(prover: Prover, theorems: Iterable[Theorem], goal: Term) -> Theorem:
    """The goal by a search that may use the theorems."""
    inner = prover.within()
    for each in theorems:
        inner.add(each)
    return inner.show(goal)


def completed(prover: Prover, theorem: Theorem) -> Theorem:
    """The theorem, with what shows that everything in it is defined among its premises, as far as it is found.

    What is quantified is left to the end of the proof.
    """
    if isinstance(theorem.then, tuple) and theorem.then[0] in QUANTIFIERS:
        return theorem
    prover = prover.within()
    for radicand in _radicands(theorem.then):
        try:
            prover.add(by_parts(prover, radicand))
        except ProofError:
            continue
    needed: dict[int, Theorem] = {
        id(each): each for part in parts(theorem.then) for each in _defined(prover, part)
    }
    return attached(prover, theorem, *needed.values())


def _radicands(term: Term) -> Iterator[Term]:
    """Bases of powers with a fraction above 0, outside of binders."""
    if bound(term) is not None:
        return
    for part in parts(term):
        yield from _radicands(part)
    if isinstance(term, tuple) and term[0] == "^" and not isinstance(term[1], (int, str)):
        value = literal(term[2])
        if value is not None and value.denominator > 1 and value > 0:
            yield term[1]


def attached(prover: Prover, theorem: Theorem, *others: Theorem) -> Theorem:
    """The theorem with others among its premises."""
    return prover.replaced(theorem.then, *others, of=theorem)


def _defined(prover: Prover, term: Term) -> Iterator[Theorem]:
    """What shows the obligations of a term and of all below it."""
    inner = parts(term)
    name = bound(term)
    if name is None:
        for part in inner:
            yield from _defined(prover, part)
        yield from prover.conditions(term)
    else:
        assert isinstance(term, tuple)
        for part in inner[:-1]:
            yield from _defined(prover, part)
        ends: tuple[Term, ...] = (("<=", term[2], name),)
        if term[3] != INFINITY:
            ends += (("<=", name, term[3]),)
        yield from _defined(prover.within((name, "integer"), given=ends), inner[-1])
    for proposition in _obligations(term):
        try:
            yield prover.show(proposition)
        except ProofError:
            continue


def _obligations(term: Term) -> Iterable[Term]:
    if not isinstance(term, tuple):
        return
    if term[0] in ("log", "gamma"):
        yield ("<", 0, term[1])
    if term[0] == "hyper":
        yield from (("<", 0, each) for each in term[2] if literal(each) is None)
    if term[0] in ("sum", "prod") and term[3] != INFINITY:
        yield from (("int", end) for end in term[2:4] if not isinstance(end, (int, str)))
    if term[0] == "^" and literal(term[2]) is None:
        yield ("int", term[2])
        yield ("<=", 0, term[2])
