"""What the mutation of the code changes, which tests it chooses, and that it sees a control that is killed."""

from __future__ import annotations

import ast
from pathlib import Path

from benchmarks import mutant_page
from benchmarks.code_mutants import ROOMS, Fate, chosen, modules, sampled, told
from benchmarks.mutating import mutations
from benchmarks.same import difference

SOURCE = '''"""A text with 1 < 2."""

from __future__ import annotations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    ONE = 1


@decorated(frozen=True, size=3)
def f(x: int = 2, *, y: Literal[3] = 3) -> Literal[4]:
    """Says 5."""
    if x < y and not x == 1:
        raise ValueError(f"{x + 1} is 6")
    return -x if y is None else "a" + x


class C:
    wide = 0.5

    def g(self):
        return None
'''


def test_every_place_of_meaning_is_changed_and_nothing_else() -> None:
    source = SOURCE.encode()
    found = {(m.line, m.function, m.shown(source)) for m in mutations(source)}
    f = 10  # of the decorator
    assert found == {
        (10, f, "constant: 3 -> 4"),
        (10, f, "constant: 3 -> 2"),
        (11, f, "constant: 2 -> 3"),
        (11, f, "constant: 2 -> 1"),
        (11, f, "constant: 3 -> 4"),
        (11, f, "constant: 3 -> 2"),
        (13, f, "comparison: x < y -> (x <= y)"),
        (13, f, "comparison: x < y -> (x >= y)"),
        (13, f, "boolean: x < y and not x == 1 -> (x < y or not x == 1)"),
        (13, f, "boolean: not x == 1 -> (x == 1)"),
        (13, f, "comparison: x == 1 -> (x != 1)"),
        (13, f, "constant: 1 -> 2"),
        (13, f, "constant: 1 -> 0"),
        (15, f, 'return: -x if y is None else "a" + x -> None'),
        (15, f, "boolean: -x if y is None else \"a\" + x -> ('a' + x if y is None else -x)"),
        (15, f, "comparison: y is None -> (y is not None)"),
        (15, f, "arithmetic: -x -> (x)"),
        (19, None, "constant: 0.5 -> 0.75"),
    }
    for mutation in mutations(source):
        assert ast.dump(ast.parse(mutation.applied(source))) != ast.dump(ast.parse(source))


def test_samples_are_of_their_room_and_of_their_seed() -> None:
    assert modules("verdict") == [Path("verdict.py")]
    assert all(path.parts[0] == "domain" for path in modules("domain"))
    assert sampled("verdict", 9, 3) == sampled("verdict", 9, 3)
    assert sampled("verdict", 9, 3) != sampled("verdict", 9, 4)
    root = Path(__file__).parents[2]
    assert all((root / name).exists() for names in ROOMS.values() for name in names)


def test_tests_that_reach_the_function_are_chosen_by_turns_of_their_files_quick_ones_first() -> None:
    (mutation, *_) = [m for m in mutations(SOURCE.encode()) if m.function == 10]
    here, there = [["m.py", 10]], [["m.py", 99]]
    tests = {
        "a::slow": (7.0, here),
        "a::quick": (1.0, here),
        "b::only": (2.0, here),
        "b::other": (0.1, there),
    }
    assert chosen(tests, Path("m.py"), mutation, 20.0) == ["a::quick", "b::only", "a::slow"]
    assert chosen(tests, Path("m.py"), mutation, 5.0) == ["a::quick", "b::only"]
    assert chosen({"b::other": (0.1, there)}, Path("m.py"), mutation, 5.0) == [
        "b::other"
    ]  # of the module at least
    assert chosen(tests, Path("n.py"), mutation, 5.0) == []


def test_a_control_that_is_killed_makes_the_count_worthless(capsys) -> None:
    control, mutant = "control: a comment at the end", "constant: 1 -> 2"
    every = [Fate("m.py", control, "survived", 3, 1.0), Fate("m.py:1", mutant, "killed", 3, 1.0)]
    assert told(every, 1) == 0
    assert "1 mutants, 1 killed ({'killed': 1}), 0 controls killed" in capsys.readouterr().out
    assert told([Fate("m.py", control, "killed", 3, 1.0)], 1) == 1


def test_documents_differ_in_their_last_digit_too() -> None:
    assert difference({"a": [1, {"b": 0.1}]}, {"a": [1, {"b": 0.1}]}) == ""
    assert difference({"a": [1, {"b": 0.1}]}, {"a": [1, {"b": 0.10000000000000002}]}).startswith(
        "/a/1/b: 0.1 |"
    )
    assert difference({"a": 1}, {"a": 1.0}).startswith("/a")
    assert difference({"a": 1}, {"b": 1}).startswith(":")
    assert difference([1], [1, 2]).startswith(":")


def test_the_page_of_survivors_is_read_and_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "code_mutants.md").read_text("utf-8")
    rows = mutant_page.survivors(page)
    assert {row.kind for row in rows} <= set(mutant_page.FATES)
    assert mutant_page.written(page, rows) == page, "its counts are not those of its rows"
    again = mutant_page.Survivor(rows[0].path, 7, rows[0].change, "open")
    changed = mutant_page.written(page, [again, *rows[1:]])
    assert again.shown() in changed
    assert mutant_page.survivors(changed) == [again, *rows[1:]]
    assert "| verdict | 51 | 48 | 0 | 0 | 2 | 0 | 1 | 0 |" in changed


def test_a_row_is_found_where_its_line_is_now() -> None:
    row = mutant_page.Survivor(Path("x.py"), 1, "constant: 1 -> 2", "open")
    found = mutant_page.located(row, b"a = 3\n\n\nb = 1\n\n\n\nc = 1\n")
    assert found is not None
    assert found.line == 4
    assert mutant_page.located(row, b"a = 3\n") is None
