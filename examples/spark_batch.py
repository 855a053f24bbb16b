"""The rulings of `shinpan batch` on Apache Spark: the same rows, whatever the partitions.

    pip install pyspark "shinpan-0.1.0-cp310-abi3-manylinux_2_35_x86_64.whl[frames]"
    python examples/spark_batch.py games/ more.ndjson "old/*.zip" --rules japanese-1989,kee --out rulings
    spark-submit --master spark://host:7077 examples/spark_batch.py hdfs:///games --out hdfs:///rulings

Inputs are those of `shinpan batch`, at the same path on every machine, or names with a scheme that Hadoop knows (`hdfs://`). The
output is a folder of Parquet files; in the order of their names they hold the rows of `shinpan batch --no-time` in its order.
Large files are shared among tasks: each reads all of the file and rules on its share of the records. Workers need the wheel.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pyarrow as pa
from py4j.protocol import Py4JJavaError
from pyspark import StorageLevel
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

import shinpan

#: What goes to the workers: the number of the file, its name in the table, and what `content` is: a `path` whose pieces are to be
#: read from the `number`th on, each `step`th; a whole `file`; or the `line` or `row` of that number.
GIVEN = "file long, source string, kind string, number long, step long, content binary"
#: Where a ruling belongs: the file, the piece of it (the member, line, or row), and its place among the rulings on that.
PLACE = ["file", "piece", "ruling"]
#: Files up to this size are not shared among tasks.
SHARE = 1 << 20


def paths(spark: SparkSession, files: list[tuple[int, str]], tasks: int) -> DataFrame:
    """Files that every machine has at the same path."""
    sizes = [os.path.getsize(path) if os.path.exists(path) else 0 for _, path in files]
    share = max(SHARE, sum(sizes) // tasks + 1)
    given = []
    for (number, path), size in zip(files, sizes, strict=True):
        step = size // share + 1
        given += [(number, None, "path", at, step, os.fsencode(path)) for at in range(step)]
    return spark.createDataFrame(given, GIVEN).repartition(tasks)


def pieces(row: dict[str, Any], column: str | None) -> Iterable[tuple[int, shinpan.Piece]]:
    """The pieces of what was given to a worker, with their numbers."""
    if row["kind"] == "path":
        found = shinpan.Pieces.of_files([os.fsdecode(row["content"])], column=column)
        return islice(enumerate(found), row["number"], None, row["step"])
    kind, number = row["kind"], row["number"]
    return enumerate(shinpan.read_pieces(row["content"], row["source"], kind=kind, number=number, column=column), number)


def rule(given: DataFrame, rules: str, column: str | None = None, **options: Any) -> DataFrame:
    """The rulings on what was given, in the order of `shinpan batch`."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = (row for batch in batches for row in batch.to_pylist())
        placed = ((row["file"], number, piece) for row in rows for number, piece in pieces(row, column))
        while some := list(islice(placed, 64)):
            ruled = shinpan.table_of([piece for _, _, piece in some], rules, **options)
            table = ruled.to_arrow()
            counted = zip(some, ruled.counts, strict=True)
            places = [(file, number, at) for (file, number, _), count in counted for at in range(count)]
            for at, field in enumerate(PLACE):
                table = table.append_column(field, pa.array([place[at] for place in places], pa.int64()))
            yield from table.to_batches()

    plain = pa.schema(shinpan.table_of([]))
    schema = from_arrow_schema(pa.schema([*plain, *(pa.field(field, pa.int64()) for field in PLACE)]))
    # Kept, since sorting looks at its input twice.
    ruled = given.mapInArrow(work, schema).persist(StorageLevel.MEMORY_AND_DISK)
    return ruled.orderBy(PLACE).select(plain.names)


# What follows is for names that only Hadoop can read.


def as_it_is(name: str) -> str:
    """A name in which Spark sees no pattern."""
    return re.sub(r"([][{}*?\\])", r"\\\1", name)


def lines(spark: SparkSession, name: str) -> DataFrame:
    """The lines of an NDJSON file with their numbers: how many each block of it has is counted first."""
    text = spark.read.text(as_it_is(name), lineSep="\n").select(
        f.col("value").cast("binary").alias("content"), f.col("_metadata.file_block_start").alias("block")
    )
    before: dict[int, int] = {}
    so_far = 0
    for row in sorted(text.groupBy("block").count().collect()):
        before[row["block"]] = so_far
        so_far += row["count"]

    def count(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        reached = dict(before)
        for batch in batches:
            numbers = []
            for block in batch["block"].to_pylist():
                reached[block] += 1
                numbers.append(reached[block])
            yield pa.RecordBatch.from_arrays([batch["content"], pa.array(numbers, pa.int64())], ["content", "number"])

    return text.mapInArrow(count, "content binary, number long").withColumn("kind", f.lit("line"))


def rows(spark: SparkSession, name: str, column: str | None) -> DataFrame | None:
    """The cells of a Parquet file with the numbers of their rows; nothing if it is damaged or has no column of records."""
    usual = [column] if column else ["sgf", "record", "content", "game"]
    try:
        table = spark.read.parquet(as_it_is(name))
        named = {each.name if column else each.name.lower(): each for each in table.schema}
        found = [named[name] for name in usual if name in named]
        if not found or found[0].dataType.typeName() not in ("string", "binary"):
            return None
        return table.select(
            f.col(f"`{found[0].name}`").cast("binary").alias("content"),
            (f.col("_metadata.row_index") + 1).alias("number"),
            f.lit("row").alias("kind"),
        )
    except (PySparkException, Py4JJavaError):
        return None


def from_hadoop(spark: SparkSession, name: str, first: int, column: str | None) -> tuple[DataFrame, int]:
    """What is in a file or folder of Hadoop's, and the number of the file after it."""
    jvm: Any = spark._jvm
    top = jvm.org.apache.hadoop.fs.Path(name)
    system = top.getFileSystem(spark._jsc.hadoopConfiguration())
    top = system.makeQualified(top)
    found = [(top.toString(), name)]
    if system.getFileStatus(top).isDirectory():
        each, found = system.listFiles(top, True), []
        while each.hasNext():
            path = each.next().getPath().toString()
            found.append((path, name.rstrip("/") + path[len(top.toString().rstrip("/")) :]))
        found = sorted((file for file in found if shinpan.holds_records(file[1])), key=lambda file: file[1].split("/"))
    elif not top.getName().startswith(("_", ".")):
        ending = top.getName().lower().rpartition(".")[2]
        table = rows(spark, name, column) if ending == "parquet" else None
        table = lines(spark, name) if ending in ("ndjson", "jsonl") else table
        if table:
            given = table.select(f.lit(first), f.lit(name), "kind", "number", f.lit(1), "content")
            return given, first + 1
    names = [(number, source, "file", 0, 1, path) for number, (path, source) in enumerate(found, first)]
    wanted = spark.createDataFrame(names, GIVEN.replace("content binary", "path string"))
    seen = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(as_it_is(name))
    whole = f.broadcast(wanted).join(seen.select("path", "content"), "path").drop("path")
    # Spark passes over empty files and those whose names begin with `_` or `.`: these few come by way of the driver.
    rest = []
    for row in wanted.join(seen.select("path"), "path", "left_anti").select(wanted.columns).collect():
        stream = system.open(jvm.org.apache.hadoop.fs.Path(row["path"]))
        rest.append((*row[:-1], bytearray(jvm.org.apache.commons.io.IOUtils.toByteArray(stream))))
        stream.close()
    return whole.union(spark.createDataFrame(rest, GIVEN)), first + len(found)


def read(spark: SparkSession, inputs: list[str], column: str | None, tasks: int) -> DataFrame:
    """Everything that is to be ruled on."""
    ours = spark._jsc.hadoopConfiguration().get("fs.defaultFS").startswith("file:")
    here: list[tuple[int, str]] = []
    parts: list[DataFrame] = []
    number = 0
    for name in inputs:
        if ours and not re.match(r"\w[\w+.-]*:/", name):
            found = shinpan.find_files([name])
            here += enumerate(found, number)
            number += len(found)
        else:
            part, number = from_hadoop(spark, name, number, column)
            parts.append(part)
    whole = paths(spark, here, tasks)
    for part in parts:
        whole = whole.union(part)
    return whole


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("inputs", nargs="+")
    words.add_argument("--out", required=True, help="the folder of Parquet files that is written")
    words.add_argument("--rules", default="record", help="as for shinpan batch")
    words.add_argument("--column", help="the column of tables that holds the records")
    words.add_argument("--passes", action="store_true", help="add the passes that end the play")
    words.add_argument("--max-nodes", type=int, default=1000)
    words.add_argument("--partitions", type=int, help="tasks that rule [default: four for each core]")
    args = words.parse_args()
    spark = SparkSession.builder.appName("shinpan").getOrCreate()
    tasks = args.partitions or 4 * spark.sparkContext.defaultParallelism
    given = read(spark, args.inputs, args.column, tasks)
    if args.partitions:
        given = given.repartition(tasks)
    ruled = rule(given, args.rules, args.column, passes=args.passes, max_nodes=args.max_nodes, timed=False)
    ruled.write.mode("overwrite").parquet(args.out)
    spark.stop()


if __name__ == "__main__":
    main()
