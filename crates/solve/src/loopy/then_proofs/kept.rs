//! How a player gets what a question asks for, under RULES: by his answers before proof games, and in those that he needs.

use super::Judged;
use super::question::Answered;
use crate::compact::{BLACK, WHITE};
use crate::limits::Budget;
use crate::loopy::graph::State;
use crate::loopy::returns::{shown, shown_from_all};
use crate::loopy::way::Way;
use crate::value::Limit;

/// A player's answers.
pub(super) struct Kept<'v> {
    /// Whose they are in the table of the question: Black's, who forces what is wanted, or White's, who keeps him from it.
    pub(super) player: usize,
    pub(super) way: Way<'v>,
    /// In both phases of his own proof game, and of his opponent's.
    pub(super) proofs: [[Way<'v>; 2]; 2],
}

/// As who a player is looked up in both phases of a proof game, his own or his opponent's: in his own he needs no more than a
/// balanced cycle in the first phase, in the other no more than that in the second.
pub(super) fn players(own: bool) -> [usize; 2] {
    if own { [WHITE, BLACK] } else { [BLACK, WHITE] }
}

/// Whose states a table tells: his who is Black in it, or, with the colours exchanged, his who is White.
pub(super) fn seen(player: usize, state: State) -> State {
    if player == BLACK { state } else { state.exchanged() }
}

impl<'v> Kept<'v> {
    /// The answers of a player from a state, as the table of the question sees it. `None` if none were found that hold.
    pub(super) fn of(
        judged: &'v Judged<'_>,
        asked: &'v Answered<'_, '_>,
        player: usize,
        start: State,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Kept<'v>>, Limit> {
        let forces = player == BLACK;
        let Answered { values, rules, after, .. } = asked;
        let found = shown(values, rules, after, player, (0, start), budget)?;
        let Some(found) = found.filter(|found| (found.level >= 0) == forces) else {
            return Ok(None);
        };
        let mut ends = found.ends.into_iter().peekable();
        let mut starts = [Vec::new(), Vec::new()];
        for (_, end) in
            judged.graph.ending().filter(|(number, _)| ends.next_if_eq(number).is_some())
        {
            let needed = asked.needed(judged, player, end);
            for (needed, starts) in needed.into_iter().zip(&mut starts) {
                if needed {
                    starts.push(seen(player, end).next_stage(judged.rules.ko_stands));
                }
            }
        }
        let [own, other] = starts;
        let Some(own) = judged.proof_game(true, own, budget)? else { return Ok(None) };
        let Some(other) = judged.proof_game(false, other, budget)? else { return Ok(None) };
        Ok(Some(Kept { player, way: found.way, proofs: [own, other] }))
    }
}

impl Judged<'_> {
    /// A player's answers in proof games, his own or his opponent's, that begin in these states, by which he gets all that the tables say.
    /// He is Black in them. `None` if none were found that hold.
    fn proof_game(
        &self,
        own: bool,
        starts: Vec<State>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<[Way<'_>; 2]>, Limit> {
        let [second, first] = &self.proofs;
        let [as_first, as_second] = players(own);
        let open: Vec<State> = starts.iter().map(|&state| seen(as_first, state)).collect();
        let found = shown_from_all(first, &self.phase, as_first, &open, budget)?;
        let Some((way, ends)) = found else { return Ok(None) };
        let mut ends = ends.into_iter().peekable();
        let ending = self.graph.ending();
        let open: Vec<State> = ending
            .filter(|(number, _)| ends.next_if_eq(number).is_some())
            .map(|(_, end)| seen(as_first, end).next_stage(self.rules.ko_stands))
            .map(|state| seen(as_second, state))
            .collect();
        let found = shown_from_all(second, &self.phase, as_second, &open, budget)?;
        Ok(found.map(|(last, _)| [way, last]))
    }
}
