//! What a side that has proved something does, and how the other resists.

use super::{Entry, Table};
use crate::proof::Certificate;
use crate::space::field::{ELSEWHERE, Lead, Moment, OWNER, PASS, PLAY};

/// What the prover does.
#[derive(Default)]
pub(crate) struct Strategy {
    /// What he chooses in each moment with him to move, with a number that falls from one to the next for
    /// the owner.
    pub(crate) choices: Vec<(Moment, u8, u32)>,
    /// Stones by which he needs no more choices, and the certificate on the small board.
    pub(crate) settled: Vec<([u64; 2], Certificate)>,
}

impl Table<'_> {
    /// The prover's strategy from a moment: what he chooses in each moment with him to move that can
    /// arise, and where a certificate ends it. `None` if there are more than `most`.
    pub(crate) fn strategy(&self, from: Moment, most: usize) -> Option<Strategy> {
        let mut found = Strategy::default();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut settled = rustc_hash::FxHashSet::default();
        let mut open = vec![from];
        while let Some(moment) = open.pop() {
            if !seen.insert(moment) {
                continue;
            }
            if found.choices.len() + found.settled.len() > most {
                return None;
            }
            if let Some(&number) = self.numbers.get(&moment)
                && self.entry(number).ends
            {
                if !self.is_over(&moment) && settled.insert(moment.stones) {
                    let certificate = self.model.certificate(moment.stones, self.goal)?;
                    found.settled.push((moment.stones, certificate));
                }
                continue;
            }
            if usize::from(moment.mover) == self.terms.prover {
                let Entry { chosen, rank, .. } = self.entry(*self.numbers.get(&moment)?);
                found.choices.push((moment, chosen, rank));
                let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else {
                    return None;
                };
                open.push(after);
            } else {
                open.extend(self.leads(moment).filter_map(|(_, lead)| match lead {
                    Lead::To(after) => Some(after),
                    _ => None,
                }));
            }
        }
        Some(found)
    }

    /// Whether nothing remains to be asked of a moment, without a certificate.
    fn is_over(&self, moment: &Moment) -> bool {
        self.field.reached(moment.stones, self.goal, self.terms.prover) || self.is_shut(moment)
    }

    /// A line of play from a moment: the prover's moves and the other side's longest resistance, at most
    /// so many. Points are those of the field; no number is a pass or a play elsewhere.
    pub(crate) fn line(&mut self, from: Moment, most: usize) -> Vec<Option<usize>> {
        let mut line = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut moment = from;
        while line.len() < most && seen.insert(moment) {
            let Some(&number) = self.numbers.get(&moment) else { break };
            if self.entry(number).ends {
                break;
            }
            let chosen = if usize::from(moment.mover) == self.terms.prover {
                self.entry(number).chosen
            } else {
                // Longest for the owner who wins; a play he can be expected to try else.
                let choices = (PLAY..self.choices()).chain([PASS, ELSEWHERE]);
                let leads = choices.filter_map(|chosen| {
                    match self.field.lead(&self.terms, moment, chosen) {
                        Lead::To(after) => {
                            let known = self.numbers.get(&after);
                            let rank = known.map(|&number| self.entry(number).rank);
                            (!seen.contains(&after)).then_some((rank, chosen))
                        }
                        _ => None,
                    }
                });
                let best = if self.terms.prover == OWNER {
                    leads.max_by_key(|&(rank, chosen)| (rank, std::cmp::Reverse(chosen)))
                } else {
                    leads.max_by_key(|&(_, chosen)| {
                        let place = usize::from(chosen.saturating_sub(PLAY));
                        let plays = chosen >= PLAY;
                        let taken = self.field.taken_by(moment.stones, place, OWNER);
                        (plays, taken, std::cmp::Reverse(chosen))
                    })
                };
                match best {
                    Some((_, chosen)) => chosen,
                    None => break,
                }
            };
            let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { break };
            line.push((chosen >= PLAY).then(|| usize::from(chosen - PLAY)));
            moment = after;
        }
        line
    }
}
