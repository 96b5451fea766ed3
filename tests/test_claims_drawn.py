"""Claims as a reader sees them: words among formulas are printed as themselves, in LaTeX and as drawn in a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Distribution, Draw, Estimate, Optimal, Prose, latex, plain
from rftheory.claims.conditional import ConditionalExpectation
from rftheory.claims.quantities import Quantity, TupleSum
from rftheory.claims.wording import symbols, worded
from rftheory.report import mathml

NOT_IN_TEXT = set("_^$&#%~\\{}<>|")
"""What is markup, or another sign, in LaTeX's text mode."""


def drawn(text: str) -> ET.Element:
    found = mathml.mathml.__wrapped__(text)
    assert found is not None, text
    return ET.fromstring(found)


def seen(text: str) -> str:
    return "".join(element.text or "" for element in drawn(text).iter()).replace("\u00a0", " ")


def test_every_claim_is_drawn_without_markup_or_stray_accents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mathml, "MAX_LATEX", 10**6)
    count = 0
    for printed in registry.statements():
        for statement in filter(None, (printed, printed.correction)):
            if statement.claim is None:
                continue
            text = latex(statement.claim, statement.sides)
            tree = drawn(text)
            assert "\\" not in "".join(element.text or "" for element in tree.iter()), statement.id
            accents = sum(element.tag.endswith("}mover") for element in tree.iter())
            assert accents == len(re.findall(r"\\(?:widehat|overline|tilde|vec)\b", text)), statement.id
            for words in re.findall(r"\\text\{([^}]*)\}", text):
                assert not NOT_IN_TEXT.intersection(words), statement.id
            assert "\\" not in plain(statement.claim, statement.sides), statement.id
            count += 1
    assert count > 600


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rows of one length", r"\text{rows of one length}"),
        ("x_l y_l in R^d", r"\text{x}_{\text{l}}\text{ y}_{\text{l}}\text{ in R}^{\text{d}}"),
        ("|x|^2 <= d^(1/3)", r"|\text{x}|^{\text{2}}\text{ }\le \text{ d}^{\text{1/3}}"),
        ("a_b_c", r"\text{a}_{\text{b}}{}_{\text{c}}"),
        ("^2", r"{}^{\text{2}}"),
    ],
)
def test_words_have_indices_and_powers(words: str, expected: str) -> None:
    assert worded(words) == expected
    assert len(seen(expected)) < len(words) + 1


def test_marks_are_printed_as_themselves() -> None:
    assert seen(worded("5 % of {a & b}, #1 ~ $2 < 3")) == "5 % of {a & b}, #1 ~ $2 < 3"


def test_lists_of_symbols_are_no_words() -> None:
    assert symbols("sigma x, -x_i") == r"\sigma x, -x_i"
    assert symbols("theta = 0 or 1") == worded("theta = 0 or 1")


def test_terms_in_words_are_drawn_like_words() -> None:
    terms = (
        Quantity("distance of w_i from R^d", sp.Symbol("n")),
        TupleSum(sp.Symbol("a"), "(j_1, .., j_m) with sum j"),
        ConditionalExpectation(sp.Symbol("Z"), "lengths in R^d"),
        Estimate("iid_D", "any features", 2, at="x in cell_i", kernel="a_b"),
        Draw("Y_1 + .. + Y_m", Distribution("law of N^d")),
    )
    for term in terms:
        assert "_" not in seen(sp.latex(term))
        assert "\\_" not in sp.latex(term)
    assert seen(sp.latex(Distribution("law of N^d"))) == "law of Nd"
    assert seen(sp.latex(Distribution("normal", 0, 1))) == "normal(0,1)"


def test_an_optimum_has_no_star() -> None:
    claim = Optimal(sp.Symbol("f"), {"a": sp.S.One})
    assert seen(latex(claim, {})) == "argminaf=1"
    assert seen(latex(Prose("w_i is 1"), {})) == "wi is 1"
