//! Rulings: what is refused and what is decided, always with the clause and the evidence.

use std::fmt;

use serde::Serialize;
use shinpan_board::{ByPlayer, Player, Point};

use crate::clause::Clause;
#[cfg(feature = "openapi")]
use crate::coded::CodeForm;
use crate::fact::Fact;
use crate::history::Move;
use crate::komi::{Score, decimal};

/// Why a play is not allowed, as one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A stone stands there.
    Occupied,
    /// The mover's chain would be left without liberties.
    Suicide,
    /// The position before the opponent's play would come back.
    Ko,
    /// An earlier position would come back.
    Superko,
    /// An earlier position would come back, and nobody has passed since (Kee).
    Cyclic,
    /// It is another player's turn.
    Turn,
    /// The game, or the play of it, has ended.
    Ended,
    /// What is there is no move: no move of a record, or no point of the board.
    Unreadable,
    /// There is nothing to which this act would be an answer, or no rule that provides for it.
    NotNow,
}

impl Reason {
    /// The word used in rulings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Occupied => "occupied",
            Reason::Suicide => "suicide",
            Reason::Ko => "ko",
            Reason::Superko => "superko",
            Reason::Cyclic => "cyclic",
            Reason::Turn => "turn",
            Reason::Ended => "ended",
            Reason::Unreadable => "unreadable",
            Reason::NotNow => "not-now",
        }
    }
}

/// A refused move: nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Who wanted to move.
    pub player: Player,
    /// The move.
    pub made: Move,
    /// Why not, in a word.
    pub reason: Reason,
    /// The clause.
    pub clause: Clause,
    /// What shows it.
    pub evidence: Evidence,
}

impl Refusal {
    /// Who would be to move in the position that would come back, where the rule asks for that, too.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        match self.evidence {
            Evidence::Repeats { turn, .. } => turn,
            _ => None,
        }
    }

    /// The number of moves that had been made when the position last stood, if one would come back.
    #[must_use]
    pub fn repeats(&self) -> Option<usize> {
        match self.evidence {
            Evidence::Repeats { after, .. } => Some(after),
            _ => None,
        }
    }
}

/// What shows that a move is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Whose stone stands on the point.
    Occupied(Player),
    /// The points of the chain that would have no liberty.
    NoLiberty(Vec<Point>),
    /// The position that stood after so many moves would come back.
    Repeats {
        /// Moves made when it last stood.
        after: usize,
        /// Who would be to move in it, where the rule asks for that, too (situational superko).
        turn: Option<Player>,
    },
    /// Whose turn it is.
    Turn(Player),
    /// The game is over.
    Ended,
    /// The board does not have the point.
    NoSuchPoint,
}

/// A banned point with its refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// The point.
    pub point: Point,
    /// Why.
    pub refusal: Refusal,
}

/// A cycle: the moves between two occurrences of one state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cycle {
    /// Moves made at the earlier occurrence.
    pub from: usize,
    /// Moves made at the later one.
    pub to: usize,
    /// How often each player passed in it.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, u32>))]
    pub passes: ByPlayer<u32>,
    /// How many stones each player lost in it.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, u32>))]
    pub lost: ByPlayer<u32>,
    /// How often the state has occurred, the later occurrence included.
    pub occurrence: u32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What the players get.
    pub verdict: Verdict,
    /// What it rests on.
    pub ground: Ground,
    /// The clause that decides.
    pub clause: Clause,
    /// Every step, with its clause.
    pub because: Vec<Because>,
}

/// What the players get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// One of two players wins.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// The game does not count.
    NoResult,
    /// The players from first to last; those with equal scores together.
    Ranking(Vec<Vec<Player>>),
}

/// What a result rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A count.
    Score(Tally),
    /// A cycle.
    LongCycle(Cycle),
    /// The proof games of long cycle 3.
    ProofGames,
    /// The players' agreement, with the margin they agreed on, if they named one.
    Agreement(Option<Score>),
    /// A resignation.
    Resignation(Player),
    /// Somebody's time is up, as the host says.
    Time(Player),
    /// Somebody has forfeited the game, as the host says.
    Forfeit(Player),
    /// Kee: no position was passed by all players.
    NoScoringPosition(Tally),
}

/// A count: the players' scores and where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The scores, komi included; none where nothing was counted.
    pub scores: Option<ByPlayer<Score>>,
    /// The territory or area of each player, in the order of the board (Kee: of the last scoring
    /// position).
    pub points: ByPlayer<Vec<Point>>,
    /// The stones removed before the count by agreement (Kee: from some scoring position).
    pub removed: Vec<Point>,
    /// Captured stones of each colour, as they were subtracted or would be.
    pub prisoners: ByPlayer<u32>,
    /// Kee: the scoring positions, as codes.
    pub scoring_positions: Vec<Vec<u8>>,
    /// Kee: the scoring cycle, as moves made before it and at its end.
    pub scoring_cycle: Option<(usize, usize)>,
}

/// One step of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// The clause.
    pub clause: Clause,
    /// What was found.
    pub fact: Fact,
}

impl Because {
    /// A step.
    #[must_use]
    pub fn new(clause: &Clause, fact: Fact) -> Because {
        Because { clause: clause.clone(), fact }
    }
}

/// A step as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Because))]
struct Shown<'a> {
    /// The clause.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    clause: &'a Clause,
    /// What was found, in words.
    fact: String,
    /// The same as `code` and `with`, its values.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = CodeForm))]
    found: &'a Fact,
}

impl Serialize for Because {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Shown { clause: &self.clause, fact: self.fact.to_string(), found: &self.fact }.serialize(to)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Because {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        <Shown<'_> as utoipa::PartialSchema>::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Because {
    fn name() -> std::borrow::Cow<'static, str> {
        "Because".into()
    }
    fn schemas(list: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        <Shown<'_> as utoipa::ToSchema>::schemas(list);
        list.push((CodeForm::name().into(), <CodeForm as utoipa::PartialSchema>::schema()));
    }
}

impl Outcome {
    /// The scores, where something was counted.
    #[must_use]
    pub fn scores(&self) -> Option<&ByPlayer<Score>> {
        match &self.ground {
            Ground::Score(tally) | Ground::NoScoringPosition(tally) => tally.scores.as_ref(),
            _ => None,
        }
    }

    /// The winner, if there is just one.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match &self.verdict {
            Verdict::Win(player) => Some(*player),
            Verdict::Ranking(places) => match places.first().map(Vec::as_slice) {
                Some(&[player]) => Some(player),
                _ => None,
            },
            Verdict::Draw | Verdict::NoResult => None,
        }
    }

    /// How far the first is ahead of the second, where something was counted.
    #[must_use]
    pub fn margin(&self) -> Option<Score> {
        if let Ground::Agreement(margin) = self.ground {
            return margin;
        }
        let mut scores: Vec<Score> = self.scores()?.iter().map(|(_, &score)| score).collect();
        scores.sort_unstable();
        let first = scores.pop()?;
        Some(first - scores.pop()?)
    }

    /// The result as SGF's `RE` writes it; none where it has no form there (rankings of more than
    /// two players).
    #[must_use]
    pub fn sgf(&self) -> Option<String> {
        let initial = |player: Player| match player {
            Player::BLACK => Some('B'),
            Player::WHITE => Some('W'),
            _ => None,
        };
        match &self.verdict {
            Verdict::Draw => Some("0".to_owned()),
            Verdict::NoResult => Some("Void".to_owned()),
            Verdict::Ranking(_) => None,
            Verdict::Win(player) => {
                let rest = match self.ground {
                    Ground::Resignation(_) => "R".to_owned(),
                    Ground::Time(_) => "T".to_owned(),
                    Ground::Forfeit(_) => "F".to_owned(),
                    _ => self.margin().and_then(decimal).unwrap_or_default(),
                };
                Some(format!("{}+{rest}", initial(*player)?))
            }
        }
    }
}

/// Serialises a value per player as an object with the players' names.
pub(crate) fn by_name<T: Serialize, S: serde::Serializer>(
    values: &ByPlayer<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(player, value)| (player.name(), value)))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: Verdict, ground: Ground) -> Outcome {
        Outcome { verdict, ground, clause: Clause::new("G-1"), because: Vec::new() }
    }

    fn counted(halves: &[i64]) -> Ground {
        let players = halves.len();
        let scores = ByPlayer::new(players, |player| Score::new(halves[player.index()], 2));
        Ground::Score(Tally {
            scores: Some(scores),
            points: ByPlayer::new(players, |_| Vec::new()),
            removed: Vec::new(),
            prisoners: ByPlayer::new(players, |_| 0),
            scoring_positions: Vec::new(),
            scoring_cycle: None,
        })
    }

    #[test]
    fn results_are_written_as_sgf_writes_them() {
        let (black, white) = (Player::BLACK, Player::WHITE);
        let third = Player::new(2).unwrap();
        let agreed = |margin| Ground::Agreement(margin);
        for (verdict, ground, expected) in [
            (Verdict::Win(black), counted(&[15, 2]), Some("B+6.5")),
            (Verdict::Win(white), counted(&[2, 4]), Some("W+1")),
            (Verdict::Win(black), Ground::Resignation(white), Some("B+R")),
            (Verdict::Win(black), Ground::Time(white), Some("B+T")),
            (Verdict::Win(white), Ground::Forfeit(black), Some("W+F")),
            (Verdict::Win(white), Ground::ProofGames, Some("W+")),
            (Verdict::Win(white), agreed(Some(Score::new(1, 2))), Some("W+0.5")),
            (Verdict::Win(white), agreed(None), Some("W+")),
            (Verdict::Win(third), Ground::ProofGames, None),
            (Verdict::Draw, counted(&[2, 2]), Some("0")),
            (Verdict::NoResult, Ground::ProofGames, Some("Void")),
            (Verdict::Ranking(vec![vec![black, white, third]]), counted(&[0, 0, 0]), None),
        ] {
            let outcome = outcome(verdict, ground);
            assert_eq!(outcome.sgf().as_deref(), expected, "{outcome:?}");
        }
    }

    #[test]
    fn the_winner_is_one_player_or_nobody() {
        let (black, white) = (Player::BLACK, Player::WHITE);
        let third = Player::new(2).unwrap();
        for (verdict, expected) in [
            (Verdict::Win(white), Some(white)),
            (Verdict::Ranking(vec![vec![third], vec![black, white]]), Some(third)),
            (Verdict::Ranking(vec![vec![black, white], vec![third]]), None),
            (Verdict::Ranking(Vec::new()), None),
            (Verdict::Draw, None),
            (Verdict::NoResult, None),
        ] {
            let outcome = outcome(verdict, Ground::ProofGames);
            assert_eq!(
                (outcome.winner(), outcome.scores(), outcome.margin()),
                (expected, None, None)
            );
        }
        let three = outcome(Verdict::Draw, counted(&[3, 10, 6]));
        assert_eq!(three.margin(), Some(Score::from(2)));
        assert_eq!(three.scores().map(|scores| scores[white]), Some(Score::from(5)));
    }

    #[test]
    fn reasons_are_words_and_cycles_name_the_players() {
        let words: Vec<_> = [
            Reason::Occupied,
            Reason::Suicide,
            Reason::Ko,
            Reason::Superko,
            Reason::Cyclic,
            Reason::Turn,
            Reason::Ended,
            Reason::Unreadable,
            Reason::NotNow,
        ]
        .map(|reason| {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
            reason.to_string()
        })
        .into();
        assert_eq!(
            words.join(" "),
            "occupied suicide ko superko cyclic turn ended unreadable not-now"
        );
        let passes = ByPlayer::new(2, |player| player.index() as u32);
        let cycle = Cycle { from: 2, to: 8, lost: passes.map(|_, n| n + 5), passes, occurrence: 3 };
        assert_eq!(
            serde_json::to_string(&cycle).unwrap(),
            r#"{"from":2,"to":8,"passes":{"black":0,"white":1},"lost":{"black":5,"white":6},"occurrence":3}"#
        );
    }
}
