//! What readings of one position teach each other: a win rests on a few points, and holds in every part of the board that has them, for each of
//! the chains that live by it.

use super::Local;
use super::decided::Decided;
use super::game::{MOST_POINTS, Stones};
use crate::bits::places;

/// The most wins that are kept.
const MOST_WINS: usize = 400_000;

/// What readings of one side's chains found, all in the same position.
#[derive(Default)]
pub(crate) struct Lessons {
    lessons: Vec<Lesson>,
    wins: usize,
}

/// The wins of one reading.
struct Lesson {
    /// The points of its part.
    points: Vec<u16>,
    /// A stone of each group, and the groups next to each point.
    groups: Vec<u16>,
    touches: Vec<u32>,
    /// The opponent to move, and the owner.
    wins: [Vec<Decided>; 2],
}

impl Lessons {
    /// Notes what a reading found out. Where chains live by what is kept elsewhere, or more is asked than to live, it holds for nothing else.
    pub(crate) fn note<const W: usize>(&mut self, part: &Local<W>) {
        let layout = &part.reader.layout;
        let wins = part.reader.wins();
        let count = wins.iter().map(|wins| wins.len()).sum::<usize>();
        let plain = layout.safe == 0 && layout.asks_for_life();
        if count == 0 || !plain || self.wins + count > MOST_WINS {
            return;
        }
        self.wins += count;
        self.lessons.push(Lesson {
            points: part.points.clone(),
            groups: part.stone_of_each().collect(),
            touches: layout.patch.touches.clone(),
            wins: wins.map(<[_]>::to_vec),
        });
    }

    /// Teaches a part what holds there, before anything is read in it.
    pub(crate) fn teach<const W: usize>(&self, part: &mut Local<W>) {
        if !part.reader.layout.asks_for_life() {
            return;
        }
        let stones: Vec<u16> = part.stone_of_each().collect();
        for lesson in &self.lessons {
            let Some(told) = Told::of(lesson, (&part.points, &stones)) else { continue };
            for (own_turn, wins) in [false, true].into_iter().zip(&lesson.wins) {
                for win in wins.iter().filter_map(|win| told.win(lesson, win)) {
                    part.reader.teach(own_turn, win);
                }
            }
        }
    }
}

/// Where the points and groups of one part are in another.
struct Told {
    /// By the place of a point, if it is there.
    points: Vec<Option<u8>>,
    groups: Vec<Option<u8>>,
    /// The points and groups that are there.
    here: u64,
    known: u32,
    /// The chain asked about.
    asked: u32,
}

impl Told {
    /// `None` if the chain asked about is no group of the lesson.
    fn of(lesson: &Lesson, (points, groups): (&[u16], &[u16])) -> Option<Told> {
        let first = groups.first()?;
        let asked = lesson.groups.iter().position(|stone| stone == first)?;
        let at = |among: &[u16], point: &u16| {
            among.iter().position(|other| other == point).map(|at| at as u8)
        };
        let points: Vec<_> = lesson.points.iter().map(|point| at(points, point)).collect();
        let groups: Vec<_> = lesson.groups.iter().map(|stone| at(groups, stone)).collect();
        let set = |all: &[Option<u8>]| {
            all.iter()
                .enumerate()
                .fold(0, |set, (at, there)| set | u64::from(there.is_some()) << at)
        };
        let (here, known) = (set(&points), set(&groups) as u32);
        Some(Told { points, groups, here, known, asked: 1 << asked })
    }

    /// A win, if all that it rests on is there and the chain asked about lives by it.
    fn win(&self, lesson: &Lesson, win: &Decided) -> Option<Decided> {
        let elsewhere = win.points & !self.here != 0;
        if elsewhere || win.lives & self.asked == 0 {
            return None;
        }
        // A part has no more than so many groups; what is none of them is hostile.
        let touched = places(win.points).fold(0, |set, at| set | lesson.touches[at]);
        if touched & !win.stones.lost & !self.known != 0 {
            return None;
        }
        let points = |set: u64| {
            places(set & win.points)
                .filter_map(|at| self.points[at])
                .fold(0, |set, at| set | 1 << at)
        };
        let groups = |set: u32| {
            places(set).filter_map(|at| self.groups[at]).fold(0_u32, |set, at| set | 1 << at)
        };
        let Stones { own, others, hostile, .. } = win.stones;
        // It does not matter whether a group is lost that is next to none of the points.
        let lost = !groups(touched & !win.stones.lost);
        let stones =
            Stones { own: points(own), others: points(others), hostile: points(hostile), lost };
        let play = usize::from(win.play);
        let play = if play < MOST_POINTS { self.points[play]? } else { win.play };
        Some(Decided { stones, points: points(win.points), lives: groups(win.lives), play })
    }
}

#[cfg(test)]
mod tests;
