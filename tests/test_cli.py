"""The command line keeps its contract: documents, order, exit codes, one line an error."""

from __future__ import annotations

import functools
import html
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from rftheory import registry
from rftheory.report.schema import json_schema
from rftheory.verdict import Conclusion, Established, Verdict

ORF = "simrf/thm4.3/orf"
AT = ["d=64", "v=10"]
VALUE = "1008790656184294360262959160982445.1107053527652377"
Command = Callable[..., Any]


@functools.cache
def _validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert {"$ref": f"#/$defs/{kind}"} in schema["anyOf"]
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})


def _valid(document: Any, kind: str) -> Any:
    _validator(kind).validate(document)
    return document


def _json(command: Command, kind: str, *arguments: str, code: int = 0) -> Any:
    answer = command([*arguments, "--json"])
    assert (answer.code, answer.err) == (code, "")
    return _valid(json.loads(answer.out), kind)


def _error(command: Command, *arguments: str) -> str:
    answer = command(list(arguments))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    return str(answer.err)


def test_list(command: Command) -> None:
    everything = _json(command, "list", "list")["statements"]
    ids = [item["id"] for item in everything]
    assert ORF in ids
    assert ids == list(registry.entries())
    orf = everything[ids.index(ORF)]
    assert (orf["kind"], orf["sides"]) == ("identity", ["lhs", "rhs"])
    some = _json(command, "list", "list", "simrf", "--kind", "identity")["statements"]
    assert some == [i for i in everything if i["id"].startswith("simrf/") and i["kind"] == "identity"]
    text = command(["list", "simrf"]).out
    assert ORF in text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 2 + sum(i["id"].startswith("simrf/") for i in everything)


@pytest.mark.parametrize("identifier", [ORF, f"{ORF}:rhs"])
def test_show(command: Command, identifier: str) -> None:
    shown = _json(command, "statement", "show", identifier)
    assert shown["id"] == ORF
    assert [p["name"] for p in shown["parameters"]] == ["d", "v"]
    assert shown["parameters"][0]["rule"] == "integer >= 1"
    assert r"\rho_{\rm ORF}" in shown["latex"]
    text = command(["show", identifier]).out
    assert shown["latex"] in text
    assert shown["bibtex"] in text


def test_statements_of_every_paper_can_be_shown(command: Command) -> None:
    some = list(registry.entries())
    for identifier in some[:: 1 + len(some) // 40]:
        _json(command, "statement", "show", identifier)


def test_eval_gives_the_side_named(command: Command) -> None:
    found = _json(command, "value", "eval", f"{ORF}:rhs", *AT)
    assert found["value"] == VALUE
    assert found["parameters"] == {"d": "64", "v": "10"}
    assert (found["id"], found["side"], found["digits"]) == (ORF, "rhs", 50)
    assert Fraction(found["radius"]) > 0
    assert VALUE in command(["eval", f"{ORF}:rhs", *AT]).out


def test_eval_without_a_side_gives_all(command: Command) -> None:
    found = _json(command, "values", "eval", ORF, *AT, "--digits", "20")
    assert [item["side"] for item in found] == ["lhs", "rhs"]
    assert {item["value"] for item in found} == {"1.0087906561842943603e33"}
    assert command(["eval", ORF, *AT]).out.count(VALUE) == 2


def test_digits(command: Command) -> None:
    for digits in (1, 2, 17, 1000, 10_000):
        found = _json(command, "value", "eval", f"{ORF}:rhs", "d=3", "v=1/3", "--digits", str(digits))
        assert len(found["value"].lstrip("0.").replace(".", "")) == digits
    for bad in ("0", "-1", "10001", "x", "1.5", "", "9" * 5000):
        assert "digits" in _error(command, "eval", ORF, *AT, "--digits", bad)


def test_points_from_files(command: Command, tmp_path: Path) -> None:
    from rftheory.cli import arguments

    np.save(tmp_path / "x.npy", np.array([0.5, 0.25]))
    np.save(tmp_path / "rows.npy", np.eye(2, dtype=np.int32))
    np.save(tmp_path / "cube.npy", np.zeros((1, 1, 1)))
    np.save(tmp_path / "empty.npy", np.zeros(0))
    np.save(tmp_path / "complex.npy", np.zeros(2, dtype=complex))
    np.save(tmp_path / "text.npy", np.array(["a"]))
    np.save(tmp_path / "object.npy", np.array([{}], dtype=object), allow_pickle=True)
    np.savez(tmp_path / "several.npz", a=np.zeros(2))
    (tmp_path / "noise.npy").write_bytes(b"\x93NUMPY\x01\x00\xff\xff{")
    (tmp_path / "nothing.npy").write_bytes(b"")
    assert arguments.load("x", str(tmp_path / "x.npy")) == [0.5, 0.25]
    assert arguments.load("W", str(tmp_path / "rows.npy")) == [[1, 0], [0, 1]]
    for name in ("cube", "empty", "complex", "text", "object", "noise", "nothing", "absent", "a\0b"):
        assert "d = " in _error(command, "eval", ORF, f"d=@{tmp_path}/{name}.npy", "v=1")
    assert "d = " in _error(command, "eval", ORF, f"d=@{tmp_path}/several.npz", "v=1")
    assert "d = " in _error(command, "eval", ORF, f"d=@{tmp_path}", "v=1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eval", "simrf/thm4.3/orff", *AT], f"nearest: {ORF}"),
        (["eval", f"{ORF}:top", *AT], f"{ORF}:lhs"),
        (["eval", ORF, "d=64"], "lacks v"),
        (["eval", f"{ORF}:rhs", "d=64"], "missing parameter v"),
        (["eval", ORF, *AT, "q=1"], "unknown parameter q; allowed: d, v"),
        (["eval", ORF, *AT, "d=64"], "given twice"),
        (["eval", ORF, "d", "v=1"], "name=value"),
        (["eval", ORF, "d=1=2", "v=1"], "name=value"),
        (["eval", ORF, "d=", "v=1"], "name=value"),
        (["eval", ORF, "d=0", "v=1"], "d = 0 is outside its domain: integer >= 1"),
        (["eval", ORF, "d=2", "v=-1"], "v = -1 is outside its domain: real >= 0"),
        (["eval", ORF, "digits=3", *AT], "unknown parameter digits"),
        (["eval", ORF, "printed=1", *AT], "unknown parameter printed"),
        (["eval"], "needs an ID"),
        (["eval", ORF, *AT, "--batch", "-"], "give no others"),
        (["eval", "--batch", "/no/such/file"], "cannot read"),
        (["eval", "--batch", "/"], "cannot read"),
        ([], "no command given"),
        (["evaluate"], "No such command"),
        (["list", "--nonsense"], "No such option"),
        (["list", "simrff"], "nearest"),
        (["list", "--kind", "poem"], "allowed: identity"),
        (["show"], "Missing argument"),
        (["verify", "nothing/here"], "unknown statement"),
        (["verify", ORF, "--profile", "huge"], "allowed: quick, full, deep"),
        (["verify", ORF, "--workers", "0"], "workers"),
        (["verify", ORF, "--seed", "-1"], "seed"),
        (["verify", ORF, "--resume"], "--store"),
        (["verify", ORF, "--resume", "--store", "/no/such/file"], "nothing to resume"),
        (["verify", ORF, "--junit", "/no/such/folder/file"], "cannot write"),
        (["verify", ORF, "--html", "/"], "cannot write"),
        (["search", ORF, "--seconds", "-1"], "seconds"),
        (["search", ORF, "--seconds", "nan"], "seconds"),
        (["errata", "nonsense"], "unknown paper"),
        (["mutants", "nonsense"], "unknown paper nonsense"),
    ],
)
def test_wrong_input_is_one_line(command: Command, arguments: list[str], said: str) -> None:
    assert said in _error(command, *arguments)


def test_batch_answers_in_order_and_goes_on(command: Command) -> None:
    good = {"id": ORF, "side": "rhs", "parameters": {"d": 64, "v": "10"}, "digits": 50}
    lines: list[tuple[str, str]] = [
        (json.dumps(good), VALUE),
        ("", "not a JSON object"),
        ("{", "not a JSON object"),
        ("[1]", "a request is a JSON object"),
        ("null", "a request is a JSON object"),
        (json.dumps({"id": ORF, "parameters": {"d": 64, "v": 10}}), VALUE),
        (json.dumps({"id": f"{ORF}:lhs", "parameters": {"d": 64, "v": 10}}), VALUE),
        (json.dumps({"id": "simrf/nothing"}), "unknown statement"),
        (json.dumps({"parameters": {}}), "needs an id"),
        (json.dumps({**good, "id": f"{ORF}:rhs"}), "give it once"),
        (json.dumps({**good, "side": 3}), "side must be text"),
        (json.dumps({**good, "side": "top"}), "unknown side"),
        (json.dumps({**good, "more": 3}), "unknown field more"),
        (json.dumps({**good, "digits": 0}), "digits"),
        (json.dumps({**good, "digits": "50"}), "digits"),
        (json.dumps({**good, "digits": True}), "digits"),
        (json.dumps({**good, "digits": 1e3}), "digits"),
        (json.dumps({**good, "parameters": [64, 10]}), "parameters must be"),
        (json.dumps({**good, "parameters": {"d": 64}}), "missing parameter v"),
        (json.dumps({**good, "parameters": {"d": 64, "v": True}}), "must be a string, a number"),
        (json.dumps({**good, "parameters": {"d": 64, "v": None}}), "must be a string, a number"),
        (json.dumps({**good, "parameters": {"d": 64, "v": [1]}}), "outside its domain"),
        (json.dumps({**good, "parameters": {"d": 64, "v": {"a": 1}}}), "must be a string, a number"),
        (json.dumps({**good, "parameters": {"d": 64, "v": float("nan")}}), "not a finite number"),
        (json.dumps({**good, "parameters": {"d": 64, "v": float("inf")}}), "not a finite number"),
        (json.dumps(good).replace('"10"', "1e999999"), "outside its domain"),
        (json.dumps(good).replace('"10"', "7" * 1_000_000), "at most 20000 characters"),
        (json.dumps(good).replace('"10"', "[" * 100_000), "nested too deeply"),
        ('{"id": 1, "id": 2}', "twice"),
        (json.dumps(good).replace('"10"', "0.1"), "1.0100494021199040936902891048048408488748752915068"),
        (json.dumps(good), VALUE),
    ]
    answer = command(["eval", "--batch", "-"], stdin="\n".join(text for text, _ in lines).encode())
    assert (answer.code, answer.err) == (0, "")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert len(found) == len(lines)
    for number, (result, (text, said)) in enumerate(zip(found, lines, strict=True), 1):
        shown = result.get("error", result.get("value"))
        assert said in shown, (text[:100], result)
        _valid(result, "batch_error" if "error" in result else "value")
        assert result.get("line", number) == number


def test_batch_from_a_file_with_bytes_that_are_no_text(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    request = json.dumps({"id": ORF, "parameters": {"d": 3, "v": "1/3"}}).encode()
    file.write_bytes(b"\xff\xfe\n" + request + b"\r\n\x00\n" + request)
    answer = command(["eval", "--batch", str(file), "--digits", "5"])
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert ["error" in item for item in found] == [True, False, True, False]
    assert found[1] == found[3]
    assert found[1]["digits"] == 5


def _record(monkeypatch: pytest.MonkeyPatch, verdict: Verdict | None) -> None:
    found = {} if verdict is None else {ORF: Conclusion(Established(verdict))}
    monkeypatch.setattr(registry, "recorded", lambda: found)


def test_verify_as_recorded(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _record(monkeypatch, Verdict.PROVED)
    files = {name: tmp_path / f"out.{name}" for name in ("junit", "html", "markdown")}
    options = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    run = _json(command, "run", "verify", ORF, *options, "--seed", "7")
    assert (run["schema"], run["seed"], run["profile"]) == (1, 7, "quick")
    (result,) = run["results"]
    assert (result["id"], result["verdict"], result["recorded"]) == (ORF, "proved", "proved")
    assert result["conclusion"] == "proved, certified, derived"
    assert {item["outcome"] for item in result["evidence"]} == {"holds"}
    suite = ET.parse(files["junit"]).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    assert ORF in files["html"].read_text("utf-8")
    assert f"`{ORF}` | proved, certified, derived" in files["markdown"].read_text("utf-8")
    text = command(["verify", ORF])
    assert text.code == 0
    assert "1 proved; all as recorded" in text.out


@pytest.mark.parametrize("recorded", [None, Verdict.REFUTED, Verdict.SUPPORTED, Verdict.DEFINITION])
def test_verify_against_the_record(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, recorded: Verdict | None
) -> None:
    _record(monkeypatch, recorded)
    junit = tmp_path / "junit.xml"
    run = _json(command, "run", "verify", ORF, "--junit", str(junit), code=1)
    assert run["results"][0]["as_recorded"] is False
    assert ET.parse(junit).getroot().get("failures") == "1"
    assert "NOT as recorded" in command(["verify", ORF]).out


def test_workers_change_nothing_but_the_time(command: Command) -> None:
    chosen = [ORF, *[s.id for s in registry.statements(["simrf"]) if s.kind == "definition" or s.outside][:2]]
    one, two = (command(["verify", *chosen, "--json", "--workers", workers]) for workers in ("1", "2"))
    assert one.code == two.code
    assert _untimed(json.loads(one.out)) == _untimed(json.loads(two.out))


def _untimed(document: Any) -> Any:
    if isinstance(document, dict):
        return {k: _untimed(v) for k, v in document.items() if k != "seconds"}
    return [_untimed(v) for v in document] if isinstance(document, list) else document


def test_recording_makes_a_ledger(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    assert command(["verify", ORF, "--record", str(file)]).code == 0
    first = file.read_text("utf-8")
    ledger = json.loads(first)
    assert (ledger["schema"], ledger["profile"]) == (1, "quick")
    assert ledger["verdicts"] == {ORF: "proved, certified, derived"}
    assert command(["verify", ORF, "--record", str(file)]).code == 0
    assert file.read_text("utf-8") == first
    assert "profile" in _error(command, "verify", ORF, "--profile", "full", "--record", str(file))
    file.write_text("[]", encoding="utf-8")
    assert "no ledger" in _error(command, "verify", ORF, "--record", str(file))


def test_an_existing_checkpoint_is_not_continued_by_accident(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "chunks.sqlite"
    code = command(["verify", ORF, "--store", str(file)]).code
    assert code in (0, 1)
    assert file.is_file()
    assert "--resume" in _error(command, "verify", ORF, "--store", str(file))
    assert command(["verify", ORF, "--store", str(file), "--resume"]).code == code
    file.write_text(
        "not a database, but long enough to be looked at as if it were one" * 20, encoding="utf-8"
    )
    assert "checkpoint" in _error(command, "verify", ORF, "--store", str(file), "--resume")


def test_search(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    _record(monkeypatch, Verdict.PROVED)
    found = _json(command, "search", "search", ORF, "--seconds", "1")
    assert found["outcome"] == "holds"
    assert "no violation found" in command(["search", ORF, "--seconds", "0.2"]).out


def test_errata(command: Command) -> None:
    found = _json(command, "errata", "errata")["errata"]
    listed = (Verdict.REFUTED, Verdict.NOT_REPRODUCED)
    refuted = [name for name, found in registry.recorded().items() if found.verdict in listed]
    assert {item["id"] for item in found} == {name for name in refuted if name in registry.entries()}
    assert command(["errata", "simrf"]).code == 0


def test_letters_are_pages_of_their_own(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    found = _json(command, "errata", "errata", "orf", "--letters", str(folder))["errata"]
    pages = {path.name: path.read_text("utf-8") for path in folder.glob("*.html")}
    assert set(pages) == {f"{item['root'].replace('/', '-')}.html" for item in found}
    for item in found:
        page = pages[f"{item['root'].replace('/', '-')}.html"]
        assert "<script" not in page
        assert not re.search(r'(?:src|href)="', page)
        for name in item["counterexample"]:
            assert f"<td>{name}</td>" in page
    for path in folder.glob("*.py"):
        assert html.escape(path.read_text("utf-8")) in "".join(pages.values())
    assert command(["errata", "--letters", str(folder / next(iter(pages)))]).code == 2


def test_mutants(command: Command) -> None:
    (found,) = _json(command, "mutants", "mutants", ORF)["results"]
    assert found["id"] == ORF
    assert found["killed"] >= 10
    assert len(found["mutants"]) == sum(
        found[fate] for fate in ("killed", "survived", "equivalent", "still_true")
    )
    assert "of the wrong ones killed" in command(["mutants", ORF]).out


def test_version_and_help(command: Command) -> None:
    import rftheory

    assert command(["--version"]).out.strip() == rftheory.__version__
    for name in ("list", "show", "eval", "verify", "search", "errata", "mutants", "compare"):
        answer = command([name, "--help"])
        assert (answer.code, answer.err) == (0, "")
        assert "--json" in answer.out


def test_a_closed_pipe_is_quiet() -> None:
    line = json.dumps({"id": ORF, "parameters": {"d": 3, "v": 1}}) + "\n"
    process = subprocess.Popen(
        [sys.executable, "-m", "rftheory", "eval", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(line)
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == ORF
    process.stdout.close()
    process.stdin.write(line * 3)
    process.stdin.close()
    assert process.wait(timeout=60) == 141
    with process.stderr as stream:
        assert stream.read() == ""
