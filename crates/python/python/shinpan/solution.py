"""Exact values, as the solver tells them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping


def _end(text: str) -> Fraction | float:
    """A margin; a win or loss without a count is infinite."""
    return {"inf": inf, "-inf": -inf}.get(text) or Fraction(text)


def _gain(text: str) -> Fraction | Literal["draw"]:
    """What a player gets on his own: an average, or a draw."""
    return "draw" if text == "draw" else Fraction(text)


@dataclass(frozen=True)
class Share:
    """What one of more than two players can get against all the others together: the least and the most that is proven."""

    player: str
    #: If a draw without a scoring position is less than any average.
    draws_lost: tuple[Fraction | Literal["draw"], Fraction | Literal["draw"]]
    #: If it is more than any.
    draws_won: tuple[Fraction | Literal["draw"], Fraction | Literal["draw"]]

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Share:
        """From the JSON form."""
        (lost, at_most), (won, most) = value["draws_lost"], value["draws_won"]
        return Share(value["player"], (_gain(lost), _gain(at_most)), (_gain(won), _gain(most)))


@dataclass(frozen=True)
class Solution:
    """What best play leads to. Margins are Black's, komi included."""

    rules: str
    #: Black's margin, if it is proven and there is a count.
    value: Fraction | None
    #: `win`, `draw` or `loss` for Black, if that is proven.
    outcome: str | None
    #: The least and the most that is proven; `inf` is a win without a count.
    bounds: tuple[Fraction | float, Fraction | float]
    #: Moves of best play, as far as they were found.
    line: tuple[str, ...]
    #: What the search looked at.
    nodes: int
    seconds: float
    #: Whether the value is proven.
    exact: bool
    #: What Black can force if a draw by a cycle counted as his loss, and as his win.
    without_draws: tuple[Fraction | float, Fraction | float] | None
    #: How it was found: `plain`, `proof-numbers`, `fixpoint`, `endgame`, `forced`, `passes`.
    method: str
    #: What stopped the search, if something did.
    limit: str | None
    #: The same in a word: `nodes`, `stopped`, `memory`, `beyond`, `asked`.
    limit_code: str | None
    #: The margin that was asked about, if one was.
    at_least: Fraction | None
    #: Whether Black gets that margin, if the bounds say it.
    reached: bool | None
    #: With more than two players, who have no value: what each can get.
    players: tuple[Share, ...] | None
    json: str = field(repr=False)

    @staticmethod
    def of_json(text: str) -> Solution:
        """From the JSON of a report."""
        return Solution.of_dict(json.loads(text))

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Solution:
        """From the JSON form."""
        low, high = value["bounds"]
        draws, asked, players = value["without_draws"], value.get("at_least"), value.get("players")
        return Solution(
            rules=value["rules"],
            value=None if value["value"] is None else Fraction(value["value"]),
            outcome=value["outcome"],
            bounds=(_end(low), _end(high)),
            line=tuple(value["line"]),
            nodes=value["nodes"],
            seconds=value["seconds"],
            exact=value["exact"],
            without_draws=None if draws is None else (_end(draws[0]), _end(draws[1])),
            method=value["method"],
            limit=value["limit"],
            limit_code=value["limit_code"],
            at_least=None if asked is None else Fraction(asked),
            reached=value.get("reached"),
            players=None if players is None else tuple(map(Share.of_dict, players)),
            json=json.dumps(dict(value), ensure_ascii=False, separators=(",", ":")),
        )


@dataclass(frozen=True)
class Settlement:
    """What best play comes to in the phase that decides which stones live."""

    #: The phase that is played: `resolution`, or `main` where play is resumed.
    phase: str
    #: Whether the play is over and would have to be resumed first.
    resumed: bool
    #: Whose turn it is then.
    to_move: str
    #: What is proven.
    solution: Solution

    @staticmethod
    def of_json(text: str) -> Settlement:
        """From the JSON form, `settled` in the JSON of a ruling."""
        value = json.loads(text)
        phase, resumed, to_move = value.pop("phase"), value.pop("resumed"), value.pop("to_move")
        return Settlement(phase, resumed, to_move, Solution.of_dict(value))
