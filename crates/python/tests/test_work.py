"""Long work lets other threads go on, keeps its budget, and heeds Ctrl-C."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

import shinpan
from shinpan import Game, Position

#: Begins work that will be interrupted. What a shell starts in the background does not heed Ctrl-C unless told to.
HEEDS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
#: Far more than any machine does in the time of a test.
LONG = "shinpan.solve(shinpan.Game('tromp-taylor', '5x5'))"
HARD = "Position('9x9', {'E5': 'B', 'C3': 'W'})"


def test_other_threads_go_on() -> None:
    begun = threading.Event()
    found: list[shinpan.Solution] = []

    def work() -> None:
        begun.set()
        found.append(shinpan.solve(Game("tromp-taylor", "5x5"), max_seconds=2))

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    for _ in range(5):
        time.sleep(0.01)
    # If the work held the interpreter, it would be over before anybody comes here.
    assert thread.is_alive() and not found
    thread.join()
    assert found[0].limit == "stopped: the time is used up, or it was interrupted" and not found[0].exact


def test_budgets_are_kept() -> None:
    begun = time.monotonic()
    assert shinpan.solve(Game("tromp-taylor", "5x5"), max_nodes=1000).limit == "stopped after 1000 nodes"
    ruling = shinpan.analyse(Position("9x9", {"E5": "black", "C3": "white", "G7": "black"}), max_seconds=0.2)
    assert ruling.chains and {chain.status for chain in ruling.chains} == {"unproven"}
    assert ruling.bounds and ruling.bounds[0] < ruling.bounds[1] and ruling.result is None
    assert time.monotonic() - begun < 20
    asked = shinpan.solve(Game("tromp-taylor", "3x3"), at_least="1/2", max_nodes=3)
    assert (asked.at_least, asked.reached, asked.limit_code) == (Fraction(1, 2), None, "nodes")


#: Work that takes many minutes if nobody ends it. `games` is a folder of records whose chains are hard to decide.
LASTING = {
    "solve": LONG,
    "settle": "g = shinpan.Game('lasker-maas', '5x5'); g.play('pass'), g.play('pass'); g.settle(max_nodes=2**60)",
    "analyse": f"shinpan.analyse({HARD}, max_nodes=2**60, max_seconds=None)",
    "explain": f"g = shinpan.Game('japanese-1989', '9x9', position={HARD}); g.play('pass'), g.play('pass'); "
    "g.explain('E5', max_nodes=2**60, max_seconds=None)",
    "table": "shinpan.table(['games'], 'japanese-1989', max_nodes=2**60)",
    "table_of": "shinpan.table_of(list(shinpan.Pieces(['games'])), 'japanese-1989', max_nodes=2**60)",
    "batch": "shinpan.batch(['games'], 'rulings.parquet', 'japanese-1989', max_nodes=2**60)",
}


@pytest.fixture
def games(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "games").mkdir()
    for number in range(3):
        (tmp_path / "games" / f"{number}.sgf").write_text("(;SZ[9];B[ee];W[cg];B[gc];W[];B[])")
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("name", LASTING)
def test_control_c_ends_it_soon_and_other_threads_go_on(name: str, games: pathlib.Path) -> None:
    code = f"""{HEEDS}
import shinpan, threading, time
from shinpan import Position
ticks = 0
def tick():
    global ticks
    while True:
        ticks += 1
        time.sleep(0.001)
threading.Thread(target=tick, daemon=True).start()
print('begun', flush=True)
try:
    {LASTING[name]}
except KeyboardInterrupt:
    print('interrupted', ticks > 20)
"""
    words = [sys.executable, "-c", code]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=games)
    assert process.stdout
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    assert process.poll() is None
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted True\n"
    assert process.returncode == 0 and time.monotonic() - sent < 5


def test_a_job_that_was_interrupted_goes_on(games: pathlib.Path) -> None:
    words = "['games'], 'rulings.ndjson', 'japanese-1989', timed=False"
    code = f"{HEEDS}import shinpan\nprint('begun', flush=True)\nshinpan.batch({words}, max_nodes=2**60)\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=games)
    assert process.stdout and process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    assert not (games / "rulings.ndjson").exists()
    # Another budget is another job.
    with pytest.raises(shinpan.BatchError, match="fresh"):
        shinpan.batch([games / "games"], games / "rulings.ndjson", "japanese-1989", timed=False, max_nodes=50)
    done = shinpan.batch([games / "games"], games / "rulings.ndjson", "japanese-1989", timed=False, max_nodes=50, fresh=True)
    assert done and json.loads(done)["records"] == 3
    assert len((games / "rulings.ndjson").read_text().splitlines()) == 3


def test_proofs_are_checked_when_asked() -> None:
    ruling = shinpan.analyse(Position("4x3", ".XO./XXO./.XO."), check_proofs=True)
    assert ruling.chains and all(chain.checked in (None, True) for chain in ruling.chains)


def test_solved_values() -> None:
    solution = shinpan.solve(Game("kee", "2x1", komi=0.5))
    assert solution.exact and solution.value is not None and solution.bounds == (solution.value, solution.value)
    japanese = shinpan.solve(Game("long-cycle-1", "3x3"))
    assert japanese.outcome in ("win", "draw", "loss")


def test_one_question_is_asked_as_the_program_does(program: str) -> None:
    asked: list[tuple[str, str, int | float | Fraction]] = [
        ("tromp-taylor", "3x3", 9),
        ("tromp-taylor", "3x3", 9.5),
        ("long-cycle-1", "2x2", Fraction(-1, 2)),
    ]
    for rules, board, margin in asked:
        words = [program, "solve", "--board", board, "--rules", rules, "--at-least", str(margin), "--format", "json"]
        told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        found = shinpan.solve(Game(rules, board), at_least=margin)
        assert found.at_least == margin and found.reached is told["reached"]
        assert {**json.loads(found.json), "seconds": 0} == {**told, "seconds": 0}
    with pytest.raises(shinpan.RecordError, match="at_least: expected points or half points .*, found `many`"):
        shinpan.solve(Game("kee", "2x1"), at_least="many")
    with pytest.raises(shinpan.RecordError, match="at_least: a margin is between two players"):
        shinpan.solve(Game("kee", "2x1", players=3), at_least=1)


def test_several_players_each_against_all_others(program: str) -> None:
    words = [program, "solve", "--board", "1x3", "--rules", "kee", "--players", "3", "--format", "json"]
    told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    found = shinpan.solve(Game("kee", "1x3", players=3))
    assert {**json.loads(found.json), "seconds": 0} == {**told, "seconds": 0}
    assert found.value is None and found.exact and found.players
    assert [share.player for share in found.players] == ["black", "white", "player-3"]
    assert found.players[0].draws_lost == (Fraction(3), Fraction(3)) and found.players[1].draws_lost == ("draw", "draw")
    beyond = shinpan.solve(Game("kee", "5x5", players=3), max_memory=100)
    assert beyond.players == () and not beyond.exact and beyond.limit_code
