"""What is wrong in a paper, as its author would want it said: the words at issue, the class, the weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

Class = Literal["error", "missing hypothesis", "misprint", "edge case", "not reproduced"]
CLASSES: tuple[Class, ...] = get_args(Class)
Relation = Literal["", "=", "<", "<=", ">", ">="]
QUOTED = 10  # words of a quotation at most: a phrase, never a sentence
SCRIPTED = 15  # lines of a script at most: what a reader takes in at a glance
WEIGHTS = range(1, 6)


@dataclass(frozen=True)
class Erratum:
    r"""The mistake of one refuted statement, or an experiment that did not come out.

    `kind` is its class: an `error`; a `missing hypothesis` without which the claim fails; a `misprint` whose meaning
    is clear; an `edge case`, where both sides coincide or the object is degenerate; or `not reproduced`.
    `quote` is the phrase at issue as printed, `formula` the LaTeX of the printed formula at issue (one of them is
    enough), and `at` says where it stands: a page, an equation. `false` says in one plain sentence what is false.
    `weight`: 5 where the conclusion of a main theorem fails, down to 1 where nothing but the looks is concerned.
    `follows_from` is the id of the refuted statement whose mistake this one repeats. `objection` answers what an
    author would object to.

    `points` are points to be shown in place of those that the search finds by itself, the better one first: text by
    name, as in `{"d": "2", "x2": "1/2"}`. They must be legal in the domain of the claim that fails, and are
    certified like any other; what is no violation is not shown. Of a claim along a limit both sides are shown at those
    which the certified bound speaks of.

    `script` is needed where a claim cannot be printed as plain mpmath by itself: the lines that compute `left` and
    `right`, the two sides at the point shown, as in

        k = nsum(lambda n: v**(2*n)/factorial(n), [0, inf])
        left, right = k - 1, exp(v**2)/2

    All names of mpmath are there; so are those of the counterexample that are identifiers with a number, a vector
    or a list of vectors for a value: numbers as mpf, complex ones as mpc, `1,2` as a list and
    `1,2;3,4` as a list of lists. The head, both values as output and the comparison are added. `relation` is what
    the paper says between left and right; where the claim is a formula it is known, and may be left out. The
    check's counterexample should call the two values `left` and `right`, so that the script is held to them.
    """

    kind: Class
    at: str
    false: str
    weight: int
    quote: str = ""
    formula: str = ""
    follows_from: str = ""
    points: tuple[Mapping[str, str], ...] = ()
    script: str = ""
    relation: Relation = ""
    objection: str = ""

    def __post_init__(self) -> None:
        """Refuse what is not fit to be shown to an author."""
        wrong = [
            (self.kind not in CLASSES, f"the class {self.kind!r} is none of {', '.join(CLASSES)}"),
            (not (self.quote or self.formula), "neither the words nor the formula at issue are given"),
            (len(self.quote.split()) > QUOTED, f"a quotation has at most {QUOTED} words: {self.quote!r}"),
            (self.quote.strip('"“” ') != self.quote, f"quotation marks are added: {self.quote!r}"),
            (not (self.at and self.false), "it says where it stands and what is false"),
            (self.weight not in WEIGHTS, f"a weight is 1 to 5, not {self.weight!r}"),
            (self.relation not in get_args(Relation), f"{self.relation!r} is no relation"),
            (len(self.lines) > SCRIPTED, f"a script has at most {SCRIPTED} lines, not {len(self.lines)}"),
            (
                bool(self.script) and not {"left", "right"} <= _words(self.script),
                "a script sets left and right",
            ),
        ]
        for failed, text in wrong:
            if failed:
                raise ValueError(f"erratum: {text}")

    @property
    def lines(self) -> list[str]:
        """The lines of the script, as given."""
        return self.script.strip("\n").splitlines()

    def as_json(self) -> dict[str, Any]:
        """What lists and letters say of it; points and script stay with the statement."""
        return {name: value for name, value in asdict(self).items() if name not in ("points", "script")}


def _words(text: str) -> set[str]:
    return set("".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split())
