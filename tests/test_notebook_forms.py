"""Statements, verdicts and results in a prompt and in a notebook: short, and drawn."""

import rftheory

ORF = "simrf/thm4.3/orf"


def test_a_statement() -> None:
    found = rftheory.statement(ORF)
    assert repr(found) == f"Statement({ORF}: RF-conformity of orthogonal features)"
    assert found._repr_latex_() == f"$${found.latex}$$"
    assert found.latex.replace("<", "&lt;") in found._repr_html_()
    assert "Theorem 4.3" in found._repr_html_()


def test_text_is_never_markup() -> None:
    import dataclasses

    found = dataclasses.replace(rftheory.statement(ORF), title="<script>", text="a < b", latex="a<b")
    assert "<script>" not in found._repr_html_()
    assert "a&lt;b" in found._repr_html_()


def test_a_result_and_its_evidence() -> None:
    (found,) = rftheory.verify("simrf/eq7")
    assert repr(found).startswith(f"Result(simrf/eq7: {found.conclusion}; recorded ")
    assert len(repr(found)) < 150
    assert repr(found.conclusion) == f"Conclusion({found.conclusion})"
    assert f"<b>{found.verdict.value}" in found._repr_html_()
    assert found._repr_html_().count("<tr>") == len(found.evidence)
    assert found._repr_latex_() == found.statement._repr_latex_()
    assert all(len(repr(each)) < 110 for each in found.evidence)


def test_an_optimum() -> None:
    found = rftheory.optimize("oprf", d=64, v2=3)
    assert repr(found).startswith("Optimum(oprf: ")
    assert len(repr(found)) < 160
    assert found.objective.value in found._repr_html_().replace("<wbr>", "").replace(
        "\N{NARROW NO-BREAK SPACE}", ""
    )
