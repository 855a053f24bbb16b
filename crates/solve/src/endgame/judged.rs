//! Ends of the resolution, judged by the proof games that may be asked for there, among the points that are left.
//!
//! What is proven is what a player can force at least, in the game and in both proof games: he is Black there
//! (docs/findings/proofs.md, "Proof games on what is left").

use shinpan_rules::Game;

use super::Settled;
use super::ground::Ground;
use super::layers::{Ends, Setting};
use crate::compact::{BLACK, WHITE};
use crate::limits::Budget;
use crate::loopy::{ENDLESS, FURTHEST, Level, LoopyRules};
use crate::value::Limit;

/// What a player gets where a game that proof games may follow ends.
pub(crate) struct Judged<'a> {
    ground: Ground,
    rules: &'a LoopyRules,
    /// What his margin is, in half points, besides what he has of the points that are left.
    paid: i64,
    /// For each state in which a pass may end a stage, by how many fills White has made: what he gets at least in his own proof game
    /// and in White's, before what was paid.
    tried: Vec<Vec<[Level; 2]>>,
    /// What he would get in half points if his proof game began where the game is.
    pub(crate) guess: i64,
}

/// About how many bytes a state takes besides: with the tables of two stages while these are made, and what is kept.
const MADE: u64 = 200;
const KEPT: u64 = 8;

impl<'a> Judged<'a> {
    /// From where a game is, so many bytes being held besides.
    pub(crate) fn of(
        settled: &Settled,
        game: &Game,
        rules: &'a LoopyRules,
        (side, held): (usize, u64),
        budget: &mut Budget<'_>,
    ) -> Result<Judged<'a>, Limit> {
        let ground = Ground::of(settled, game, side)?;
        // What a return to it would be worth is not known, and levels have no room for the worst.
        if rules.stages[ground.start.stage].cost != 0 && ground.past.contains(&true) {
            let why = "a position of `main` that stood before could come back";
            return Err(Limit::Beyond(why.to_owned()));
        }
        let paid = super::sign(side) * ground.start.paid;
        let mut judged = Judged { ground, rules, paid, tried: Vec::new(), guess: paid };
        let making = settled.states.bytes() + judged.ground.reached.len() as u64 * MADE;
        budget.hold(held + judged.bytes() + making)?;
        judged.try_proof_games(budget)?;
        Ok(judged)
    }

    /// About how many bytes this takes besides the states while nothing is asked.
    pub(crate) fn bytes(&self) -> u64 {
        self.ground.reached.len() as u64 * KEPT
    }

    /// What his margin is, in half points, besides what he has of the points that are left.
    pub(crate) fn paid(&self) -> i64 {
        self.paid
    }

    /// How many points are left, with the stones that stand for walls.
    pub(crate) fn points(&self) -> i64 {
        self.ground.rest.field.points as i64
    }

    /// LC-7: both proof games, from each state in which a pass may end a stage.
    fn try_proof_games(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        let phase = self.rules.stages[1];
        let rules = LoopyRules { stages: vec![phase, phase], ..self.rules.clone() };
        let setting = Setting { rules: &rules, first: 0, past: &[], ..self.ground.setting(&rules) };
        let mut found: Vec<Vec<[Level; 2]>> = Vec::new();
        for (which, own) in [true, false].into_iter().enumerate() {
            // A balanced cycle is what the prover wants in the first phase, and his failure in the second.
            let second = Setting { endless_won: !own, ..setting }.stage(1, None, budget)?;
            let first = Setting { endless_won: own, ..setting }.stage(0, Some(&second), budget)?;
            if let Some(now) = self.ground.reached.number(self.ground.start.state).filter(|_| own) {
                self.guess = self.paid + 2 * i64::from(first[0][0].values[now]);
            }
            found.resize(first.len(), vec![[-ENDLESS; 2]; self.ground.reached.len()]);
            for (fills, [clean, _]) in first.iter().enumerate() {
                for (number, begin) in self.begins() {
                    found[fills][number][which] = clean.values[begin];
                }
            }
        }
        self.tried = found;
        Ok(())
    }

    /// The states in which a pass may end a stage, and those with which what follows begins.
    fn begins(&self) -> impl Iterator<Item = (usize, usize)> {
        let Ground { reached, .. } = &self.ground;
        let ending = (0..reached.len()).filter(|&number| reached.passed(number));
        ending.filter_map(|number| {
            let state = reached.state(number);
            Some((number, reached.number(state.next_stage(self.rules.ko_stands))?))
        })
    }

    /// Whether it is proven that he can force so many half points, or a win without a count if that is asked for. A draw is none.
    pub(crate) fn forces(
        &self,
        wanted: Option<i64>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let Some(ends) = self.ends(wanted) else { return Ok(false) };
        let setting = Setting {
            ends: Ends::Judged(&ends, FURTHEST),
            endless_won: wanted.is_some_and(|halves| halves <= 0),
            ..self.ground.setting(self.rules)
        };
        let table = setting.solve(budget)?;
        let number = self.ground.reached.number(self.ground.start.state);
        Ok(number.is_some_and(|number| table.value(0, number).0 >= 0))
    }

    /// For each end the greatest balance of his plays in `main` less the opponent's with which he gets what is wanted. `None` if one of
    /// them is less than levels can tell.
    fn ends(&self, wanted: Option<i64>) -> Option<Vec<Vec<Level>>> {
        let mut ends = Vec::new();
        for tried in &self.tried {
            let mut here = vec![-ENDLESS; self.ground.reached.len()];
            for (number, _) in self.begins() {
                here[number] = self.balance(number, tried[number], wanted)?;
            }
            self.lowered(&mut here);
            ends.push(here);
        }
        Some(ends)
    }

    /// LC-8: he achieves his goal, his opponent does not, the count is enough. Two of these are needed, whichever: so it is the one in the
    /// middle that says how great the balance may be.
    fn balance(
        &self,
        number: usize,
        [own, other]: [Level; 2],
        wanted: Option<i64>,
    ) -> Option<Level> {
        let within = |level: Level, halves: i64| match level {
            ENDLESS.. => i64::MAX,
            level if level <= -ENDLESS => i64::MIN,
            level => (2 * i64::from(level) + halves).div_euclid(2),
        };
        let counted = self.ground.margins[self.ground.reached.position(number)];
        let mut three = [
            within(own, self.paid - 1),
            within(other, self.paid),
            wanted.map_or(i64::MIN, |wanted| within(counted, self.paid - wanted)),
        ];
        three.sort_unstable();
        match three[1] {
            i64::MAX => Some(ENDLESS),
            balance if balance < -i64::from(FURTHEST) => None,
            balance => Some(balance.min(i64::from(FURTHEST)) as Level),
        }
    }

    /// An end by the player's pass counts for no more than one by his opponent's in the same position, nor than one by his pass where a
    /// ban stands: what "Without coming back" needs of ends.
    fn lowered(&self, ends: &mut [Level]) {
        let reached = &self.ground.reached;
        for number in (0..reached.len()).filter(|&number| reached.passed(number)) {
            let state = reached.state(number);
            let plain = super::State { to_move: BLACK, ban: None, ..state };
            let bounds = if state.ban.is_some() { BLACK } else { WHITE };
            if state.to_move == bounds
                && let Some(plain) = reached.number(plain)
            {
                ends[plain] = ends[plain].min(ends[number]);
            }
        }
    }
}
