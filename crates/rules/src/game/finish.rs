//! The end: counting, agreed dead stones, Kee's cyclic scoring.

use std::collections::{BTreeSet, HashSet};

use num_rational::Ratio;
use shinpan_board::{ByPlayer, Player, Point};

use super::{Game, Status};
use crate::axes::{Button, Count, DeadStones, Ending};
use crate::clause::Clause;
use crate::counting::{points, rank, remove};
use crate::fact::{Each, Fact, Named, PointNames};
use crate::history::Move;
use crate::komi::Score;
use crate::not_now::NotNow;
use crate::ruling::{Because, Ground, Outcome, Tally, Verdict};

impl Game {
    /// Ends the game by the players' agreement on the dead stones (LM-9, K-18, J-9, A-11): the
    /// chains at these points are removed and the rest is counted. Under Kee there is one list for
    /// each scoring position, in their order; everywhere else there is one.
    ///
    /// # Errors
    /// In words, if the ruleset knows no such agreement, it is not the time for it, or a point is
    /// empty.
    pub fn agree_dead(&mut self, dead: &[Vec<Point>]) -> Result<&Outcome, NotNow> {
        let outcome = self.without_dead(dead)?;
        if let Ground::Score(Tally { prisoners, scoring_cycle: None, .. }) = &outcome.ground {
            for (player, &count) in prisoners.iter() {
                self.prisoners[player.index()] = count;
            }
        }
        self.status = Status::Over(Box::new(outcome));
        self.white_owes_pass = false;
        self.outcome().ok_or(NotNow::GameGoesOn {})
    }

    /// The outcome that [`Game::agree_dead`] would give.
    ///
    /// # Errors
    /// As there.
    pub fn without_dead(&self, dead: &[Vec<Point>]) -> Result<Outcome, NotNow> {
        if self.ruleset.dead_stones == DeadStones::Stand {
            return Err(NotNow::NoAgreedDead { rules: self.ruleset.id.clone() });
        }
        match &self.status {
            Status::InPlay if self.in_proof_game() => return Err(NotNow::NoDeadInProofGames {}),
            Status::InPlay if self.stage == 0 => {
                let phase = self.stage().name.as_str();
                return Err(NotNow::PhaseGoesOn { phase, moves: self.moves_made() });
            }
            Status::InPlay | Status::Stopped => {}
            Status::Over(outcome) => {
                let counted =
                    matches!(outcome.ground, Ground::Score(_) | Ground::NoScoringPosition(_));
                if !counted || self.stage > 0 {
                    return Err(NotNow::NothingToAgreeOn {});
                }
            }
        }
        if let Ending::OwnPassRepeated { .. } = self.stage().ending {
            let Some((from, _)) = self.outcome().and_then(|outcome| match &outcome.ground {
                Ground::Score(tally) | Ground::NoScoringPosition(tally) => tally.scoring_cycle,
                _ => None,
            }) else {
                return Err(NotNow::GameGoesOn {});
            };
            Ok(self.cyclic_score(from - self.offset, dead))
        } else {
            let [dead] = dead else {
                return Err(NotNow::OnePosition {});
            };
            for &point in dead {
                if self.position.stone(point).is_empty() {
                    return Err(NotNow::EmptyPoint { point: self.board.name(point) });
                }
            }
            let mut stones = chains_of(&self.board, self.position.codes(), dead);
            stones.sort_unstable();
            Ok(self.count_outcome(&stones))
        }
    }

    /// Ends the game otherwise: agreement on a result, resignation, the verdict of proof games.
    pub fn end(&mut self, outcome: Outcome) {
        self.status = Status::Over(Box::new(outcome));
        self.white_owes_pass = false;
    }

    /// LM-8, B-2, J-8, A-10: the count of the position as it stands, less the dead stones.
    pub(super) fn count_outcome(&self, dead: &[Point]) -> Outcome {
        let articles = &self.ruleset.articles;
        let mut codes = self.position.codes().to_vec();
        remove(&mut codes, self.players, dead);
        let points = points(&self.board, self.players, &codes, self.ruleset.count);
        let mut because = Vec::new();
        if !dead.is_empty() {
            let fact = Fact::AgreedDead { points: self.names(dead) };
            because.push(Because::new(&articles.agreement, fact));
        }
        self.score(points, dead.to_vec(), because)
    }

    /// The outcome once it is settled which stones are removed and which points are whose.
    pub(super) fn score(
        &self,
        points: ByPlayer<Vec<Point>>,
        removed: Vec<Point>,
        mut because: Vec<Because>,
    ) -> Outcome {
        let articles = &self.ruleset.articles;
        let count = self.ruleset.count;
        // Agreement where a resolution would begin skips it, and with it the pairs added for it.
        let skipped = *self.status() == Status::InPlay && self.history.now() == self.phase_start;
        let pairs = if skipped { self.start_pairs } else { 0 };
        let dead = remove(&mut self.position.codes().to_vec(), self.players, &removed);
        let prisoners = ByPlayer::new(self.players, |player| {
            self.prisoners[player.index()] - pairs + dead[player]
        });
        let mut scores: ByPlayer<Score> = ByPlayer::new(self.players, |player| {
            let held = points[player].len() as i64;
            match count {
                Count::Area => Ratio::from_integer(held),
                Count::Territory => Ratio::from_integer(held - i64::from(prisoners[player])),
            }
        });
        for player in Player::all(self.players) {
            let held = points[player].len();
            let fact = match count {
                Count::Area => Fact::Area { player: Named(player), points: held },
                Count::Territory => Fact::Territory {
                    player: Named(player),
                    points: held,
                    prisoners: prisoners[player],
                },
            };
            because.push(Because::new(&articles.count, fact));
        }
        self.add_extras(&mut scores, &mut because);
        let (verdict, equal) = self.verdict(&scores);
        let each = Each::of(&scores);
        let fact = match equal {
            true => Fact::ScoresEqual { scores: each },
            false => Fact::Scores { scores: each },
        };
        because.push(Because::new(&articles.winner, fact));
        let tally = Tally {
            scores: Some(scores),
            points,
            removed,
            prisoners,
            scoring_positions: Vec::new(),
            scoring_cycle: None,
        };
        Outcome { verdict, ground: Ground::Score(tally), clause: articles.winner.clone(), because }
    }

    pub(super) fn names(&self, points: &[Point]) -> PointNames {
        PointNames(points.iter().map(|&point| self.board.name(point)).collect())
    }

    /// Komi, the button's half point, and what White gets for handicap stones.
    fn add_extras(&self, scores: &mut ByPlayer<Score>, because: &mut Vec<Because>) {
        let komi = self.komi.score();
        if komi != Ratio::from_integer(0) && self.players >= 2 {
            scores[Player::WHITE] += komi;
            let fact = Fact::KomiAdded { komi: self.komi.to_string() };
            because.push(Because::new(&Clause::new("G-4"), fact));
        }
        if let (Some(holder), Button::FirstPass { clause, .. }) =
            (self.button, &self.ruleset.button)
        {
            scores[holder] += Ratio::new(1, 2);
            because.push(Because::new(clause, Fact::ButtonHeld { player: Named(holder) }));
        }
        let bonus = self.handicap_points();
        if bonus > 0 {
            scores[Player::WHITE] += Ratio::from_integer(i64::from(bonus));
            let fact = Fact::HandicapPoints { stones: self.handicap, points: bonus };
            because.push(Because::new(&Clause::new("G-8"), fact));
        }
    }

    /// LM-12, K-20, J-8, A-12: who is first, and whether two players are equal.
    fn verdict(&self, scores: &ByPlayer<Score>) -> (Verdict, bool) {
        let places = rank(scores);
        if self.players > 2 {
            return (Verdict::Ranking(places), false);
        }
        match places.as_slice() {
            [first, ..] if first.len() == 1 => (Verdict::Win(first[0]), false),
            _ => (Verdict::Draw, true),
        }
    }

    /// K-15 to K-20: the result by the scoring cycle, which is every move after moment `earlier`.
    pub(super) fn cyclic_score(&self, earlier: usize, dead: &[Vec<Point>]) -> Outcome {
        let articles = &self.ruleset.articles;
        let now = self.history.now();
        let (from, to) = (self.offset + earlier, self.offset + now);
        let positions = self.scoring_positions(earlier, now);
        let found = Fact::ScoringCycle { at: from, from: from + 1, to };
        let mut because = vec![Because::new(&Clause::new("K-15"), found)];
        let mut sums: ByPlayer<i64> = ByPlayer::new(self.players, |_| 0);
        let mut last = ByPlayer::new(self.players, |_| Vec::new());
        let mut removed = BTreeSet::new();
        for (number, codes) in positions.iter().enumerate() {
            let mut codes = codes.clone();
            if let Some(dead) = dead.get(number) {
                let stones = chains_of(&self.board, &codes, dead);
                remove(&mut codes, self.players, &stones);
                if !stones.is_empty() {
                    let points = self.names(&stones);
                    let fact = Fact::AgreedDeadAt { number: number + 1, points };
                    because.push(Because::new(&articles.agreement, fact));
                }
                removed.extend(stones);
            }
            last = points(&self.board, self.players, &codes, self.ruleset.count);
            for (player, sum) in sums.iter_mut() {
                *sum += last[player].len() as i64;
            }
            let each = Each::of(&last.map(|_, points| points.len()));
            let fact = Fact::ScoringPosition { number: number + 1, points: each };
            because.push(Because::new(&articles.count, fact));
        }
        let removed: Vec<Point> = removed.into_iter().collect();
        let prisoners = self.prisoners();
        let tally = |scores| Tally {
            scores,
            points: last.clone(),
            removed: removed.clone(),
            prisoners: prisoners.clone(),
            scoring_positions: positions.clone(),
            scoring_cycle: Some((from, to)),
        };
        if positions.is_empty() {
            let clause = Clause::new("K-19");
            because.push(Because::new(&clause, Fact::NoScoringPosition {}));
            let ground = Ground::NoScoringPosition(tally(None));
            return Outcome { verdict: Verdict::Draw, ground, clause, because };
        }
        let mut scores = sums.map(|player, &sum| {
            let average = Ratio::new(sum, positions.len() as i64);
            match self.ruleset.count {
                Count::Area => average,
                Count::Territory => average - i64::from(prisoners[player]),
            }
        });
        if self.ruleset.count == Count::Territory {
            let fact = Fact::PrisonersSubtracted { prisoners: Each::of(&prisoners) };
            because.push(Because::new(&articles.count, fact));
        }
        self.add_extras(&mut scores, &mut because);
        let (verdict, equal) = self.verdict(&scores);
        let each = Each::of(&scores);
        let fact = match equal {
            true => Fact::AveragesEqual { scores: each },
            false => Fact::Averages { scores: each },
        };
        let clause = articles.winner.clone();
        because.push(Because::new(&clause, fact));
        Outcome { verdict, ground: Ground::Score(tally(Some(scores))), clause, because }
    }

    /// K-17: the passes before the first play of the cycle are moved to its end; a position passed
    /// consecutively by all players is a scoring position (once, however often).
    fn scoring_positions(&self, earlier: usize, now: usize) -> Vec<Vec<u8>> {
        let made = |number: usize| self.history.moment(number).made;
        let is_play = |number: usize| matches!(made(number), Some((_, Move::Play(_))));
        let numbers: Vec<usize> = (earlier + 1..=now).collect();
        let first_play = numbers.iter().position(|&number| is_play(number)).unwrap_or(0);
        let (before, rest) = numbers.split_at(first_play);
        let cycle: Vec<usize> = rest.iter().chain(before).copied().collect();
        let mut found = Vec::new();
        let mut known = HashSet::new();
        for run in cycle.chunk_by(|&a, &b| is_play(a) == is_play(b)) {
            let (Some(&first), false) = (run.first(), run.first().is_some_and(|&n| is_play(n)))
            else {
                continue;
            };
            let all = Player::all(self.players).all(|player| {
                run.iter().any(|&number| made(number).is_some_and(|(by, _)| by == player))
            });
            let codes = self.history.codes_at(first);
            if all && known.insert(codes.clone()) {
                found.push(codes);
            }
        }
        found
    }
}

/// The points of the chains at these points in a position given as codes; empty points give none.
fn chains_of(board: &shinpan_board::Board, codes: &[u8], at: &[Point]) -> Vec<Point> {
    let mut seen = vec![false; codes.len()];
    let mut found = Vec::new();
    for &start in at {
        if codes[start.index()] == 0 || std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut next = found.len();
        found.push(start);
        while let Some(&point) = found.get(next) {
            next += 1;
            for near in board.neighbours(point) {
                let same = codes[near.index()] == codes[point.index()];
                if same && !std::mem::replace(&mut seen[near.index()], true) {
                    found.push(near);
                }
            }
        }
    }
    found
}
