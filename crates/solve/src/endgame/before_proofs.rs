//! Endgames that proof games may follow, solved by questions: can a player force so much?

use num_rational::Ratio;
use shinpan_rules::{Game, Score};

use super::judged::Judged;
use super::{Settled, ends_by_walls, sign};
use crate::compact::{BLACK, WHITE};
use crate::limits::{Budget, Limits};
use crate::loopy::{self, LoopyRules};
use crate::proofs::{Answers, Table};
use crate::value::{End, Limit, Method, Solution, Value, Verdict};

/// Solves a game that proof games may follow, among the points that are left; or only asks whether Black gets a margin. Questions that
/// are answered already are not asked again, and those that are answered are added to them.
///
/// # Errors
/// Why the ruleset or the history is beyond this method.
pub(crate) fn solve_before_proofs(
    game: &Game,
    asked: Option<Score>,
    limits: &Limits<'_>,
    answers: Option<&mut Answers>,
) -> Result<Solution, Limit> {
    let rules = LoopyRules::before_proofs(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Endgame);
    if let Some(end) = loopy::ended(game)? {
        solution.value = Value::Exact(end);
        return Ok(solution);
    }
    solve_in_play(game, &rules, asked, limits, answers, &mut solution);
    Ok(solution)
}

fn solve_in_play(
    game: &Game,
    rules: &LoopyRules,
    asked: Option<Score>,
    limits: &Limits<'_>,
    answers: Option<&mut Answers>,
    solution: &mut Solution,
) {
    let mut budget = Budget::new(limits);
    let [mut low, mut high] = won_by_walls(game);
    budget.tell(low, high);
    let mut limit = Limit::Beyond("no more is proven by what is left of the board".to_owned());
    if low < high {
        let settled = Settled::of(game, rules, &mut budget);
        let black = settled.as_ref().map_err(Limit::clone).and_then(|settled| {
            Ok((settled, Judged::of(settled, game, rules, (BLACK, 0), &mut budget)?))
        });
        match black {
            Ok((settled, black)) => {
                let mut questions = Questions::of(settled, game, rules, black, answers);
                let answered = questions.ask(asked, &mut budget);
                let found = questions.bounds();
                (low, high) = (low.max(found.0), high.min(found.1));
                limit = answered.err().or(questions.failed).unwrap_or(limit);
            }
            Err(why) => limit = why,
        }
    }
    let value = Value::between(low, high, limit);
    solution.value = match (asked, value) {
        (Some(margin), Value::Between(low, high, _)) if decides(low, high, margin) => {
            Value::Between(low, high, Limit::Asked)
        }
        (_, value) => value,
    };
    solution.nodes = budget.nodes;
}

fn decides(low: End, high: End, margin: Score) -> bool {
    low >= End::Margin(margin) || high < End::Margin(margin)
}

/// What the players have at least who only keep their walls: they do so in the proof games, too, so who is ahead by it wins.
fn won_by_walls(game: &Game) -> [End; 2] {
    ends_by_walls(game).map(|end| match end.verdict() {
        Verdict::Loss => End::Lost,
        Verdict::Draw => End::DRAW,
        Verdict::Win => End::Won,
    })
}

/// What is known of the value, and what can still be asked. Values are in half points here; a win without a count is one more than the
/// greatest, a loss one less than the least.
struct Questions<'a> {
    settled: &'a Settled,
    game: &'a Game,
    rules: &'a LoopyRules,
    /// What each player can force, for White once it is needed.
    judged: [Option<Judged<'a>>; 2],
    /// What was paid: counts are an even number away from it.
    paid: i64,
    lost: i64,
    won: i64,
    /// Proven.
    low: i64,
    high: i64,
    /// The least that Black was not found to get, and the most that White was not found to keep him to.
    beyond: [i64; 2],
    /// Why nothing could be asked of White.
    failed: Option<Limit>,
    /// Questions that are answered.
    answers: Option<&'a mut Answers>,
}

impl<'a> Questions<'a> {
    fn of(
        settled: &'a Settled,
        game: &'a Game,
        rules: &'a LoopyRules,
        black: Judged<'a>,
        answers: Option<&'a mut Answers>,
    ) -> Questions<'a> {
        let (paid, most) = (black.paid(), 4 * black.points() + 4);
        let (lost, won) = (paid - most - 1, paid + most + 1);
        Questions {
            settled,
            game,
            rules,
            judged: [Some(black), None],
            paid,
            lost,
            won,
            low: lost,
            high: won,
            beyond: [won + 1, lost - 1],
            failed: None,
            answers,
        }
    }

    fn bounds(&self) -> (End, End) {
        let end = |halves: i64| match halves {
            halves if halves == self.lost => End::Lost,
            halves if halves == self.won => End::Won,
            halves => End::Margin(Ratio::new(halves, 2)),
        };
        (end(self.low), end(self.high))
    }

    /// Whether a value can be that: a count, a draw, or a win without a count.
    fn possible(&self, halves: i64) -> bool {
        (halves - self.paid) % 2 == 0 || [self.lost, 0, self.won].contains(&halves)
    }

    /// Asks what is needed, as long as something may be had.
    fn ask(&mut self, margin: Option<Score>, budget: &mut Budget<'_>) -> Result<(), Limit> {
        if let Some(margin) = margin {
            let halves = (margin * 2).ceil().to_integer().clamp(self.lost + 1, self.won);
            self.question(BLACK, halves, budget)?;
            return self.question(WHITE, halves - 1, budget);
        }
        // Who would win by the count mostly wins by the proof games, and otherwise it mostly is a tie.
        let guess = self.judged[BLACK].as_ref().map_or(0, |black| black.guess.signum());
        let (won, lost) = ((BLACK, self.won), (WHITE, self.lost));
        let mut likely = [(BLACK, 0), (WHITE, 0), won, lost];
        match guess {
            0 => {}
            1 => likely.rotate_left(2),
            _ => likely.reverse(),
        }
        for (side, halves) in likely {
            self.question(side, halves, budget)?;
        }
        // Elsewhere nothing is proven, or all of it has to be looked through.
        for side in [BLACK, WHITE] {
            if let Some((least, most)) = self.open(side) {
                self.question(side, if side == BLACK { least } else { most }, budget)?;
            }
            while let Some((least, most)) = self.open(side) {
                self.question(side, (least + most).div_euclid(2), budget)?;
            }
        }
        Ok(())
    }

    /// The values of which it is not known whether a player gets them, from the first to the last.
    fn open(&self, side: usize) -> Option<(i64, i64)> {
        let (least, most) = match side {
            BLACK => (self.low + 1, self.high.min(self.beyond[BLACK] - 1)),
            _ => (self.low.max(self.beyond[WHITE] + 1), self.high - 1),
        };
        let least = (least..=most).find(|&halves| self.possible(halves))?;
        let most = (least..=most).rev().find(|&halves| self.possible(halves))?;
        Some((least, most))
    }

    /// Asks whether Black gets at least so much, or White keeps him to it, if that is not known.
    fn question(&mut self, side: usize, halves: i64, budget: &mut Budget<'_>) -> Result<(), Limit> {
        let Some((least, most)) = self.open(side) else { return Ok(()) };
        // The same in a value that can be.
        let next = match side {
            BLACK => (halves..=most).find(|&halves| self.possible(halves)),
            _ => (least..=halves).rev().find(|&halves| self.possible(halves)),
        };
        let Some(halves) = next.filter(|halves| (least..=most).contains(halves)) else {
            return Ok(());
        };
        let counted = halves != self.lost && halves != self.won;
        let wanted = counted.then_some(sign(side) * halves);
        let end = wanted.map_or(End::Won, |halves| End::Margin(Ratio::new(halves, 2)));
        let key = (Table::Left, side as u8, end);
        let known = self.answers.as_ref().and_then(|answers| answers.get(&key).copied());
        let yes = match known {
            Some(yes) => yes,
            None => {
                let Some(yes) = self.forces(side, wanted, budget)? else { return Ok(()) };
                if let Some(answers) = &mut self.answers {
                    answers.insert(key, yes);
                }
                yes
            }
        };
        match (yes, side) {
            (true, BLACK) => self.low = halves,
            (true, _) => self.high = halves,
            (false, _) => self.beyond[side] = halves,
        }
        let (low, high) = self.bounds();
        budget.tell(low, high);
        Ok(())
    }

    /// Whether it is proven that a player can force so many half points, or a win without a count; nothing if he cannot be asked.
    fn forces(
        &mut self,
        side: usize,
        wanted: Option<i64>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Limit> {
        if self.judged[side].is_none() {
            let held = self.judged[1 - side].as_ref().map_or(0, Judged::bytes);
            match Judged::of(self.settled, self.game, self.rules, (side, held), budget) {
                Ok(judged) => self.judged[side] = Some(judged),
                Err(limit @ (Limit::Beyond(_) | Limit::Memory { .. })) => {
                    self.failed = Some(limit);
                    self.beyond[side] = self.high;
                    return Ok(None);
                }
                Err(limit) => return Err(limit),
            }
        }
        let Some(judged) = &self.judged[side] else { return Ok(None) };
        judged.forces(wanted, budget).map(Some)
    }
}
