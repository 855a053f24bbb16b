"""Positions and what other packages call boards."""

from __future__ import annotations

import random

import numpy
import pytest
from sgfmill.boards import Board as SgfmillBoard

from shinpan import Board, Position, PositionError, from_sgfmill, to_sgfmill


@pytest.mark.parametrize("side", [2, 3, 5, 9, 19])
def test_captures_are_those_of_sgfmill(side: int) -> None:
    dice = random.Random(side)
    theirs, ours = SgfmillBoard(side), Position(Board.rectangle(side, side))
    points, most = ours.board.points, 0
    for number in range(side * side * 3):
        row, column = dice.randrange(side), dice.randrange(side)
        name = points[(side - 1 - row) * side + column]
        if theirs.get(row, column) is not None:
            with pytest.raises(PositionError):
                ours.play("black", name)
            continue
        colour = "bw"[number % 2]
        theirs.play(row, column, colour)
        ours = ours.play(colour, name)
        assert from_sgfmill(theirs) == ours
        most = max(most, len(ours.stones))
    back = to_sgfmill(ours)
    assert back.list_occupied_points() == theirs.list_occupied_points()
    assert most > side


def test_arrays_go_in_and_out() -> None:
    position = Position("3x2", "X.O/.3.", players=3)
    array = numpy.asarray(position)
    assert array.dtype == numpy.uint8 and array.tolist() == [[1, 0, 2], [0, 3, 0]]
    array[0, 1] = 1
    assert position["B2"] is None, "the array is a copy"
    assert Position.from_array(numpy.asarray(position), players=3) == position
    assert numpy.asarray(position, dtype=float).sum() == 6.0
    for kind in (numpy.int64, numpy.float64, numpy.float16):
        assert Position.from_array(numpy.array([[0, 1], [2, 0]], dtype=kind)).stones == {"B2": "black", "A1": "white"}
    assert Position.from_array(numpy.zeros((2, 3))) == Position("3x2")
    torus = Board("torus 4x4")
    assert Position.from_array(numpy.eye(4, dtype=int), torus).board == torus
    star = Board.graph(["hub", "a", "b"], [("hub", "a"), ("hub", "b")])
    assert numpy.asarray(Position(star, {"a": "W"})).tolist() == [0, 2, 0]
    assert Position.from_array([0, 2, 0], star).stones == {"a": "white"}


@pytest.mark.parametrize("wrong", [[0, 1], [[0, 9]], [[-1, 0]], [[0.5, 0]], [[1e9, 0]], [[float("nan"), 0]], [["X", "O"]], [[1]]])
def test_other_arrays_are_refused(wrong: object) -> None:
    with pytest.raises(PositionError):
        Position.from_array(wrong)


def test_arrays_of_another_shape_are_refused() -> None:
    with pytest.raises(PositionError, match="expected an array for the 3x2 board"):
        Position.from_array(numpy.zeros((3, 2), dtype=int), "3x2")


def test_only_squares_for_two_go_to_sgfmill() -> None:
    for position in (Position("3x2"), Position("torus 3x3"), Position("3x3", "3../.../...", players=3)):
        with pytest.raises(PositionError, match="expected"):
            to_sgfmill(position)
