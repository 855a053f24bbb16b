//! Reading by windows in which the owner begins. Wherever his opponent does not play in what such a win rests on, it answers him; so the opponent
//! has to play in what all of them rest on, and after each of these plays a window is looked for anew.

use super::game::{Layout, Stones};
use super::reader::Reader;
use super::{ANY, GLANCE, Outlook};
use crate::bits::places;

/// What the owner may lack in a window after a glance.
const HOPE: u32 = 40;
/// How many times more states readings of windows have that come to nothing.
const MORE: u64 = 5;
/// Once so many states are kept no more windows are read.
const MOST_KEPT: usize = 500_000;

impl Reader {
    /// What is found, his opponent to move, in windows of such sizes and so many states for each. What the owner lacks is the points where his
    /// opponent may play yet.
    pub(super) fn outlook_by_windows(
        &mut self,
        now: &Stones,
        (sizes, states): (&[u32], u64),
        stop: &dyn Fn() -> bool,
    ) -> Outlook {
        let mut wins: Vec<u64> = Vec::new();
        let mut must = self.layout.empty(now);
        let windows = self.layout.windows(now, sizes);
        for few in grades(states) {
            if !wins.is_empty() {
                break;
            }
            for &window in &windows {
                if !wins.is_empty() && must & !window == 0 {
                    continue;
                }
                if let Some(needed) = self.begun(now, window, few, stop) {
                    must &= needed;
                    wins.push(window);
                }
            }
        }
        if wins.is_empty() {
            return Outlook::Open(ANY - 1);
        }
        for point in places(must) {
            if must >> point & 1 == 0 {
                continue;
            }
            let Some(next) = self.layout.others_play(now, point) else { continue };
            let windows = self.layout.windows(&next, sizes);
            let before = wins.iter().rev();
            let windows: Vec<u64> = before.chain(&windows).copied().collect();
            let won = grades(states).find_map(|few| self.first_begun(&next, &windows, few, stop));
            let Some((window, needed)) = won else {
                return Outlook::Open(must.count_ones());
            };
            if !wins.contains(&window) {
                wins.push(window);
            }
            // It may win without the play as well.
            if needed >> point & 1 == 0 {
                must &= needed;
            }
        }
        self.outlook((now, false), (states, ANY), stop)
    }

    /// The first of some windows that the owner wins, he to begin, and what that rests on.
    fn first_begun(
        &mut self,
        now: &Stones,
        windows: &[u64],
        states: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(u64, u64)> {
        windows.iter().find_map(|&window| {
            self.begun(now, window, states, stop).map(|needed| (window, needed))
        })
    }

    /// What a win of the owner's rests on, he to begin, if he plays in a window only and that is found.
    fn begun(
        &mut self,
        now: &Stones,
        window: u64,
        states: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        if self.kept() > MOST_KEPT {
            return None;
        }
        let rest = self.layout.patch.all() & !now.own & !window;
        let within = Stones { others: now.others | rest, hostile: now.hostile | rest, ..*now };
        let won = self.outlook((&within, true), (states, HOPE), stop) == Outlook::Won;
        won.then(|| self.rests_on(&within, true))
    }
}

/// States of readings of the same windows, one after another, up to so many: few at first.
fn grades(states: u64) -> impl Iterator<Item = u64> {
    (0..).map(|grade| GLANCE * MORE.pow(grade)).take_while(move |&few| few < states).chain([states])
}

impl Layout {
    /// Windows near the chain asked about, the small ones first: they grow from a point by points that leave the fewest of them open to what is hostile.
    fn windows(&self, now: &Stones, sizes: &[u32]) -> Vec<u64> {
        let (patch, hostile) = (&self.patch, self.hostile(now));
        let free = patch.all() & !now.own & !self.never_taken(now, hostile);
        let whole = |point: usize| match now.others >> point & 1 {
            0 => 1 << point,
            _ => patch.component(now.others, 1 << point),
        };
        let beyond = |set: u64| patch.around(set) & !now.own & !set;
        let exposed = |set: u64| ((patch.around(beyond(set)) | hostile) & set).count_ones();
        let home = patch.reach(self.home(now)) & free;
        let mut windows = Vec::new();
        for seed in places(home | patch.around(home) & free) {
            let mut set: u64 = whole(seed);
            for &size in sizes {
                while set.count_ones() < size {
                    let next = places(beyond(set) & free).min_by_key(|&point| {
                        let more = beyond(1 << point) & !set;
                        let open = more.count_ones() + (hostile >> point & 1) as u32;
                        (exposed(set | whole(point)), open)
                    });
                    let Some(next) = next else { break };
                    set |= whole(next);
                }
                if set & home != 0 && !windows.contains(&set) {
                    windows.push(set);
                }
            }
        }
        windows.sort_by_key(|window| window.count_ones());
        windows
    }
}
