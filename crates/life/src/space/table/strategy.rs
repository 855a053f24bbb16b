//! What a side that has proved something does, and how the other resists.

use super::{Entry, Table};
use crate::proof::{Certificate, Shown};
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
            if self.ends(moment) {
                if !self.is_over(&moment) && settled.insert(moment.stones) {
                    let certificate = self.model.certificate(moment.stones, self.goal)?;
                    found.settled.push((moment.stones, certificate));
                }
                continue;
            }
            if usize::from(moment.mover) == self.terms.prover {
                let Entry { chosen, rank, .. } = self.known(&moment)?;
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

    /// Play from a moment, for show: a line with the other side's longest resistance first, then its other moves as
    /// variations, the near ones first, each with the prover's choice; at most so many moves in all. No place is a pass
    /// or a play elsewhere.
    pub(crate) fn shown(&self, from: Moment, line: usize, most: usize) -> Vec<Shown<usize>> {
        let mut shown: Vec<Shown<usize>> = Vec::new();
        let mut moments = vec![(None, from)];
        let mut seen = rustc_hash::FxHashSet::default();
        while shown.len() < line
            && let Some(&(before, moment)) = moments.last()
            && seen.insert(moment)
            && let Some(chosen) = self.best(moment, &seen)
            && let Some(next) = self.show(&mut shown, before, moment, chosen)
        {
            moments.push(next);
        }
        let mut queue: std::collections::VecDeque<_> = moments.into();
        let mut done = rustc_hash::FxHashSet::default();
        while let Some((before, moment)) = queue.pop_front() {
            if self.ends(moment) || !done.insert(moment) {
                continue;
            }
            let choices: Vec<u8> = if usize::from(moment.mover) == self.terms.prover {
                self.known(&moment).map(|entry| entry.chosen).into_iter().collect()
            } else {
                (PLAY..self.choices()).chain([PASS]).collect()
            };
            for chosen in choices {
                if shown.len() >= most {
                    return shown;
                }
                let place = place_of(chosen);
                if shown.iter().any(|other| other.before == before && other.play == place) {
                    continue;
                }
                if let Some(next) = self.show(&mut shown, before, moment, chosen) {
                    // The answer goes with the move.
                    let answer = self.known(&next.1);
                    match answer.filter(|answer| !answer.ends) {
                        Some(answer) if usize::from(next.1.mover) == self.terms.prover => {
                            queue.extend(self.show(&mut shown, next.0, next.1, answer.chosen));
                        }
                        _ => queue.push_back(next),
                    }
                }
            }
        }
        shown
    }

    /// Adds a move, and answers where it leads.
    fn show(
        &self,
        shown: &mut Vec<Shown<usize>>,
        before: Option<usize>,
        moment: Moment,
        chosen: u8,
    ) -> Option<(Option<usize>, Moment)> {
        let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { return None };
        shown.push(Shown { before, play: place_of(chosen), settles: self.ends(after) });
        Some((Some(shown.len() - 1), after))
    }

    fn ends(&self, moment: Moment) -> bool {
        self.known(&moment).is_some_and(|entry| entry.ends)
    }

    /// The prover's choice, or the other side's longest resistance to somewhere new.
    fn best(&self, moment: Moment, seen: &rustc_hash::FxHashSet<Moment>) -> Option<u8> {
        let entry = self.known(&moment)?;
        if entry.ends {
            return None;
        }
        if usize::from(moment.mover) == self.terms.prover {
            return Some(entry.chosen);
        }
        // Longest for the owner who wins; a play he can be expected to try else.
        let choices = (PLAY..self.choices()).chain([PASS, ELSEWHERE]);
        let leads =
            choices.filter_map(|chosen| match self.field.lead(&self.terms, moment, chosen) {
                Lead::To(after) => {
                    let rank = self.known(&after).map(|entry| entry.rank);
                    (!seen.contains(&after)).then_some((rank, chosen))
                }
                _ => None,
            });
        let best = if self.terms.prover == OWNER {
            // An attack begins with a play.
            let begins = seen.len() == 1;
            leads.max_by_key(|&(rank, chosen)| {
                (begins && chosen >= PLAY, rank, std::cmp::Reverse(chosen))
            })
        } else {
            leads.max_by_key(|&(_, chosen)| {
                let place = usize::from(chosen.saturating_sub(PLAY));
                let plays = chosen >= PLAY;
                let taken = self.field.taken_by(moment.stones, place, OWNER);
                (plays, taken, std::cmp::Reverse(chosen))
            })
        };
        best.map(|(_, chosen)| chosen)
    }
}

fn place_of(chosen: u8) -> Option<usize> {
    (chosen >= PLAY).then(|| usize::from(chosen - PLAY))
}
