"""One piece of code, how it is declared, and what should be found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Style = Literal["full", "sparse", "undeclared"]
STYLES: tuple[Style, ...] = ("full", "sparse", "undeclared")
Shows = Literal["shown", "either", "silent"]

PROPOSED = {
    "additive-kernel": "coordinates are never summed: the estimates are of a sum of one-dimensional kernels",
    "weights-forgotten": "rows are drawn from another density, and the features lack the root of the quotient",
    "weights-doubled": "rows are drawn from another density, and the quotient itself weights queries and keys",
    "univariate-t": "coordinates of the rows are independent Student-t draws: divide a row by one chi for all of them",
    "matern-degrees": "the Student-t rows have other degrees of freedom than 2 nu",
    "row-density": "the rows have another density than the kernel's: uniform, truncated or of other tails",
    "givens-rotation": "the planes of the products are not rotated: sine and cosine, or a sign, are exchanged",
    "correlated-rows": "rows of a draw are correlated, or repeated",
    "constant-feature": "a feature that does not depend on x adds a constant to the kernel",
    "hash-signs": "buckets are summed without random signs: the estimate of an inner product is biased",
    "frozen": "the projections are part of the object: one draw, of which no mean or law can be seen",
    "not-finite": "estimates are NaN or infinite at y = x or y = -x",
    "other-map": "the features are those of another map than the declared one",
    "antithetic-rows": "rows come with their opposites, which are of use in positive features alone",
    "normalised-features": "features are divided by their sum, as by a softmax over features",
    "rows-frozen": "some of the rows are the same in every draw",
    "hadamard-rows": "rows are Hadamard products, where uniform ones are declared",
    "signs-shared": "one diagonal of signs serves several factors of a product",
    "not-a-kernel-map": "the estimates depend on which of the two points is the query",
}
"""Names that the engine had not when the zoo was written, with their one-line meaning."""


EFFECTS = frozenset({"biased", "variance"})
"""Names of effects, which are never false of wrong code, and never enough."""


@dataclass(frozen=True)
class Expected:
    """The exit codes that are right, names of which one must be said, names that all must be, names that may be added.

    Without any of these nothing may be named.
    """

    exits: frozenset[int]
    named: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()

    def refutes(self, code: int, causes: frozenset[str]) -> str:
        """What is wrong with an exit code and names of causes; empty where they are as expected."""
        if code not in self.exits:
            return f"exit {code}, expected {' or '.join(map(str, sorted(self.exits)))}"
        if self.named and code == 1 and not self.named & causes:
            return f"not named {' or '.join(sorted(self.named))}"
        if code == 1 and self.together - causes:
            return f"not named {', '.join(sorted(self.together - causes))}"
        false = causes - self.named - self.together - self.allowed
        return f"wrongly named {', '.join(sorted(false))}" if false else ""


@dataclass(frozen=True)
class Specimen:
    """Code as a stranger writes it.

    `code` goes to `conform` with the options `common`, and those of `full` or `sparse` (None: there is no such way to
    declare it). `shows` is what undeclared code shows of its mistake: it must be found, may be found, or cannot be;
    `sparsely` the same of sparsely declared code, of which any true name will do.
    `kernel` is what the code documents ("gaussian", "softmax" or a function of x and y) and `plain` its features, or
    (x, y, seed) -> estimates where `pairwise`, for `sizes`. `exits` are those allowed of correct code that no declaration
    describes.
    """

    name: str
    code: Any
    note: str
    full: Mapping[str, Any] | None
    sparse: Mapping[str, Any] | None
    causes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    shows: Shows = "either"
    sparsely: Shows = "shown"
    common: Mapping[str, Any] = field(default_factory=dict)
    kernel: str | Callable[..., Any] | None = "gaussian"
    plain: Callable[..., Any] | None = None
    pairwise: bool = False
    exits: tuple[int, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the code is correct."""
        return not self.causes and not self.together

    def options(self, style: Style) -> dict[str, Any] | None:
        """The options of `conform` under a way of declaring; None where there is none."""
        declared: Mapping[str, Any] | None = {"full": self.full, "sparse": self.sparse, "undeclared": {}}[
            style
        ]
        if declared is None or (style == "undeclared" and self.common.get("contract") == "estimates"):
            return None
        return {"d": 8, **self.common, **declared}

    def expected(self, style: Style) -> Expected:
        """What should be found under a way of declaring."""
        if self.right and self.exits:
            return Expected(frozenset(self.exits))
        if self.right:
            return Expected(frozenset({0, 3} if style == "undeclared" else {0}))
        named, every = frozenset(self.causes), frozenset(self.together)
        true = named | every | frozenset(self.also) | EFFECTS
        shown = {"full": "shown", "sparse": self.sparsely, "undeclared": self.shows}[style]
        if shown == "silent":
            return Expected(frozenset({0, 3}))
        if shown == "either":
            return Expected(frozenset({0, 1, 3}), allowed=true)
        if style == "sparse":
            return Expected(frozenset({1}), true - EFFECTS, allowed=true)
        return Expected(frozenset({1}), named, every, true)


def right(
    name: str,
    code: Any,
    note: str,
    full: Mapping[str, Any] | None,
    sparse: Mapping[str, Any] | None = None,
    **more: Any,
) -> Specimen:
    """Correct code."""
    return Specimen(name, code, note, full, sparse, **more)


def wrong(
    name: str,
    code: Any,
    causes: str,
    note: str,
    full: Mapping[str, Any] | None,
    sparse: Mapping[str, Any] | None = None,
    *,
    also: str = "",
    together: str = "",
    **more: Any,
) -> Specimen:
    """Code with a mistake: of `causes` one must be said, `together` all, and `also` is true besides."""
    names = (tuple(part.split()) for part in (causes, also, together))
    return Specimen(name, code, note, full, sparse, *names, **more)
