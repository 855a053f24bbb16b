"""Rulings, as values."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shinpan._shinpan import Game

#: What stands on a board: rows from the top, or on a graph the owners by points.
Drawn = list[str] | dict[str, str]


def _bounds(value: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    low, high = value["black"]
    return Fraction(low), Fraction(high)


def _score(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


@dataclass(frozen=True)
class Ban:
    """An empty point where the player to move may not play."""

    point: str
    #: The clause that forbids it.
    clause: str
    #: In a word: `suicide`, `ko`, `superko`, `cyclic`.
    reason: str
    #: The number of moves made when the position that would come back last stood.
    repeats: int | None
    #: The chain that would have no liberty.
    chain: tuple[str, ...] = ()
    #: Under situational superko: who would be to move in that position.
    turn: str | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Ban:
        """From the JSON form."""
        return Ban(
            value["point"],
            value["clause"],
            value["reason"],
            value["repeats"],
            tuple(value.get("chain", ())),
            value.get("turn"),
        )


@dataclass(frozen=True)
class Refusal:
    """A move or an act that was refused."""

    #: The number of the move.
    move: int
    #: Whose it was, if it was a move.
    player: str | None
    #: The point, `pass`, or the act as written.
    point: str
    #: In a word: `occupied`, `suicide`, `ko`, `superko`, `cyclic`, `turn`, `ended`, `unreadable`, `not-now`.
    reason: str
    clause: str
    #: The number of moves made when the position that would come back last stood.
    repeats: int | None
    #: In a sentence.
    why: str
    #: Where it stands in the record.
    place: str = ""
    #: The chain that would have no liberty.
    chain: tuple[str, ...] = ()
    #: With `not-now`: `why` as a code, and its values (`with` in the JSON).
    code: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    #: Under situational superko: who would be to move in that position.
    turn: str | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Refusal:
        """From the JSON form."""
        return Refusal(
            value["move"],
            value["player"],
            value["point"],
            value["reason"],
            value["clause"],
            value["repeats"],
            value["why"],
            value.get("place", ""),
            tuple(value.get("chain", ())),
            value.get("code"),
            value.get("with", {}),
            value.get("turn"),
        )


@dataclass(frozen=True)
class Because:
    """One step of a decision."""

    clause: str
    #: What was found, in words.
    fact: str
    #: The same as a code, and its values (`with` in the JSON).
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Because:
        """From the JSON form."""
        return Because(value["clause"], value["fact"], value["code"], value["with"])


@dataclass(frozen=True)
class Mended:
    """Something that was mended or supposed while a record was read."""

    code: str
    #: Its values (`with` in the JSON).
    values: Mapping[str, Any] = field(compare=False)
    #: Where in the record, if at one place.
    place: str | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Mended:
        """From the JSON form."""
        return Mended(value["code"], value["with"], value.get("place"))


@dataclass(frozen=True)
class Cycle:
    """The moves between two occurrences of one state."""

    #: Moves made at the earlier occurrence, and at the later one.
    start: int
    end: int
    #: How often each player passed in it, and how many stones he lost.
    passes: Mapping[str, int]
    lost: Mapping[str, int]
    #: How often the state has occurred.
    occurrence: int

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Cycle:
        """From the JSON form."""
        return Cycle(value["from"], value["to"], value["passes"], value["lost"], value["occurrence"])


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    #: `win`, `draw`, `no-result` or `ranking`.
    outcome: str
    winner: str | None
    #: `score`, `long-cycle`, `proof-games`, `agreement`, `resignation`, `time`, `forfeit`, `no-scoring-position`.
    ground: str
    #: How far the first is ahead, exact.
    margin: Fraction | None
    #: The scores, komi included, exact.
    scores: Mapping[str, Fraction] | None
    #: As SGF's `RE` writes it.
    sgf: str | None
    #: The clause that decides.
    clause: str
    #: Every step with its clause.
    because: tuple[Because, ...]
    #: The players from first to last, where they are ranked.
    ranking: tuple[tuple[str, ...], ...] | None = None
    cycle: Cycle | None = None
    #: Kee: the positions over which the score is averaged.
    scoring_positions: tuple[Drawn, ...] | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Result:
        """From the JSON form."""
        scores, ranking, cycle = value["scores"], value.get("ranking"), value.get("cycle")
        positions = value.get("scoring_positions")
        return Result(
            value["outcome"],
            value["winner"],
            value["ground"],
            _score(value["margin"]),
            None if scores is None else {player: Fraction(score) for player, score in scores.items()},
            value["sgf"],
            value["clause"],
            tuple(Because.of_dict(step) for step in value["because"]),
            None if ranking is None else tuple(tuple(place) for place in ranking),
            None if cycle is None else Cycle.of_dict(cycle),
            None if positions is None else tuple(positions),
        )


@dataclass(frozen=True)
class KoCycle:
    """The kos of a precedent's shape, and the captures that go round through them."""

    #: The two points of each ko: of the two that the chain shares with an opposing one, and of the third.
    kos: tuple[tuple[str, ...], ...]
    #: The plays that take, the opponent's first, like `W d3`, from a state that ko captures and passes lead to.
    captures: tuple[str, ...]

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> KoCycle:
        """From the JSON form."""
        return KoCycle(tuple(tuple(ko) for ko in value["kos"]), tuple(value["captures"]))


@dataclass(frozen=True)
class Chain:
    """What is known of a chain (Japanese 1989)."""

    player: str
    points: tuple[str, ...]
    #: `alive`, `not-alive` or `unproven`.
    status: str
    #: `triple-ko` or `double-ko-death`, if a precedent decides.
    precedent: str | None
    #: Positions searched.
    nodes: int
    #: A line of forced play that shows it.
    line: tuple[str, ...]
    #: Whether a checker accepted the proof, where it was asked to.
    checked: bool | None = None
    #: What the players agreed: `alive` or `dead`.
    agreed: str | None = None
    #: Whether it is known to have the other status under the other reading of the ko rule.
    readings_differ: bool = False
    #: Whether it is not proven to live, but assumed to.
    assumed: bool = False
    #: What ended the work on it while it was unproven: `nodes`, the states allowed, or `stopped`, its time.
    limit_code: str | None = None
    #: The kos by which the precedent's shape was recognised.
    ko_cycle: KoCycle | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Chain:
        """From the JSON form."""
        return Chain(
            value["player"],
            tuple(value["points"]),
            value["status"],
            value["precedent"],
            value["nodes"],
            tuple(value["line"]),
            value.get("checked"),
            value.get("agreed"),
            value.get("readings_differ", False),
            value.get("assumed", False),
            value.get("limit_code"),
            KoCycle.of_dict(value["ko_cycle"]) if "ko_cycle" in value else None,
        )


@dataclass(frozen=True)
class ProposedChain:
    """A chain that the players propose to be dead, or to stay."""

    player: str
    points: tuple[str, ...]
    #: `dead` or `stays`.
    proposed: str
    #: Whether the analysis says so: `right`, `wrong` or `unproven`.
    judgement: str
    #: `alive`, `not-alive` or `unproven`.
    status: str

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> ProposedChain:
        """From the JSON form."""
        points = tuple(value["points"])
        return ProposedChain(value["player"], points, value["proposed"], value["judgement"], value["status"])


@dataclass(frozen=True)
class ProposedTerritory:
    """The territory that is proposed for a player: points that are his, are not, and may be."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    unproven: tuple[str, ...]
    #: Points that are his and were not proposed.
    missing: tuple[str, ...]

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> ProposedTerritory:
        """From the JSON form."""
        right, wrong, unproven = tuple(value["right"]), tuple(value["wrong"]), tuple(value["unproven"])
        return ProposedTerritory(right, wrong, unproven, tuple(value["missing"]))


@dataclass(frozen=True)
class Agreement:
    """What the players propose, held against the analysis (Japanese 1989)."""

    #: `dead`: stones named as dead; `marks`: territory marked in the record.
    source: str
    #: Every chain.
    chains: tuple[ProposedChain, ...]
    territory: Mapping[str, ProposedTerritory]
    #: The result by the proposal; `None` where it cannot be counted.
    agreed: Result | None
    #: The result by the analysis; `None` while an open status could change it.
    analysed: Result | None
    #: The bounds of Black's margin by the analysis.
    bounds: tuple[Fraction, Fraction]

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Agreement:
        """From the JSON form."""
        agreed, analysed = value["agreed"], value["analysed"]
        return Agreement(
            value["source"],
            tuple(ProposedChain.of_dict(chain) for chain in value["chains"]),
            {who: ProposedTerritory.of_dict(points) for who, points in value["territory"].items()},
            None if agreed is None else Result.of_dict(agreed),
            None if analysed is None else Result.of_dict(analysed),
            _bounds(value["bounds"]),
        )


@dataclass(frozen=True)
class Assuming:
    """What follows if some chains live of which it is not proven."""

    #: A point of each of these chains.
    alive: tuple[str, ...]
    #: Every chain; what is proven without the assumption stays.
    chains: tuple[Chain, ...]
    removed: tuple[str, ...]
    territory: Mapping[str, tuple[str, ...]]
    #: The result; `None` while an open status could change it.
    result: Result | None
    #: The bounds of Black's margin.
    bounds: tuple[Fraction, Fraction]
    #: What the players propose, held against all this.
    agreement: Agreement | None = None

    @staticmethod
    def of_dict(value: Mapping[str, Any]) -> Assuming:
        """From the JSON form."""
        agreement = value["agreement"]
        return Assuming(
            tuple(value["alive"]),
            tuple(Chain.of_dict(chain) for chain in value["chains"]),
            tuple(value["removed"]),
            {who: tuple(points) for who, points in value["territory"].items()},
            None if value["result"] is None else Result.of_dict(value["result"]),
            _bounds(value["bounds"]),
            None if agreement is None else Agreement.of_dict(agreement),
        )


@dataclass(frozen=True)
class Recorded:
    """The result that a record states, beside ours."""

    text: str
    #: `None` where they cannot be compared.
    agrees: bool | None
    note: str


@dataclass(frozen=True)
class Ruling:
    """A ruling on a game as it stands. `json` is what `shinpan judge --format json` prints."""

    #: The ruleset.
    rules: str
    #: `main`, `resolution`, ..., `analysis`, `ended`.
    phase: str
    to_move: str
    #: Moves made, passes included.
    moves: int
    position: Drawn
    #: Captured stones of each colour.
    prisoners: Mapping[str, int]
    legal: tuple[str, ...]
    banned: tuple[Ban, ...]
    #: The move at which the record breaks the rules.
    refused: Refusal | None
    #: The result, once there is one.
    result: Result | None
    #: What had to be mended or supposed while reading, in words, and the same as codes with values.
    notes: tuple[str, ...]
    mended: tuple[Mended, ...]
    #: Japanese 1989, once the play is over: the chains, the stones removed, the territory, and the bounds of Black's
    #: margin where an open status could change it.
    chains: tuple[Chain, ...] | None
    removed: tuple[str, ...] | None
    territory: Mapping[str, tuple[str, ...]] | None
    bounds: tuple[Fraction, Fraction] | None
    #: What the players propose, held against the analysis.
    agreement: Agreement | None
    #: Who has the button, under rulesets with one.
    button: str | None
    #: A cycle that has just been completed and may be claimed.
    claimable: Cycle | None
    #: While proof games are played: how the base game and the proof games that are over ended.
    so_far: tuple[Because, ...]
    #: What waits for an answer.
    pending: str | None
    recorded: Recorded | None
    #: What follows if some chains live, where `assume_alive` asked for it.
    assuming: Assuming | None
    json: str = field(repr=False)
    #: The game as it stands.
    game: Game = field(repr=False, compare=False)

    @staticmethod
    def of_json(text: str, game: Game) -> Ruling:
        """From the JSON of a report."""
        value = json.loads(text)
        result, refused, recorded = value["result"], value["refused"], value.get("recorded")
        chains, removed, territory = value.get("chains"), value.get("removed"), value.get("territory")
        bounds, agreement = value.get("bounds"), value.get("agreement")
        claimable, assuming = value.get("claimable"), value.get("assuming")
        return Ruling(
            rules=value["rules"],
            phase=value["phase"],
            to_move=value["to_move"],
            moves=value["moves"],
            position=value["position"],
            prisoners=value["prisoners"],
            legal=tuple(value["legal"]),
            banned=tuple(Ban.of_dict(ban) for ban in value["banned"]),
            refused=None if refused is None else Refusal.of_dict(refused),
            result=None if result is None else Result.of_dict(result),
            notes=tuple(value["notes"]),
            mended=tuple(Mended.of_dict(note) for note in value["mended"]),
            chains=None if chains is None else tuple(Chain.of_dict(chain) for chain in chains),
            removed=None if removed is None else tuple(removed),
            territory=None if territory is None else {who: tuple(points) for who, points in territory.items()},
            bounds=None if bounds is None else _bounds(bounds),
            agreement=None if agreement is None else Agreement.of_dict(agreement),
            button=value.get("button"),
            claimable=None if claimable is None else Cycle.of_dict(claimable),
            so_far=tuple(Because.of_dict(step) for step in value.get("so_far", ())),
            pending=value.get("pending"),
            recorded=None if recorded is None else Recorded(**recorded),
            assuming=None if assuming is None else Assuming.of_dict(assuming),
            json=text,
            game=game,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON form as a dictionary."""
        value: dict[str, Any] = json.loads(self.json)
        return value

    def _repr_svg_(self) -> str:
        return self.game.svg()
