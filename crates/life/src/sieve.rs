//! A sieve for states that look like one at the points that matter of each: it finds candidates, equality decides.

use smallvec::SmallVec;

use crate::bits::places;

/// How many states are compared at once.
const BLOCK: usize = LANES * 64;
const LANES: usize = 4;
/// What may stand on a point: nothing, the stones of one side, those of the other.
const CONTENTS: usize = 3;
/// A crowd is told apart at a point if a look goes on with at most so many of it, of four.
const LEFT: usize = 3;

/// Up to 64 points: what one side has there, and what the other.
pub(crate) type Stand = [u64; 2];

/// States, by what stands on some of their points.
pub(crate) struct Sieve {
    /// How many points.
    places: usize,
    len: usize,
    /// The first holds all states.
    crowds: Vec<Crowd>,
}

/// Some of the states.
struct Crowd {
    /// How many states there were when the last of them came.
    last: usize,
    kind: Kind,
}

enum Kind {
    /// They are compared one with another.
    Whole(Whole),
    /// They are told apart by what stands at a place: the crowds of those for which it matters, by that, and of the others.
    Apart { place: usize, crowds: [usize; CONTENTS + 1] },
}

/// States that are compared at once.
#[derive(Default)]
struct Whole {
    /// By blocks of states, points and what stands there: the states of the block that it fits.
    fits: Vec<[u64; LANES]>,
    /// Their places among all.
    states: Vec<usize>,
}

impl Sieve {
    /// No state of so many points.
    pub(crate) fn new(places: usize) -> Sieve {
        Sieve { places, len: 0, crowds: vec![Crowd::new()] }
    }

    /// Another state, and its points that matter.
    pub(crate) fn insert(&mut self, stand: &Stand, matters: u64) {
        let (number, mut at) = (self.len, 0);
        self.len += 1;
        loop {
            let crowd = &mut self.crowds[at];
            crowd.last = self.len;
            match &mut crowd.kind {
                Kind::Apart { place, crowds } => {
                    let matters = matters >> *place & 1 == 1;
                    at = crowds[if matters { content(stand, *place) } else { CONTENTS }];
                }
                Kind::Whole(whole) => {
                    whole.insert(self.places, number, (stand, matters));
                    if whole.states.len() % BLOCK == 0 {
                        self.tell_apart(at);
                    }
                    return;
                }
            }
        }
    }

    /// Tells a crowd apart, if there is a place for it.
    fn tell_apart(&mut self, at: usize) {
        let places = self.places;
        let Kind::Whole(whole) = &mut self.crowds[at].kind else { return };
        let Some(place) = whole.tells_apart(places) else { return };
        let whole = std::mem::take(whole);
        let first = self.crowds.len();
        self.crowds.extend((0..=CONTENTS).map(|_| Crowd::new()));
        for (index, &number) in whole.states.iter().enumerate() {
            let (stand, matters) = whole.state(places, index);
            let matters_here = matters >> place & 1 == 1;
            let to = first + if matters_here { content(&stand, place) } else { CONTENTS };
            let crowd = &mut self.crowds[to];
            crowd.last = number + 1;
            let Kind::Whole(whole) = &mut crowd.kind else { continue };
            whole.insert(places, number, (&stand, matters));
        }
        let crowds = std::array::from_fn(|more| first + more);
        self.crowds[at].kind = Kind::Apart { place, crowds };
    }

    /// The place of a state whose points that matter look the same here and that passes a test: of several the one that came last.
    pub(crate) fn find(&self, stand: &Stand, test: impl Fn(usize) -> bool) -> Option<usize> {
        // One more than its place; those up to it are of no interest.
        let mut found = 0;
        let mut open: SmallVec<[usize; 64]> = SmallVec::from_slice(&[0]);
        while let Some(at) = open.pop() {
            let crowd = &self.crowds[at];
            if crowd.last <= found {
                continue;
            }
            match &crowd.kind {
                Kind::Apart { place, crowds } => {
                    let (one, other) = (crowds[content(stand, *place)], crowds[CONTENTS]);
                    // What came last first.
                    let later = self.crowds[one].last > self.crowds[other].last;
                    open.extend(if later { [other, one] } else { [one, other] });
                }
                Kind::Whole(whole) => {
                    found = whole.find(self.places, stand, found, &test).map_or(found, |at| at + 1);
                }
            }
        }
        found.checked_sub(1)
    }
}

impl Crowd {
    fn new() -> Crowd {
        Crowd { last: 0, kind: Kind::Whole(Whole::default()) }
    }
}

impl Whole {
    /// Another state, with its place among all.
    fn insert(&mut self, places: usize, number: usize, (stand, matters): (&Stand, u64)) {
        let (at, size) = (self.states.len() % BLOCK, CONTENTS * places);
        if at == 0 {
            self.fits.resize(self.fits.len() + size, [0; LANES]);
        }
        let block = self.fits.len() - size;
        for (place, fits) in self.fits[block..].chunks_exact_mut(CONTENTS).enumerate() {
            let here = content(stand, place);
            for (content, fits) in fits.iter_mut().enumerate() {
                let fit = matters >> place & 1 == 0 || content == here;
                fits[at / 64] |= u64::from(fit) << (at % 64);
            }
        }
        self.states.push(number);
    }

    /// A state again: what stands where it matters, and where that is.
    fn state(&self, places: usize, index: usize) -> (Stand, u64) {
        let (block, at, size) = (index / BLOCK, index % BLOCK, CONTENTS * places);
        let (mut stand, mut matters) = ([0; 2], 0);
        let fits = self.fits[block * size..][..size].chunks_exact(CONTENTS);
        for (place, fits) in fits.enumerate() {
            let [none, one, other] =
                [0, 1, 2].map(|content| fits[content][at / 64] >> (at % 64) & 1);
            if none + one + other == 1 {
                matters |= 1 << place;
                stand[0] |= one << place;
                stand[1] |= other << place;
            }
        }
        (stand, matters)
    }

    /// The place that tells them apart best: where a look goes on with the fewest.
    fn tells_apart(&self, places: usize) -> Option<usize> {
        let count = self.states.len();
        let left = |place: usize| {
            let (mut fitting, mut any) = ([0_usize; CONTENTS], 0_usize);
            for block in self.fits.chunks_exact(CONTENTS * places) {
                let fits = &block[CONTENTS * place..][..CONTENTS];
                for lane in 0..LANES {
                    let all = fits.iter().fold(u64::MAX, |all, fits| all & fits[lane]);
                    any += all.count_ones() as usize;
                    for (fitting, fits) in fitting.iter_mut().zip(fits) {
                        *fitting += (fits[lane] & !all).count_ones() as usize;
                    }
                }
            }
            // What is looked for stands as these do.
            let caring = (count - any).max(1);
            any + fitting.iter().map(|&fits| fits * fits).sum::<usize>() / caring
        };
        let best = (0..places).map(|place| (left(place), place)).min();
        best.filter(|&(left, _)| 4 * left <= LEFT * count).map(|(_, place)| place)
    }

    /// The place among all of the last state that looks the same and passes a test, beyond some.
    fn find(
        &self,
        points: usize,
        stand: &Stand,
        beyond: usize,
        test: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let blocks = self.fits.chunks_exact(CONTENTS * points.max(1)).enumerate();
        blocks.rev().find_map(|(block, fits)| {
            let first = block * BLOCK;
            let mut left = [u64::MAX; LANES];
            for (place, fits) in fits.chunks_exact(CONTENTS).enumerate() {
                let mut any = 0;
                for (left, fits) in left.iter_mut().zip(fits[content(stand, place)]) {
                    *left &= fits;
                    any |= *left;
                }
                if any == 0 {
                    return None;
                }
            }
            left.iter().enumerate().rev().find_map(|(lane, &left)| {
                let candidates = places(left).map(|bit| self.states[first + 64 * lane + bit]);
                candidates.filter(|&at| at >= beyond && test(at)).last()
            })
        })
    }
}

fn content(stand: &Stand, place: usize) -> usize {
    (stand[0] >> place & 1 | (stand[1] >> place & 1) << 1) as usize
}

#[cfg(test)]
mod tests {
    use shinpan_testkit::Dice;

    use super::*;

    #[test]
    fn it_finds_what_a_look_at_all_finds() {
        let mut dice = Dice::new(5);
        let any = |dice: &mut Dice| {
            let bits =
                |dice: &mut Dice| (0..12).fold(0, |set, at| set | u64::from(dice.chance(3)) << at);
            let own: u64 = bits(dice);
            [own, bits(dice) & !own]
        };
        let (mut sieve, mut states) = (Sieve::new(12), Vec::new());
        let mut found = 0;
        for _ in 0..3000 {
            let (stand, matters) =
                (any(&mut dice), (0..6).fold(0, |set, _| set | 1 << dice.roll(12)));
            sieve.insert(&stand, matters);
            states.push((stand, matters));
            let now = any(&mut dice);
            let odd = |at: usize| at % 2 == 1;
            let same = |&(stand, matters): &(Stand, u64)| {
                (stand[0] ^ now[0] | stand[1] ^ now[1]) & matters == 0
            };
            let plain = states.iter().enumerate().filter(|(at, state)| odd(*at) && same(state));
            let plain = plain.map(|(at, _)| at).next_back();
            assert_eq!(sieve.find(&now, odd), plain);
            found += usize::from(plain.is_some());
        }
        assert!(found > 600 && found < 2800, "{found}");
        assert!(sieve.crowds.len() > 20, "{}", sieve.crowds.len());
    }
}
