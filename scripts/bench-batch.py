"""How many records are ruled on in a second: our batch against sgfmill with a Python board and against any other program, 1 core
against 2, Spark against batch.

    cargo build --release -p shinpan-cli
    python3 scripts/bench-batch.py --program target/release/shinpan               needs sgfmill
    python3 scripts/bench-batch.py --program target/release/shinpan --spark       the wheel and pyspark too
    python3 scripts/bench-batch.py --program target/release/shinpan --replay PROGRAM
    python3 scripts/bench-batch.py --program target/release/shinpan --json

The records are the 19x19 game of `examples/` cut off after 150, 151, ... moves, so that no two are equal, and the whole of it, under
`tromp-taylor`: positional superko, area. The peer reads them with sgfmill, plays them on sgfmill's board, refuses a position that
stood before (it keeps all of them in a set), and counts with `area_score`. All programs take turns; figures are medians, by the
clock and by processor time, which other work on the machine touches less. Every answer is asserted: moves, superko, scores, and the
same rows from Spark and from PROGRAM. With `--spark` batch and Spark also rule on a tenth of the records, which tells what a
record costs from what beginning costs.

PROGRAM is given one word, a folder of files 000000.sgf, 000001.sgf, ... It reads and plays each on one thread, with every move checked for
suicide and positional superko, and writes one JSON object:

    {"records": [[LEGAL MOVES, BLACK'S LEAD], ...], "seconds": S}

in the order of the names: the lead by area, komi included, or null where a move is illegal; and the processor seconds that playing
took, reading left out. The whole process is timed, as batch is, which is then also given the folder.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from sgfmill import sgf, sgf_moves

ROOT = pathlib.Path(__file__).resolve().parents[1]
GAME = ROOT / "examples" / "gnugo-19x19.sgf"


def corpus(count: int) -> list[str]:
    """The game cut off at so many places, each ended by two passes."""
    game = sgf.Sgf_game.from_bytes(GAME.read_bytes())
    size = game.get_size()
    nodes = [node.get_move() for node in game.get_main_sequence() if node.has_property("B") or node.has_property("W")]
    texts = []
    for number in range(count):
        length = 150 + number % (len(nodes) - 150)
        cut = sgf.Sgf_game(size)
        cut.get_root().set("KM", 6.5)
        cut.get_root().set("GN", f"record {number}")
        for colour, move in nodes[:length]:
            cut.extend_main_sequence().set_move(colour, move)
        last, move = nodes[length - 1]
        passes = ["w" if last == "b" else "b", last]
        for colour in passes if move is not None else passes[:1]:
            cut.extend_main_sequence().set_move(colour, None)
        texts.append(cut.serialise().decode())
    return texts


def by_python(texts: list[str]) -> list[tuple[int, float | None]]:
    """Moves and Black's lead of each record; `None` where a position comes back."""
    found: list[tuple[int, float | None]] = []
    for text in texts:
        game = sgf.Sgf_game.from_string(text)
        board, plays = sgf_moves.get_setup_and_moves(game)
        stood = {tuple(map(tuple, board.board))}
        lead: float | None = None
        for number, (colour, move) in enumerate(plays, 1):
            if move is None:
                continue
            if board.get(*move) is not None:
                break
            board.play(*move, colour)
            position = tuple(map(tuple, board.board))
            if position in stood:
                break
            stood.add(position)
        else:
            number, lead = len(plays), board.area_score() - game.get_komi()
        found.append((number, lead))
    return found


def rows_of(path: pathlib.Path) -> list[tuple[int, float | None]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(row["status"] == "ruled" for row in rows)
    return [(row["moves"], row["lead"]) for row in rows]


def adopt() -> None:
    """Has Linux hand us what our programs leave running, as pyspark its Java: what is waited for is counted."""
    set_child_subreaper = 36
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds by the clock, and of processors, children included."""
    clock, processors = time.perf_counter(), sum(os.times()[:4])
    work()
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return time.perf_counter() - clock, sum(os.times()[:4]) - processors


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--program", required=True)
    words.add_argument("--records", type=int, default=4000)
    words.add_argument("--peer-records", type=int, default=200, help="how many of them, spread, the peer gets")
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--spark", action="store_true")
    words.add_argument("--replay", metavar="PROGRAM", help="another program that plays records (see above)")
    words.add_argument("--json", action="store_true")
    args = words.parse_args()
    adopt()
    texts = corpus(args.records)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines, out = folder / "records.ndjson", folder / "rulings.ndjson"
        lines.write_text("".join(json.dumps({"sgf": text}) + "\n" for text in texts), encoding="utf-8")

        def batch(threads: int, rules: str = "tromp-taylor", out: pathlib.Path = out, records: pathlib.Path = lines) -> None:
            command = [args.program, "batch", str(records), "--rules", rules, "--out", str(out), "--fresh", "--no-time"]
            subprocess.run([*command, "--threads", str(threads)], check=True, capture_output=True)

        spark_out, few = folder / "spark", folder / "few.ndjson"
        few_texts = texts[: max(1, len(texts) // 10)]
        few.write_text("".join(json.dumps({"sgf": text}) + "\n" for text in few_texts), encoding="utf-8")

        def spark(records: pathlib.Path = lines, out: pathlib.Path = spark_out) -> None:
            environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": (
                "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=2 "
                "--conf spark.sql.execution.arrow.maxRecordsPerBatch=500 pyspark-shell")}
            command = [sys.executable, str(ROOT / "examples" / "spark_batch.py"), str(records), "--partitions", "8"]
            command += ["--rules", "tromp-taylor", "--out", str(out)]
            subprocess.run(command, check=True, capture_output=True, env=environment)

        files = folder / "records"
        replayed: list[dict[str, Any]] = []

        def replay() -> None:
            told = subprocess.run([args.replay, str(files)], check=True, capture_output=True).stdout
            replayed.append(json.loads(told))

        found: list[tuple[int, float | None]] = []
        every = max(1, len(texts) // args.peer_records)
        peer_texts = texts[::every]
        works: dict[str, tuple[int, Callable[[], Any]]] = {
            "sgfmill and a Python board, 1 core": (len(peer_texts), lambda: found.extend(by_python(peer_texts))),
            "batch, 1 thread": (len(texts), lambda: batch(1)),
            "batch, 2 threads": (len(texts), lambda: batch(2)),
            "batch, 2 threads, five rulesets": (
                len(texts), lambda: batch(2, "tromp-taylor,lasker-maas,kee,long-cycle-1,chinese", folder / "five.ndjson")),
        }
        if args.spark:
            works["Spark, local[2]"] = (len(texts), spark)
            works["batch, 2 threads, a tenth"] = (len(few_texts), lambda: batch(2, out=folder / "few-out.ndjson", records=few))
            works["Spark, local[2], a tenth"] = (len(few_texts), lambda: spark(few, folder / "few-spark"))
        if args.replay:
            files.mkdir()
            for number, text in enumerate(texts):
                (files / f"{number:06}.sgf").write_text(text, encoding="utf-8")
            name = pathlib.Path(args.replay).name
            works[f"{name}, a folder"] = (len(texts), replay)
            works["batch, 1 thread, a folder"] = (len(texts), lambda: batch(1, out=folder / "files.ndjson", records=files))
        seconds: dict[str, list[tuple[float, float]]] = {work: [] for work in works}
        for _ in range(args.rounds):
            found.clear()
            for work, (_, do) in works.items():
                seconds[work].append(timed(do))
            ours = rows_of(out)
            assert len(ours) == len(texts) and found == ours[::every]
            if args.replay:
                assert [tuple(record) for record in replayed[-1]["records"]] == ours == rows_of(folder / "files.ndjson")
            if args.spark:
                import pyarrow.parquet

                parts = sorted(spark_out.glob("part-*.parquet"))
                rows = [row for part in parts for row in pyarrow.parquet.read_table(part).to_pylist()]
                assert [(row["moves"], row["lead"]) for row in rows] == ours
        if args.replay:
            seconds[f"{name}, playing alone"] = [(each["seconds"], each["seconds"]) for each in replayed]
            works[f"{name}, playing alone"] = works[f"{name}, a folder"]
        rates = {}
        for work, taken in seconds.items():
            rates[work] = [works[work][0] / statistics.median(each) for each in zip(*taken, strict=True)]
    load = os.getloadavg()[0]
    if args.json:
        told = {}
        for work, taken in seconds.items():
            clock, processors = rates[work]
            told[work] = {"records": works[work][0], "seconds": taken, "per_second": clock, "per_processor_second": processors}
        print(json.dumps({"date": str(date.today()), "load": load, "rounds": args.rounds, "works": told}))
        return
    one = rates["batch, 1 thread"]
    print(f"{len(texts)} records, {args.rounds} rounds, load {load:.1f} on {os.cpu_count()} cores\n")
    print("| work | records a second | of batch on 1 thread | a processor second | of batch on 1 thread |")
    print("| --- " * 5 + "|")
    for work, (clock, processors) in rates.items():
        print(f"| {work} | {clock:.0f} | {clock / one[0]:.3g} | {processors:.0f} | {processors / one[1]:.3g} |")
    if args.spark:
        for name in ("batch, 2 threads", "Spark, local[2]"):
            # What a record costs, and what is left for beginning and ending, by the clock and of processors.
            parts = zip(seconds[name], seconds[f"{name}, a tenth"], strict=True)
            more = len(texts) - len(few_texts)
            each = [[(whole - tenth) / more for whole, tenth in zip(*two, strict=True)] for two in parts]
            record = [statistics.median(one) for one in zip(*each, strict=True)]
            whole = [statistics.median(one) for one in zip(*seconds[name], strict=True)]
            begun = [whole[by] - record[by] * len(texts) for by in (0, 1)]
            print(f"{name}: {1000 * record[0]:.3f} ms a record and {begun[0]:.1f} s once by the clock, ", end="")
            print(f"{1000 * record[1]:.3f} ms and {begun[1]:.1f} s of processors")


if __name__ == "__main__":
    main()
