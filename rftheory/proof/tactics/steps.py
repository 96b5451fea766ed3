"""Steps over one context: rules of the kernel with the premises that they need found by themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rftheory.proof.kernel import Local, ProofContext, Theorem, infer
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.terms import ProofError, Term, bound, compound, factors, free, literal, parts, substitute


@dataclass
class Steps(ABC):
    """Shows propositions for all values of a context, of local variables and under local hypotheses.

    `lemmas` are theorems that every search may use; methods add none by themselves.
    """

    context: ProofContext
    local: tuple[Local, ...] = ()
    hypotheses: tuple[Term, ...] = ()
    lemmas: list[Theorem] = field(default_factory=list)
    _signs: dict[tuple[str, Term], Theorem | None] = field(default_factory=dict)
    _placed: bool = False

    def infer(
        self, rule: str, then: Term, premises: Sequence[Theorem] = (), by: Mapping[str, Any] | None = None
    ) -> Theorem:
        """One step of the kernel; that a term is itself needs no normal form."""
        if rule == "ring" and isinstance(then, tuple) and then[1] == then[2]:
            rule, premises = "replace", ()
        return infer(self.context, rule, then, premises, local=self.local, given=self.hypotheses, by=by)

    def within(self, *local: Local, given: Iterable[Term] = ()) -> Self:
        """The prover with more local variables and hypotheses."""
        return replace(
            self,
            local=(*self.local, *local),
            hypotheses=(*self.hypotheses, *given),
            lemmas=list(self.lemmas),
            _signs={},
        )

    @property
    def integers(self) -> frozenset[str]:
        """The variables of kind integer."""
        return frozenset(n for n, kind in (*self.context.variables, *self.local) if kind == "integer")

    def known(self) -> list[Theorem]:
        """The constraints, the hypotheses and the lemmas."""
        stated = [*self.context.constraints, *self.hypotheses]
        return [*(self.infer("given", each) for each in stated), *self.lemmas]

    def given(self, proposition: Term) -> Theorem:
        """A constraint or a hypothesis."""
        return self.infer("given", proposition)

    def add(self, theorem: Theorem) -> Theorem:
        """A lemma for all searches to come."""
        self.lemmas.append(theorem)
        self._signs = {key: found for key, found in self._signs.items() if found is not None}
        return theorem

    def fact(self, name: str, needs: Sequence[Theorem] = (), **values: Term) -> Theorem:
        """An instance of a named fact; needs that are signs of terms are searched."""
        from rftheory.proof.facts import FACTS

        found = FACTS[name]
        premises = [*needs]
        stated = {premise.then for premise in premises}
        for kind_of, kind in found.variables:
            if kind == "integer":
                premises += self.integer(values[kind_of])
        for need in found.needs:
            proposition = substitute(need, values)
            if proposition not in stated:
                premises.append(self.show(proposition))
        return self.infer("fact", substitute(found.claim, values), premises, {"name": name, "with": values})

    def integer(self, term: Term) -> list[Theorem]:
        """What shows that the term is an integer; nothing for literals and variables of that kind."""
        if isinstance(term, int) or term in self.integers:
            return []
        return [self._integer(("int", term))]

    def _integer(self, proposition: Term) -> Theorem:
        inner = [each for each in self.lemmas if isinstance(each.then, tuple) and each.then[0] == "int"]
        try:
            return self.infer("integer", proposition, inner)
        except ProofError:
            more = self._there(proposition)
            return self.infer("integer", proposition, [*inner, *more])

    def _there(self, proposition: Term) -> list[Theorem]:
        """What holds of every place, at the places that the proposition names."""
        return [each for at in dict.fromkeys(_indices(proposition)) for each in self.at(at)]

    def at(self, place: Term) -> list[Theorem]:
        """What the context says of every place, at one of them."""
        found = []
        for constraint in self.context.constraints:
            match constraint:
                case ("every", k, low, high, _) if not free(place) & {k}:
                    with suppress(ProofError):
                        found += self._at(constraint, place, low, high)
        return found

    def _at(self, every: Term, at: Term, low: Term, high: Term) -> list[Theorem]:
        """What holds at a place because it holds at every one, in its parts."""
        _, k, *_, holds = compound(every)
        ends = [self.show(("<=", low, at)), self.show(("<=", at, high))]
        premises = [self.given(every), *ends, *self.integer(at)]
        whole = self.infer("every", substitute(holds, {k: at}), premises, {"of": 0, "at": at})
        if isinstance(whole.then, tuple) and whole.then[0] == "and":
            return [self.infer("part", part, [whole]) for part in whole.then[1:]]
        return [whole]

    def show(self, proposition: Term) -> Theorem:
        """A comparison, by what is known, by normal forms or by a search for its sign."""
        for theorem in self.lemmas:
            if theorem.then == proposition:
                return theorem
        if proposition in (*self.context.constraints, *self.hypotheses):
            return self.given(proposition)
        assert isinstance(proposition, tuple)
        if proposition[0] == "int":
            return self._integer(proposition)
        if proposition[0] == "=":
            return self.equal(proposition[1], proposition[2])
        if proposition[0] not in ("<", "<=", "!="):
            raise ProofError(f"no search for {proposition[0]}")
        try:
            return self.compare(proposition)
        except ProofError:
            more = [each for each in self._there(proposition) if each not in self.lemmas]
            if not more or self._placed:
                raise
            return replace(self, lemmas=[*self.lemmas, *more], _signs={}, _placed=True).show(proposition)

    @abstractmethod
    def compare(self, proposition: Term) -> Theorem:
        """A comparison that nothing known says, by a search; ProofError where it finds nothing."""

    def equal(self, left: Term, right: Term) -> Theorem:
        """left = right by normal forms."""
        return self.infer("ring", ("=", left, right), self.conditions(left, right))

    def conditions(self, *terms: Term) -> list[Theorem]:
        """What normal forms of the terms need: denominators apart from 0, bases of powers positive."""
        found: dict[Term, Theorem] = {}
        for term in terms:
            for each in self._needed(term):
                found.setdefault(each.then, each)
        return list(found.values())

    def _needed(self, term: Term) -> Iterable[Theorem]:
        if bound(term) is None:
            for part in parts(term):
                yield from self._needed(part)
        if not (isinstance(term, tuple) and term[0] == "^"):
            return
        value = literal(term[2])
        if value is None or value.denominator > 1:
            strict = value is None or value < 0
            yield from self._sign(term[1], "<" if strict else "<=")
        elif value < 0:
            for factor in factors(term[1]):
                yield from self._sign(factor, "!=")

    def _sign(self, term: Term, relation: str) -> Iterable[Theorem]:
        """The sign that a normal form asks for, where it is found."""
        if literal(term) is not None:
            return
        if relation == "!=":
            found = self.sign(term, "<") or self.sign(term, ">") or self.sign(term, "!=")
        elif relation == "<=" and self._stated(("<=", 0, term)):
            found = self.show(("<=", 0, term))
        else:
            found = self.sign(term, "<") or (self.sign(term, "<=") if relation == "<=" else None)
        if found is not None:
            yield found

    def _stated(self, proposition: Term) -> bool:
        """Whether it is a lemma, a hypothesis or a constraint as it stands."""
        return proposition in (*self.context.constraints, *self.hypotheses) or any(
            each.then == proposition for each in self.lemmas
        )

    def sign(self, term: Term, relation: str) -> Theorem | None:
        """0 < term (or <=, != as term != 0, > as term < 0), or None where it is not found."""
        key = (relation, term)
        if key not in self._signs:
            self._signs[key] = None
            proposition: Term = {
                "<": ("<", 0, term), "<=": ("<=", 0, term), ">": ("<", term, 0), "!=": ("!=", term, 0),
            }[relation]  # fmt: skip
            with suppress(ProofError):
                self._signs[key] = self.show(proposition)
        return self._signs[key]

    def combine(
        self, proposition: Term, entries: Sequence[Mapping[str, Any]], premises: Sequence[Theorem]
    ) -> Theorem:
        """A combination of premises; conditions of normal forms are searched."""
        assert isinstance(proposition, tuple)
        more = self.conditions(proposition[1], proposition[2], *(t for p in premises for t in parts(p.then)))
        return self.infer("combine", proposition, [*premises, *more], {"terms": tuple(entries)})

    def square(self, product: Term) -> Theorem:
        """0 <= the inner product of a vector with itself: it is the square of its root."""
        entry = {"coefficient": 1, "squares": (("^", product, ("q", 1, 2)),), "factors": ()}
        return self.infer("combine", ("<=", 0, product), by={"terms": (entry,)})

    def multiple_exists(self, scaled: Term, exists: Theorem) -> Theorem:
        """A factor that is not random, times something integrable, is integrable."""
        _, factor, term = compound(scaled)
        needs = [exists, *self.conditions(factor)]
        return self.infer("integrable-sum", ("integrable", scaled), needs, {"addends": ((factor, term),)})

    def through(self, *equalities: Theorem, proposition: Term) -> Theorem:
        """An equality as a sum of equalities, each with factor 1 or -1 as they fit: a chain."""
        entries = [multiple(1, place) for place in range(len(equalities))]
        return self.combine(proposition, entries, equalities)

    def replaced(self, proposition: Term, *equalities: Theorem, of: Theorem | None = None) -> Theorem:
        """A proposition in which terms have been replaced by equal ones."""
        premises = [*equalities, *([of] if of is not None else [])]
        return self.infer("replace", proposition, premises, {} if of is None else {"of": len(equalities)})


def _indices(term: Term) -> Iterator[Term]:
    """The indices of entries in a term, outside of sums."""
    if isinstance(term, tuple) and term[0] == "entry":
        yield from term[2:]
    if bound(term) is None:
        for part in parts(term):
            yield from _indices(part)
