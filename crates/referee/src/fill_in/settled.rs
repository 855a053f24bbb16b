//! What is to be counted: a position whose dead stones and territory are settled.

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Point, Stone};
use shinpan_rules::{ChainStatus, Count, Ground, LifeStatus, Score};

use crate::sitting::Sitting;

/// A position after the play, with what has been found about it: by the players' agreement, or by
/// an Analysis. Fill-in counting shows it and decides nothing.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The board.
    pub board: Arc<Board>,
    /// What stood on each point when the play ended, as codes ([`Stone::code`]).
    pub codes: Vec<u8>,
    /// The stones that are removed before the count, each once.
    pub removed: Vec<Point>,
    /// The territory of each player, after the removal.
    pub territory: ByPlayer<Vec<Point>>,
    /// Stones of each colour captured in play; the removed ones are not among them.
    pub prisoners: ByPlayer<u32>,
    /// What each player's score has beside territory and prisoners: komi for White.
    pub extras: ByPlayer<Score>,
}

/// Why there is nothing to show by filling in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FillInError {
    /// The ruleset counts area.
    #[error("`{0}` counts area: only territory is counted by filling in")]
    Area(String),
    /// The game has no count yet.
    #[error(
        "there is no count to show yet: the phase is `{0}`; when the play has ended (`passes` adds the passes that end it), `dead` gives the stones agreed to be dead, or that none is"
    )]
    NotCounted(String),
    /// The Analysis leaves the result open.
    #[error(
        "there is no count to show: chains whose status is unproven: {0}; `dead` gives the stones agreed to be dead, or that none is, and with more time, nodes or memory more may be proven"
    )]
    Unproven(usize),
    /// The result does not rest on one count of one position.
    #[error("the result does not rest on the count of one position: {0}")]
    OtherGround(&'static str),
    /// A list is not as long as the board or the number of players asks.
    #[error("{what}: expected {expected} entries, found {found}")]
    Length {
        /// Which list.
        what: &'static str,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A removed point holds no stone, or is named twice.
    #[error("removed: there is no stone at {0}, or it is named twice")]
    NoStone(String),
    /// A territory point is not on the board, is occupied, or is named twice.
    #[error("territory of {player}: {point} is not empty after the removal, or is named twice")]
    NotEmpty {
        /// Whose territory.
        player: Player,
        /// The point.
        point: String,
    },
    /// A territory touches something else than itself and its owner's stones.
    #[error(
        "territory of {player}: {point} touches {beside}, which is neither territory of {player} nor a stone of that colour"
    )]
    Open {
        /// Whose territory.
        player: Player,
        /// The point.
        point: String,
        /// What it touches.
        beside: String,
    },
}

impl Settled {
    /// What a sitting's count rests on: the position at the end of the play, the stones removed by
    /// the players' agreement or the Analysis, and the territory that was counted.
    ///
    /// # Errors
    /// If the ruleset does not count territory, or the game has not ended with one count.
    pub fn of(sitting: &Sitting) -> Result<Settled, FillInError> {
        let game = sitting.counted_before().unwrap_or(sitting.game());
        if game.ruleset().count != Count::Territory {
            return Err(FillInError::Area(game.ruleset().id.clone()));
        }
        let Some(outcome) = sitting.outcome() else {
            let open = |chain: &&ChainStatus| chain.status == LifeStatus::Unproven;
            return Err(match sitting.analysis() {
                Some(analysis) => {
                    FillInError::Unproven(analysis.chains.iter().filter(open).count())
                }
                None => FillInError::NotCounted(game.phase().to_owned()),
            });
        };
        let tally = match outcome.ground {
            Ground::Score(tally) => tally,
            Ground::NoScoringPosition(_) => {
                return Err(FillInError::OtherGround("none was scored"));
            }
            Ground::LongCycle(_) => return Err(FillInError::OtherGround("a cycle decided it")),
            Ground::ProofGames => return Err(FillInError::OtherGround("proof games decided it")),
            Ground::Agreement(_) => {
                return Err(FillInError::OtherGround("the players agreed on it"));
            }
            Ground::Resignation(_) => return Err(FillInError::OtherGround("a player resigned")),
            Ground::Time(_) => return Err(FillInError::OtherGround("a player lost on time")),
            Ground::Forfeit(_) => return Err(FillInError::OtherGround("a player forfeited it")),
        };
        let (Some(scores), None) = (&tally.scores, tally.scoring_cycle) else {
            return Err(FillInError::OtherGround("it is an average over a scoring cycle"));
        };
        let codes = game.position().codes().to_vec();
        let dead = by_colour(game.players(), &codes, &tally.removed);
        let counted = |player| {
            Score::from_integer(
                tally.points[player].len() as i64 - i64::from(tally.prisoners[player]),
            )
        };
        Ok(Settled {
            board: Arc::clone(game.board()),
            prisoners: tally.prisoners.map(|player, all| all.saturating_sub(dead[player])),
            extras: scores.map(|player, score| score - counted(player)),
            codes,
            removed: tally.removed,
            territory: tally.points,
        })
    }

    /// What must hold for the count to be shown. The last part makes it safe to move stones: a
    /// territory is shut off by its owner's stones.
    pub(super) fn check(&self) -> Result<(), FillInError> {
        let players = self.territory.players();
        for (what, expected, found) in [
            ("codes", self.board.len(), self.codes.len()),
            ("prisoners", players, self.prisoners.players()),
            ("extras", players, self.extras.players()),
        ] {
            if expected != found {
                return Err(FillInError::Length { what, expected, found });
            }
        }
        let name = |point: Point| {
            if point.index() < self.board.len() {
                self.board.name(point)
            } else {
                format!("{point:?}")
            }
        };
        let mut codes = self.codes.clone();
        for &point in &self.removed {
            match codes.get_mut(point.index()) {
                Some(code) if *code > 0 && usize::from(*code) <= players => *code = 0,
                _ => return Err(FillInError::NoStone(name(point))),
            }
        }
        let mut owner = vec![None; codes.len()];
        for (player, points) in self.territory.iter() {
            for &point in points {
                match owner.get_mut(point.index()) {
                    Some(owner @ None) if codes[point.index()] == 0 => *owner = Some(player),
                    _ => return Err(FillInError::NotEmpty { player, point: name(point) }),
                }
            }
        }
        for (player, points) in self.territory.iter() {
            for &point in points {
                let outside = self.board.neighbours(point).find(|near| {
                    codes[near.index()] != player.stone().code()
                        && owner[near.index()] != Some(player)
                });
                if let Some(near) = outside {
                    return Err(FillInError::Open {
                        player,
                        point: name(point),
                        beside: name(near),
                    });
                }
            }
        }
        Ok(())
    }
}

/// How many of these stones each player has in a position given as codes.
pub(super) fn by_colour(players: usize, codes: &[u8], points: &[Point]) -> ByPlayer<u32> {
    let mut counts = ByPlayer::new(players, |_| 0);
    for point in points {
        let code = codes.get(point.index()).copied().unwrap_or(0);
        if let Some(player) = Stone::from_code(code).and_then(Stone::player)
            && player.index() < players
        {
            counts[player] += 1;
        }
    }
    counts
}
