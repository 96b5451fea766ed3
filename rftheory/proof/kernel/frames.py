"""Rules of several rows of a block: combinations of them, their lengths, and the angles between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from rftheory.proof.kernel.algebra import is_vector
from rftheory.proof.kernel.couplings import cosine, require_there
from rftheory.proof.kernel.definitions import FIXED_ROWS, GAUSSIAN_ROWS, HALF
from rftheory.proof.kernel.expectation import Means, integrand, mean_of
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, literal, parts, random, subterms


def rows_of(vector: Term, coefficient: Callable[[Term], bool] = lambda term: not random(term)) -> list[Term]:
    """The rows that a combination is made of, with coefficients of that sort; all of one known coupling."""
    found: list[Term] = []
    pending = [vector]
    while pending:
        part = pending.pop()
        if not isinstance(part, tuple) or part[0] not in ("row", "+", "*"):
            raise ProofError(f"a combination of rows is needed, not {vector}")
        if part[0] == "row":
            found.append(part)
        elif part[0] == "+":
            pending += part[1:]
        else:
            scalars = [each for each in part[1:] if not is_vector(each)]
            if not all(map(coefficient, scalars)) or len(scalars) != len(part) - 2:
                raise ProofError(f"one vector, and scalars of the right sort, are needed in {part}")
            pending += [each for each in part[1:] if is_vector(each)]
    if len({row[1] for row in found if isinstance(row, tuple)}) != 1:
        raise ProofError("rows of one coupling are needed")
    known_row(found[0], (*GAUSSIAN_ROWS, *FIXED_ROWS))
    return found


def known_row(row: Term, couplings: tuple[str, ...] = GAUSSIAN_ROWS) -> None:
    """It is a row of one of the couplings."""
    if not (isinstance(row, tuple) and row[0] == "row" and row[1] in [("name", n) for n in couplings]):
        raise ProofError(f"a row of {', '.join(couplings)} is needed, not {row}")


def _squared(term: Term) -> Term:
    """The combination of rows of a squared length."""
    if not (isinstance(term, tuple) and term[0] == "dot" and term[1] == term[2]):
        raise ProofError(f"a squared length is needed, not {term}")
    combined: Term = term[1]
    rows_of(combined)
    return combined


def _dimension(step: Inference) -> Term:
    return Means(step).dimension()


def rotation(step: Inference) -> None:
    """exp or cos of the product of a combination of rows with a vector, by the length of the combination."""
    _, left, right = compared(step.then, "=")
    inner, series = mean_of(left), mean_of(right)
    vector, combined = step.by.get("vector"), step.by.get("rows")
    if not (isinstance(inner, tuple) and inner[0] in ("exp", "cos")) or vector is None or combined is None:
        raise ProofError("exp or cos, a vector and rows are needed")
    rows_of(combined, of_lengths)
    if len({each[1] for each in subterms(combined) if isinstance(each, tuple) and each[0] == "row"}) != 1:
        raise ProofError("lengths of rows of another coupling")
    if scaled(combined):
        need(step, ("integrable", inner))
    if random(vector):
        raise ProofError("the vector is not random")
    means = Means(step)
    scale = ("q", -1, 4) if inner[0] == "cos" else ("q", 1, 4)
    if not (isinstance(series, tuple) and series[:3] == ("hyper", (), (("*", HALF, means.dimension()),))):
        raise ProofError("0F1 with d/2 below is needed")
    squares: Term = ("*", scale, ("dot", vector, vector), ("dot", combined, combined))
    if not (means.equal(inner[1], ("dot", combined, vector)) and means.equal(series[3], squares)):
        raise ProofError("the exponent or the argument of the series is another one")


def of_lengths(term: Term) -> bool:
    """Whether nothing but squared lengths of rows is random in it; a rotation of the rows leaves it as it is."""
    if isinstance(term, tuple) and term[0] == "dot" and term[1] == term[2] and term[1][0] == "row":
        return True
    plain = not random(term) or (isinstance(term, tuple) and term[0] in ("+", "*", "^", "exp"))
    return plain and (not random(term) or all(map(of_lengths, parts(term))))


def scaled(combined: Term) -> bool:
    """Whether a coefficient of a combination of rows is random."""
    return isinstance(combined, tuple) and any(
        scaled(part) if is_vector(part) else random(part) for part in combined[1:] if combined[0] != "row"
    )


def gram(step: Inference) -> None:
    """The product of two rows of a block whose directions have a fixed angle."""
    _, left, right = compared(step.then, "=")
    match left:
        case ("dot", ("row", coupling, int(i)), ("row", other, int(j))) if coupling == other and i != j:
            pass
        case _:
            raise ProofError("the product of two different rows of one coupling is needed")
    require_there(step, max(left[1:], key=lambda row: row[2]))
    if ("d", "integer") not in step.context.variables:
        raise ProofError("the context has no dimension d")
    lengths: Term = ("^", ("*", *(("dot", row, row) for row in left[1:])), HALF)
    angle = cosine(coupling[1], i, j)
    value: Term = 0 if angle == 0 else ("*", angle, lengths)
    if right != value:
        raise ProofError(f"the product is {value}")


def nonzero_row(step: Inference) -> None:
    """No row is 0."""
    _, left, right = compared(step.then, "<")
    if left != 0 or not (isinstance(right, tuple) and right[0] == "dot" and right[1] == right[2]):
        raise ProofError("allowed: 0 < the squared length of a row")
    known_row(right[1], (*GAUSSIAN_ROWS, *FIXED_ROWS))
    _dimension(step)


def power_integrable(step: Inference) -> None:
    """Sums of squared lengths of combinations of rows have all moments."""
    match step.then:
        case ("integrable", ("^", total, k)) if not random(k):
            for each in total[1:] if isinstance(total, tuple) and total[0] == "+" else (total,):
                _squared(each)
            _whole(step, k)
        case _:
            raise ProofError("allowed: integrable, of a power of a sum of squared lengths")


def sum_length(step: Inference) -> None:
    """The moments of the squared length of a sum of independent rows."""
    _, left, right = compared(step.then, "=")
    match mean_of(left):
        case ("^", ("dot", ("+", *rows), same) as squared, k) if same == squared[1]:
            pass
        case _:
            raise ProofError("the mean of a power of the squared length of a sum is needed")
    if len(set(rows)) < len(rows) or any(row[:2] != ("row", ("name", "iid")) for row in rows):
        raise ProofError("different rows of iid are needed")
    half = ("*", HALF, _dimension(step))
    value = ("*", ("^", 2 * len(rows), k), ("gamma", ("+", half, k)), ("^", ("gamma", half), -1))
    if random(k) or right != value:
        raise ProofError(f"the moment is {value}")
    _whole(step, k)


def mixed_lengths(step: Inference) -> None:
    """Moments of the sum and of the product of two squared lengths."""
    _, left, right = compared(step.then, "=")
    a, b = _mixed(step, mean_of(left))
    d = _dimension(step)
    twice: Term = ("*", 2, b)
    half: Term = ("*", HALF, d)
    value = (
        "*", ("^", 2, ("+", a, twice)), ("gamma", ("+", d, a, twice)), ("^", ("gamma", ("+", d, twice)), -1),
        ("^", ("gamma", ("+", half, b)), 2), ("^", ("gamma", half), -2),
    )  # fmt: skip
    if right != value:
        raise ProofError(f"the moment is {value}")


def mixed_integrable(step: Inference) -> None:
    """The same have means."""
    _mixed(step, integrand(step))
    _dimension(step)


def _mixed(step: Inference, term: Term) -> tuple[Term, Term]:
    match term:
        case ("*", ("^", ("+", one, other), a), ("^", ("*", same, again), b)) if (one, other) == (
            same,
            again,
        ):
            pass
        case _:
            raise ProofError("powers of the sum and of the product of two squared lengths are needed")
    for each in (one, other):
        if not (isinstance(each, tuple) and each[0] == "dot" and each[1] == each[2]):
            raise ProofError(f"{each} is no squared length")
        known_row(each[1])
    if one == other or one[1][1] != other[1][1]:
        raise ProofError("two different rows of one coupling are needed")
    for each in (a, b):
        if random(each):
            raise ProofError("the powers are not random")
        value = literal(each)
        if value is None or value < 0:
            need(step, ("<=", 0, each))
    return a, b


def _whole(step: Inference, k: Term) -> None:
    need_integer(step, k)
    if (literal(k) or Fraction(-1)) < 0 and k != 0:
        need(step, ("<=", 0, k))


RULES: Mapping[str, Rule] = {
    "rotation": rotation, "gram": gram, "nonzero-row": nonzero_row,
    "power-integrable": power_integrable, "sum-length": sum_length, "mixed-lengths": mixed_lengths,
    "mixed-integrable": mixed_integrable,
}  # fmt: skip
