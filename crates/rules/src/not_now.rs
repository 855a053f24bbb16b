//! Why something cannot be done at the table now, as codes with values.

use crate::fact::Named;

coded! {
/// Why an act is not possible as things stand.
///
/// As JSON it is `code` and `with`, an object of its values; as text it is a sentence in English, whose wording is free.
pub enum NotNow {
    // Taking back and editing
    "no-move-made" NoMoveMade {} "no move has been made";
    "no-such-move" NoSuchMove { number: usize, first: usize, latest: usize }
        "there is no move {number} to take back: the first is {first}, the latest {latest}";
    "as-it-was" AsItWas {} "the position and the player to move are as they were";
    "cannot-stand" CannotStand { fault: String } "{fault}";

    // Cycles
    "no-claim-needed" NoClaimNeeded {} "cycles are ruled on without a claim here";
    "no-cycle" NoCycle {} "no cycle has just been completed";
    "no-cycle-possible" NoCyclePossible {} "no cycle can arise here: repetition is forbidden";

    // Proposals and answers
    "nothing-pending" NothingPending {} "nothing has been claimed or proposed";
    "accepted-already" AcceptedAlready { player: Named } "{player} has accepted already";
    "nothing-to-decline" NothingToDecline {} "there is nothing for this player to decline";

    // Results that are agreed on, and ends off the board
    "no-winner-by-resignation" NoWinnerByResignation {}
        "with more than two players nobody wins by a resignation; agree on a ranking";
    "no-winner-on-time" NoWinnerOnTime {} "with more than two players nobody wins on time; agree on a ranking";
    "no-winner-by-forfeit" NoWinnerByForfeit {}
        "with more than two players nobody wins by a forfeit; agree on a ranking";
    "result-of-two" ResultOfTwo {} "two players agree on a result, not on a ranking";
    "ranking-of-all" RankingOfAll { players: usize } "the ranking must name all {players} players";
    "ranking-needed" RankingNeeded {} "with more than two players all agree on a ranking, not on a result";
    "no-such-player" NoSuchPlayer { player: Named, players: usize }
        "{player} does not take part: there are {players} players";

    // Dead stones that are agreed on
    "no-agreed-dead" NoAgreedDead { rules: String } "under `{rules}` no stones are removed by agreement";
    "phase-goes-on" PhaseGoesOn { phase: &'static str, moves: usize }
        "dead stones are agreed on when `{phase}` has ended; it goes on after move {moves}";
    "no-dead-in-proof-games" NoDeadInProofGames {} "no stones are removed by agreement in a proof game";
    "nothing-to-agree-on" NothingToAgreeOn {} "the game is over: there is nothing left to agree on";
    "game-goes-on" GameGoesOn {} "dead stones are agreed on when the game has ended";
    "one-position" OnePosition {} "there is one position to agree on dead stones in";
    "empty-point" EmptyPoint { point: String } "{point} is empty: only stones can be dead";
    "no-scoring-positions" NoScoringPositions {} "there are no scoring positions to name with `@`";
    "no-such-scoring-position" NoSuchScoringPosition { number: usize, count: usize }
        "there is no scoring position {number}; there are {count}";

    // What may follow the end
    "proof-games-once" ProofGamesOnce {}
        "proof games are asked for once, when the base game has ended by two passes";
    "no-proof-games" NoProofGames {} "this game can have no proof games";
    "resolution-not-ended" ResolutionNotEnded {} "a further resolution is asked for when one has ended by passes";
    "play-not-ended" PlayNotEnded {} "play is resumed when it has ended by passes";
    "one-resolution" OneResolution { rules: String } "`{rules}` has one resolution only";
    "resolutions-played" ResolutionsPlayed {} "all resolutions the ruleset allows have been played";
    "nobody-has-played" NobodyHasPlayed {}
        "nobody has played since the play was resumed: what stands, counts";
    "nothing-follows" NothingFollows { rules: String } "under `{rules}` nothing follows the end";
}
}
