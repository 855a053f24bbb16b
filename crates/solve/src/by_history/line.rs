//! All that came up on the way to a state.

use rustc_hash::FxHashMap;

use super::place::Place;
use super::question::Question;
use crate::compact::{BLACK, Mask, spread};
use crate::loopy::State;
use crate::superko::Past;

/// A state of RULES in a stage: it does not tell whether the opponent has just passed.
pub(super) type Named<M> = (u8, State<M>);

/// The state of RULES in which a question is asked.
pub(super) fn named<M: Mask>(question: &Question<M>) -> Named<M> {
    let state = question.state;
    (question.stage, State { passed: false, ban: state.ban.filter(|_| !state.passed), ..state })
}

/// What is kept of a state of RULES among others: what stands, and a hash that is the same for all images.
pub(super) fn kept<M: Mask>(question: &Question<M>, place: &Place<M>) -> Past<M> {
    let rest = u64::from(question.stage) << 1 | question.state.to_move as u64;
    let to_move = question.state.to_move as u8;
    Past::new(question.state.stones, spread(place.key.hash ^ rest), to_move)
}

/// What a cycle is for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cycle {
    Won,
    Drawn,
    Lost,
}

/// A state on the way.
#[derive(Clone, Copy)]
pub(super) struct Came<M> {
    pub(super) stage: u8,
    pub(super) past: Past<M>,
    /// How many plays more Black had made.
    net: i16,
}

/// The way to a state.
pub(super) struct Line<M> {
    /// The states of RULES on it, each with how many plays more Black had made.
    came: FxHashMap<Named<M>, i16>,
    way: Vec<Came<M>>,
    /// What stood in them.
    pub(super) stood: Vec<Past<M>>,
    /// How many plays more Black has made.
    net: i16,
    /// For each stage whether who passed more often in a cycle wins by it; otherwise nobody does.
    favours: Vec<bool>,
}

impl<M: Mask> Line<M> {
    pub(super) fn new(favours: Vec<bool>) -> Line<M> {
        let (came, way, stood) = (FxHashMap::default(), Vec::new(), Vec::new());
        Line { came, way, stood, net: 0, favours }
    }

    /// Goes on to a question, Black having made so many plays more on the way.
    pub(super) fn enter(&mut self, question: &Question<M>, place: &Place<M>, lead: i16) {
        self.net += lead;
        self.came.insert(named(question), self.net);
        let past = kept(question, place);
        self.way.push(Came { stage: question.stage, past, net: self.net });
        self.stood.push(Past::new(past.stones, place.key.hash, BLACK as u8));
    }

    /// Goes back from it.
    pub(super) fn leave(&mut self, question: &Question<M>, lead: i16) {
        self.way.pop();
        self.stood.pop();
        self.came.remove(&named(question));
        self.net -= lead;
    }

    /// Goes back to where nothing has come up.
    pub(super) fn clear(&mut self) {
        self.came.clear();
        self.way.clear();
        self.stood.clear();
        self.net = 0;
    }

    /// What it is for a player to come back to a state, if he makes so many plays more on the way there; nothing if it has not come
    /// up.
    pub(super) fn closes(&self, named: &Named<M>, player: usize, lead: i16) -> Option<Cycle> {
        let came = *self.came.get(named)?;
        Some(self.ruled(named.0, came, player, lead))
    }

    /// The same for a state on the way.
    pub(super) fn returns(&self, came: &Came<M>, player: usize, lead: i16) -> Cycle {
        self.ruled(came.stage, came.net, player, lead)
    }

    fn ruled(&self, stage: u8, came: i16, player: usize, lead: i16) -> Cycle {
        let since = if player == BLACK { self.net - came } else { came - self.net };
        // Who made fewer plays passed more often.
        match since + lead {
            more if !self.favours[usize::from(stage)] || more == 0 => Cycle::Drawn,
            more if more < 0 => Cycle::Won,
            _ => Cycle::Lost,
        }
    }

    /// The states on the way.
    pub(super) fn way(&self) -> &[Came<M>] {
        &self.way
    }
}
