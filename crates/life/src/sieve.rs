//! A sieve for states that look like one at the points that matter of each: it finds candidates, equality decides.

use crate::bits::places;

/// How many states are compared at once.
const BLOCK: usize = LANES * 64;
const LANES: usize = 8;
/// What may stand on a point: nothing, the stones of one side, those of the other.
const CONTENTS: usize = 3;

/// Up to 64 points: what one side has there, and what the other.
pub(crate) type Stand = [u64; 2];

/// States, by what stands on some of their points.
pub(crate) struct Sieve {
    /// By blocks of states, points and what stands there: the states of the block that it fits.
    fits: Vec<[u64; LANES]>,
    places: usize,
    len: usize,
}

impl Sieve {
    /// No state of so many points.
    pub(crate) fn new(places: usize) -> Sieve {
        Sieve { fits: Vec::new(), places, len: 0 }
    }

    /// Another state, and its points that matter.
    pub(crate) fn insert(&mut self, stand: &Stand, matters: u64) {
        let (at, size) = (self.len % BLOCK, CONTENTS * self.places);
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
        self.len += 1;
    }

    /// The place of a state whose points that matter look the same here and that passes a test: of several the one that came last.
    pub(crate) fn find(&self, stand: &Stand, test: impl Fn(usize) -> bool) -> Option<usize> {
        let blocks = self.fits.chunks_exact(CONTENTS * self.places.max(1)).enumerate();
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
                let candidates = places(left).map(|bit| first + 64 * lane + bit);
                candidates.filter(|&at| test(at)).last()
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
        for _ in 0..1500 {
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
        assert!(found > 300 && found < 1400, "{found}");
    }
}
