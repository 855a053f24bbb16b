//! What is found in one step of a decision: a code with its values, and the sentence in English.
//!
//! Interfaces that speak another language make the sentence from the code and the values; none reads the English one.

use std::fmt;

use serde::Serialize;
use shinpan_board::{ByPlayer, Player};

/// The names of points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct PointNames(pub Vec<String>);

impl fmt::Display for PointNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// The names of points, part by part: eyes, pairs, parts of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct PartNames(pub Vec<PointNames>);

impl fmt::Display for PartNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if number > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// Where something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// In the position itself.
    Now,
    /// At the end of the line of play that is shown.
    LineEnd,
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            When::Now => "as it stands",
            When::LineEnd => "at the end of the line",
        })
    }
}

/// A number for each player, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Each(Vec<(String, String)>);

impl Each {
    /// These numbers.
    #[must_use]
    pub fn of<T: fmt::Display>(numbers: &ByPlayer<T>) -> Each {
        Each(numbers.iter().map(|(player, n)| (player.to_string(), n.to_string())).collect())
    }
}

impl fmt::Display for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (player, count)) in self.0.iter().enumerate() {
            let between = if number > 0 { ", " } else { "" };
            write!(f, "{between}{player} {}", crate::komi::as_decimal(count))?;
        }
        Ok(())
    }
}

/// A player, written by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named(pub Player);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Named {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.name())
    }
}

coded! {
/// What was found in one step of a decision, at the board or at the table.
///
/// As JSON it is `code` and `with`, an object of its values; as text it is a sentence in English, whose wording is free.
pub enum Fact {
    // Phases and their ends
    "stage-ends-by-pass" StageEndsByPass { phase: &'static str, player: Named }
        "the first pass ends the phase; {phase} begins with {player} to move";
    "stage-ends-by-passes" StageEndsByPasses { passes: usize, phase: &'static str, player: Named }
        "{passes} passes in a row end the phase; {phase} begins with {player} to move";
    "button-taken" ButtonTaken { player: Named } "{player} takes the button";
    "prisoners-added" PrisonersAdded {} "one stone of each colour is added to the prisoners";

    // Counting
    "agreed-dead" AgreedDead { points: PointNames } "agreed to be dead and removed: {points}";
    "agreed-dead-at" AgreedDeadAt { number: usize, points: PointNames }
        "agreed to be dead and removed from scoring position {number}: {points}";
    "area" Area { player: Named, points: usize } "{player}: area {points}";
    "territory" Territory { player: Named, points: usize, prisoners: u32 }
        "{player}: territory {points}, prisoners of that colour {prisoners}";
    "komi" KomiAdded { komi: String } "komi for white: {komi}";
    "button" ButtonHeld { player: Named } "{player} has the button: half a point";
    "handicap" HandicapPoints { stones: u32, points: u32 } "for {stones} handicap stones white gets {points}";
    "scores" Scores { scores: Each } "{scores}";
    "scores-equal" ScoresEqual { scores: Each } "{scores}: equal";

    // Kee
    "scoring-cycle" ScoringCycle { at: usize, from: usize, to: usize }
        "the same player passed on this position at move {at}: moves {from} to {to} are the scoring cycle";
    "scoring-position" ScoringPosition { number: usize, points: Each } "scoring position {number}: {points}";
    "prisoners-subtracted" PrisonersSubtracted { prisoners: Each }
        "prisoners of each colour, subtracted once from the average: {prisoners}";
    "no-scoring-position" NoScoringPosition {} "no position was passed by all players in it: a draw";
    "averages" Averages { scores: Each } "averages: {scores}";
    "averages-equal" AveragesEqual { scores: Each } "averages: {scores}: equal";

    // Cycles
    "cycle-passes" CyclePasses { from: usize, to: usize, length: usize, passes: Each }
        "the state after move {to} stood after move {from} too: a cycle of {length} moves; passes in it: {passes}: unbalanced";
    "cycle-passes-balanced" CyclePassesBalanced { from: usize, to: usize, length: usize, passes: Each }
        "the state after move {to} stood after move {from} too: a cycle of {length} moves; passes in it: {passes}: balanced";
    "cycle-lost" CycleLost { from: usize, to: usize, length: usize, lost: Each }
        "the state after move {to} stood after move {from} too: a cycle of {length} moves; stones lost in it: {lost}: unbalanced";
    "cycle-lost-balanced" CycleLostBalanced { from: usize, to: usize, length: usize, lost: Each }
        "the state after move {to} stood after move {from} too: a cycle of {length} moves; stones lost in it: {lost}: balanced";

    // The Analysis
    "alive-chains" AliveChains { alive: usize, all: usize } "independently alive: {alive} of {all} chains";
    "alive-chains-open" AliveChainsOpen { alive: usize, all: usize, open: usize }
        "independently alive: {alive} of {all} chains; unproven, and of no consequence: {open}";
    "chain-by-precedent" ChainByPrecedent { player: Named, point: String, status: &'static str, precedent: &'static str }
        "{player} {point}: {status} by the precedent {precedent}";
    "chain-readings-differ" ChainReadingsDiffer { player: Named, point: String, status: &'static str }
        "{player} {point}: {status}; the readings of the ko rule (`hypothetical_ko`) differ, and no precedent fits";
    "removed" Removed { points: PointNames } "removed: {points}";

    // Why a chain lives or not
    "lives" Lives { player: Named }
        "{player}, moving second, forces a two-eye-formation on it: independently alive";
    "lives-passing-for-ko" LivesPassingForKo { player: Named }
        "under basic ko a cycle of kos may stand between {player} and a two-eye-formation on it; where a pass is needed to take a ko back (`ko-pass`) {player}, moving second, forces one, and the line and the proof are of that reading";
    "led-to" LedTo { player: Named, points: PointNames }
        "whatever is played, it lives by itself or is connected to chains of {player} that live by another proof: {points}";
    "prevented" Prevented { opponent: Named, player: Named }
        "{opponent}, moving first, keeps {player} from every two-eye-formation on it: not independently alive";
    "shut-in-by" ShutInBy { opponent: Named, points: PointNames }
        "whatever is played, chains of {opponent} that live by another proof shut it in: {points}";
    "has-eyes" HasEyes { when: When, player: Named, eyes: PartNames }
        "{when}, {player} has eyes, whatever is played: {eyes}";
    "cut-in-two" CutInTwo { player: Named, eye: PointNames, pair: PointNames }
        "the eye {eye} of {player} becomes two: when one of {pair} is taken, the other is played";
    "one-of-two" OneOfTwo { when: When, player: Named, pairs: PartNames }
        "{when}, where one point of a pair is taken {player} plays the other, which joins chains or closes an eye: {pairs}";
    "tied-by" TiedBy { player: Named, pair: PointNames }
        "when one of {pair} is taken, {player} plays the other, which ties it to a chain that lives";
    "joined-to-assumed" JoinedToAssumed { player: Named, points: PointNames }
        "it is joined to chains of {player} that are assumed to live: {points}";
    "leave-no-room" LeaveNoRoom { when: When, opponent: Named, player: Named, points: PointNames }
        "{when}, chains of {opponent} that stand for good leave {player} no room for a two-eye-formation: {points}";
    "no-room" NoRoom { when: When, player: Named } "{when}, there is no room for a two-eye-formation of {player}";
    "closed-off" ClosedOff { player: Named, points: PointNames }
        "a part of the board is closed off by chains that are never taken, and in it {player} has an answer to everything: {points}";
    "on-the-whole-board" OnTheWholeBoard { player: Named } "on the whole board {player} has an answer to everything";
    "in-small-parts" InSmallParts { player: Named, parts: PartNames }
        "in each of these small parts of the board {player} has an answer, whatever happens elsewhere, and so joins chains and makes eyes: {parts}";
    "an-eye-in-each" AnEyeInEach { player: Named, parts: PartNames }
        "in each of these two parts of the board {player} gets an eye, whatever happens elsewhere: {parts}";
    "assumed-alive" AssumedAlive { points: PointNames }
        "assumed to live, without a proof: the chains at {points}";
    "life-unproven" LifeUnproven {} "neither was proven within the budget: unproven";
    "life-unproven-in-time" LifeUnprovenInTime {} "neither was proven before the time was over: unproven";
    "life-unproven-in-states" LifeUnprovenInStates {} "neither was proven in as many states as are allowed: unproven";
    "by-precedent" ByPrecedent { precedent: &'static str } "the status is that of the precedent {precedent}";
    "precedent-kos" PrecedentKos { opponent: Named, shared: PartNames, third: PointNames, captures: PointNames }
        "with basic ko captures and passes may lead into a cycle of captures in three kos, two of them between it and {opponent}: {shared}; the third elsewhere: {third}; {opponent} first and both in turn, it is {captures}";
    "readings-differ" ReadingsDiffer {}
        "under the other reading of the ko rule (`hypothetical_ko`) the status is the opposite, and no precedent fits";
    "stays-alive" StaysAlive {} "independently alive: it stays";
    "removed-here" RemovedHere { player: Named, opponent: Named }
        "around it there are only empty points and chains of {player} that are not independently alive, up to living chains of {opponent}: removed";
    "fate-open" FateOpen {} "whether it is removed depends on what is unproven";
    "stays-with" StaysWith { opponent: Named, player: Named, point: String }
        "nothing living of {opponent} parts it from the living {player} chain {point}: it stays";
    "stays-beside" StaysBeside { opponent: Named, point: String }
        "it stands beside the {opponent} chain {point}, which is not independently alive either: it stays, and no point of it or around it is territory";
    "stays-unbordered" StaysUnbordered { opponent: Named }
        "no living chain of {opponent} borders what is around it: it stays";

    // At the table
    "resigns" Resigns { player: Named } "{player} resigns";
    "time-up" TimeUp { player: Named } "{player}'s time is up";
    "forfeits" Forfeits { player: Named } "{player} forfeits the game";
    "agreed-result" AgreedResult {} "all players agree on the result";
    "taken-back" TakenBack { number: usize } "taken back: what was done from move {number} on";
    "claims" Claims { player: Named, from: usize, to: usize } "{player} claims the cycle of moves {from} to {to}";
    "declines" Declines { player: Named } "{player} declines";
    "resolution-again" ResolutionAgain {} "another resolution begins";
    "play-goes-on" PlayGoesOn { player: Named } "the play goes on, {player} to move";

    // Proof games
    "proof-games" ProofGames {} "proof games are asked for; Black's begins";
    "proof-game-begins" ProofGameBegins { player: Named } "the proof game of {player} begins";
    "proof-achieved" ProofAchieved { player: Named } "{player} achieves the goal in the proof game";
    "proof-failed" ProofFailed { player: Named } "{player} fails in the proof game";
    "proof-unfinished" ProofUnfinished {} "the proof games were not finished";
    "proof-both" ProofBoth {} "both achieved the goal: the base game's result stands";
    "proof-neither" ProofNeither {} "neither achieved the goal: the base game's result stands";
    "proof-only" ProofOnly { player: Named } "only {player} achieved the goal of the proof games";
}
}
