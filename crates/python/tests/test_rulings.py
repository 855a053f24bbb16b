"""Rulings are those of the program, byte for byte, and hold exact numbers."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import pickle
import subprocess
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import shinpan
from shinpan import Board, Game, Position, Record, RecordError, Ruleset

RECORDS = ["gnugo-9x9.sgf", "gnugo-19x19.sgf", "kee-draw.toml", "kee-two-points.toml"]


@pytest.mark.parametrize("rules", [None, "kee", "lasker-maas, superko=situational", "japanese-1989", "chinese"])
@pytest.mark.parametrize("name", RECORDS)
def test_the_json_is_the_program_s(root: pathlib.Path, program: str, name: str, rules: str | None) -> None:
    path = root / "examples" / name
    words = [program, "judge", str(path), "--format", "json", "--max-nodes", "200"]
    told = subprocess.run(words + (["--rules", rules] if rules else []), capture_output=True, text=True, check=False)
    assert told.returncode in (0, 1), told.stderr
    ruling = shinpan.judge(path, rules, max_nodes=200)
    assert ruling.json + "\n" == told.stdout
    assert (ruling.refused is not None) == (told.returncode == 1)
    assert ruling.to_dict() == json.loads(told.stdout)


def test_scores_are_fractions() -> None:
    record = Record.of_moves("line 4", ["A1", "B1", "pass", "pass", "pass"], rules="kee", komi="1/2")
    scores = shinpan.judge(record, komi=Fraction(-5, 2)).result
    assert record.komi == Fraction(1, 2)
    assert scores is None or all(isinstance(score, Fraction) for score in (scores.scores or {}).values())
    counted = shinpan.judge(b"(;SZ[3]RU[Chinese];B[bb];W[];B[])", komi=7.5).result
    assert counted and counted.scores == {"black": 9, "white": Fraction(15, 2)} and counted.margin == Fraction(3, 2)


def test_the_walls_of_a_problem_are_assumed_to_live() -> None:
    corner = ["...XO......", "...XO......", "XXXXO......", "OOOOO......"]
    rows = "\n".join(corner + 7 * ["..........."])
    toml = f'rules = "japanese-1989"\nboard = "11x11"\nposition = """\n{rows}\n"""\nmoves = ["B pass", "W pass"]\n'
    record = Record.read(toml)

    def judge(**more: Any) -> shinpan.Ruling:
        return shinpan.judge(record, max_nodes=200, max_memory=2, **more)

    plain = judge()
    assert plain.assuming is None and {chain.status for chain in plain.chains or ()} == {"unproven"}
    for ruling in (
        judge(assume_alive=["A8"]),
        judge(dead=["D11"], assume_alive="staying"),
    ):
        assuming = ruling.assuming
        assert assuming is not None and assuming.alive == ("E11",)
        told = [(chain.status, chain.assumed) for chain in assuming.chains]
        assert told == [("not-alive", False), ("alive", True)]
        assert assuming.result is not None and assuming.result.sgf == "W+119"
        assert assuming.bounds == (Fraction(-119), Fraction(-119))
    with pytest.raises(RecordError, match="K1 is empty"):
        judge(assume_alive=["K1"])
    with pytest.raises(RecordError, match="nothing is agreed"):
        judge(assume_alive="staying")


def test_every_ruleset_rules_on_a_real_game(root: pathlib.Path) -> None:
    rulings = shinpan.compare(root / "examples" / "gnugo-9x9.sgf", max_nodes=100)
    assert [ruling.rules for ruling in rulings] == Ruleset.names()
    one = shinpan.judge(root / "examples" / "gnugo-9x9.sgf", "japanese-1989", max_nodes=100)
    (same,) = [ruling for ruling in rulings if ruling.rules == "japanese-1989"]
    assert same.chains == one.chains and same.bounds == one.bounds


def test_records_are_read_where_they_lie(tmp_path: pathlib.Path) -> None:
    (tmp_path / "mine.toml").write_text('like = "kee"\nscoring = "territory"\n')
    record = tmp_path / "game.toml"
    record.write_text('rules = { file = "mine.toml" }\nboard = "3x3"\nmoves = ["B B2"]\n')
    assert Record.open(record).rules == Ruleset("kee", scoring="territory")
    (tmp_path / "mine.toml").unlink()
    with pytest.raises(RecordError, match="there is no file") as caught:
        Record.open(str(record))
    assert caught.value.place == "rules"
    with pytest.raises(FileNotFoundError):
        shinpan.judge(tmp_path / "nothing.sgf")


def test_records_go_round(root: pathlib.Path) -> None:
    for name in RECORDS:
        record = Record.open(root / "examples" / name)
        again = Record.read(record.to_toml())
        assert (again.moves, again.board, again.komi) == (record.moves, record.board, record.komi)
        copied = pickle.loads(pickle.dumps(record))
        assert (copied.moves, copied.rules) == (again.moves, again.rules)


def test_variations_and_collections() -> None:
    text = "(;SZ[5];B[aa](;W[bb])(;W[cc]))(;SZ[7];B[aa])"
    assert Record.read(text, variation=[2]).moves == ["B A5", "W C3"]
    assert str(Record.read(text, game=2).board) == "7x7"
    with pytest.raises(RecordError):
        Record.read(text, game=3)


def test_values_can_be_pickled_and_compared() -> None:
    graph = Board.graph(["a", "b", "c"], [("a", "b"), ("b", "c")])
    for value in (
        Board("torus 5x4"),
        graph,
        Ruleset("kee", scoring="territory"),
        Ruleset("koSIMPLEscoreAREAtaxNONEsui0komi7.5"),
        Position("3x3", "X../.O./..X"),
        Position(graph, {"a": "player-3"}, players=3),
    ):
        copied = pickle.loads(pickle.dumps(value))
        assert copied == value and hash(copied) == hash(value) and copied is not value
    assert pickle.loads(pickle.dumps(Ruleset("koSIMPLEscoreAREAtaxNONEsui0komi7.5"))).komi == Fraction(15, 2)


def test_errors_have_their_classes() -> None:
    calls: list[tuple[Callable[[], object], type[shinpan.ShinpanError]]] = [
        (lambda: Board("0x3"), shinpan.BoardError),
        (lambda: Board("3x3").neighbours("Z9"), shinpan.BoardError),
        (lambda: Position("2x1", "XX"), shinpan.PositionError),
        (lambda: Position("2x1", "X"), shinpan.PositionError),
        (lambda: Position("2x1", "X.").play("white", "A1"), shinpan.PositionError),
        (lambda: Ruleset("kee", nothing=1), shinpan.RulesetError),
        (lambda: Game("kee", "2x1", komi=0.3), shinpan.RecordError),
        (lambda: Game("kee", "2x1", to_move="player-3"), shinpan.RecordError),
        (lambda: Game("kee", "2x1").act("B sings"), shinpan.RecordError),
        (lambda: Record.of_moves("2x1", ["A1", "Z1"]), shinpan.RecordError),
        (lambda: shinpan.judge(b"nothing"), shinpan.RecordError),
        (lambda: shinpan.judge(b"(;SZ[3])", at=4), shinpan.RecordError),
        (lambda: shinpan.judge(b"(;SZ[3])", cycles="never"), shinpan.RecordError),
        (lambda: shinpan.analyse(Position("3x3"), rules="chinese"), shinpan.RecordError),
        (lambda: shinpan.table(["/nowhere"]), shinpan.BatchError),
        (lambda: shinpan.batch(["."], "table.txt"), shinpan.BatchError),
        (lambda: shinpan.table_of([], "igo"), shinpan.RulesetError),
    ]
    for wrong, error in calls:
        with pytest.raises(error) as caught:
            wrong()
        assert isinstance(caught.value, shinpan.ShinpanError) and str(caught.value)


def test_refusals_carry_their_evidence() -> None:
    game = Game("chinese", "3x3", position="XX./XX./..O", to_move="white")
    with pytest.raises(shinpan.Refused) as caught:
        game.play("A3")
    assert (caught.value.refusal.reason, caught.value.position) == ("occupied", None)
    game = Game("chinese", "2x2", position="X./.X", to_move="white")
    with pytest.raises(shinpan.Refused) as caught:
        game.play("B2")
    assert (caught.value.refusal.reason, caught.value.refusal.chain) == ("suicide", ("B2",))
    with pytest.raises(shinpan.Refused) as caught:
        game.play("B2", by="black")
    assert caught.value.refusal.reason == "turn" and caught.value.refusal.code is None
    with pytest.raises(shinpan.Refused) as refused:
        game.act("W accept")
    assert (refused.value.refusal.reason, refused.value.refusal.code) == ("not-now", "nothing-pending")
    assert hash(refused.value.refusal) and refused.value.refusal.values == {}
    assert pickle.loads(pickle.dumps(caught.value.refusal)) == caught.value.refusal


def test_what_the_json_has_is_there_as_attributes(root: pathlib.Path) -> None:
    ruling = shinpan.judge(root / "examples" / "gnugo-9x9.sgf", "japanese-1989", dead=["C7"], max_nodes=200)
    told = ruling.to_dict()
    assert ruling.result and [dataclasses.asdict(step) for step in ruling.result.because] == [
        {"clause": step["clause"], "fact": step["fact"], "code": step["code"], "values": step["with"]}
        for step in told["result"]["because"]
    ]
    agreement, said = ruling.agreement, told["agreement"]
    assert agreement and agreement.source == "dead" and agreement.agreed == ruling.result
    assert {chain.proposed for chain in agreement.chains} == {"dead", "stays"}
    assert [chain.judgement for chain in agreement.chains] == [chain["judgement"] for chain in said["chains"]]
    assert list(agreement.territory["black"].unproven) == said["territory"]["black"]["unproven"]
    assert [str(bound) for bound in agreement.bounds] == said["bounds"]["black"]
    mended = shinpan.judge(b"(;SZ[3]KM[0,5]HA[2]AB[aa];W[bb])")
    assert [(note.code, note.values, note.place) for note in mended.mended] == [
        (note["code"], note["with"], note.get("place")) for note in mended.to_dict()["mended"]
    ]
    assert len(mended.mended) == len(mended.notes) > 1
    assert shinpan.judge(b"(;SZ[3]RU[kee])").agreement is None


def test_pictures() -> None:
    game = Game("kee", "2x1")
    game.play("A1")
    game.play("B1")
    for svg in (game._repr_svg_(), game.ruling()._repr_svg_(), game.position._repr_svg_()):
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
    assert "K-13" in game.svg() and "K-13" not in game.svg(banned=False)


def test_passes_are_added() -> None:
    record = b"(;SZ[3]RU[Chinese];B[bb])"
    assert shinpan.judge(record).result is None
    passed = shinpan.judge(record, passes=True)
    assert passed.result is not None and (passed.moves, passed.result.sgf) == (3, "B+9")
    assert any(ruling.result for ruling in shinpan.compare(record, passes=True))
