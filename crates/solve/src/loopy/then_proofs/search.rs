//! The search for the value before proof games: one question after the other, and what of the answers is proven for the states of RULES.

use super::kept::Kept;
use super::question::Question;
use super::{Judged, at_ends};
use crate::compact::{BLACK, WHITE};
use crate::limits::Budget;
use crate::loopy::graph::State;
use crate::loopy::table::{ENDLESS, Level, Values};
use crate::loopy::{At, Proven, end};
use crate::proofs::{Answers, Table};
use crate::value::{End, Limit};

/// What Black can force, draws being his losses.
struct Forced {
    /// What the tables say.
    told: End,
    /// What is proven of it.
    proven: End,
}

impl<'a> Judged<'a> {
    /// What is proven of the value of a game that begins. What was found before a limit is kept. Questions that are answered already are
    /// not asked again, and those that are answered are added to them.
    pub(super) fn proven(
        &self,
        at: &At<u32>,
        answers: Option<&mut Answers>,
        budget: &mut Budget<'_>,
    ) -> Proven {
        let mut proven = Proven::default();
        proven.limit = self.prove(at, &mut proven, answers, budget).err();
        proven
    }

    fn prove(
        &self,
        at: &At<u32>,
        proven: &mut Proven,
        mut answers: Option<&mut Answers>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let own = self.forced(BLACK, at, None, answers.as_deref_mut(), budget)?;
        let low = own.proven;
        (proven.lost[0], proven.won[0]) = (low, low);
        if low == End::Won {
            return Ok(());
        }
        budget.tell(low, End::Won);
        // What White can force is what Black can with the colours exchanged.
        let exchanged = At { state: at.state.exchanged(), paid: -at.paid, ..*at };
        let guess = Some(own.told.contrary());
        let other = self.forced(WHITE, &exchanged, guess, answers, budget)?;
        let high = other.proven.contrary();
        (proven.lost[1], proven.won[1]) = (high, high);
        budget.tell(low, high);
        if low < high {
            if self.keeps(at, own.told, budget)? {
                proven.lost[1] = own.told.min(high);
            }
            if self.keeps(&exchanged, other.told, budget)? {
                proven.won[0] = other.told.contrary().max(low);
            }
        }
        Ok(())
    }

    /// What a player, who is Black in `at`, can force from the beginning of a phase. A guess saves questions if it is right.
    fn forced(
        &self,
        player: usize,
        at: &At<u32>,
        guess: Option<End>,
        mut answers: Option<&mut Answers>,
        budget: &mut Budget<'_>,
    ) -> Result<Forced, Limit> {
        let mut proven = End::Lost;
        let mut reaches = |wanted: End, budget: &mut Budget<'_>| -> Result<bool, Limit> {
            // A kept yes was proven; a kept no steers, and proves nothing.
            let kept = (Table::Whole, player as u8, wanted);
            if let Some(&yes) = answers.as_deref().and_then(|answers| answers.get(&kept)) {
                if yes {
                    proven = proven.max(wanted);
                }
                return Ok(yes);
            }
            let wants = &|found: End| found >= wanted;
            let question = Question { stage: at.stage, paid: at.paid, margin: wanted, wants };
            let asked = question.answered(self, budget)?;
            let reaches = asked.reaches(at.state);
            // What is less than all counts is asked for its own sake.
            let matters = reaches && wanted > proven && wanted >= self.least(at.paid);
            let shown = matters && Kept::of(self, &asked, BLACK, at.state, budget)?.is_some();
            if shown {
                proven = wanted;
            }
            if let Some(answers) = answers.as_deref_mut().filter(|_| shown || !reaches) {
                answers.insert(kept, reaches);
            }
            Ok(reaches)
        };
        let told = if at.stage == 0 {
            self.in_main(at.paid, guess, |wanted| reaches(wanted, budget))?
        } else {
            let told = self.in_resolution(at.state, at.paid, budget)?;
            reaches(told, budget)?;
            told
        };
        Ok(Forced { told, proven })
    }

    /// The least that a count can be.
    fn least(&self, paid: i64) -> End {
        end(-self.points() as Level, paid)
    }

    /// Whether it is proven that White keeps Black from more than this, a draw being enough.
    fn keeps(&self, at: &At<u32>, most: End, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let wants = &|found: End| found > most;
        let question = Question { stage: at.stage, paid: at.paid, margin: most, wants };
        let asked = question.answered(self, budget)?;
        Ok(Kept::of(self, &asked, WHITE, at.state, budget)?.is_some())
    }

    /// What the table says that Black can force from the beginning of a resolution.
    fn in_resolution(
        &self,
        state: State,
        paid: i64,
        budget: &mut Budget<'_>,
    ) -> Result<End, Limit> {
        let judged = |at: State| match self.judged(at, paid) {
            End::Lost => -ENDLESS,
            End::Margin(_) => at.stones.margin(self.graph.field()) as Level,
            End::Won => ENDLESS,
        };
        let ends = at_ends(&self.graph, judged);
        let most = self.points() as Level;
        let graph = std::rc::Rc::clone(&self.graph);
        let found = Values::with_ends(graph, &self.phase, ends, most, budget)?;
        Ok(end(found.stages[0].values[self.graph.number(state)], paid))
    }

    /// The same from the beginning of `main`, by questions whether he gets so much.
    fn in_main(
        &self,
        paid: i64,
        guess: Option<End>,
        mut reaches: impl FnMut(End) -> Result<bool, Limit>,
    ) -> Result<End, Limit> {
        let most = 2 * self.points() + 2;
        let margin = |level: i64| end(level as Level, paid);
        // Who would win by the count mostly wins by the proof games.
        if guess != Some(End::Lost) && reaches(End::Won)? {
            return Ok(End::Won);
        }
        if !reaches(margin(-most))? {
            return Ok(End::Lost);
        }
        if guess == Some(End::Lost) && reaches(End::Won)? {
            return Ok(End::Won);
        }
        let (mut least, mut beyond) = (-most, most + 1);
        let guess = guess.and_then(End::margin).map_or(End::DRAW, End::Margin);
        let mut next = (least + 1..beyond).find(|&level| margin(level) >= guess);
        while beyond - least > 1 {
            let asked = next.take().unwrap_or((least + beyond).div_euclid(2));
            if reaches(margin(asked))? {
                least = asked;
                // Then it is asked whether there is more.
                next = (margin(asked) == guess && asked + 1 < beyond).then_some(asked + 1);
            } else {
                beyond = asked;
            }
        }
        Ok(margin(least))
    }
}
