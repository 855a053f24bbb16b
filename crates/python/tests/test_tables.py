"""Tables are those of `shinpan batch`."""

from __future__ import annotations

import io
import json
import pathlib
import subprocess
import zipfile
from typing import Any

import pandas
import pyarrow
import pyarrow.parquet
import pytest

import shinpan
from shinpan import Piece, Pieces, Ruleset

RULES = "japanese-1989,kee,lasker-maas"
GAMES = [
    "(;SZ[3]RU[Chinese];B[bb];W[];B[])",
    "(;SZ[5]KM[6.5]RE[W+2.5];B[cc];W[bb];B[];W[])(;SZ[5];B[aa];W[aa])",
    "(;SZ[99])",
    "no game at all",
    "(;SZ[4];B[ba];W[ca];B[ab];W[bb];B[bc];W[cc];B[cb];W[bb])",
]


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    games = tmp_path / "games"
    games.mkdir()
    for number, text in enumerate(GAMES):
        (games / f"{number}.sgf").write_text(text)
    lines = [json.dumps({"sgf": text}) for text in GAMES]
    (games / "a.ndjson").write_text("\n".join([*lines[:2], "", "{", '{"other": 1}', '"(;SZ[3])"', *lines[2:]]) + "\n")
    with zipfile.ZipFile(games / "b.zip", "w") as archive:
        for number, text in enumerate(GAMES):
            archive.writestr(f"in/{number}.sgf", text)
    table = pyarrow.table({"id": list(range(len(GAMES) + 1)), "sgf": [*GAMES, None]})
    pyarrow.parquet.write_table(table, games / "c.parquet")
    return games


def by_program(program: str, folder: pathlib.Path, *more: str) -> pyarrow.Table:
    out = folder.parent / "program.parquet"
    words = [program, "batch", str(folder), "--rules", RULES, "--out", str(out), "--no-time", "--fresh", *more]
    subprocess.run(words, check=True, capture_output=True)
    return pyarrow.parquet.read_table(out)


def test_the_table_is_the_program_s(program: str, folder: pathlib.Path) -> None:
    theirs = by_program(program, folder)
    for threads in (1, 3):
        ours = shinpan.table([folder], RULES, timed=False, threads=threads).to_arrow()
        assert ours.schema.equals(theirs.schema, check_metadata=True)
        assert ours.equals(theirs)
    assert len(theirs) > 50


def test_pieces_read_elsewhere_give_the_same_rows(program: str, folder: pathlib.Path) -> None:
    theirs = by_program(program, folder)
    pieces: list[Piece] = []
    for path in sorted(folder.iterdir()):
        name, content = str(path), path.read_bytes()
        if path.suffix == ".ndjson":
            for number, line in enumerate(content.split(b"\n"), 1):
                pieces += shinpan.read_pieces(line, name, kind="line", number=number)
        elif path.suffix == ".parquet":
            for number, cell in enumerate(pyarrow.parquet.read_table(path)["sgf"].to_pylist(), 1):
                pieces += shinpan.read_pieces(cell, name, kind="row", number=number)
        else:
            pieces += shinpan.read_pieces(content, name)
    ours = shinpan.table_of(pieces, RULES.split(","), timed=False)
    assert ours.to_arrow().equals(theirs)
    assert sum(ours.counts) == len(ours) and len(ours.counts) == len(pieces)
    again = list(Pieces([folder]))
    assert [(p.source, p.member, p.content, p.error) for p in pieces] == [
        (p.source, p.member, p.content, p.error) for p in again
    ]


def test_a_table_inside_a_file_that_was_read_elsewhere(folder: pathlib.Path) -> None:
    path = folder / "c.parquet"
    pieces = shinpan.read_pieces(path.read_bytes(), str(path))
    assert [piece.member for piece in pieces] == [f"row {number}" for number in range(1, len(GAMES) + 2)]


def test_the_job_is_the_program_s(program: str, folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    theirs = by_program(program, folder)
    out = tmp_path / "ours.parquet"
    summary = json.loads(shinpan.batch([folder], out, RULES, timed=False) or "null")
    assert out.read_bytes() == (tmp_path / "program.parquet").read_bytes()
    assert summary["records"] * 3 == len(theirs)
    assert json.loads(shinpan.batch([folder], out, RULES, timed=False) or "null") == summary
    with pytest.raises(shinpan.BatchError, match="a job with other rulesets"):
        shinpan.batch([folder], out, "kee", timed=False)


def test_a_frame_keeps_its_index(folder: pathlib.Path) -> None:
    games = pandas.DataFrame({"record": [*GAMES, None]}, index=[f"game {n}" for n in range(len(GAMES) + 1)])
    rows = shinpan.judge_frame(games, [Ruleset("kee"), "chinese"], column="record", timed=False)
    assert list(rows["row"]) == [f"game {n}" for n in (0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)]
    joined = games.merge(rows, left_index=True, right_on="row")
    assert len(joined) == len(rows)
    assert list(rows[rows["row"] == "game 5"]["status"]) == ["error", "error"]


def test_however_a_frame_says_that_nothing_is_there() -> None:
    for dtype in ("object", "string", "str", "category"):
        games = pandas.DataFrame({"sgf": pandas.Series(["(;SZ[3])", None], dtype=dtype)})
        assert list(shinpan.judge_frame(games, "kee")["error"].isna()) == [True, False], dtype
    nothing = pandas.DataFrame({"sgf": ["(;SZ[3])", pandas.NA, float("nan")]})
    assert list(shinpan.judge_frame(nothing, "kee")["status"]) == ["ruled", "error", "error"]


def test_a_frame_of_polars_gives_one_of_polars() -> None:
    import polars

    games = polars.DataFrame({"sgf": [*GAMES, None]})
    rows = shinpan.judge_frame(games, "kee,chinese", timed=False)
    same = shinpan.judge_frame(pandas.DataFrame({"sgf": [*GAMES, None]}), "kee,chinese", timed=False)
    assert rows.columns == list(same.columns)
    assert rows["row"].to_list() == list(same["row"]) and rows["status"].to_list() == list(same["status"])
    assert games.with_row_index("row").join(rows, on="row").height == rows.height
    # A table is taken by polars as it is.
    assert polars.DataFrame(shinpan.table_of([Piece(GAMES[0])], "kee"))["status"].to_list() == ["ruled"]


def test_passes_are_added(tmp_path: pathlib.Path) -> None:
    (tmp_path / "moves-only.sgf").write_text("(;SZ[3]RU[Chinese];B[bb])")
    pieces = [Piece("(;SZ[3]RU[Chinese];B[bb])")]
    for passes, result in ((False, None), (True, "B+9")):
        for table in (shinpan.table_of(pieces, passes=passes), shinpan.table(tmp_path, passes=passes)):
            assert table.to_arrow()["result"].to_pylist() == [result]


def test_rulings_one_by_one_say_what_the_table_says(folder: pathlib.Path) -> None:
    rows = shinpan.table([folder], "kee", timed=False).to_arrow().to_pylist()
    rulings = list(shinpan.judge_many(folder, rules="kee", max_nodes=1000))
    assert len(rulings) == len(rows)
    for (piece, number, ruling), row in zip(rulings, rows, strict=True):
        assert (piece.source, piece.member, number) == (row["source"], row["member"], row["game"])
        if isinstance(ruling, shinpan.Ruling):
            found: Any = ruling.result and ruling.result.sgf
            assert (ruling.phase, ruling.moves, found) == (row["phase"], row["moves"], row["result"])
            assert (ruling.refused is not None) == (row["status"] == "refused")
        else:
            assert (row["status"], row["error"]) == ("error", str(ruling))


def test_one_input_need_be_no_list(folder: pathlib.Path) -> None:
    for one in (folder, str(folder)):
        assert len(shinpan.table(one, "kee")) == len(shinpan.table([folder], "kee"))
        assert shinpan.find_files(one) == shinpan.find_files([one]) == sorted(map(str, folder.iterdir()))
        assert len(list(Pieces(one))) == len(list(Pieces([folder])))
    assert shinpan.batch(folder, folder.parent / "one.csv", "kee")


def test_a_file_that_cannot_be_read_is_named(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="No such file or directory: '.*nowhere.sgf'"):
        shinpan.judge(tmp_path / "nowhere.sgf")
    with pytest.raises(IsADirectoryError) as raised:
        shinpan.judge(tmp_path)
    assert raised.value.filename == str(tmp_path)


def test_an_iteration_that_is_given_up_ends(folder: pathlib.Path) -> None:
    for _ in range(20):
        next(shinpan.judge_many(folder, rules="kee"))


def test_arrow_is_taken_without_pyarrow_knowing_us(folder: pathlib.Path) -> None:
    table = shinpan.table([folder / "a.ndjson"], "kee")
    reader = pyarrow.RecordBatchReader.from_stream(table)
    assert reader.schema.field("lead").metadata[b"about"].startswith(b"Black's score")
    assert reader.read_all().num_rows == len(table)
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(table.to_arrow(), buffer)
    assert pyarrow.schema(table).equals(reader.schema)
