"""From and to the boards of sgfmill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shinpan._shinpan import Board, Position
from shinpan.errors import PositionError

if TYPE_CHECKING:
    from sgfmill.boards import Board as SgfmillBoard

_COLOURS = {"b": "black", "w": "white"}


def from_sgfmill(board: SgfmillBoard) -> Position:
    """The position on a board of sgfmill.

    >>> from sgfmill.boards import Board as SgfmillBoard
    >>> theirs = SgfmillBoard(3)
    >>> _ = theirs.play(0, 0, "b")
    >>> from_sgfmill(theirs).stones
    {'A1': 'black'}
    """
    ours = Board.rectangle(board.side, board.side)
    points = ours.points
    stones = {}
    for colour, (row, column) in board.list_occupied_points():
        stones[points[(board.side - 1 - row) * board.side + column]] = _COLOURS[colour]
    return Position(ours, stones)


def to_sgfmill(position: Position) -> SgfmillBoard:
    """The same position on a board of sgfmill, which has to be installed. Theirs are squares for two players.

    >>> board = to_sgfmill(Position("3x3", "X.O/.../..."))
    >>> board.get(2, 0), board.get(2, 2), board.get(1, 1)
    ('b', 'w', None)
    """
    from sgfmill.boards import Board as SgfmillBoard

    shape = position.board.shape
    if shape is None or shape[0] != shape[1] or str(position.board).startswith("torus"):
        raise PositionError(f"expected a position on a square board, found {position.board}")
    side = shape[0]
    board = SgfmillBoard(side)
    stones: dict[str, list[tuple[int, int]]] = {"black": [], "white": []}
    for point, owner in position.stones.items():
        if owner not in stones:
            raise PositionError(f"expected stones of two players, found {owner} on {point}")
        index = position.board.index(point)
        stones[owner].append((side - 1 - index // side, index % side))
    board.apply_setup(stones["black"], stones["white"], [])
    return board
