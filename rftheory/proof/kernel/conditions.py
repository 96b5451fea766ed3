"""What premises say of signs: which terms are positive, nonnegative or not 0, as normal forms need it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rftheory.proof.terms import Term, factors, literal


@dataclass(frozen=True)
class Conditions:
    """Terms of which premises say the sign, exactly as they are written there."""

    above: frozenset[Term] = field(default=frozenset())
    below: frozenset[Term] = field(default=frozenset())
    apart: frozenset[Term] = field(default=frozenset())
    at_least: frozenset[Term] = field(default=frozenset())

    @classmethod
    def of(cls, propositions: Iterable[Term]) -> Conditions:
        """Those of propositions that compare a term with 0."""
        found: dict[str, set[Term]] = {"above": set(), "below": set(), "apart": set(), "at_least": set()}
        for proposition in propositions:
            if not isinstance(proposition, tuple) or len(proposition) != 3:
                continue
            relation, left, right = proposition
            if relation == "<" and left == 0:
                found["above"].add(right)
            elif relation == "<" and right == 0:
                found["below"].add(left)
            elif relation == "<=" and left == 0:
                found["at_least"].add(right)
            elif relation == "!=" and 0 in (left, right):
                found["apart"].add(right if left == 0 else left)
        return cls(**{name: frozenset(terms) for name, terms in found.items()})

    def positive(self, term: Term) -> bool:
        """Whether the term is seen to be > 0."""
        value = literal(term)
        if value is not None:
            return value > 0
        return term in self.above or (isinstance(term, tuple) and term[0] in ("pi", "exp"))

    def nonnegative(self, term: Term) -> bool:
        """Whether the term is seen to be >= 0."""
        square = isinstance(term, tuple) and term[0] == "dot" and term[1] == term[2]
        return square or self.positive(term) or term == 0 or term in self.at_least

    def nonzero(self, term: Term) -> bool:
        """Whether every factor of the term is seen not to be 0."""
        return all(
            self.positive(each) or each in self.below or each in self.apart or literal(each) not in (None, 0)
            for each in factors(term)
        )
