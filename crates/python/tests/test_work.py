"""Long work lets other threads go on, keeps its budget, and heeds Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import shinpan
from shinpan import Game, Position

#: Far more than any machine does in the time of a test.
LONG = "shinpan.solve(shinpan.Game('tromp-taylor', '5x5'))"


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
    assert found[0].limit == "stopped when told to" and not found[0].exact


def test_budgets_are_kept() -> None:
    begun = time.monotonic()
    assert shinpan.solve(Game("tromp-taylor", "5x5"), max_nodes=1000).limit == "stopped after 1000 nodes"
    ruling = shinpan.analyse(Position("9x9", {"E5": "black", "C3": "white", "G7": "black"}), max_seconds=0.2)
    assert ruling.chains and {chain.status for chain in ruling.chains} == {"unproven"}
    assert ruling.bounds and ruling.bounds[0] < ruling.bounds[1] and ruling.result is None
    assert time.monotonic() - begun < 20
    with pytest.raises(ValueError, match="max_seconds"):
        shinpan.solve(Game("kee", "2x1"), max_seconds=-1)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("work", [LONG, "shinpan.analyse(shinpan.Position('9x9', {'E5': 'B', 'C3': 'W'}), max_nodes=2**60, max_seconds=None)"])
def test_control_c_ends_it(work: str) -> None:
    code = f"import shinpan\nprint('begun', flush=True)\ntry:\n    {work}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert process.returncode == 0


def test_proofs_are_checked_when_asked() -> None:
    ruling = shinpan.analyse(Position("4x3", ".XO./XXO./.XO."), check_proofs=True)
    assert ruling.chains and all(chain.checked in (None, True) for chain in ruling.chains)


def test_solved_values() -> None:
    solution = shinpan.solve(Game("kee", "2x1", komi=0.5))
    assert solution.exact and solution.value is not None and solution.bounds == (solution.value, solution.value)
    japanese = shinpan.solve(Game("long-cycle-1", "3x3"))
    assert japanese.outcome in ("win", "draw", "loss")
