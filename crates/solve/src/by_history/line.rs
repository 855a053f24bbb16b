//! All that came up on the way to a state.

use rustc_hash::FxHashMap;

use crate::compact::{BLACK, Mask, WHITE};
use crate::loopy::State;
use crate::superko::Past;

/// A state of RULES in a stage: it does not tell whether the opponent has just passed.
type Named<M> = (u8, State<M>);

/// The way to a state.
pub(super) struct Line<M> {
    numbers: FxHashMap<Named<M>, u32>,
    named: Vec<Named<M>>,
    /// For each state of RULES that came up: how many plays more Black had made.
    came: Vec<Option<i16>>,
    /// The states of RULES on the way, and what stood in them.
    way: Vec<u32>,
    pub(super) stood: Vec<Past<M>>,
    /// How many plays more Black has made.
    net: i16,
    /// For each stage whether who passed more often in a cycle wins by it; otherwise nobody does.
    favours: Vec<bool>,
}

impl<M: Mask> Line<M> {
    pub(super) fn new(favours: Vec<bool>) -> Line<M> {
        Line {
            numbers: FxHashMap::default(),
            named: Vec::new(),
            came: Vec::new(),
            way: Vec::new(),
            stood: Vec::new(),
            net: 0,
            favours,
        }
    }

    /// The number of a state of RULES.
    pub(super) fn number(&mut self, stage: u8, state: &State<M>) -> u32 {
        let ban = state.ban.filter(|_| !state.passed);
        let named = (stage, State { passed: false, ban, ..*state });
        *self.numbers.entry(named).or_insert_with(|| {
            self.named.push(named);
            self.came.push(None);
            self.named.len() as u32 - 1
        })
    }

    pub(super) fn state(&self, number: u32) -> State<M> {
        self.named[number as usize].1
    }

    /// Goes on to a state, Black having made so many plays more on the way.
    pub(super) fn enter(&mut self, number: u32, past: Past<M>, lead: i16) {
        self.net += lead;
        self.came[number as usize] = Some(self.net);
        self.way.push(number);
        self.stood.push(past);
    }

    /// Goes back from it.
    pub(super) fn leave(&mut self, number: u32, lead: i16) {
        self.way.pop();
        self.stood.pop();
        self.came[number as usize] = None;
        self.net -= lead;
    }

    /// Goes back to where nothing has come up.
    pub(super) fn clear(&mut self) {
        self.came.fill(None);
        self.way.clear();
        self.stood.clear();
        self.net = 0;
    }

    /// Whether a player gets what he wants by coming back to a state, if he makes so many plays more on the way there; nothing
    /// if it has not come up. With him it is told whether a draw by a cycle is as good for Black.
    pub(super) fn closes(
        &self,
        number: u32,
        (player, draws): (usize, bool),
        lead: i16,
    ) -> Option<bool> {
        let came = self.came[number as usize]?;
        let (since, draws) = match player {
            BLACK => (self.net - came, draws),
            _ => (came - self.net, !draws),
        };
        // Who made fewer plays passed more often.
        let more = since + lead;
        let favours = self.favours[usize::from(self.named[number as usize].0)];
        Some(if favours && more != 0 { more < 0 } else { draws })
    }

    /// Who gets what he wants by it, Black having made so many plays more; with draws as good for Black, or not.
    pub(super) fn closes_for(&self, number: u32, draws: bool, lead: i16) -> Option<usize> {
        let black = self.closes(number, (BLACK, draws), lead)?;
        Some(if black { BLACK } else { WHITE })
    }

    /// The states of a stage on the way in which a player has all of some stones.
    pub(super) fn with_stones(
        &self,
        stage: u8,
        stones: M,
        player: usize,
    ) -> impl Iterator<Item = u32> {
        self.way.iter().copied().filter(move |&number| {
            let (of, state) = &self.named[number as usize];
            *of == stage && stones.within(state.stones.0[player])
        })
    }

    /// Does something with Black having made so many plays more.
    pub(super) fn leading<T>(&mut self, lead: i16, look: impl FnOnce(&Self) -> T) -> T {
        self.net += lead;
        let found = look(self);
        self.net -= lead;
        found
    }
}
