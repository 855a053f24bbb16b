"""The Spark example gives the rows of `shinpan batch`, whatever the partitions. `scripts/test-python.sh --spark` runs it."""

from __future__ import annotations

import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pyarrow
import pyarrow.parquet
import pytest
from conftest import ROOT

RULES = "japanese-1989,lasker-maas,kee"


def missing() -> str | None:
    """What Spark needs and is not there."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "Java 17 or later, which Spark needs"
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "pyspark, which scripts/test-python.sh --spark installs"
    return None


@pytest.fixture
def inputs(tmp_path: pathlib.Path) -> list[str]:
    """A folder with names that are hard to sort and to quote, tables whole and damaged, and lines in more than one block."""
    if why := missing():
        if os.environ.get("SHINPAN_SPARK"):
            pytest.fail(f"missing: {why}")
        pytest.skip(f"missing: {why}")
    games = [
        "(;SZ[3]RU[Chinese];B[bb];W[];B[])",
        "(;SZ[5]KM[6.5]RE[W+2.5];B[cc];W[bb];B[];W[])(;SZ[5];B[aa];W[aa])",
        "(;SZ[4];B[ba];W[ca];B[ab];W[bb];B[bc];W[cc];B[cb];W[bb])",
        "nothing",
    ]
    folder = tmp_path / "a folder"
    for name in ("b.sgf", "b/c.sgf", "a b%41+é.sgf", "b-c.SGF", "B.toml", "left out.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(games[len(name) % len(games)])
    with zipfile.ZipFile(folder / "b" / "many.zip", "w") as archive:
        for number in range(30):
            archive.writestr(f"{number}.sgf", games[number % len(games)])
    (folder / "in.jsonl").write_text("\n".join(json.dumps(game) for game in games))
    dirty(tmp_path / "dirty", games)
    # More than a mebibyte, so that several tasks share it.
    lines = [json.dumps({"id": n, "sgf": games[n % len(games)] + " " * (n % 90 * 100)}) for n in range(400)]
    lines[17], lines[200] = "", "{"
    (tmp_path / "lines.ndjson").write_text("\n".join(lines) + "\n")
    cells = [games[n % len(games)] for n in range(50)] + [None]
    table = pyarrow.table({"id": list(range(51)), "Game": cells})
    pyarrow.parquet.write_table(table, tmp_path / "table.parquet", row_group_size=10)
    (tmp_path / "damaged.parquet").write_bytes((tmp_path / "table.parquet").read_bytes()[:-100])
    pyarrow.parquet.write_table(pyarrow.table({"sgf": [1, 2]}), tmp_path / "_numbers.parquet")
    (tmp_path / ".hidden.ndjson").write_text(json.dumps(games[1]))
    (tmp_path / "nothing.ndjson").touch()
    names = ["lines.ndjson", "a folder", "table.parquet", "dirty", "damaged.parquet", "_numbers.parquet", ".hidden.ndjson"]
    # What is named twice is ruled on twice.
    return [str(tmp_path / name) for name in (*names, "nothing.ndjson", "lines.ndjson")]


def only_here(folder: pathlib.Path, game: str) -> list[str]:
    """Inputs that no file system of Hadoop's can have: names with colons or in no encoding, links, pipes, patterns."""
    folder.mkdir()
    for name in (b"a:b.sgf", b"\xff\xfe.sgf", b"_c.sgf", b"*.sgf"):
        pathlib.Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(game)
    (folder / "to nothing.sgf").symlink_to("nothing.sgf")
    (folder / "round").symlink_to(".")
    os.mkfifo(folder / "pipe.sgf")
    (folder.parent / "c:d.ndjson").write_text(json.dumps(game))
    return [str(folder), str(folder.parent / "c:d.ndjson"), str(folder / "[_a]*.sgf"), str(folder / "*.sgf"), str(folder / os.fsdecode(b"\xff\xfe.sgf"))]


def dirty(folder: pathlib.Path, games: list[str]) -> None:
    """Files as they are found: broken, cut off, in old encodings, very long, and the same one again and again."""
    folder.mkdir()
    (folder / "nothing.sgf").write_bytes(bytes(500))
    for name in ("empty.sgf", "empty.zip", "_under.sgf", ".dot.sgf", "_in/.this/_folder.sgf"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("" if name.startswith("empty") else games[0])
    (folder / "GBK.sgf").write_bytes("(;CA[GBK]SZ[3]PB[聂卫平];B[bb])".encode("gbk"))
    (folder / "GBK, not told.sgf").write_bytes("(;SZ[3]PB[聂卫平]PW[吴清源];B[bb])".encode("gbk"))
    (folder / "UTF-16.sgf").write_bytes("(;CA[UTF-16]SZ[3]PB[聂卫平];B[bb])".encode("utf-16"))
    (folder / "long.sgf").write_text("(;SZ[2]" + ";B[aa];W[bb];B[ba];W[ab]" * 100 + ")")
    (folder / "open.sgf").write_text("(" * 5000)
    many = "".join(f"(;SZ[3]C[{'x' * 20_000}];B[bb])" for _ in range(250))
    assert len(many) > 4 << 20, "large enough to be cut into its games"
    (folder / "collection.sgf").write_text(many)
    for name in ("a=b/c#d?e.sgf", "[b]/{x}*.sgf"):
        (folder / name).parent.mkdir()
        (folder / name).write_text(games[0])
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for number in range(60):
            content = games[number % 3].encode()
            member = tarfile.TarInfo("same.sgf" if number % 2 else f"{number}.sgf")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    whole = packed.getvalue()
    (folder / "whole.tgz").write_bytes(whole)
    (folder / "cut.tar.gz").write_bytes(whole[: len(whole) * 2 // 3])
    (folder / "damaged.tar.gz").write_bytes(whole[:200] + bytes(20) + whole[220:])
    (folder / "no.zip").write_bytes(b"hello")
    lines = [b"\xef\xbb\xbf" + json.dumps(games[0]).encode(), b'"\xff"', b"[1]", b"", *(json.dumps(g).encode() for g in games)]
    (folder / "lines.ndjson").write_bytes(b"\r\n".join(lines))
    (folder / "lines.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines)))


def by_program(program: str, names: list[str], out: pathlib.Path) -> pyarrow.Table:
    words = [program, "batch", *names, "--rules", RULES, "--out", str(out), "--no-time", "--max-nodes", "20"]
    subprocess.run(words, check=True, capture_output=True)
    return pyarrow.parquet.read_table(out)


def by_spark(names: list[str], folder: pathlib.Path, partitions: int, **settings: str) -> pyarrow.Table:
    """What the example writes. Small blocks, so that a file of lines is read by several tasks."""
    settings |= {
        "spark.master": f"local[{min(partitions, 2)}]",
        "spark.ui.enabled": "false",
        "spark.sql.files.maxPartitionBytes": "16384" if partitions > 1 else "128m",
        "spark.sql.files.openCostInBytes": "1",
        "spark.sql.shuffle.partitions": str(partitions),
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100",
    }
    told = " ".join(f"--conf {key}={value}" for key, value in settings.items())
    environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": f"{told} pyspark-shell", "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, str(ROOT / "examples" / "spark_batch.py"), *names, "--rules", RULES, "--out", str(folder)]
    command += ["--partitions", str(partitions), "--max-nodes", "20"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return pyarrow.concat_tables([pyarrow.parquet.read_table(path) for path in sorted(folder.glob("part-*.parquet"))])


@pytest.mark.parametrize("partitions", [1, 3, 7])
def test_spark_gives_the_rows_of_batch(program: str, inputs: list[str], tmp_path: pathlib.Path, partitions: int) -> None:
    names = [*inputs, *only_here(tmp_path / "only here", "(;SZ[3]RU[Chinese];B[bb];W[];B[])")]
    expected = by_program(program, names, tmp_path / "batch.parquet")
    assert len(expected) > 4000 and len(set(expected["source"].to_pylist())) == 38
    assert len(set(expected["error"].to_pylist())) > 12
    found = by_spark(names, tmp_path / "spark", partitions)
    assert found.column_names == expected.column_names
    assert found.to_pylist() == expected.to_pylist()


def test_what_only_hadoop_can_read_gives_the_same_rows(program: str, inputs: list[str], tmp_path: pathlib.Path) -> None:
    expected = by_program(program, inputs, tmp_path / "batch.parquet").to_pylist()
    there = "viewfs://cluster/in"
    settings = {"spark.hadoop.fs.viewfs.mounttable.cluster.link./in": tmp_path.as_uri()}
    names = [name.replace(str(tmp_path), there) for name in inputs]
    found = by_spark(names, tmp_path / "spark", 3, **settings).to_pylist()
    assert [{**row, "source": row["source"].replace(there, str(tmp_path))} for row in found] == expected
