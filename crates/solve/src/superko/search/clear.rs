//! What is clear of a question without search, and how hard it looks.

use super::super::child::Place;
use super::super::proof::{Proof, stands};
use super::super::question::Question;
use super::Search;
use crate::compact::{BLACK, Mask, Safe, WHITE};
use crate::table::Tags;

impl<M: Mask> Search<'_, M> {
    /// The winner, if that is clear without search: by what can be at most, by safe chains, by a
    /// proof from the table.
    pub(super) fn at_once(
        &self,
        question: &Question<M>,
        place: &Place<M>,
        tags: Tags,
    ) -> Option<(usize, Proof<M>)> {
        let bound = i32::from(question.bound);
        let points = 2 * self.field.points as i32;
        let button = i32::from(question.mode.button);
        // Who passes all the time pays for no play and gets at least this.
        if bound > points + button {
            return Some((WHITE, Proof::free()));
        }
        if bound <= -points - button {
            return Some((BLACK, Proof::free()));
        }
        for winner in [BLACK, WHITE] {
            // What needs less stands more often.
            for (margin, safe) in self.held(question, winner).into_iter().flatten() {
                let enough = if winner == BLACK { margin >= bound } else { -margin < bound };
                if enough {
                    let proof = Proof::filling(safe);
                    if stands(&proof, winner, &self.history, self.rules.situational) {
                        return Some((winner, proof));
                    }
                }
            }
        }
        let back = self.field.back(place.turn);
        self.table.proofs(&place.key, question.bound, tags).find_map(|(winner, proof)| {
            let proof = proof.turned(self.field, back);
            stands(&proof, winner, &self.history, self.rules.situational).then_some((winner, proof))
        })
    }

    /// What a player gets by his safe chains, if he has any, in half points for himself: without points beside them, and with these.
    fn held(&self, question: &Question<M>, winner: usize) -> [Option<(i32, Safe<M>)>; 2] {
        let safe = self.safes.of(self.field, question.stones, winner);
        if !safe.stones.any() {
            return [None; 2];
        }
        // The opponent could pass, and his stones would count where they stand.
        let begins = question.to_move == winner;
        let late = !begins && self.pass(question).is_none();
        if late && safe.regions.meets(question.stones.0[1 - winner]) {
            return [None; 2];
        }
        let held = (safe.stones | safe.regions).size() as i32;
        let margin = 4 * held - 2 * self.field.points as i32;
        let button = i32::from(question.mode.button);
        let costs = self.rules.stages[usize::from(question.mode.stage)].cost != 0;
        let with = |count: i32| {
            if costs {
                // He passes until plays cost nothing. Those of the opponent's there cost what they take.
                2 * (count - 1).max(0) - button
            } else if begins && button == 1 {
                // He takes the button, or one of the points.
                (4 * (count / 2) + 1).max(4 * ((count + 1) / 2) - 1)
            } else {
                4 * ((count + i32::from(begins)) / 2) - button
            }
        };
        let beside = safe.beside(self.field, question.stones);
        let more = (!late && beside.any())
            .then(|| (margin + with(beside.size() as i32), safe.with(beside)));
        [Some((margin + with(0), safe)), more]
    }

    /// Black's margin at least and at most, as far as safe chains say it without search.
    pub(crate) fn certain(&self, question: &Question<M>) -> [Option<i32>; 2] {
        [BLACK, WHITE].map(|winner| {
            let holds = |&(_, safe): &(i32, Safe<M>)| {
                stands(&Proof::filling(safe), winner, &self.history, self.rules.situational)
            };
            let held = self.held(question, winner).into_iter().flatten().filter(holds);
            let margin = held.map(|(margin, _)| margin).max()?;
            Some(if winner == BLACK { margin } else { -margin })
        })
    }

    /// A first guess at the proof numbers of a question for the player to move.
    pub(super) fn guess(&self, question: &Question<M>) -> (u32, u32) {
        let field = self.field;
        let [black, white] = question.stones.0;
        let empty = field.all & !(black | white);
        let reach = |own: M, other: M| {
            let near = field.widen(own) & empty;
            (near & !field.widen(other)).size() as i32
        };
        let margin = 2 * (black.size() as i32 - white.size() as i32)
            + 2 * (reach(black, white) - reach(white, black));
        let lead = margin - i32::from(question.bound);
        let (black, white) = if lead >= 0 { (0, lead / 2) } else { (-lead / 2, 0) };
        let (black, white) = (1 + black as u32, 1 + white as u32);
        if question.to_move == BLACK { (black, white) } else { (white, black) }
    }
}
