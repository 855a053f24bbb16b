"""Explanations, kept proofs and what a dispute comes to are those of the program."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import Any

import pytest

import shinpan
from shinpan import Board, Game, NothingToSettle, Position, ProofError, Record, RecordError

ROWS = ".XO./XXO./.XO."


def stopped(rows: str = ROWS, rules: str = "japanese-1989", board: str | Board = "4x3") -> Game:
    game = Game(rules, board, position=rows)
    game.play("pass"), game.play("pass")
    return game


def told(program: str, *words: str, status: int = 0) -> Any:
    done = subprocess.run([program, *words, "--format", "json"], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def test_an_explanation_is_the_program_s(program: str, tmp_path: pathlib.Path) -> None:
    game = stopped()
    record, proof, sgf = tmp_path / "game.toml", tmp_path / "proof.json", tmp_path / "proof.sgf"
    record.write_text(game.record().to_toml())
    theirs = told(program, "explain", str(record), "B2", "--save", str(proof), "--sgf", str(sgf), "--check-proofs")
    ours = game.explain("B2", check_proofs=True)
    assert ours.chain == shinpan.ruling.Chain.of_dict(theirs["chain"]) and ours.chain.checked
    assert [(step.clause, step.fact) for step in ours.because] == [
        (step["clause"], step["fact"]) for step in theirs["because"]
    ]
    assert ours.proof == proof.read_text() and ours.sgf == sgf.read_text()
    assert ours.svg.startswith("<svg") and Record.read(ours.sgf or "").position == game.position
    # Nothing of it stays with the game.
    assert game.ruling().chains == stopped().ruling().chains
    accepted = told(program, "explain", "--check", str(proof))
    checked = shinpan.check_proof(proof.read_bytes())
    assert accepted["accepted"] and accepted["proven"]["nodes"] == checked.nodes
    assert (checked.player, checked.status, checked.position) == ("black", ours.chain.status, game.position)
    assert checked.points == ours.chain.points and checked.hypothetical_ko == accepted["proven"]["hypothetical_ko"]


def test_a_proof_of_something_else_is_not_accepted(program: str, tmp_path: pathlib.Path) -> None:
    value = json.loads(stopped().explain("B2").proof or "")
    value["claim"] = {"lives": "never-lives", "never-lives": "lives"}[value["claim"]]
    text = json.dumps(value)
    with pytest.raises(ProofError, match="it is about something else"):
        shinpan.check_proof(text)
    (tmp_path / "proof.json").write_text(text)
    refused = told(program, "explain", "--check", str(tmp_path / "proof.json"), status=1)
    assert refused["accepted"] is False and "it is about something else" in refused["why"]
    with pytest.raises(ProofError, match="expected a proof"):
        shinpan.check_proof("[]")


def test_graphs_have_proofs_and_no_sgf() -> None:
    board = Board.graph(["a", "b", "c", "d"], [("a", "b"), ("b", "c"), ("c", "d")])
    game = Game("japanese-1989", board, position=Position(board, {"b": "black", "c": "black"}))
    game.play("pass"), game.play("pass")
    why = game.explain("b")
    assert why.sgf is None and why.proof and why.chain.status == "alive"
    assert shinpan.check_proof(why.proof).position.stones == {"b": "black", "c": "black"}


def test_there_is_nothing_to_explain() -> None:
    with pytest.raises(RecordError, match="there is no Analysis under `chinese`"):
        stopped(rules="chinese").explain("B2")
    with pytest.raises(RecordError, match="A1 is empty"):
        stopped().explain("A1")
    unproven = stopped().explain("B2", max_nodes=0, max_seconds=0)
    assert unproven.proof is None and unproven.chain.status == "unproven"


def test_memory_is_for_what_is_decided_exactly() -> None:
    position = Position("4x4", ".X.O/XOOO/.OOO/OOOO")
    none, some = [
        [chain.status for chain in shinpan.analyse(position, max_memory=memory).chains or ()] for memory in (0, 1)
    ]
    assert none == ["unproven"] * 3
    assert some.count("not-alive") == 1


@pytest.mark.parametrize("rules", ["lasker-maas", "kee", "aga", "japanese-1989", "long-cycle-1"])
def test_a_dispute_comes_to_what_the_program_says(rules: str, program: str, tmp_path: pathlib.Path) -> None:
    game = stopped(".XO.", rules, "4x1")
    record = tmp_path / "game.toml"
    record.write_text(game.record().to_toml())
    theirs = told(program, "judge", str(record), "--settle")["settled"]
    if "why" in theirs:
        with pytest.raises(NothingToSettle) as caught:
            game.settle()
        assert str(caught.value) == theirs["why"]
        return
    ours = game.settle()
    assert (ours.phase, ours.resumed, ours.to_move) == (theirs["phase"], theirs["resumed"], theirs["to_move"])
    same = json.loads(ours.solution.json)
    assert {**same, "seconds": 0} == {key: 0 if key == "seconds" else theirs[key] for key in same}
    assert ours.solution.exact
