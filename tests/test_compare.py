"""`rftheory compare`: printed decimals against certified ones, from definitions; hostile tables; exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rftheory
from rftheory.comparison.distances import Distance
from rftheory.comparison.printed import parse_printed
from rftheory.report.schema import json_schema

ORF = "simrf/thm4.3/orf:rhs"
FAST = "simrf/lemma4.1/conformity:rhs"  # exp(v^2), by Lemma 4.1
E = "2.7182818284590452353602874713526624977572470936999595749669676277240766303"  # OEIS A001113
Command = Callable[..., Any]


def _schema() -> jsonschema.Draft202012Validator:
    schema = json_schema()
    assert {"$ref": "#/$defs/comparison"} in schema["anyOf"]
    return jsonschema.Draft202012Validator({"$ref": "#/$defs/comparison", "$defs": schema["$defs"]})


def _run(command: Command, table: str | bytes, *options: str, code: int) -> Any:
    data = table.encode() if isinstance(table, str) else table
    answer = command(["compare", "-", *options, "--json"], stdin=data)
    assert (answer.code, answer.err) == (code, ""), answer
    document = json.loads(answer.out)
    _schema().validate(document)
    assert document["summary"]["rows"] == len(document["rows"])
    assert document["summary"]["agrees"] == all(row["agrees"] for row in document["rows"]) == (code == 0)
    return document


@pytest.mark.parametrize(
    ("text", "outcome", "correct", "printed"),
    [
        (E[:52], "truncated", 51, 51),
        ("2.7182818284590452353602874714", "rounded", 29, 29),
        ("2.718", "rounded", 4, 4),
        ("2.71", "truncated", 3, 3),
        ("2.73", "differs", 2, 3),
        ("2.70", "differs", 2, 3),
        ("2.719", "differs", 3, 4),
        ("3", "rounded", 1, 1),
        ("2", "truncated", 1, 1),
        ("4", "differs", 0, 1),
        ("+2.7e0", "rounded", 2, 2),
        ("27.2e-1", "rounded", 3, 3),
        (".272e1", "rounded", 3, 3),
        ("-2.72", "differs", 0, 3),
        ("0.00", "differs", 0, 1),
        ("2.99999", "differs", 1, 6),
        ("1e-3", "differs", 0, 1),
    ],
)
def test_a_decimal_of_e(text: str, outcome: str, correct: int, printed: int) -> None:
    (row,) = rftheory.compare([{"v": 1, "value": text}], FAST).rows
    (part,) = row.parts
    assert (row.outcome, part.correct_digits, part.printed_digits) == (outcome, correct, printed)
    assert "".join(part.marked) == text
    gap = abs(Fraction(text) - Fraction(E))
    shown = Fraction(row.absolute_error or "")
    assert gap - Fraction(1, 10**48) <= shown <= gap * Fraction(102, 100)
    assert abs(Fraction(row.relative_error or "") / shown * Fraction(E) - 1) < Fraction(2, 100)
    unit = Fraction(1, 10 ** len(part.certified.partition(".")[2]))
    assert abs(Fraction(part.certified) - Fraction(E)) <= unit / 2


@pytest.mark.parametrize(
    ("text", "low", "high", "reading"),
    [
        ("0.12", "0.125", "0.125", "rounded"),
        ("0.13", "0.125", "0.125", "rounded"),
        ("0.12", "0.1250001", "0.12999", "truncated"),
        ("0.12", "0.13", "0.13", "differs"),
        ("-0.12", "-0.129", "-0.129", "truncated"),
        ("-0.12", "-0.111", "-0.111", "differs"),
        ("0.00", "-0.009", "-0.009", "truncated"),
        ("0.00", "0.01", "0.01", "differs"),
        ("0.13", "0.1249", "0.1251", "undecided"),
        ("1200", "1200.4", "1200.4", "rounded"),
        ("12e2", "1249", "1249", "rounded"),
        ("12e2", "1300", "1300", "differs"),
    ],
)
def test_readings_by_their_definition(text: str, low: str, high: str, reading: str) -> None:
    printed, truth = parse_printed(text), (Fraction(low), Fraction(high))
    assert printed.reading(truth) == reading
    assert (printed.correct_digits(truth) == printed.digits) == (reading in ("rounded", "truncated"))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.fractions(), st.integers(-6, 12), st.booleans())
def test_every_rounded_or_cut_number_is_right_and_its_neighbours_are_not(
    truth: Fraction, places: int, cut: bool
) -> None:
    scaled = abs(truth) * Fraction(10) ** places
    whole = int(scaled) if cut else round(scaled)
    sign = "-" if truth < 0 else ""
    assert parse_printed(f"{sign}{whole}e{-places}").reading((truth, truth)) in ("rounded", "truncated")
    for wrong in (whole + 2, *([whole - 2] if whole > 1 else [])):
        printed = parse_printed(f"{sign}{wrong}e{-places}")
        assert printed.reading((truth, truth)) == "differs"
        assert printed.correct_digits((truth, truth)) < printed.digits


def test_a_table(command: Command) -> None:
    table = '﻿d, v, value\r\n64,10,1008790656184294360262959160982445\r\n\r\n64,"10",1.00879e33\r\n'
    found = _run(command, table, "--id", ORF, code=0)
    assert [row["line"] for row in found["rows"]] == [2, 4]
    assert [row["correct_digits"] for row in found["rows"]] == [34, 6]
    wrong = _run(command, table + "64,10,1.00379e33\n", "--id", ORF, code=1)
    assert wrong["summary"]["worst_row"] == 3
    text = command(["compare", "-", "--id", ORF], stdin=(table + "64,10,1.00379e33\n").encode())
    assert text.code == 1
    assert "1.00[3]79e33" in text.out
    assert "3 rows: 2 agree, 1 differ; largest relative error <= 4.96e-3, row 3" in text.out
    assert "\x1b" not in text.out


def test_the_mark_is_coloured_on_a_terminal() -> None:
    from rich.console import Console

    from rftheory.comparison.rows import RowCounts
    from rftheory.report.values.comparison import comparison_lines

    rows = rftheory.compare([{"v": 1, "value": "2.719"}], FAST).rows
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=200)
    for part in comparison_lines(rows, RowCounts()):
        console.print(part)
    assert "\x1b[1;31m[9]" in out.getvalue()


def test_tolerance(command: Command) -> None:
    table = "v,value\n1,2.7183\n1,2.72\n"
    assert [
        r["outcome"] for r in _run(command, table, "--id", FAST, "--tolerance", "7e-4", code=0)["rows"]
    ] == [
        "within",
        "within",
    ]
    exact = abs(Fraction("2.72") / Fraction(E) - 1)
    for tolerance, outcome in (
        (exact * (1 + Fraction(1, 10**40)), "within"),
        (exact * (1 - Fraction(1, 10**40)), "differs"),
    ):
        (row,) = rftheory.compare([{"v": 1, "value": "2.72"}], FAST, tolerance=tolerance).rows
        assert row.outcome == outcome
    for bad in ("-1", "nan", "x", ""):
        answer = command(["compare", "-", "--id", FAST, "--tolerance", bad], stdin=table.encode())
        assert (answer.code, answer.out) == (2, "")
        assert "tolerance" in answer.err


def test_other_columns_invariants_sides_and_ids(command: Command) -> None:
    # performer/lemma2/positive is e^{|x+y|^2} SM^2 (1 - e^{-|x+y|^2}) / m (Lemma 2); at xy = 0: (e^2 - 1) / m
    table = 'id,side,m,x,y,d,v,mine\nperformer/lemma2/positive,,1,"1,0","0,1",,,6.389056\n,lhs,,,,,1,2.718\n,,,,,3,1,2\n'
    found = _run(command, table.replace(",d,", ",d,"), "--value", "mine", "--id", FAST, code=1)
    assert [row["side"] for row in found["rows"]] == ["", "lhs", "rhs"]
    assert found["rows"][0]["outcome"] == "rounded"
    assert "missing parameter d" in found["rows"][1]["error"]
    assert "unknown parameter d" in found["rows"][2]["error"]
    named = "id,v,value\nsimrf/lemma4.1/conformity:rhs,1,2.718\nsimrf/nothing,1,1\n"
    rows = _run(command, named, code=1)["rows"]
    assert rows[0]["agrees"]
    assert "unknown statement" in rows[1]["error"]


def test_complex_values(command: Command) -> None:
    from rftheory import registry

    identifier, formula = next(
        (f"{name}:{side}" if side else name, formula)
        for name, entry in registry.entries().items()
        for side, formula in entry.sides.items()
        if formula.complex_valued and all("vector" not in formula.domain[n].kind for n in formula.names)
    )
    point = next(formula.domain.points(1, formula.names))
    given = {name: str(value) for name, value in point.items()}
    value = rftheory.evaluate(identifier, digits=12, **given)
    for cells in (
        {"value": str(value)},
        {"value": value.value, "value_im": value.value_im},
    ):
        (row,) = rftheory.compare([{**given, **cells}], identifier).rows
        assert row.agrees, row
        assert len(row.parts) == 2
    (real,) = rftheory.compare([{**given, "value": value.value}], identifier).rows
    assert "complex" in real.error
    (both,) = rftheory.compare([{"v": 1, "value": "2.718", "value_im": "0"}], FAST).rows
    assert both.agrees
    (wrong,) = rftheory.compare([{"v": 1, "value": "2.718+0.1j"}], FAST).rows
    assert wrong.outcome == "differs"
    table = "v,value,value_im\n1,2.718,\n1,2.718,0.5\n"
    assert [row["agrees"] for row in _run(command, table, "--id", FAST, code=1)["rows"]] == [True, False]


def test_python_numbers() -> None:
    rows = [
        {"v": 1, "value": v} for v in (2.718281828459045, Decimal("2.72"), 3, "2.7", True, None, Fraction(3))
    ]
    found = rftheory.compare(rows, FAST)
    assert [row.outcome for row in found.rows] == [
        "rounded",
        "rounded",
        "rounded",
        "rounded",
        "error",
        "error",
        "rounded",
    ]
    assert not found.agrees
    assert (found.tally.agreeing, found.tally.errors) == (5, 2)
    with pytest.raises(rftheory.InputError, match="maps names"):
        rftheory.compare([3], FAST)  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("table", "options", "said"),
    [
        ("", ["--id", FAST], "empty"),
        ("v,value\n", ["--id", FAST], "no rows"),
        ("v\n1\n", ["--id", FAST], "no column value; its columns: v"),
        ("v,q,value\n1,1,1\n", ["--id", FAST], "unknown column q; allowed: v, value, value_im, id, side"),
        ("value\n1\n", ["--id", FAST], "missing column v"),
        ("v,v,value\n1,1,1\n", ["--id", FAST], "a name of its own"),
        ("v,,value\n1,1,1\n", ["--id", FAST], "a name of its own"),
        ("v,value\n1,1\n", [], "give the id"),
        ("v,value\n1,1\n", ["--id", "simrf/thm4.4"], "nearest"),
        ("v,value\n1,1\n", ["--id", FAST + "x"], "unknown side"),
        ("v;value\n1;1\n", ["--id", FAST], "no column value"),
        ("# a comment\nv,value\n1,1\n", ["--id", FAST], "no column value"),
        ('v,"val"ue\n', ["--id", FAST], "no CSV"),
        ("\ud800", ["--id", FAST], "no column"),
    ],
)
def test_tables_that_cannot_be_used(command: Command, table: str, options: list[str], said: str) -> None:
    answer = command(["compare", "-", *options], stdin=table.encode("utf-8", "surrogatepass"))
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_files_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "absent", "a\0b"):
        answer = command(["compare", str(file), "--id", FAST])
        assert (answer.code, answer.out) == (2, "")
        assert "cannot read" in answer.err
        with pytest.raises(rftheory.InputError, match="cannot read"):
            rftheory.compare(str(file), FAST)
    good = tmp_path / "table.csv"
    good.write_text("v,value\n1,2.72\n", encoding="utf-8")
    assert rftheory.compare(good, FAST).agrees


@pytest.mark.parametrize(
    "cell",
    ["", "nan", "inf", "1/3", "0x10", "1_0", "1e99999", "1,5", "__import__('os')", "@/etc/passwd", "９", "1e", ".", "2.7 18",
     "<script>", "=1+1", "7" * 30_000, "1" * 200_000, "1\x00"],
)  # fmt: skip
def test_a_bad_value_is_an_error_of_its_row(command: Command, cell: str) -> None:
    quoted = f'"{cell}"' if "," in cell else cell
    found = _run(command, f"v,value\n1,{quoted}\n1,2.72\n", "--id", FAST, code=1)
    assert [row["outcome"] for row in found["rows"]] == ["error", "rounded"]
    assert found["rows"][0]["error"]
    assert (
        "1 could not be read"
        in command(["compare", "-", "--id", FAST], stdin=f"v,value\n1,{quoted}\n1,2.72\n".encode()).out
    )


@pytest.mark.parametrize(
    "line", ["-1x,1", "1", "1,2,3", 'a"b,1', '"1"2,1', "@x.npy,1", "9" * (1 << 22) + ",1"]
)
def test_a_bad_row_is_an_error_and_the_rest_goes_on(command: Command, line: str) -> None:
    found = _run(command, f"v,value\n{line}\n1,2.72\n", "--id", FAST, code=1)
    assert [row["outcome"] for row in found["rows"]] == ["error", "rounded"]
    assert [row["line"] for row in found["rows"]] == [2, 3]


def test_errors_of_numbers_of_many_digits_are_bounds_in_three_digits() -> None:
    tiny = Fraction(1234, 10**60_003)
    one = Distance.between([Fraction(0)], [(tiny, tiny)])
    assert (one.absolute, one.relative) == ("1.24e-60000", "1e0")
    other = Distance.between([Fraction(2), Fraction(3)], [(tiny, tiny)] * 2)  # 5/(2 tiny^2) as a square
    assert (other.absolute, other.relative) == ("3.61e0", "2.07e60000")


def test_a_row_that_takes_too_long_is_undecided(command: Command) -> None:
    table = f"d,v,value\n64,10,{'1' * 9990}\n1,0,1\n"
    found = _run(command, table, "--id", ORF, "--seconds", "0.001", code=1)["rows"]
    assert found[0]["outcome"] == "undecided"
    assert "seconds" in found[0]["error"]
    answer = command(["compare", "-", "--id", ORF, "--seconds", "-1"], stdin=table.encode())
    assert (answer.code, answer.out) == (2, "")


def test_long_tables_pass_through_one_row_at_a_time() -> None:
    from rftheory.comparison.judging import judged

    seen = []

    def endless() -> Any:
        number = 0
        while True:
            number += 1
            seen.append(number)
            yield number, {"v": "1", "value": "2.72"}

    rows = judged(("v", "value"), endless(), FAST)
    assert [next(rows).number for _ in range(3)] == [1, 2, 3]
    assert len(seen) <= 4


def test_a_first_line_without_an_end_is_refused_at_once() -> None:
    from rftheory.comparison.reading import MAX_LINE, table_of

    class Zeros:
        taken = 0

        def readline(self, most: int) -> bytes:
            self.taken += 1
            assert self.taken < 3, "it reads on"
            return bytes(most)

    with pytest.raises(rftheory.InputError, match=f"a line of more than {MAX_LINE} bytes"):
        table_of(Zeros())  # type: ignore[arg-type]


cells = st.one_of(
    st.sampled_from(["1", "2.718", "", "0", "-1", "nan", '"', "1e400", "2.7e0", "j", "1+1j", "é"]),
    st.text(max_size=6),
)
lines = st.one_of(st.lists(cells, max_size=4).map(",".join), st.text(max_size=12))
headers = st.sampled_from(
    ["v,value", "v,value,value_im", "v,side,value", "id,v,value", "value", "v,d,value", "", "x"]
)


@settings(
    max_examples=120, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(headers, st.lists(lines, max_size=4), st.booleans(), st.binary(max_size=6))
def test_hostile_tables(command: Command, header: str, body: list[str], as_json: bool, noise: bytes) -> None:
    data = "\n".join([header, *body]).encode("utf-8", "surrogatepass") + noise
    answer = command(["compare", "-", "--id", FAST, *["--json"] * as_json], stdin=data)
    assert answer.code in (0, 1, 2)
    assert "internal" not in answer.err
    assert "Traceback" not in answer.err
    assert (answer.code == 2) == (answer.out == "") == (answer.err.count("\n") == 1)
    if as_json and answer.code != 2:
        document = json.loads(answer.out)
        _schema().validate(document)
        assert (answer.code == 0) == document["summary"]["agrees"]
