"""What is out of range or of another type is told in one sentence, by the name of its argument."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import shinpan
from shinpan import Board, Game, Position, Record

RECORD = b"(;SZ[3]RU[Chinese];B[bb];W[];B[])"
#: Python's own words for the names of types are not tested.
unchecked: Any = shinpan


def told(call: Callable[[], object], kind: type[Exception]) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind and "\n" not in str(caught.value)
    return str(caught.value)


def test_handicaps_and_prisoners_are_what_a_record_can_say() -> None:
    makes: list[Callable[..., object]] = [
        lambda **more: Game("chinese", "3x3", **more),
        lambda **more: Record.of_moves("3x3", ["B2"], rules="chinese", **more),
    ]
    for make in makes:
        for stones in (10, 1000, -1, 2**40):
            wrong = told(lambda: make(handicap=stones), shinpan.RecordError)
            assert wrong == f"handicap: expected 0 to 9 stones on this board, found {stones}"
        for count in (1_000_001, 4_000_000_000, -1, 2**100):
            wrong = told(lambda: make(prisoners={"black": count}), shinpan.RecordError)
            assert wrong == f"prisoners: expected 0 to 1000000 stones of black, found {count}"
        assert make(handicap=9, prisoners={"white": 1_000_000})
    record = Record.of_moves("3x3", ["B2"], rules="chinese", handicap=9, prisoners={"white": 1_000_000})
    assert Record.read(record.to_toml()) == record and Record.read(record.to_sgf()).handicap == 9
    position = Position("3x3")
    wrong = told(lambda: shinpan.analyse(position, prisoners={"black": 2**33}), shinpan.RecordError)
    assert wrong == "prisoners: expected 0 to 1000000 stones of black, found 8589934592"


def test_numbers_out_of_range_are_errors_of_the_package() -> None:
    game = Game("kee", "2x1")
    calls: dict[str, list[Callable[[], object]]] = {
        "at": [lambda: shinpan.judge(RECORD, at=-1), lambda: shinpan.compare(RECORD, at=-1)],
        "max_nodes": [
            lambda: shinpan.judge(RECORD, max_nodes=-1),
            lambda: shinpan.solve(game, max_nodes=-1),
            lambda: game.settle(max_nodes=-1),
            lambda: shinpan.table_of([], max_nodes=-1),
        ],
        "max_memory": [lambda: shinpan.judge(RECORD, max_memory=-1), lambda: shinpan.solve(game, max_memory=-1)],
        "max_record": [lambda: shinpan.Pieces([], max_record=-1), lambda: shinpan.table([], max_record=-1)],
        "threads": [lambda: shinpan.table([], threads=-1)],
        "game": [lambda: Record.read(RECORD, game=-1)],
        "variation": [lambda: Record.read(RECORD, variation=[1, -1])],
        "moves": [lambda: game.position_after(-1)],
        "numbers": [lambda: game.svg(numbers=-1)],
        "columns": [lambda: Board.rectangle(-1, 3)],
        "rows": [lambda: Board.torus(3, numpy.int64(-1))],  # type: ignore[arg-type]
    }
    for name, those in calls.items():
        for call in those:
            assert told(call, shinpan.RecordError) == f"{name}: expected a whole number from 0, found -1"
    large = told(lambda: shinpan.judge(RECORD, max_nodes=2**64), shinpan.RecordError)
    assert large == "max_nodes: expected a whole number of 64 bits, found 18446744073709551616"
    assert len(told(lambda: shinpan.judge(RECORD, at=10**999), shinpan.RecordError)) < 100
    assert told(lambda: Game("kee", "2x1", players=-2), shinpan.RecordError) == "players: expected 2 to 8 players, found -2"


@pytest.mark.parametrize("wrong", [-1, float("inf"), 1e300, 1e10, float("nan")])
def test_seconds_have_bounds_that_are_told(wrong: float) -> None:
    for call in (
        lambda: shinpan.judge(RECORD, max_seconds=wrong),
        lambda: shinpan.solve(Game("kee", "2x1"), max_seconds=wrong),
        lambda: shinpan.table_of([], max_seconds=wrong),
    ):
        text = told(call, shinpan.RecordError)
        assert text.startswith("max_seconds: expected seconds from 0 to 1000000000, or None for no limit, found ")
        assert len(text) < 100
    assert shinpan.judge(RECORD, max_seconds=1e9).result and shinpan.judge(RECORD, max_seconds=None).result


def test_other_types_are_told_in_one_sentence() -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: unchecked.judge(3), "expected a Record, the name of a file, or bytes, found int"),
        (lambda: unchecked.judge(None), "expected a Record, the name of a file, or bytes, found NoneType"),
        (lambda: unchecked.judge([]), "expected a Record, the name of a file, or bytes, found list"),
        (lambda: unchecked.judge([1, 2]), "expected a Record, the name of a file, or bytes, found list of int"),
        (lambda: unchecked.judge(RECORD, 3), "expected a Ruleset or the name of one, found int"),
        (lambda: unchecked.judge(RECORD, dead="A1"), "expected a list of points, like ['A1', 'C3'], found str"),
        (lambda: unchecked.judge(RECORD, dead=[1]), "expected a list of points, like ['A1', 'C3'], found list of int"),
        (
            lambda: unchecked.judge(RECORD, assume_alive=3),
            "expected a list of points, like ['A1', 'C3'], or 'staying', found int",
        ),
        (lambda: unchecked.Game("kee", 3), "expected a Board or what it is called, like '9x9', found int"),
        (
            lambda: unchecked.Position("3x3", {"A1": 3, "A2": "black"}),
            "expected a Position, the rows of a diagram, or a dict of players by points, found dict of int and str",
        ),
        (
            lambda: unchecked.Record.of_moves("3x3", "A1"),
            "expected a list of moves, each like 'D4', 'B D4' or ('black', 'D4'), found str",
        ),
        (
            lambda: unchecked.Record.of_moves("3x3", ["A1", 3]),
            "expected a list of moves, each like 'D4', 'B D4' or ('black', 'D4'), found list of int and str",
        ),
        (lambda: unchecked.Record.read([40, 59]), "expected a str or bytes, found list of int"),
        (lambda: unchecked.table(3), "expected a name or a list of names, found int"),
        (lambda: unchecked.table_of([], 3), "expected a Ruleset, the names of some, or a list of these, found int"),
    ]
    for call, text in calls:
        assert told(call, TypeError) == text


def test_positions_say_what_to_go_through() -> None:
    position: Any = Position("3x3", "X../.../...")
    assert told(lambda: list(position), TypeError) == (
        "a Position is not iterated: `stones` has its stones, `board.points` its points"
    )
    assert told(lambda: "A3" in position, TypeError) == (
        "a Position is not asked with `in`: ask its `stones`, or its `board` for points"
    )
    assert told(lambda: position[0], TypeError) == "expected the name of a point, like 'A1', found int"
    assert "A3" in position.stones and "A1" in position.board and numpy.asarray(position).sum() == 1


@pytest.mark.parametrize("text", ["(;SZ[3]RU[Chinese];B[bb])", ' (;SZ[3]C["])', 'board = "3x3"\nmoves = []\n', "(;" + "B[aa];" * 999])
def test_a_record_s_text_is_no_name_of_a_file(text: str) -> None:
    for call in (shinpan.judge, shinpan.compare, Record.open):
        assert told(lambda: call(text), shinpan.RecordError) == (
            "record: expected the name of a file, found the text of a record; give it as bytes, or read it by `Record.read`"
        )


def test_signatures_show_the_defaults() -> None:
    shown = {
        name: str(inspect.signature(call))
        for names in (vars(shinpan), vars(Game), vars(Record), {"of_files": shinpan.Pieces.of_files})
        for name, call in names.items()
        if callable(call) and not name.startswith("_") and not isinstance(call, type)
    }
    assert shown["judge"].endswith("max_nodes=20000, max_seconds=10.0, max_memory=512, check_proofs=False, assume_alive=None)")
    assert len(shown) > 30 and not [text for text in shown.values() if "..." in text or "Ellipsis" in text]


def test_what_an_act_did_is_shown_in_words() -> None:
    game = Game("chinese", "2x1")
    assert repr(game.play("A1")) == "<Applied: captured []>"
    assert repr(game.play("B1")) == "<Applied: captured [A1]>"
    game.play("pass")
    assert repr(game.play("pass")) == "<Applied: captured [], ended by A-8>"
