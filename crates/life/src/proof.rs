//! Proofs as data: what a checker needs to go through a status again, and no more.
//!
//! Points are their indices on the board. `docs/life.md` says what each step means and why it proves
//! what it claims; [`crate::check`] holds a proof to that. With serde they are written and read; what is read
//! may be anything, and `check` accepts no more than what holds.

use serde::{Deserialize, Serialize};
use shinpan_board::Player;

/// What is claimed of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// Its owner, moving second, forces a two-eye-formation on one of its points.
    Lives,
    /// The opponent, moving first, prevents that for ever.
    NeverLives,
}

/// Two points of which the prover gets one: when the other is taken he takes it.
pub type Pair = (u16, u16);

/// Chains joined by pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cluster {
    /// The stones of its chains.
    pub stones: Vec<u16>,
    /// Pairs next to two of its parts, in an order in which they join everything.
    pub pairs: Vec<Pair>,
}

/// A region that is an eye.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Eye {
    /// Its points: a connected part of the board without the clusters.
    pub points: Vec<u16>,
    /// The clusters it is an eye of, by their place in the certificate.
    pub of: Vec<u16>,
    /// Pairs that bring every point of it next to a cluster.
    pub pairs: Vec<Pair>,
    /// A pair that cuts it in two eyes.
    pub split: Option<Pair>,
}

/// Chains that stand for good.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Certificate {
    /// The chains.
    pub clusters: Vec<Cluster>,
    /// Two eyes for each cluster.
    pub eyes: Vec<Eye>,
}

impl Certificate {
    /// The points it looks at; some may come twice.
    pub(crate) fn points(&self) -> impl Iterator<Item = u16> {
        let stones = self.clusters.iter().flat_map(|cluster| &cluster.stones);
        let eyes = self.eyes.iter().flat_map(|eye| &eye.points);
        stones.chain(eyes).copied().chain(self.paired())
    }

    /// The points of its pairs.
    pub(crate) fn paired(&self) -> impl Iterator<Item = u16> {
        let joining = self.clusters.iter().flat_map(|cluster| &cluster.pairs);
        let eyes = self.eyes.iter().flat_map(|eye| eye.pairs.iter().chain(&eye.split));
        joining.chain(eyes).flat_map(|&(one, other)| [one, other])
    }

    /// Whether the chains stand without a single answer.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.clusters.iter().all(|cluster| cluster.pairs.is_empty())
            && self.eyes.iter().all(|eye| eye.pairs.is_empty() && eye.split.is_none())
    }
}

/// A strategy in a part of the board that chains which stay close off. The side that proves chooses by
/// what stands in the part; what happens outside counts as the other side's move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Space {
    /// The points of the part, in ascending order. A word has a bit for each of them, in this order.
    pub points: Vec<u16>,
    /// Nodes that keep the chains of the side that proves, around the part.
    pub walls: Vec<usize>,
    /// How many plays outside it takes before a chain of the other side around the part has no liberty
    /// there.
    pub spare: u8,
    /// What it chooses.
    pub answers: Vec<Answer>,
    /// Where it needs no more choices.
    pub settled: Vec<Settled>,
    /// Play from the position on, for show: each move after the one it follows, a line with long resistance first.
    pub shown: Vec<Shown<u16>>,
}

/// A move that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown<P> {
    /// The place in the list of the move before it; none for the first of all.
    pub before: Option<usize>,
    /// The point; none for a pass or a play elsewhere.
    pub play: Option<P>,
    /// Whether the side that proves needs no more moves then.
    pub settles: bool,
}

/// What stands in a part when chains that stay there settle the question, the other side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// The stones in the part: the owner's, and his opponent's.
    pub stones: [u64; 2],
    /// The chains, on a small board: the points of the part, by their bits; next a stone for all of the owner's around
    /// it, and two empty points which only that stone is next to; then the same for his opponent's.
    pub certificate: Certificate,
}

/// What the side that proves chooses in a moment with it to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The stones in the part: the owner's, and his opponent's.
    pub stones: [u64; 2],
    /// Where each may not retake.
    pub bans: [u64; 2],
    /// How often the other side has passed or played elsewhere, up to [`Space::spare`].
    pub elsewhere: u8,
    /// Where it plays; `None` is a pass.
    pub play: Option<u16>,
    /// For life: falls from each choice to the next.
    pub rank: u32,
}

/// A small part of the board in which its owner joins chains and makes eyes, whatever lies around.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The points of the part: empty ones, and stones of the opponent.
    pub points: Vec<u16>,
    /// A stone of each of the groups of chains that it joins: what earlier windows joined is one group.
    pub groups: Vec<u16>,
    /// How many eyes are made in it.
    pub eyes: u8,
}

/// A part of the board in which a chain around it gets an eye.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EyePart {
    /// The points of the part: empty ones, and stones of the opponent.
    pub points: Vec<u16>,
    /// That the chain lives on a small board where it has another eye: the points of the part, in their order; next a stone for the
    /// chain, and an empty point which only that stone is next to; then a stone for everything else around the part, and two empty points beside that.
    pub proof: Proof,
}

/// How a node is proved. Numbers are places in [`Proof::nodes`], always lower than the node's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// By what stands. The other side is to move.
    Stands(Certificate),
    /// By chains of the killer that live, and shut the points in. They are kept by these nodes; or there are none, and
    /// they hold stones of [`Node::home`]. The other side is to move.
    Walled(Vec<usize>),
    /// By a node whose zone looks the same here and keeps a chain of the owner, and a pair outside that
    /// zone that ties another chain to it. The other side is to move.
    Joined(usize, Pair),
    /// By what stands: a chain of the owner's is connected to a stone of [`Node::home`]. The other side is to move.
    Reached,
    /// By a node whose zone looks the same here and keeps chains of the prover's ([`Claim::Lives`]), and by one, the second, that
    /// leads to these chains, or by which they shut the points in ([`Node::home`]); no empty point is in both zones. For life the
    /// other side is to move. A killer is to move where he is in the second, and passes otherwise; no node rests on such a whole.
    Linked(usize, usize),
    /// By windows that join chains and make eyes, each by those before it. Chains that the nodes keep need no eyes.
    /// The other side is to move.
    Windows(Vec<usize>, Vec<Window>),
    /// By two parts of the board that share no point, in each of which the chain gets an eye. The other side is to move.
    Apart(Vec<EyePart>),
    /// By a node whose zone looks the same here. The other side is to move.
    Again(usize),
    /// By a move of the prover, who is to move; `None` is a pass.
    Own(Option<u16>, usize),
    /// By answers to every move of the other side, who is to move; `None` is a pass or a play outside
    /// the zone.
    Other(Vec<(Option<u16>, usize)>),
    /// By a strategy in a part of the board. The opponent of the chain's owner is to move.
    Space(Box<Space>),
}

/// Something proved of a state, and of every state that looks the same in its zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Whose life it is about: 0 or 1.
    pub owner: u8,
    /// What is proved about it.
    pub claim: Claim,
    /// The stones: 0 empty, 1 Black, 2 White. Written as a text of these digits.
    #[serde(with = "digits")]
    pub stones: Vec<u8>,
    /// Where the player to move may not retake.
    pub ban: Option<u16>,
    /// The points whose contents matter.
    pub zone: Vec<u16>,
    /// The points it is proved for.
    pub cover: Vec<u16>,
    /// Stones that are never captured on the way.
    pub kept: Vec<u16>,
    /// Stones of the prover's (the owner's for life, and the killer's otherwise) that another proof keeps, with a liberty outside
    /// this zone. The node holds beside such a proof only: [`Step::Linked`] puts the two together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub home: Vec<u16>,
    /// How.
    pub step: Step,
}

/// A proof of the status of chains. The last node is about the position itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The nodes, each after those it rests on.
    pub nodes: Vec<Node>,
}

impl Proof {
    /// Whose life the proof is about.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        Player::all(2).nth(usize::from(self.nodes.last()?.owner))
    }
}

/// Stones as a text of digits.
mod digits {
    use serde::de::{Deserializer, Error, Unexpected};
    use serde::{Deserialize, Serializer};

    pub(super) fn serialize<S: Serializer>(stones: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let text: String = stones.iter().map(|&code| char::from(b'0' + code.min(9))).collect();
        to.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let code = |letter: char| match letter {
            '0' => Ok(0),
            '1' => Ok(1),
            '2' => Ok(2),
            other => Err(D::Error::invalid_value(Unexpected::Char(other), &"`0`, `1` or `2`")),
        };
        text.chars().map(code).collect()
    }
}
