//! The same fixpoint for a whole board of up to sixteen points, in little memory.
//!
//! Nothing that leads from one state to another is written down. A position is a number with three digits a point, so that
//! every position of the board has its place without being looked for; each has a word for every state with it, and the bits
//! of a word are questions. The three sentences of [`super`] are applied to all states of all positions, one
//! position after the other, until nothing changes. Positions with many stones come first, for most plays lead to one of them.
//!
//! All legal positions of the board are gone through, whether they can be reached or not: that changes no answer.

use super::{Board, ChainStatus, Reading, unanswered};

/// The points of each side, as bits.
type Stones = [u32; 2];

/// A player and a point: the lower half of the bits is Black's, the upper one White's.
type Bans = u32;

const MOST_POINTS: usize = 16;

fn ban(player: usize, point: usize) -> Bans {
    1 << (MOST_POINTS * player + point)
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 32).then_some(first)
    })
}

/// Questions: a bit for each.
type Word = u128;

const QUESTIONS: usize = Word::BITS as usize;

/// A play, and the state it leads to from a state without bans.
struct Play {
    point: usize,
    after: Stones,
    bans: Bans,
    next: usize,
}

/// A board, and where the states of its positions lie.
struct Packed<'a> {
    board: &'a Board,
    reading: Reading,
    /// For each set of points, the points next to one of them.
    beside: Vec<u16>,
    /// For each set of points, what they count as digits.
    digits: Vec<u32>,
    /// Where the states of each position begin; a position that is not legal has none.
    first: Vec<u32>,
}

/// Who is to move, whether a pass that counts was just made, and what is banned.
#[derive(Clone, Copy)]
struct Moment {
    to_move: usize,
    passed: bool,
    bans: Bans,
}

impl<'a> Packed<'a> {
    fn new(board: &'a Board, reading: Reading) -> Packed<'a> {
        let points = board.points();
        assert!(points <= MOST_POINTS, "{points} points are too many");
        let sets = 0..1_usize << points;
        let add =
            |set: usize, of: &dyn Fn(usize) -> u32| bits(set as u32).map(of).collect::<Vec<_>>();
        let near =
            |point: usize| board.neighbours[point].iter().fold(0, |set, &near| set | 1 << near);
        let beside =
            sets.clone().map(|set| add(set, &near).iter().fold(0, |all, &near| all | near) as u16);
        let digits = sets.map(|set| add(set, &|point| 3_u32.pow(point as u32)).iter().sum());
        let mut packed = Packed {
            board,
            reading,
            beside: beside.collect(),
            digits: digits.collect(),
            first: Vec::new(),
        };
        let mut states = 0;
        for code in 0..3_u32.pow(points as u32) {
            packed.first.push(states);
            let stones = packed.stones(code);
            if packed.is_legal(stones) {
                states += packed.states_of(stones);
            }
        }
        packed.first.push(states);
        packed
    }

    fn positions(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    fn code(&self, stones: Stones) -> u32 {
        self.digits[stones[0] as usize] + 2 * self.digits[stones[1] as usize]
    }

    fn stones(&self, mut code: u32) -> Stones {
        let mut stones = [0; 2];
        for point in 0..self.board.points() {
            match code % 3 {
                0 => {}
                digit => stones[digit as usize - 1] |= 1 << point,
            }
            code /= 3;
        }
        stones
    }

    fn beside(&self, set: u32) -> u32 {
        self.beside[set as usize].into()
    }

    /// What is connected to some points within a set.
    fn chain(&self, from: u32, within: u32) -> u32 {
        let mut chain = from;
        loop {
            let grown = (chain | self.beside(chain)) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn has_liberty(&self, chain: u32, stones: Stones) -> bool {
        self.beside(chain) & !(stones[0] | stones[1]) != 0
    }

    fn is_legal(&self, stones: Stones) -> bool {
        stones.iter().all(|&side| {
            bits(side).all(|point| self.has_liberty(self.chain(1 << point, side), stones))
        })
    }

    /// The stones after a play on an empty point, and what it takes; none if it would be suicide.
    fn play(&self, stones: Stones, player: usize, point: usize) -> Option<(Stones, u32)> {
        let mut after = stones;
        after[player] |= 1 << point;
        let mut taken = 0;
        for near in bits(self.beside(1 << point) & stones[1 - player]) {
            let chain = self.chain(1 << near, stones[1 - player]);
            if !self.has_liberty(chain, after) {
                taken |= chain;
            }
        }
        after[1 - player] &= !taken;
        let own = self.chain(1 << point, after[player]);
        self.has_liberty(own, after).then_some((after, taken))
    }

    /// Where a player may play and take a single stone that could at once be put back and take his.
    fn kos(&self, stones: Stones) -> Bans {
        let empty = bits(!(stones[0] | stones[1]) & (self.beside.len() as u32 - 1));
        let mut kos = 0;
        for point in empty {
            for player in 0..2 {
                let Some((after, taken)) = self.play(stones, player, point) else { continue };
                if taken.count_ones() == 1 {
                    let back = self.play(after, 1 - player, taken.trailing_zeros() as usize);
                    if back.is_some_and(|(again, _)| again == stones) {
                        kos |= ban(player, point);
                    }
                }
            }
        }
        kos
    }

    /// How many states a position has: two players to move, after a pass or not; and those with a ban, which are one
    /// of the kos of the player to move, or, where bans last, some of the kos with either player to move.
    fn states_of(&self, stones: Stones) -> u32 {
        let kos = self.kos(stones);
        match self.reading {
            Reading::Basic => 4 + kos.count_ones(),
            Reading::KoPass => 4 + 2 * ((1 << kos.count_ones()) - 1),
        }
    }

    /// The place of a state.
    fn place(&self, stones: Stones, moment: Moment) -> usize {
        let first = self.first[self.code(stones) as usize];
        let place = if moment.bans == 0 {
            2 * moment.to_move as u32 + u32::from(moment.passed)
        } else {
            let kos = self.kos(stones);
            match self.reading {
                Reading::Basic => 4 + (kos & (moment.bans - 1)).count_ones(),
                Reading::KoPass => {
                    let mut which = 0;
                    for (bit, ko) in bits(kos).enumerate() {
                        which |= (moment.bans >> ko & 1) << bit;
                    }
                    4 + 2 * (which - 1) + moment.to_move as u32
                }
            }
        };
        (first + place) as usize
    }

    /// All states of a position, each with a ban or without.
    fn moments(&self, stones: Stones) -> Vec<Moment> {
        let mut moments = Vec::new();
        for to_move in 0..2 {
            for passed in [true, false] {
                moments.push(Moment { to_move, passed, bans: 0 });
            }
        }
        let code = self.code(stones) as usize;
        if self.first[code + 1] - self.first[code] > 4 {
            let kos = self.kos(stones);
            match self.reading {
                Reading::Basic => {
                    for ko in bits(kos) {
                        let to_move = ko / MOST_POINTS;
                        moments.push(Moment { to_move, passed: false, bans: 1 << ko });
                    }
                }
                Reading::KoPass => {
                    let mut bans = kos;
                    while bans != 0 {
                        for to_move in 0..2 {
                            moments.push(Moment { to_move, passed: false, bans });
                        }
                        bans = (bans - 1) & kos;
                    }
                }
            }
        }
        moments
    }

    /// The state after a pass; none if it is the second in a row, for then the sequence is over.
    fn passing(&self, stones: Stones, moment: Moment) -> Option<usize> {
        let own = ban(moment.to_move, 0) * ((1 << MOST_POINTS) - 1);
        let for_a_ko = self.reading == Reading::KoPass && moment.bans & own != 0;
        let after = Moment { to_move: 1 - moment.to_move, passed: !for_a_ko, bans: 0 };
        (!moment.passed).then(|| self.place(stones, after))
    }

    /// What a play bans: a play of the opponent that would bring back the stones before.
    fn new_ban(
        &self,
        stones: Stones,
        after: Stones,
        player: usize,
        point: usize,
        taken: u32,
    ) -> Bans {
        if taken.count_ones() != 1 {
            return 0;
        }
        let back = taken.trailing_zeros() as usize;
        let retaken = self.play(after, 1 - player, back);
        if retaken == Some((stones, 1 << point)) { ban(1 - player, back) } else { 0 }
    }

    /// For each state, which of the questions its owner has won. A question is a player and a set of points.
    fn won(&self, questions: &[(usize, u32)]) -> Vec<Word> {
        let mut asked_by: [Word; 2] = [0; 2];
        for (bit, &(owner, _)) in questions.iter().enumerate() {
            asked_by[owner] |= 1 << bit;
        }
        let mut won = vec![0; self.first[self.positions() as usize] as usize];
        for code in 0..self.positions() {
            let states = self.first[code as usize] as usize..self.first[code as usize + 1] as usize;
            if states.is_empty() {
                continue;
            }
            let covered = self.covered(self.stones(code));
            let mut achieved: Word = 0;
            for (bit, &(owner, points)) in questions.iter().enumerate() {
                achieved |= Word::from(covered[owner] & points != 0) << bit;
            }
            won[states].fill(achieved);
        }
        loop {
            let mut changed = false;
            for code in (0..self.positions()).rev() {
                if self.first[code as usize] < self.first[code as usize + 1] {
                    changed |= self.apply(self.stones(code), asked_by, &mut won);
                }
            }
            if !changed {
                return won;
            }
        }
    }

    /// Applies the three sentences to the states of a position. Whether that changed anything.
    fn apply(&self, stones: Stones, asked_by: [Word; 2], won: &mut [Word]) -> bool {
        let empty = !(stones[0] | stones[1]) & (self.beside.len() as u32 - 1);
        let plays = [0, 1].map(|player| {
            let play = |point| {
                let (after, taken) = self.play(stones, player, point)?;
                let bans = self.new_ban(stones, after, player, point, taken);
                Some(Play { point, after, bans, next: self.reached(after, player, bans) })
            };
            bits(empty).filter_map(play).collect::<Vec<_>>()
        });
        let mut changed = false;
        for moment in self.moments(stones) {
            let place = self.place(stones, moment);
            // After two passes there is no move: what was not achieved by then is not won.
            let pass = self.passing(stones, moment).map_or(0, |next| won[next]);
            let (mut any, mut all) = (pass, pass);
            let bans_last = self.reading == Reading::KoPass && moment.bans != 0;
            for play in &plays[moment.to_move] {
                if moment.bans & ban(moment.to_move, play.point) != 0 {
                    continue;
                }
                let next = if bans_last {
                    let bans = moment.bans & self.kos(play.after) | play.bans;
                    self.reached(play.after, moment.to_move, bans)
                } else {
                    play.next
                };
                any |= won[next];
                all &= won[next];
            }
            let own = any & asked_by[moment.to_move] | all & asked_by[1 - moment.to_move];
            changed |= won[place] | own != won[place];
            won[place] |= own;
        }
        changed
    }

    /// The place of the state after a play.
    fn reached(&self, after: Stones, player: usize, bans: Bans) -> usize {
        self.place(after, Moment { to_move: 1 - player, passed: false, bans })
    }

    /// The points that two-eye-formations of each player cover: of each chain with two liberties, the chains around them, if
    /// nothing else is next to them and each of these chains has just the same two.
    fn covered(&self, stones: Stones) -> Stones {
        let empty = !(stones[0] | stones[1]);
        stones.map(|own| {
            let liberties = |stone: usize| self.beside(self.chain(1 << stone, own)) & empty;
            let mut covered = 0;
            for stone in bits(own) {
                let eyes = liberties(stone);
                let around = self.beside(eyes);
                if eyes.count_ones() == 2
                    && around & !own == 0
                    && bits(around).all(|near| liberties(near) == eyes)
                {
                    covered |= self.chain(around, own);
                }
            }
            covered
        })
    }
}

/// The statuses of the chains of these positions, as [`super::statuses_of`] finds them, by going through all positions of
/// the board. Sixteen points take two gigabytes and many minutes for 128 different chains.
///
/// # Panics
/// If the board has more than sixteen points, there are not as many stones as points, or a chain has no liberty.
#[must_use]
pub fn packed_statuses_of(
    board: &Board,
    positions: Vec<Vec<u8>>,
    reading: Reading,
) -> Vec<(Vec<u8>, Vec<ChainStatus>)> {
    let packed = Packed::new(board, reading);
    let set = |points: &[usize]| points.iter().fold(0, |set, &point| set | 1 << point);
    let mut questions = Vec::new();
    let mut answers = Vec::new();
    for stones in positions {
        let chains = unanswered(board, &stones);
        questions.extend(chains.iter().map(|chain| (chain.owner, set(&chain.points))));
        answers.push((stones, chains));
    }
    questions.sort_unstable();
    questions.dedup();
    for some in questions.chunks(QUESTIONS) {
        let won = packed.won(some);
        for (stones, chains) in &mut answers {
            let side = |player: u8| {
                let of = stones.iter().enumerate().filter(|&(_, &stone)| stone == player);
                of.fold(0, |set, (point, _)| set | 1 << point)
            };
            let stones = [side(1), side(2)];
            for chain in chains {
                if let Ok(bit) = some.binary_search(&(chain.owner, set(&chain.points))) {
                    let start = Moment { to_move: 1 - chain.owner, passed: false, bans: 0 };
                    chain.alive = won[packed.place(stones, start)] >> bit & 1 == 1;
                }
            }
        }
    }
    answers
}
