"""Games, rulings, errors and pieces are values: they can be pickled, copied and compared."""

from __future__ import annotations

import copy
import dataclasses
import functools
import multiprocessing
import pathlib
import pickle
from typing import Any

import pytest

import shinpan
from shinpan import Board, Game, Piece, Position, Record, Refused, Ruleset


#: By nodes alone, so that it comes out the same.
JUDGE = functools.partial(shinpan.judge, max_nodes=200, max_seconds=None)


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def games() -> dict[str, Game]:
    """Games of all kinds, by what they are."""
    played = Game("chinese", "3x3", komi=7.5, handicap=2, prisoners={"white": 3}, position="X../.O./...", to_move="white")
    played.play("A1")
    graph = Board.graph(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "a")])
    three = Game(Ruleset("kee", scoring="territory"), graph, players=3, position=Position(graph, {"c": "player-3"}, players=3))
    three.play("a")
    taken_back = Game("japanese-1989", "3x3")
    for act in ("B B2", "W A1", "all undo", "B undo"):
        taken_back.act(act)
    resolution = Game("lasker-maas", "4x1", position=".XO.")
    for act in ("B pass", "W pass", "B dead B1"):
        resolution.act(act)
    trial = Game("long-cycle-1", "3x3")
    for act in ("B B2", "W pass", "B pass"):
        trial.act(act)
    if "request" in trial.possible("white"):
        trial.act("W request")
    analysed = Game("japanese-1989", "7x2", position=".X.XXO./XXXXOO.")
    analysed.play("pass"), analysed.play("pass")
    analysed.analyse()
    agreed = Game("japanese-1989", "5x2", position="XX.XX/.XXX.")
    agreed.play("pass"), agreed.play("pass")
    agreed.analyse()
    agreed.act("all dead")
    edited = shinpan.judge(b"(;SZ[3]RU[Chinese];B[bb];AW[aa];W[cc])").game
    return {
        "played": played,
        "three": three,
        "taken back": taken_back,
        "resolution": resolution,
        "proof game": trial,
        "analysed": analysed,
        "agreed": agreed,
        "edited": edited,
    }


@pytest.mark.parametrize("kind", games())
def test_games_go_on_where_they_stood(kind: str) -> None:
    game = games()[kind]
    for other in (again(game), copy.copy(game), copy.deepcopy(game)):
        assert other.ruling().json == game.ruling().json and other.svg() == game.svg()
        assert (other.record(), other.rules, other.komi) == (game.record(), game.rules, game.komi)
        assert [other.position_after(n) for n in range(9)] == [game.position_after(n) for n in range(9)]
        assert other.possible("black") == game.possible("black")
        moves = game.moves
        if not other.over:
            other.play("pass")
        assert game.moves == moves, "the two are apart"


def test_an_analysis_is_kept_and_one_that_is_due_stays_due() -> None:
    game = games()["analysed"]
    kept = again(game)
    assert kept.result is not None and kept.ruling().chains == game.ruling().chains
    game = Game("japanese-1989", "7x2", position=".X.XXO./XXXXOO.")
    game.play("pass"), game.play("pass")
    due = again(game)
    assert {chain.status for chain in due.ruling().chains} == {"unproven"}
    assert due.analyse().result is not None


def test_rulings_come_back_from_other_processes(root: pathlib.Path) -> None:
    files = [root / "examples" / name for name in ("gnugo-9x9.sgf", "kee-draw.toml", "kee-two-points.toml")]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        rulings = pool.map(JUDGE, files)
    for ruling, here in zip(rulings, map(JUDGE, files), strict=True):
        assert ruling == here and ruling._repr_svg_() == here._repr_svg_()
        assert dataclasses.asdict(ruling)["json"] == ruling.json
        assert copy.deepcopy(ruling) == ruling and dataclasses.replace(ruling, notes=()).notes == ()


def test_what_an_act_did_comes_back() -> None:
    game = Game("chinese", "2x1")
    game.play("A1")
    for applied in (game.play("B1"), game.play("pass"), game.play("pass")):
        other = again(applied)
        told = (applied.captured, applied.because, applied.ended_by, applied.taken_back)
        assert (other.captured, other.because, other.ended_by, other.taken_back) == told


def test_errors_and_pieces_come_back_whole() -> None:
    game = Game("kee", "2x1")
    game.play("A1"), game.play("B1")
    with pytest.raises(Refused) as caught:
        game.play("A1")
    assert caught.value.position == Position("2x1", "X.")
    for other in (again(caught.value), copy.copy(caught.value), copy.deepcopy(caught.value)):
        assert type(other) is Refused and str(other) == str(caught.value)
        assert (other.refusal, other.position) == (caught.value.refusal, caught.value.position)
    error = again(shinpan.RecordError("what", "where"))
    assert (error.what, error.place, str(error)) == ("what", "where", "where: what")
    for kind in (shinpan.BoardError, shinpan.BatchError, shinpan.ProofError):
        assert type(again(kind("why"))) is kind and str(again(kind("why"))) == "why"
    for piece in (Piece(b"(;SZ[9])", source="here", member="row 3"), Piece(None), *shinpan.Pieces.of_files(["not there"])):
        other = again(piece)
        told = (piece.source, piece.member, piece.first_game, piece.content, piece.error)
        assert (other.source, other.member, other.first_game, other.content, other.error) == told


def test_tables_come_back() -> None:
    table = shinpan.table_of([Piece("(;SZ[3]RU[Chinese])")] * 2, "chinese,kee", timed=False)
    other = again(table)
    assert other.to_arrow().equals(table.to_arrow()) and other.counts == table.counts == [2, 2]


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[3]RU[Chinese];B[bb];W[];B[];W[])",
        "(;SZ[3]RU[Chinese];B[bb];AW[aa]AE[bb];PL[B];B[cc])",
        "(;SZ[7]RU[Japanese];B[];W[]TB[aa]TW[bb]C[left out])",
        "(;SZ[3]RU[Nonsense];B[bb])",
        "(;SZ[3]RU[Chinese]KM[x];B[bb])",
        "(;SZ[3]RU[Chinese]PB[a\"b];B[zz])",
        "(;SZ[3]RU[koSIMPLEscoreAREAtaxNONEsui0komi7.5];B[bb];W[];B[])",
        'rules = "kee"\nplayers = 3\nmoves = ["B hub", "W claim", "all dead"]\nboard = { points = ["hub", "x"], edges = [["hub", "x"]] }',
    ],
)
def test_records_are_ruled_on_as_before(text: str) -> None:
    def ruled(record: Record) -> Any:
        try:
            told = shinpan.judge(record).to_dict()
        except shinpan.RecordError as error:
            return str(error)
        # On how a record was read nothing is kept.
        return {key: value for key, value in told.items() if key not in ("notes", "mended")}

    record = Record.read(text)
    for other in (again(record), copy.deepcopy(record)):
        assert other == record and hash(other) == hash(record)
        assert ruled(other) == ruled(record) and other.moves == record.moves


def test_records_are_equal_if_they_say_the_same(root: pathlib.Path) -> None:
    sgf = Record.read("(;SZ[9]KM[6.5]RU[Chinese]PB[me];B[ee];W[gc])")
    assert sgf == Record.read("(;RU[chinese]SZ[9]PB[me]KM[6.50];B[ee];W[gc])") and hash(sgf) == hash(again(sgf))
    assert sgf == Record.read(sgf.to_toml()) == again(sgf) != "(;SZ[9])"
    for other in (
        "(;SZ[9]KM[6.5]RU[Chinese]PB[me];B[ee])",
        "(;SZ[9]KM[6.5]RU[Chinese]PB[you];B[ee];W[gc])",
        "(;SZ[9]KM[5.5]RU[Chinese]PB[me];B[ee];W[gc])",
        "(;SZ[9]KM[6.5]RU[Kee]PB[me];B[ee];W[gc])",
        "(;SZ[9]KM[6.5]RU[Chinese]PB[me]RE[B+R];B[ee];W[gc])",
        "(;SZ[9]KM[6.5]RU[Chinese]PB[me]AB[aa];B[ee];W[gc])",
        "(;SZ[8]KM[6.5]RU[Chinese]PB[me];B[ee];W[gc])",
    ):
        assert Record.read(other) != sgf
    file = root / "examples" / "kee-draw.toml"
    assert len({Record.open(file), Record.open(file), sgf}) == 2
