"""The rulings of `shinpan batch` on Apache Spark: the same rows, whatever the partitions.

    pip install pyspark "shinpan-0.1.0-cp310-abi3-manylinux_2_35_x86_64.whl[frames]"
    python examples/spark_batch.py games/ more.ndjson --rules japanese-1989,kee --out rulings
    spark-submit --master spark://host:7077 examples/spark_batch.py hdfs:///games --out hdfs:///rulings

Inputs are folders, records, archives, `.ndjson` and `.parquet` with a column of records, wherever Spark can read them. The
output is a folder of Parquet files; in the order of their names they hold the rows of `shinpan batch --no-time` in its order:
inputs as given, files of a folder by name, their members, the rulesets. An `.ndjson` or `.parquet` that is named itself is read in
pieces by many tasks; any other file by one. Spark passes over files whose names begin with `_` or `.`. Workers need the wheel.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

import shinpan

#: What goes to the workers: the number, name and whole path of the input, the file, the number of the line or row in it, what it is
#: (`file`, `line`, `row`), and what it holds.
FIELDS = ["input", "name", "top", "path", "number", "kind", "content"]
#: Where a ruling belongs: the input, the file, the line or row, and its place among the rulings on these.
PLACE = {"input": pa.int64(), "file": pa.string(), "number": pa.int64(), "ruling": pa.int64()}
#: The files of a folder that hold records, as `shinpan batch` knows them.
RECORDS = re.compile(r"\.((sgf|toml|tar|ndjson|jsonl)(\.gz|\.zst)?|tgz|tzst|zip|parquet)$", re.IGNORECASE)


def whole_path(spark: SparkSession, name: str) -> str:
    """The path of an input from the root of its file system on, as Spark understands the name."""
    assert spark._jvm is not None
    path = spark._jvm.org.apache.hadoop.fs.Path(name)
    return str(path.getFileSystem(spark._jsc.hadoopConfiguration()).makeQualified(path).toUri().getPath())


def as_it_is(name: str) -> str:
    """A name in which Spark sees no pattern."""
    return re.sub(r"([][{}*?\\])", r"\\\1", name)


def source(name: str, top: str, path: str) -> str:
    """How `shinpan batch` calls a file: as the input was named, and what follows below it."""
    below = unquote(urlsplit(path).path)[len(top.rstrip("/")) :]
    return name.rstrip("/") + below if below else name


def goes_round(top: str, folder: str) -> bool:
    """Whether a link below `top` leads back to a folder above it. Spark goes round and round there, `shinpan batch` does not."""
    within = [folder, *map(str, pathlib.PurePath(folder).parents)]
    real = [os.path.realpath(each) for each in within if len(each) >= len(top)]
    return len(set(real)) < len(real)


def lines(spark: SparkSession, name: str) -> DataFrame:
    """The lines of an NDJSON file with their numbers: how many each block of it has is counted first."""
    text = spark.read.text(as_it_is(name), lineSep="\n").select(
        f.col("value").cast("binary").alias("content"),
        f.col("_metadata.file_path").alias("path"),
        f.col("_metadata.file_block_start").alias("block"),
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
            columns = [batch["content"], batch["path"], pa.array(numbers, pa.int64())]
            yield pa.RecordBatch.from_arrays(columns, ["content", "path", "number"])

    return text.mapInArrow(count, "content binary, path string, number long").withColumn("kind", f.lit("line"))


def rows(spark: SparkSession, name: str, column: str | None) -> DataFrame:
    """The cells of a Parquet file with the numbers of their rows."""
    table = spark.read.parquet(as_it_is(name))
    usual = ("sgf", "record", "content", "game")
    found = [field for field in table.columns if (field == column if column else field.lower() in usual)]
    if not found:
        raise SystemExit(f"{name}: expected a column {column or ', '.join(usual)}, found {', '.join(table.columns)}")
    return table.select(
        f.col(f"`{found[0]}`").cast("binary").alias("content"),
        f.col("_metadata.file_path").alias("path"),
        (f.col("_metadata.row_index") + 1).alias("number"),
        f.lit("row").alias("kind"),
    )


def files(spark: SparkSession, name: str) -> DataFrame:
    """Files as a whole: records, collections, archives, tables."""
    found = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(as_it_is(name))
    return found.select(
        "content",
        f.col("_metadata.file_path").alias("path"),
        f.lit(0).cast("long").alias("number"),
        f.lit("file").alias("kind"),
    )


def read(spark: SparkSession, inputs: list[str], column: str | None) -> DataFrame:
    """Everything that is to be ruled on, with its place."""
    parts = []
    for number, name in enumerate(inputs):
        if name.lower().endswith((".ndjson", ".jsonl")):
            part = lines(spark, name)
        elif name.lower().endswith(".parquet"):
            part = rows(spark, name, column)
        else:
            part = files(spark, name)
        place = {"input": f.lit(number).cast("long"), "name": f.lit(name), "top": f.lit(whole_path(spark, name))}
        parts.append(part.withColumns(place).select(FIELDS))
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.unionByName(part)
    return whole


def rule(placed: DataFrame, rules: str, column: str | None = None, **options: Any) -> DataFrame:
    """The rulings on what was read, in the order of `shinpan batch`."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # Asked once for each folder.
        round_and_round: dict[str, bool] = {}

        def passed_over(name: str, top: str, path: str) -> bool:
            scheme, _, path, _, _ = urlsplit(path)
            folder = os.path.dirname(unquote(path))
            if scheme == "file" and folder not in round_and_round:
                round_and_round[folder] = goes_round(top.rstrip("/"), folder)
            return round_and_round.get(folder, False) or not RECORDS.search(name)

        for batch in batches:
            pieces: list[shinpan.Piece] = []
            places: list[tuple[int, str, int]] = []
            for row in batch.to_pylist():
                name = source(row["name"], row["top"], row["path"])
                if name != row["name"] and passed_over(name, row["top"], row["path"]):
                    continue
                # A folder comes before the files whose names go on where its own ends.
                place = (row["input"], name.replace("/", "\x01"), row["number"])
                found = shinpan.read_pieces(
                    row["content"], name, kind=row["kind"], number=row["number"], column=column
                )
                pieces += found
                places += [place] * len(found)
            ruled = shinpan.table_of(pieces, rules, **options)
            of_row = [place for place, count in zip(places, ruled.counts, strict=True) for _ in range(count)]
            rulings: list[int] = []
            for at, place in enumerate(of_row):
                rulings.append(rulings[-1] + 1 if at and of_row[at - 1] == place else 0)
            table = ruled.to_arrow()
            columns = [*map(list, zip(*of_row, strict=True)), rulings] if of_row else [[], [], [], []]
            for (field, kind), values in zip(PLACE.items(), columns, strict=True):
                table = table.append_column(field, pa.array(values, kind))
            yield from table.to_batches()

    plain = pa.schema(shinpan.table_of([]))
    schema = from_arrow_schema(pa.schema([*plain, *(pa.field(name, kind) for name, kind in PLACE.items())]))
    # Kept, since sorting looks at its input twice.
    ruled = placed.mapInArrow(work, schema).persist(StorageLevel.MEMORY_AND_DISK)
    return ruled.orderBy(list(PLACE)).select(plain.names)


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("inputs", nargs="+")
    words.add_argument("--out", required=True, help="the folder of Parquet files that is written")
    words.add_argument("--rules", default="record", help="as for shinpan batch")
    words.add_argument("--column", help="the column of tables that holds the records")
    words.add_argument("--max-nodes", type=int, default=1000)
    words.add_argument("--partitions", type=int, help="tasks that rule [default: as Spark reads the inputs]")
    args = words.parse_args()
    spark = SparkSession.builder.appName("shinpan").getOrCreate()
    placed = read(spark, args.inputs, args.column)
    if args.partitions:
        placed = placed.repartition(args.partitions)
    ruled = rule(placed, args.rules, args.column, max_nodes=args.max_nodes, timed=False)
    ruled.write.mode("overwrite").parquet(args.out)
    spark.stop()


if __name__ == "__main__":
    main()
