"""What can go wrong. Every class is a `ShinpanError`, which is a `ValueError`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shinpan._shinpan import Position
    from shinpan.ruling import Refusal


class ShinpanError(ValueError):
    """Something that this package has to say."""


class BoardError(ShinpanError):
    """No such board, or no such point on it."""


class PositionError(ShinpanError):
    """Something that cannot stand on a board."""


class RulesetError(ShinpanError):
    """A ruleset that is unknown, or whose parts do not go together."""


class RecordError(ShinpanError):
    """A record that cannot be read, or a ruling that cannot be given on it.

    `place` says where: a line and column, a field, an argument.
    """

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(what, place)
        self.what = what
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


class BatchError(ShinpanError):
    """A bulk job that cannot be begun or ended."""


class DrawingError(ShinpanError):
    """A board that cannot be drawn."""


class ProofError(ShinpanError):
    """A proof that cannot be read, or that the checker does not accept."""


class NothingToSettle(ShinpanError):
    """A game in which no play decides which stones live: in words, why."""


class Refused(ShinpanError):
    """A move or an act that the rules do not allow. Nothing has changed.

    `refusal` is the ruling: reason, clause and evidence. `position` is the earlier position that would come back, if the
    reason is a repetition.
    """

    def __init__(self, refusal: Refusal, position: Position | None = None) -> None:
        super().__init__(refusal, position)
        self.refusal = refusal
        self.position = position

    @staticmethod
    def of_json(text: str, position: Position | None) -> Refused:
        """From the JSON of a refusal."""
        from shinpan.ruling import Refusal

        return Refused(Refusal.of_dict(json.loads(text)), position)

    def __str__(self) -> str:
        refusal = self.refusal
        who = f"{refusal.player} " if refusal.player else ""
        return f"{who}{refusal.point}: {refusal.why} [{refusal.clause}]"
