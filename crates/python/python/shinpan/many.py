"""Many records: folders, archives, tables, data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from shinpan._shinpan import Piece, Pieces, Record, Ruleset, judge, table_of
from shinpan.errors import RecordError, ShinpanError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from shinpan.ruling import Ruling

#: A data frame of pandas or polars.
Frame = TypeVar("Frame")


def judge_many(
    *inputs: str | os.PathLike[str], rules: Ruleset | str | None = None, **options: Any
) -> Iterator[tuple[Piece, int, Ruling | ShinpanError]]:
    """The full rulings on all records of files, folders, patterns, archives and tables, one after the other.

    Gives the piece a record is from, its number there from 1, and the ruling or, for what cannot be read, the error. The
    options are those of `judge`. For figures of many games `table` is faster: it uses all cores.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;SZ[3];B[bb];W[];B[])(;SZ[0])")
    >>> for piece, number, ruling in judge_many(folder, rules="chinese"):
    ...     print(number, ruling.result.sgf if isinstance(ruling, Ruling) else ruling.place)
    1 B+9
    2 1:27
    """
    for piece in Pieces(list(inputs)):
        if piece.content is None:
            yield piece, piece.first_game, RecordError(piece.error or "")
            continue
        try:
            records = Record.read_all(piece.content)
        except ShinpanError as fault:
            yield piece, piece.first_game, fault
            continue
        for number, record in enumerate(records, piece.first_game):
            if isinstance(record, RecordError):
                yield piece, number, record
                continue
            try:
                yield piece, number, judge(record, rules, **options)
            except ShinpanError as fault:
                yield piece, number, fault


def judge_frame(frame: Frame, rules: Any = None, *, column: str = "sgf", **options: Any) -> Frame:
    """The rulings on the records in a column of a pandas or polars data frame, as a frame of the same kind with the columns
    of `table`.

    `row` is the label in the frame's index (in polars the number of the row, from 0), so that the two can be joined. The
    options are those of `table_of`.

    >>> import pandas
    >>> games = pandas.DataFrame({"sgf": ["(;SZ[3];B[bb];W[];B[])", "no game"]}, index=["one", "two"])
    >>> judge_frame(games, "chinese,kee")[["row", "rules", "status"]].values.tolist()
    [['one', 'chinese', 'ruled'], ['one', 'kee', 'ruled'], ['two', 'chinese', 'error'], ['two', 'kee', 'error']]
    """
    given: Any = frame
    held = given[column]
    missing = held.isna() if hasattr(given, "index") else held.is_null()
    cells = [None if nothing else content for content, nothing in zip(held, missing, strict=True)]
    rulings = table_of([Piece(content, source=column) for content in cells], rules, **options)
    if not hasattr(given, "index"):
        # polars has no labels of rows.
        import polars

        numbers = [row for row, count in enumerate(rulings.counts) for _ in range(count)]
        numbered: Any = polars.DataFrame(rulings).insert_column(0, polars.Series("row", numbers, polars.UInt32))
        return cast("Frame", numbered)
    rows = rulings.to_pandas()
    rows.insert(0, "row", given.index.repeat(rulings.counts))
    return cast("Frame", rows)
