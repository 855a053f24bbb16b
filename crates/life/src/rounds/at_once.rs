//! Life by what stands, shown by that and nothing else.

use std::sync::Arc;

use crate::analysis::Status;
use crate::extract::extract;
use crate::leaf::settles;
use crate::proof::Step;
use crate::search::{Aim, Question, Search};

use super::Rounds;

impl<const W: usize> Rounds<'_, W> {
    /// A proof often covers chains that need none of its moves: they live by what stands. These get that as their proof.
    pub(super) fn at_once(&mut self) {
        for (chain, points) in self.chains.iter_mut().zip(&self.points) {
            let last = chain.proof.as_ref().and_then(|proof| proof.nodes.last());
            let stands = last.is_some_and(|node| matches!(node.step, Step::Stands(_)));
            if chain.status != Status::Alive || stands {
                continue;
            }
            let question = Question { owner: chain.player.index(), goal: *points, aim: Aim::Live };
            if settles(self.ground, &question, self.state).is_none() {
                continue;
            }
            let mut search = Search::new(self.ground, question);
            let Some(found) = search.run(self.state, 1, None) else { continue };
            if let Some(proof) = extract(&search, None, found) {
                chain.proof = Some(Arc::new(proof));
            }
        }
    }
}
