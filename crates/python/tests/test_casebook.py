"""The case book, played through the package: everything a case states, and nothing else."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
from fractions import Fraction
from typing import Any

import pytest
from conftest import ROOT

from shinpan import Board, Game, Position, Refused, Ruleset, Ruling

CASES = pathlib.Path(os.environ.get("SHINPAN_CASES", ROOT / "target" / "python" / "cases.ndjson"))

AFTER_ANALYSIS = {"chain", "removed", "territory", "result", "ground", "margin", "scores", "cycle", "scoring"}


def cases() -> list[dict[str, Any]]:
    if not CASES.exists():
        pytest.fail(f"there is no {CASES}: scripts/test-python.sh writes it", pytrace=False)
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def board_of(setup: dict[str, Any]) -> Board:
    board = setup["board"]
    if isinstance(board, str):
        return Board(board)
    return Board.graph(board["points"], [(a, b) for a, b in board["edges"]])


def seat(setup: dict[str, Any]) -> Game:
    board = board_of(setup)
    return Game(
        Ruleset(setup["rules"], **setup["options"]),
        board,
        komi=Fraction(setup["komi"]),
        position=Position(board, setup["position"], players=setup["players"]),
        to_move=setup["to_move"],
        prisoners=setup["prisoners"],
        handicap=setup["handicap"],
    )


class Reader:
    """Plays a case and collects what differs."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.game = seat(case["setup"])
        self.differences: list[str] = []
        self.stated: dict[str, Any] = {}

    def same(self, stated: Any, found: Any) -> None:
        if stated != found:
            line, text = self.stated["line"], self.stated["text"]
            self.differences.append(f"{self.case['file']}:{line}: stated `{text}`, found {found}")

    def refusal(self, stated: dict[str, Any], found: Any) -> None:
        self.same(stated["clause"], found.clause)
        if stated["reason"] is not None:
            self.same(stated["reason"], found.reason)
        self.same(stated["repeats"], found.repeats)

    def act(self) -> None:
        stated, game = self.stated, self.game
        before = (game.phase, game.to_move, game.prisoners, game.position)
        try:
            applied = game.act(stated["act"])
        except Refused as refused:
            if stated["refused"] is None:
                self.same("it is done", refused)
            else:
                self.refusal(stated["refused"], refused.refusal)
            self.same(before, (game.phase, game.to_move, game.prisoners, game.position))
            repeats = refused.refusal.repeats
            self.same(refused.position, None if repeats is None else game.position_after(repeats))
            return
        self.same(stated["refused"], None)
        who, what = stated["act"].split(" ", 1)
        if what == "pass" or what.upper() in (point.upper() for point in game.board.points):
            self.same(sorted(stated["captures"]), sorted(applied.captured))
        ends = before[0] != "ended" and game.phase == "ended"
        self.same(stated["ends"], applied.ended_by if ends else None)
        self.same(stated["phase"], game.phase if game.phase != before[0] and not ends else None)

    def expect(self, ruling: Ruling) -> None:
        ((kind, stated),) = self.stated["expect"].items()
        board = self.game.board
        if kind in ("phase", "to_move", "button"):
            self.same(stated, getattr(ruling, kind))
        elif kind == "prisoners":
            self.same(stated, ruling.prisoners)
            self.same(stated, self.game.prisoners)
        elif kind == "legal":
            self.same(sorted(stated), sorted(ruling.legal))
            self.same(sorted(stated), sorted(self.game.legal))
            self.same(sorted(stated), sorted(point for point in board.points if self.game.is_legal(point)))
        elif kind == "banned":
            found = {ban.point: ban for ban in ruling.banned}
            self.same({ban["point"] for ban in stated}, set(found))
            for ban in stated:
                if ban["point"] in found:
                    self.refusal(ban, found[ban["point"]])
        elif kind == "position":
            self.same(stated, self.game.position.stones)
        elif kind == "chain":
            chains = [chain for chain in ruling.chains or () if stated["point"] in chain.points]
            self.same([stated["status"]], [chain.status for chain in chains])
            if stated["precedent"] is not None:
                self.same([stated["precedent"]], [chain.precedent for chain in chains])
            # What tells the precedent is told with it.
            self.same([chain.precedent is not None for chain in chains], [chain.ko_cycle is not None for chain in chains])
        elif kind == "removed":
            self.same(sorted(stated), sorted(ruling.removed or ()))
        elif kind == "territory":
            found_territory = {who: sorted(points) for who, points in (ruling.territory or {}).items()}
            self.same({who: sorted(points) for who, points in stated.items()}, found_territory)
        elif ruling.result is None:
            self.same("a result", None)
        elif kind == "result":
            self.same((stated["outcome"], stated["clause"]), (ruling.result.outcome, ruling.result.clause))
            if stated["outcome"] == "win":
                self.same(stated["winner"], ruling.result.winner)
            if stated["ranking"] is not None:
                self.same(stated["ranking"], [list(place) for place in ruling.result.ranking or ()])
        elif kind == "ground":
            self.same(stated, ruling.result.ground)
        elif kind == "margin":
            self.same(Fraction(stated), ruling.result.margin)
        elif kind == "scores":
            self.same({who: Fraction(score) for who, score in stated.items()}, ruling.result.scores)
        elif kind == "cycle":
            cycle = ruling.result.cycle
            self.same(stated, cycle and {"from": cycle.start, "to": cycle.end, "passes": cycle.passes})
        elif kind == "scoring":
            positions = []
            for drawn in ruling.result.scoring_positions or ():
                stones = drawn if isinstance(drawn, dict) else "/".join(drawn)
                positions.append(Position(board, stones, players=self.game.players).stones)
            order = [sorted(stones.items()) for stones in stated]
            self.same(sorted(order), sorted(sorted(stones.items()) for stones in positions))
        else:
            raise AssertionError(f"an expectation of an unknown kind: {kind}")

    def play(self) -> list[str]:
        analysed: Ruling | None = None
        stated_result = False
        for self.stated in self.case["statements"]:
            if "act" in self.stated:
                self.act()
                analysed, stated_result = None, False
                continue
            (kind,) = self.stated["expect"]
            stated_result |= kind == "result"
            if kind in AFTER_ANALYSIS and self.game.phase == "analysis":
                analysed = analysed or self.game.analyse(max_seconds=None)
                self.expect(analysed)
            else:
                self.expect(self.game.ruling())
        if self.game.phase == "ended" and not stated_result:
            self.same("no result after the last act", self.game.result)
        again: Game = pickle.loads(pickle.dumps(self.game))
        self.same(self.game.ruling().json, again.ruling().json)
        self.same(self.game.record(), again.record())
        return self.differences


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    differences = Reader(case).play()
    assert not differences, "\n".join(differences)


def test_the_book_is_there() -> None:
    assert len(cases()) > 150
