"""Why a chain lives or not, and proofs that are kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shinpan.ruling import Because, Chain

if TYPE_CHECKING:
    from shinpan._shinpan import Position


@dataclass(frozen=True)
class Explanation:
    """Why a chain lives or not, and what becomes of it (Japanese 1989)."""

    chain: Chain
    #: Every step with its clause.
    because: tuple[Because, ...]
    #: The proof, which `check_proof` goes through again; `None` of what is unproven, or if it is too long to write down.
    proof: str | None = field(repr=False)
    #: The position with the proof's moves as variations; `None` where SGF cannot hold the board.
    sgf: str | None = field(repr=False)
    #: The board with the chain marked, what is removed and whose territory is whose.
    svg: str = field(repr=False)

    @staticmethod
    def of_json(text: str) -> Explanation:
        """From the JSON form."""
        value = json.loads(text)
        return Explanation(
            Chain.of_dict(value["chain"]),
            tuple(Because.of_dict(step) for step in value["because"]),
            value["proof"],
            value["sgf"],
            value["svg"],
        )

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class CheckedProof:
    """What a checker has accepted of a proof."""

    player: str
    #: The chain.
    points: tuple[str, ...]
    #: `alive` or `not-alive`.
    status: str
    #: The ko rule of the imagined sequences under which it holds: `basic` or `ko-pass`. Where a precedent decides, it is
    #: another than the ruleset's.
    hypothetical_ko: str
    #: What stands on the board. The opponent moves first.
    position: Position
    #: The nodes of the proof.
    nodes: int
    #: A point of each chain that is assumed to live: it holds if they do.
    assumed: tuple[str, ...] = ()

    @staticmethod
    def of_json(text: str, position: Position) -> CheckedProof:
        """From the JSON form."""
        value = json.loads(text)
        return CheckedProof(
            value["player"],
            tuple(value["points"]),
            value["status"],
            value["hypothetical_ko"],
            position,
            value["nodes"],
            tuple(value.get("assumed", ())),
        )
