//! The history of a game: an append-only list of moments, and the ways to find one again.
//!
//! A hash finds a candidate, equality of the positions decides: a moment found here is the same
//! for certain.

use shinpan_board::{Player, Point, Position, Stone};

use crate::axes::Sameness;

/// A move: a play or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Give up the right to play a stone.
    Pass,
    /// Put a stone on a point.
    Play(Point),
}

/// What the basic ko rule bans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KoBan {
    pub(crate) banned: Banned,
    /// The moment whose position would come back.
    pub(crate) repeats: usize,
}

/// Which plays would recreate the position before the preceding play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Banned {
    /// Retaking on this point.
    Point(Point),
    /// Every suicide of a single stone: the preceding play was one, and changed nothing.
    Unchanged,
}

/// The state of the game after a move (moment 0: at the start), with all that followed from it.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// The hash of the position.
    pub(crate) hash: u64,
    /// Who moved, and how; `None` at the start.
    pub(crate) made: Option<(Player, Move)>,
    pub(crate) to_move: Player,
    /// Which phase of the game this is, counted from 0; a stage played twice is two phases.
    pub(crate) phase: u16,
    pub(crate) ban: Option<KoBan>,
    /// Where the stones this move removed end in the list of removed stones; they begin where
    /// those of the moment before end.
    removed_to: u32,
    /// How often this state has occurred in this stage, this time included.
    pub(crate) occurrence: u32,
    /// The last earlier moment with this state in this stage.
    pub(crate) state_before: Option<u32>,
    /// The first of the passes that ended a stage here: as if never made, it is no situation.
    unmade: bool,
}

impl Moment {
    /// Whether this is no situation any more, as if the move had not been made.
    pub(crate) fn unmade(&self) -> bool {
        self.unmade
    }
}

/// How many moments apart whole positions are kept.
const STRIDE: usize = 64;

/// The moments of a game, numbered by the moves made.
#[derive(Clone, Debug)]
pub(crate) struct History {
    moments: Vec<Moment>,
    removed: Vec<(Point, Player)>,
    /// The position of every `STRIDE`-th moment.
    kept: Vec<Box<[u8]>>,
    indexes: Vec<Index>,
}

/// Finds moments by what is the same in them: a hash table whose buckets are chains of entries, each
/// from the latest to the earliest.
#[derive(Clone, Debug)]
struct Index {
    by: Key,
    entries: Vec<Entry>,
    /// For each bucket the place of its latest entry, counted from 1; 0 if it has none. As many
    /// as a power of two, and no fewer than there are entries.
    buckets: Vec<u32>,
}

/// A moment in an index.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// See [`Key::hash`].
    hash: u64,
    moment: u32,
    /// The place of the entry before this one in its bucket, counted from 1; 0 if there is none.
    before: u32,
}

impl Index {
    fn new(by: Key) -> Index {
        Index { by, entries: Vec::new(), buckets: vec![0; 16] }
    }

    fn add(&mut self, hash: u64, moment: u32) {
        if self.entries.len() == self.buckets.len() {
            self.buckets = vec![0; 4 * self.buckets.len()];
            for place in 0..self.entries.len() {
                let bucket = self.bucket(self.entries[place].hash);
                self.entries[place].before = self.buckets[bucket];
                self.buckets[bucket] = place as u32 + 1;
            }
        }
        let bucket = self.bucket(hash);
        self.entries.push(Entry { hash, moment, before: self.buckets[bucket] });
        self.buckets[bucket] = self.entries.len() as u32;
    }

    /// The moments with a hash, from the latest to the earliest.
    fn candidates(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        let entry = |place: u32| self.entries.get((place as usize).wrapping_sub(1));
        std::iter::successors(entry(self.buckets[self.bucket(hash)]), move |at| entry(at.before))
            .filter(move |entry| entry.hash == hash)
            .map(|entry| entry.moment as usize)
    }

    /// The hashes are mixed already: their last bits will do.
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }
}

/// What an index tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// See [`Sameness`].
    Same(Sameness),
    /// The position and who passed on it: passes only.
    PassBy,
}

/// What is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'a> {
    pub(crate) hash: u64,
    pub(crate) to_move: Player,
    pub(crate) ban: Option<KoBan>,
    /// For [`Key::PassBy`]: who passes.
    pub(crate) passer: Option<Player>,
    /// Says what stands on each point, if it comes to that.
    pub(crate) codes: &'a dyn Fn() -> Vec<u8>,
}

impl Key {
    fn hash(self, hash: u64, to_move: Player, ban: Option<KoBan>, passer: Option<Player>) -> u64 {
        let salt = match self {
            Key::Same(Sameness::Positional) => 0,
            Key::Same(Sameness::Situational) => to_move.index() as u64 + 1,
            Key::Same(Sameness::State) => {
                let ban = match ban.map(|ban| ban.banned) {
                    None => 0,
                    Some(Banned::Unchanged) => 1,
                    Some(Banned::Point(point)) => point.index() as u64 + 2,
                };
                ban * 8 + to_move.index() as u64 + 1
            }
            Key::PassBy => passer.map_or(0, |player| player.index() as u64 + 1),
        };
        hash ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether a moment agrees in everything but the position.
    fn agrees(self, moment: &Moment, sought: &Sought<'_>) -> bool {
        match self {
            Key::Same(Sameness::Positional) => true,
            Key::Same(Sameness::Situational) => moment.to_move == sought.to_move && !moment.unmade,
            Key::Same(Sameness::State) => {
                moment.to_move == sought.to_move
                    && moment.ban.map(|ban| ban.banned) == sought.ban.map(|ban| ban.banned)
            }
            Key::PassBy => moment
                .made
                .is_some_and(|(player, made)| made == Move::Pass && Some(player) == sought.passer),
        }
    }
}

impl History {
    /// A history that can be searched in these ways.
    pub(crate) fn new(
        keys: impl IntoIterator<Item = Key>,
        position: &Position,
        to_move: Player,
        ban: Option<KoBan>,
    ) -> History {
        let mut history = History {
            moments: Vec::new(),
            removed: Vec::new(),
            kept: Vec::new(),
            indexes: Vec::new(),
        };
        for by in keys {
            if history.indexes.iter().all(|index| index.by != by) {
                history.indexes.push(Index::new(by));
            }
        }
        history.push(position, None, to_move, 0, ban);
        history
    }

    /// The number of the latest moment: how many moves have been made.
    pub(crate) fn now(&self) -> usize {
        self.moments.len() - 1
    }

    pub(crate) fn moment(&self, number: usize) -> &Moment {
        &self.moments[number]
    }

    pub(crate) fn latest(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    pub(crate) fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The stones that the move of a moment removed.
    pub(crate) fn removed(&self, number: usize) -> &[(Point, Player)] {
        let from = number.checked_sub(1).map_or(0, |before| self.moments[before].removed_to);
        &self.removed[from as usize..self.moments[number].removed_to as usize]
    }

    /// Adds a moment. `position` is the one after the move, still knowing what it removed.
    pub(crate) fn push(
        &mut self,
        position: &Position,
        made: Option<(Player, Move)>,
        to_move: Player,
        phase: u16,
        ban: Option<KoBan>,
    ) {
        if matches!(made, Some((_, Move::Play(_)))) {
            self.removed.extend_from_slice(position.removed());
        }
        let number = self.moments.len();
        let mut moment = Moment {
            hash: position.hash(),
            made,
            to_move,
            phase,
            ban,
            removed_to: self.removed.len() as u32,
            occurrence: 1,
            state_before: None,
            unmade: false,
        };
        if number.is_multiple_of(STRIDE) {
            self.kept.push(position.codes().into());
        }
        let passer = made.and_then(|(player, made)| (made == Move::Pass).then_some(player));
        let codes = || position.codes().to_vec();
        let sought = Sought { hash: moment.hash, to_move, ban, passer, codes: &codes };
        for place in 0..self.indexes.len() {
            let by = self.indexes[place].by;
            if by == Key::PassBy && passer.is_none() {
                continue;
            }
            if by == Key::Same(Sameness::State)
                && let Some(before) = self.find(by, &sought)
                && self.moments[before].phase == phase
            {
                moment.occurrence = self.moments[before].occurrence.saturating_add(1);
                moment.state_before = Some(before as u32);
            }
            let hash = by.hash(moment.hash, to_move, ban, passer);
            self.indexes[place].add(hash, number as u32);
        }
        self.moments.push(moment);
    }

    /// Marks a moment as never having happened, for whoever asks about situations.
    pub(crate) fn unmake(&mut self, number: usize) {
        if let Some(moment) = self.moments.get_mut(number) {
            moment.unmade = true;
        }
    }

    /// The latest moment that is the same.
    pub(crate) fn find(&self, by: Key, sought: &Sought<'_>) -> Option<usize> {
        let index = self.indexes.iter().find(|index| index.by == by)?;
        let hash = by.hash(sought.hash, sought.to_move, sought.ban, sought.passer);
        index.candidates(hash).find(|&number| self.same(by, number, sought))
    }

    fn same(&self, by: Key, number: usize, sought: &Sought<'_>) -> bool {
        let moment = &self.moments[number];
        moment.hash == sought.hash
            && by.agrees(moment, sought)
            && self.codes_at(number) == (sought.codes)()
    }

    /// What stood on each point at a moment.
    pub(crate) fn codes_at(&self, number: usize) -> Vec<u8> {
        let kept = number / STRIDE;
        let mut codes = self.kept[kept].to_vec();
        for later in kept * STRIDE + 1..=number {
            if let Some((player, Move::Play(point))) = self.moments[later].made {
                codes[point.index()] = player.stone().code();
                for (point, _) in self.removed(later) {
                    codes[point.index()] = Stone::EMPTY.code();
                }
            }
        }
        codes
    }
}

impl History {
    /// The plays that brought back an earlier position, each with the latest moment at which that stood.
    pub(crate) fn repetitions(&self) -> Vec<(usize, usize)> {
        let mut by_hash: Vec<(u64, usize)> =
            self.moments.iter().enumerate().map(|(number, at)| (at.hash, number)).collect();
        by_hash.sort_unstable();
        let mut found = Vec::new();
        for same in by_hash.chunk_by(|a, b| a.0 == b.0) {
            for (index, &(_, number)) in same.iter().enumerate().skip(1) {
                if !matches!(self.moments[number].made, Some((_, Move::Play(_)))) {
                    continue;
                }
                let codes = self.codes_at(number);
                let before = same[..index].iter().rev().map(|&(_, before)| before);
                found.extend(
                    before
                        .into_iter()
                        .find(|&before| self.codes_at(before) == codes)
                        .map(|before| (number, before)),
                );
            }
        }
        found.sort_unstable();
        found
    }

    /// Makes the latest moment the start of another phase.
    pub(crate) fn begin_phase(&mut self, phase: u16, ban: Option<KoBan>) {
        if let Some(moment) = self.moments.last_mut() {
            moment.phase = phase;
            moment.ban = ban;
            moment.occurrence = 1;
            moment.state_before = None;
        }
    }
}
