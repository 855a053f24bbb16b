"""Shinpan, the referee of Go: rulings with reasons, under many rulesets.

>>> import shinpan
>>> ruling = shinpan.judge(b"(;SZ[5]RU[Chinese]KM[7.5];B[cc];W[])")
>>> ruling.phase, ruling.to_move, ruling.moves
('main', 'black', 2)

What cannot be proved is called unproven, what breaks the rules is refused with the clause that forbids it, and scores
are exact.
"""

from shinpan._shinpan import (
    Applied,
    Board,
    Game,
    Piece,
    Pieces,
    Position,
    Record,
    Ruleset,
    Table,
    __version__,
    analyse,
    batch,
    check_proof,
    compare,
    find_files,
    holds_records,
    judge,
    read_pieces,
    solve,
    table,
    table_of,
)
from shinpan.boards import from_sgfmill, to_sgfmill
from shinpan.errors import (
    BatchError,
    BoardError,
    DrawingError,
    NothingToSettle,
    PositionError,
    ProofError,
    RecordError,
    Refused,
    RulesetError,
    ShinpanError,
)
from shinpan.explanation import CheckedProof, Explanation
from shinpan.many import judge_frame, judge_many
from shinpan.ruling import (
    Agreement,
    Assuming,
    Ban,
    Because,
    Chain,
    Cycle,
    KoCycle,
    Mended,
    ProposedChain,
    ProposedTerritory,
    Recorded,
    Refusal,
    Result,
    Ruling,
)
from shinpan.solution import Settlement, Share, Solution

__all__ = [
    "Agreement",
    "Applied",
    "Assuming",
    "Ban",
    "BatchError",
    "Because",
    "Board",
    "BoardError",
    "Chain",
    "CheckedProof",
    "Cycle",
    "DrawingError",
    "Explanation",
    "Game",
    "KoCycle",
    "Mended",
    "NothingToSettle",
    "Piece",
    "Pieces",
    "Position",
    "PositionError",
    "ProofError",
    "ProposedChain",
    "ProposedTerritory",
    "Record",
    "RecordError",
    "Recorded",
    "Refusal",
    "Refused",
    "Result",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Settlement",
    "Share",
    "ShinpanError",
    "Solution",
    "Table",
    "__version__",
    "analyse",
    "batch",
    "check_proof",
    "compare",
    "find_files",
    "from_sgfmill",
    "holds_records",
    "judge",
    "judge_frame",
    "judge_many",
    "read_pieces",
    "solve",
    "table",
    "table_of",
    "to_sgfmill",
]
